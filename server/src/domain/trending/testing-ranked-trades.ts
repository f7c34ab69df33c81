/** A trade between two people: each by account, or by wallet if the wallet belongs to no known account. */
type PersonTrade = { tokenUuid: string; seller: string; buyer: string };

/**
 * The trades that count for rankings. Wash trades do not: those between wallets of one person, and all trades of a token
 * between two people who sold it to each other in both directions. A test compares the SQL of the triggers
 * (count_ranked_trade) and of is_ranked_trade with it.
 */
export const rankedTrades = <T extends PersonTrade>(trades: readonly T[]): T[] => {
  const sold = new Set(trades.map(({ tokenUuid, seller, buyer }) => `${tokenUuid} ${seller} ${buyer}`));
  return trades.filter(
    ({ tokenUuid, seller, buyer }) => seller !== buyer && !sold.has(`${tokenUuid} ${buyer} ${seller}`),
  );
};
