import type { ChainClient } from '../../platform/chain/client.ts';

/** Wei per unit of gas: the validator's tip, the maximum fee, and the expected price. */
export type Fee = { tip: bigint; maxFee: bigint; price: bigint };

/** What another copy of a transaction has to exceed; null where it is unknown. */
export type LastFee = { tip: bigint | null; maxFee: bigint | null };

/** The highest price of a copy of a stuck transaction, as a multiple of a new transaction's price. */
const MOST_TIMES = 10n;

const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** The fee of a new transaction now. */
export const readFee = async (chain: Pick<ChainClient, 'leastTip' | 'public'>): Promise<Fee> => {
  const [block, offered] = await Promise.all([
    chain.public.getBlock(),
    chain.public.estimateMaxPriorityFeePerGas().catch(() => 0n),
  ]);
  const tip = max(max(offered, chain.leastTip), 1n);
  const base = block.baseFeePerGas ?? 0n;
  return { tip, maxFee: base * 2n + tip, price: base + tip };
};

/**
 * The fee of another copy: nodes accept one only when tip and fee are both at least a tenth higher.
 * @returns undefined above the limit of ten times a new transaction's price
 */
export const raised = (fresh: Fee, last: LastFee): Fee | undefined => {
  const tip = max(fresh.tip, ((last.tip ?? 0n) * 5n) / 4n + 1n);
  const maxFee = max(fresh.maxFee, max(((last.maxFee ?? 0n) * 5n) / 4n + 1n, tip));
  const base = fresh.price - fresh.tip;
  const price = base + tip < maxFee ? base + tip : maxFee;
  return price > fresh.price * MOST_TIMES + 1000n ? undefined : { tip, maxFee, price };
};
