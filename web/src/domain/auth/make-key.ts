import { accountAddress, passkeyKey } from '../../../../contracts/account/index.ts';
import type { User } from '@skarb/schema/auth';
import * as keyCalls from '@skarb/schema/calls/account-key';
import type { QueryClient } from '@tanstack/react-query';
import type { Address } from 'viem';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import type { RememberedKey } from '../../platform/wallet/passkey/key-memory.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { toBase64url } from '../../platform/wallet/passkey/base64url.ts';
import { createPasskey } from '../../platform/wallet/passkey/webauthn.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { type KeyNetwork, keyNetworkOf } from '../wallet/key.query.ts';
import { signedMessage } from './wallet-auth.ts';

const random = (bytes: number): string => toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));

/**
 * Makes a passkey of the signed-in user.
 * @param isHere on this device; otherwise on another one, or wherever the person likes if undefined
 * @returns the passkey and its key of an account @throws ApiError, WalletError `key…`
 */
const newKey = async ({ smartAccount }: KeyNetwork, user: User, isHere?: boolean) => {
  const { rpId, verifier } = smartAccount;
  const name = user.email ?? user.name ?? user.username ?? 'Skarb';
  const made = await createPasskey({
    challenge: random(32),
    rp: { id: rpId, name: 'Skarb' },
    user: { id: random(32), name, displayName: user.name ?? name },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
      ...(isHere === undefined ? {} : { authenticatorAttachment: isHere ? 'platform' : 'cross-platform' }),
    },
    attestation: 'none',
  });
  return { credentialId: made.credentialId, key: passkeyKey(verifier as Address, made.publicKey, rpId) };
};

/** A first key that was made in this browser, or a new one. */
const firstKeyOf = async (network: KeyNetwork, user: User): Promise<RememberedKey> => {
  const unfinished = rememberedKeys.unfinishedOf(user.uuid);
  if (unfinished) return unfinished;
  const { factory, implementation } = network.smartAccount;
  const contracts = { accountFactory: factory as Address, accountImplementation: implementation as Address };
  const made = await newKey(network, user);
  const own = { ...made, address: accountAddress(contracts, made.key), firstKey: made.key, userUuid: user.uuid };
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
  const network = await keyNetworkOf(cache);
  const own = await firstKeyOf(network, user);
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
 * @param isHere on this device, otherwise on another one
 * @returns the key, and a function that remembers it in this browser @throws ApiError, WalletError
 */
export const makeFurtherKey = async (
  cache: QueryClient,
  isHere: boolean,
): Promise<{ key: string; remember: () => void }> => {
  const { user } = session.getState();
  const address = user?.metamaskWallet;
  if (!user || !address) throw new WalletError('keyMissing');
  const made = await newKey(await keyNetworkOf(cache), user, isHere);
  return {
    key: made.key,
    remember: () => rememberedKeys.remember({ ...made, address, firstKey: null, userUuid: null }),
  };
};
