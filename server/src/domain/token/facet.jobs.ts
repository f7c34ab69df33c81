import type { Context } from '../../context.ts';
import { chooseFacets, forgetChanges, readChanges, readScan, scanTokens, type ScanState } from './store/facet.store.ts';

/** Lists of fewer tokens are fast without it. */
const LEAST_TOKENS = 20_000;
/** The facets are chosen again when there are so many times more tokens. */
const GROWTH = 2;
/** Tokens that one run reads, 0.1 ms of CPU each: a sixth of a core, for minutes after an upgrade. */
const BATCH = 2000;
/** Excludes other workers. */
const LOCK = 7_305_151;

/** Whether there are so many more tokens that facets are to be chosen. */
const hasGrown = ({ scan, tokens }: ScanState, leastTokens: number): boolean =>
  tokens >= Math.max(leastTokens, GROWTH * (scan?.tokens ?? 0));

/**
 * Reads which common lexemes tokens have together: of those that have changed, or of the next ones of all.
 * @param leastTokens fewer need no facets
 * @returns how many tokens were read
 */
export const advanceFacets = async (
  { db: { sql } }: { db: Pick<Context['db'], 'sql'> },
  leastTokens = LEAST_TOKENS,
): Promise<number> => {
  // Each worker asks every second, and mostly in vain: a transaction would be five statements.
  const seen = await readScan(sql);
  if (!seen.hasChanges && !hasGrown(seen, leastTokens) && (seen.scan?.after ?? null) === null) return 0;
  return sql.begin(async (tx) => {
    const [lock] = await tx<{ is_free: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as is_free`;
    if (!lock?.is_free) return 0;
    const state = await readScan(tx);
    const { scan } = state;
    if (hasGrown(state, leastTokens) && (await chooseFacets(tx, state.tokens))) return 1;
    if (!scan) {
      await forgetChanges(tx);
      return 0;
    }
    const read = await readChanges(tx, BATCH);
    return read > 0 || scan.after === null ? read : scanTokens(tx, scan.after, BATCH);
  });
};
