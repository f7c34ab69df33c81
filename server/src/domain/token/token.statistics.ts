/** How common lexemes of `token_terms` are, as the last ANALYZE found: a guess, for the choice between two ways to the same answer. */
import type { Tx } from '../../platform/db/database.ts';
import { searchOf, UNPAIRED } from './token.terms.ts';

/**
 * The histogram of prices in wei: `bounds` divide the prices into buckets with equally many tokens; `common` are frequent
 * prices, `shares` their shares of all tokens.
 */
type Prices = { bounds: number[]; common: number[]; shares: number[]; absent: number };

/** The share of all tokens that have a lexeme; of those that are not in it, about `rest`. */
export type Frequencies = {
  tokens: number;
  shares: Map<string, number>;
  rest: number;
  prices: Prices;
  /** Texts are in the order of their characters' codes, as in the locale C: those with one beginning follow each other. */
  isByCode: boolean;
};

const KEPT_MS = 60_000;
const EVERYTHING = '00000000-0000-0000-0000-000000000000';
/** The indexes of rare states, whose sizes are known even where the states are not among the most common lexemes. */
const STATE_INDEXES = { token_auction: '=e2', token_has_offers: '=e4', token_upcoming: '=e8', token_new: '=e16' };
const kept = new WeakMap<object, { until: number; value: Promise<Frequencies> }>();

const read = async (sql: Tx): Promise<Frequencies> => {
  const [row] = await sql<
    {
      tokens: number;
      lexemes: string[] | null;
      shares: number[] | null;
      states: Record<string, number> | null;
      is_by_code: boolean;
      bounds: number[] | null;
      common: number[] | null;
      price_shares: number[] | null;
      absent: number | null;
    }[]
  >`
    select coalesce((select minted from token_count where scope = 'all' and id = ${EVERYTHING}), 0) as tokens,
      lexemes, t.shares, p.bounds, p.common, p.shares as price_shares, p.absent, (
        select json_object_agg(relname, reltuples) from pg_class
        where relname = any(${Object.keys(STATE_INDEXES)}::text[]) and relnamespace = 'public'::regnamespace and reltuples >= 0) as states, (
        select datlocprovider = 'b' or (datlocprovider = 'c' and datcollate in ('C', 'POSIX')) from pg_database
        where datname = current_database()) as is_by_code
    from token_term_shares() t cross join token_price_shares() p`;
  // After one frequency a lexeme, there are the least and the greatest of them.
  const shares = new Map((row?.lexemes ?? []).map((lexeme, at) => [lexeme, row?.shares?.[at] ?? 0]));
  for (const [index, lexeme] of Object.entries(STATE_INDEXES)) {
    const size = row?.states?.[index];
    if (size !== undefined && row && row.tokens > 0) shares.set(lexeme, Math.min(1, size / row.tokens));
  }
  // Few tokens have it, where they do not all.
  if (!shares.has(UNPAIRED)) shares.set(UNPAIRED, 0);
  // Most of those that are not among them are far rarer than the least common of them.
  const rest = (row?.shares?.[row.lexemes?.length ?? 0] ?? 0) / 4;
  const prices = {
    bounds: row?.bounds ?? [],
    common: row?.common ?? [],
    shares: row?.price_shares ?? [],
    absent: row?.absent ?? 1,
  };
  return { tokens: row?.tokens ?? 0, shares, rest, prices, isByCode: row?.is_by_code ?? false };
};

/** @param pool is remembered, a minute at a time */
export const frequenciesOf = (pool: Tx): Promise<Frequencies> => {
  const known = kept.get(pool);
  if (known && known.until > Date.now()) return known.value;
  const value = read(pool);
  kept.set(pool, { until: Date.now() + KEPT_MS, value });
  value.catch(() => kept.delete(pool));
  return value;
};

/** Whether one of these is among the lexemes whose share is known. */
export const isKnown = ({ shares }: Frequencies, lexemes: readonly string[]): boolean =>
  lexemes.some((lexeme) => shares.has(lexeme));

/** The share of tokens with one of these lexemes at most. */
export const shareOf = ({ shares, rest }: Frequencies, lexemes: readonly string[]): number =>
  Math.min(
    1,
    lexemes.reduce((sum, lexeme) => sum + (shares.get(lexeme) ?? rest), 0),
  );

/** Names with a text that more than this share of the tokens have are common. */
const COMMON = 0.015;
/** Whether many tokens have a text in their names, by the parts that are known to be frequent. */
export const isCommonName = async (sql: Tx, text: string): Promise<boolean> => {
  const { parts, beginnings } = searchOf(text);
  const lexemes = parts.length > 0 ? parts : beginnings;
  const frequencies = await frequenciesOf(sql);
  return lexemes.length > 0 && lexemes.every((lexeme) => shareOf(frequencies, [lexeme]) > COMMON);
};

/** The share of what is on sale at these prices in wei, about. */
export const priceShare = ({ prices }: Frequencies, least: number, most: number): number | undefined => {
  const { bounds, common, shares, absent } = prices;
  const parts = bounds.length - 1;
  if (parts < 1 || absent >= 1) return undefined;
  /** How many parts are below a price. */
  const below = (price: number) => {
    const above = bounds.findIndex((bound) => bound > price);
    if (above <= 0) return above === 0 ? 0 : parts;
    const [from, to] = [bounds[above - 1] as number, bounds[above] as number];
    return above - 1 + (price - from) / (to - from);
  };
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const rest = ((below(most) - below(least)) / parts) * (1 - absent - sum(shares));
  const frequent = sum(shares.filter((_, at) => (common[at] as number) >= least && (common[at] as number) <= most));
  return Math.min(1, Math.max(rest + frequent, 1e-6) / (1 - absent));
};
