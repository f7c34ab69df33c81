import { toHex } from 'viem';
import { mnemonicToAccount, type HDAccount } from 'viem/accounts';

/**
 * The accounts of the local chain, and of it alone: everybody knows this phrase, so nothing it owns is ever worth
 * anything. It is a phrase of our own, so that these accounts are not the ones every bot watches.
 */
export const LOCAL_MNEMONIC = 'gallery orbit velvet lemon ocean puzzle maple canvas river dream honey smile';

/** One account of the local chain. */
export interface LocalAccount {
  address: `0x${string}`;
  key: `0x${string}`;
}

/** The n-th account of the local phrase. */
export function localAccount(index: number): LocalAccount {
  const account: HDAccount = mnemonicToAccount(LOCAL_MNEMONIC, { addressIndex: index });
  const key = account.getHdKey().privateKey;
  if (!key) throw new Error(`no key at index ${index}`);
  return { address: account.address, key: toHex(key) };
}

/** Deploys the contracts and mints play money. */
export const deployer = localAccount(0);
/** Pays for mints and cancels; can do nothing else. */
export const operator = localAccount(1);
/** Receives the marketplace's fee. */
export const feeRecipient = localAccount(2);

/** Seed people start here; the accounts before are the marketplace's own. */
const FIRST_PERSON = 10;

/** The wallet of the n-th seed person (from 0). */
export function seedPerson(index: number): LocalAccount {
  return localAccount(FIRST_PERSON + index);
}
