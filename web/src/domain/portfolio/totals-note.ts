import type { PortfolioTotals } from '@skarb/schema/portfolio';

/**
 * What the totals do not say themselves: what the result compares, unless that is all that was paid and is worth, and
 * what was paid for works whose worth is unknown, or that have left without a sale.
 */
export const notesOf = ({
  result,
  cost,
  worth,
  compared,
  unknown,
  transferred,
}: Pick<PortfolioTotals, 'result' | 'cost' | 'worth' | 'unknown'> & {
  compared: Pick<PortfolioTotals['compared'], 'cost' | 'worth'>;
  transferred: Pick<PortfolioTotals['transferred'], 'tokens'>;
}): ('compared' | 'unknown' | 'transferred')[] => [
  ...(result !== null && (compared.cost !== cost || compared.worth !== worth) ? ['compared' as const] : []),
  ...(unknown.cost !== '0' ? ['unknown' as const] : []),
  ...(transferred.tokens > 0 ? ['transferred' as const] : []),
];
