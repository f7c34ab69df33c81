/** A trade between two people: each by account, or by wallet if the wallet belongs to no known account. */
export type PersonTrade = { tokenUuid: string; seller: string; buyer: string };

/**
 * The trades that count for rankings. Wash trades do not: those between wallets of one person, and all trades of a token
 * between two people who sold it to each other in both directions. The SQL of the triggers (count_ranked_trade) and of
 * is_ranked_trade is the same rule; a test compares them.
 */
export const rankedTrades = <T extends PersonTrade>(trades: readonly T[]): T[] => {
  const sold = new Set(trades.map(({ tokenUuid, seller, buyer }) => `${tokenUuid} ${seller} ${buyer}`));
  return trades.filter(
    ({ tokenUuid, seller, buyer }) => seller !== buyer && !sold.has(`${tokenUuid} ${buyer} ${seller}`),
  );
};

/** The change of a volume against the same time before, in percent with one decimal; null if nothing was sold then. */
export const changePercentOf = (volume: bigint, before: bigint): number | null =>
  before <= 0n ? null : Number(((volume - before) * 1000n) / before) / 10;
