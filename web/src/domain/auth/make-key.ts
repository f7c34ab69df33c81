import { accountAddress, passkeyKey } from '../../../../contracts/account/index.ts';
import type { User } from '@skarb/schema/auth';
import * as keyCalls from '@skarb/schema/calls/account-key';
import type { QueryClient } from '@tanstack/react-query';
import type { Address } from 'viem';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
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

/**
 * Remembers a passkey as the user's first key.
 * @param account the account that became theirs with it; null if they have to sign for it first
 * @throws ApiError, WalletError
 */
export const rememberFirstKey = async (
  cache: QueryClient,
  user: User,
  made: NewPasskey,
  account: string | null,
): Promise<RememberedKey> => {
  const network = await keyNetworkOf(cache);
  const { factory, implementation } = network.smartAccount;
  const contracts = { accountFactory: factory as Address, accountImplementation: implementation as Address };
  const key = keyOf(network, made);
  const address = accountAddress(contracts, key.key);
  const userUuid = sameAddress(account, address) ? null : user.uuid;
  const own = { ...key, address, firstKey: key.key, userUuid };
  rememberedKeys.remember(own);
  return own;
};

/** Lets a key of this browser act for its account. If that fails, the dialogs offer to activate the key. */
export const activateKey = async (account: string): Promise<void> => {
  rememberedKeys.connect(account);
  await wallet.connect(PASSKEY_WALLET_ID).catch(() => undefined);
};

/**
 * Makes the user's first key, whose account becomes theirs. Usually the person confirms once. If the marketplace knows the
 * account already, they do it twice: the device makes the key, and the key confirms. What is left unfinished is continued,
 * so that nobody makes a second passkey by a cancelled prompt.
 * @param onMade called between the two
 * @throws ApiError, WalletError
 */
export const makeFirstKey = async (cache: QueryClient, user: User, onMade: () => void): Promise<User> => {
  // Before the device is asked: without smart accounts nobody needs to make a passkey.
  await keyNetworkOf(cache);
  let own = rememberedKeys.unfinishedOf(user.uuid);
  if (!own) {
    const { made, answer } = await registerPasskey({ hasAccount: true });
    own = await rememberFirstKey(cache, user, made, answer.account);
    if (answer.account) {
      const next = { ...user, metamaskWallet: answer.account };
      session.setUser(next);
      await activateKey(answer.account);
      return next;
    }
  }
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
