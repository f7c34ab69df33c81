import { accountAddress, passkeyKey } from '../../../../contracts/account/index.ts';
import type { User } from '@skarb/schema/auth';
import * as keyCalls from '@skarb/schema/calls/account-key';
import type { QueryClient } from '@tanstack/react-query';
import type { Address } from 'viem';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import type { RememberedKey } from '../../platform/wallet/passkey/key-memory.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import type { NewPasskey } from '../../platform/wallet/passkey/webauthn.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { type KeyNetwork, keyNetworkOf } from '../wallet/key.query.ts';
import { registerPasskey } from './passkey-auth.ts';
import { signedMessage } from './wallet-auth.ts';

/** The key of an account that a passkey is. @throws RangeError for a passkey that contracts cannot verify */
const keyOf = (
  { smartAccount: { rpId, verifier } }: KeyNetwork,
  { credentialId, publicKey, transports }: NewPasskey,
) => ({
  credentialId,
  transports,
  key: passkeyKey(verifier as Address, publicKey, rpId),
});

/** Remembers a passkey as the user's first key, whose account is not theirs yet. @throws ApiError, WalletError */
export const rememberFirstKey = async (cache: QueryClient, user: User, made: NewPasskey): Promise<RememberedKey> => {
  const network = await keyNetworkOf(cache);
  const { factory, implementation } = network.smartAccount;
  const contracts = { accountFactory: factory as Address, accountImplementation: implementation as Address };
  const key = keyOf(network, made);
  const own = { ...key, address: accountAddress(contracts, key.key), firstKey: key.key, userUuid: user.uuid };
  rememberedKeys.remember(own);
  return own;
};

/**
 * Makes the user's first key, whose account becomes theirs. Asks the person twice: the device makes the key, and the key
 * confirms. What is left unfinished is continued, so that nobody makes a second passkey by a cancelled prompt.
 * @param onMade called between the two
 * @throws ApiError, WalletError
 */
export const makeFirstKey = async (cache: QueryClient, user: User, onMade: () => void): Promise<User> => {
  // Before the device is asked: without smart accounts nobody needs to make a passkey.
  await keyNetworkOf(cache);
  const own =
    rememberedKeys.unfinishedOf(user.uuid) ?? (await rememberFirstKey(cache, user, (await registerPasskey()).made));
  onMade();
  rememberedKeys.connect(own.address);
  await wallet.connect(PASSKEY_WALLET_ID);
  const signed = await signedMessage(own.address, 'link');
  await call(keyCalls.addKey, { body: { key: own.key, ...signed } });
  rememberedKeys.remember({ ...own, userUuid: null });
  const next = { ...user, metamaskWallet: own.address };
  session.setUser(next);
  return next;
};

/**
 * Makes a further key of the signed-in user's account, which an operation of the account then adds.
 * @param isHere on this device, otherwise on another one, which `name` names
 * @returns the key, and a function that remembers it in this browser @throws ApiError, WalletError
 */
export const makeFurtherKey = async (
  cache: QueryClient,
  isHere: boolean,
  name?: string,
): Promise<{ key: string; remember: () => void }> => {
  const { user } = session.getState();
  const address = user?.metamaskWallet;
  if (!user || !address) throw new WalletError('keyMissing');
  const network = await keyNetworkOf(cache);
  const made = keyOf(network, (await registerPasskey({ isHere, ...(name ? { name } : {}) })).made);
  return {
    key: made.key,
    remember: () => rememberedKeys.remember({ ...made, address, firstKey: null, userUuid: null }),
  };
};
