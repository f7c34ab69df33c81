import { isAddressEqual, recoverAddress, size, slice, zeroAddress, type Address, type Hex } from 'viem';

/** A passkey's key: verifier, x, y and the hash of the site's rpId. */
const PASSKEY_BYTES = 20 + 96;
const WALLET_BYTES = 20;
export type KeyKind = 'PASSKEY' | 'WALLET';

/** The kind of a key; undefined for an ERC-7913 key of another verifier, and for one that can never sign. */
export const kindOfKey = (key: Hex, { passkeyVerifier }: { passkeyVerifier: Address }): KeyKind | undefined => {
  if (size(key) === WALLET_BYTES) return isAddressEqual(key, zeroAddress) ? undefined : 'WALLET';
  const isPasskey = size(key) === PASSKEY_BYTES && key.toLowerCase().startsWith(passkeyVerifier.toLowerCase());
  return isPasskey ? 'PASSKEY' : undefined;
};

/** Whether only code of the marketplace verifies this key's signatures. */
export const isAcceptedKey = (key: Hex, contracts: { passkeyVerifier: Address }): boolean =>
  kindOfKey(key, contracts) !== undefined;

/** The parts of an account's signature: `uint8(key.length) ‖ key ‖ signature of that key`; undefined if it is shorter. */
const splitSignature = (signature: Hex): { key: Hex; own: Hex } | undefined => {
  if (size(signature) === 0) return undefined;
  const end = Number.parseInt(signature.slice(2, 4), 16) + 1;
  if (end === 1 || size(signature) <= end) return undefined;
  return { key: slice(signature, 1, end), own: slice(signature, end) };
};

/**
 * Whether the signature's validation runs code of the marketplace only. A contract as a key could accept the signature in a
 * simulation and refuse it in the bundle, which the operator would pay for; so a wallet must sign with its own key.
 * Whether the key belongs to the account is for the chain to say.
 */
export const isVerifiedByOurCode = async (
  hash: Hex,
  signature: Hex,
  contracts: { passkeyVerifier: Address },
): Promise<boolean> => {
  const parts = splitSignature(signature);
  const kind = parts && kindOfKey(parts.key, contracts);
  if (!parts || !kind) return false;
  if (kind === 'PASSKEY') return true;
  const signer = await recoverAddress({ hash, signature: parts.own }).catch(() => undefined);
  return signer !== undefined && isAddressEqual(signer, parts.key);
};
