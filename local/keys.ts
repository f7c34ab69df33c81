import { pbkdf2Sync } from 'node:crypto';
import { toHex } from 'viem';
import { HDKey, privateKeyToAccount } from 'viem/accounts';

/**
 * The mnemonic of the local chain's accounts. It is public, so use it nowhere else. It differs from the well-known test
 * mnemonics, whose accounts bots watch.
 */
const LOCAL_MNEMONIC = 'gallery orbit velvet lemon ocean puzzle maple canvas river dream honey smile';

/** One account of the local chain. */
export interface LocalAccount {
  address: `0x${string}`;
  key: `0x${string}`;
}

/** The parent of the accounts' keys (BIP-39 and BIP-44), derived once: each derivation costs 20 ms of processor time. */
const parent = HDKey.fromMasterSeed(pbkdf2Sync(LOCAL_MNEMONIC, 'mnemonic', 2048, 64, 'sha512')).derive(
  "m/44'/60'/0'/0",
);

/** The n-th account of the local mnemonic. */
function localAccount(index: number): LocalAccount {
  const { privateKey } = parent.deriveChild(index);
  if (!privateKey) throw new Error(`no key at index ${index}`);
  const key = toHex(privateKey);
  return { address: privateKeyToAccount(key).address, key };
}

/** Deploys the contracts and mints play money. */
export const deployer = localAccount(0);
/** The operator: pays for mints, cancels, settlements and hatches, and signs births. */
export const operator = localAccount(1);
/** Receives the marketplace's fee. */
export const feeRecipient = localAccount(2);

/** The index of the first seed user; the lower ones are the marketplace's own. */
const FIRST_PERSON = 10;

/** The wallet of the n-th seed user (from 0). */
export function seedPerson(index: number): LocalAccount {
  return localAccount(FIRST_PERSON + index);
}
