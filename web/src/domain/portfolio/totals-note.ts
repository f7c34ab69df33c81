import type { PortfolioTotals } from '@skarb/schema/portfolio';

/**
 * What the totals do not say themselves: what the result compares, unless that is all that was paid and is worth, and
 * what was paid for works whose worth is unknown.
 */
export const notesOf = ({
  result,
  cost,
  worth,
  compared,
  unknown,
}: Pick<PortfolioTotals, 'result' | 'cost' | 'worth' | 'unknown'> & {
  compared: Pick<PortfolioTotals['compared'], 'cost' | 'worth'>;
}): ('compared' | 'unknown')[] => [
  ...(result !== null && (compared.cost !== cost || compared.worth !== worth) ? ['compared' as const] : []),
  ...(unknown.cost !== '0' ? ['unknown' as const] : []),
];
