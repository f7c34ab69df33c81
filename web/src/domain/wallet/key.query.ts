import type { KeysOfAccount } from '@skarb/schema/account-key';
import * as keyCalls from '@skarb/schema/calls/account-key';
import type { Network } from '@skarb/schema/reference';
import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { session } from '../../platform/session/use-session.ts';
import type { HeldAccount } from '../../platform/wallet/passkey/passkey-wallet.ts';
import { hasPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';
import { networksQuery } from '../reference/reference.query.ts';

/** A network on which the marketplace has smart accounts. */
export type KeyNetwork = Network & { smartAccount: NonNullable<Network['smartAccount']> };
const isKeyNetwork = (network: Network): network is KeyNetwork => network.smartAccount !== null;
/** The network of keys; undefined if the marketplace has none. */
export const findKeyNetwork = (networks: readonly Network[]): KeyNetwork | undefined => networks.find(isKeyNetwork);

/** @throws WalletError `unsupported` if the marketplace has no smart accounts; ApiError */
export const keyNetworkOf = async (cache: QueryClient): Promise<KeyNetwork> => {
  const network = findKeyNetwork(await cache.ensureQueryData(networksQuery));
  if (!network) throw new WalletError('unsupported');
  return network;
};

/** The keys of the signed-in user's smart account; null if they have none. @throws ApiError */
export const readAccount = async (): Promise<HeldAccount | null> => {
  const { user } = session.getState();
  if (!user?.metamaskWallet) return null;
  const { address, keys } = (await call(keyCalls.keys)).data;
  return address ? { address, keys } : null;
};

export const KEYS_KEY = [PRIVATE, 'account-key'];
/** The keys of the signed-in user's smart account, as the chain has them. */
export const keysQuery = (account: string | null) =>
  queryOptions({
    queryKey: [...KEYS_KEY, account?.toLowerCase()],
    queryFn: async ({ signal }): Promise<KeysOfAccount> => (await call(keyCalls.keys, { signal })).data,
    enabled: account !== null,
  });

/** Whether this browser and this marketplace can make keys. True while the marketplace has not answered. */
export const useCanMakeKeys = (): boolean => {
  const { data } = useQuery(networksQuery);
  return hasPasskeys() && (!data || findKeyNetwork(data) !== undefined);
};
