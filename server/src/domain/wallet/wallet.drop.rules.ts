import type { GasDropRefusal } from '@skarb/schema/auth';

/** Gas of an approval, and of a purchase after it (contracts/snapshots), with a margin. */
const APPROVAL_GAS = 60_000n;
const FIRST_ACTS_GAS = 300_000n;

/** The facts that the decision depends on; amounts in wei. */
export type DropFacts = {
  /** The amount of one drop, and of all within 24 hours. 0: none. */
  amount: bigint;
  day: bigint;
  /** Given within the last 24 hours, drops that wait included. */
  given: bigint;
  hasConfirmedEmail: boolean;
  /** Whether a payment by card to this person's wallets was completed. */
  hasToppedUp: boolean;
  /** Whether the person or the wallet had one before. */
  wasGiven: boolean;
  /** A contract, deployed or not yet: it cannot send a transaction, so coin does not help it. */
  isContract: boolean;
  balance: bigint;
  gasPrice: bigint;
};

/**
 * Whether the marketplace gives a wallet coin for its first network fee.
 * Half of the day's amount is for people who have paid by card: e-mail addresses cost nothing, so those who make many of
 * them can use up the other half only.
 * @returns why not; undefined when it does
 */
export const refuseDrop = (facts: DropFacts): GasDropRefusal | undefined => {
  const { amount, day, given, balance, gasPrice, hasToppedUp } = facts;
  if (amount === 0n || day === 0n) return 'gasDrop.off';
  if (facts.isContract) return 'gasDrop.contract';
  if (facts.wasGiven) return 'gasDrop.given';
  if (!facts.hasConfirmedEmail && !hasToppedUp) return 'gasDrop.unknown';
  if (balance >= FIRST_ACTS_GAS * gasPrice) return 'gasDrop.enough';
  if (balance + amount < APPROVAL_GAS * gasPrice) return 'gasDrop.tooDear';
  return given + amount > (hasToppedUp ? day : day / 2n) ? 'gasDrop.day' : undefined;
};

/** The code of a wallet with its own key that lets code act for it (EIP-7702): it still needs coin. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
/** Whether an address with this code is a contract, which cannot send transactions. */
export const isContractCode = (code: string): boolean => code !== '0x' && !DELEGATION.test(code);
