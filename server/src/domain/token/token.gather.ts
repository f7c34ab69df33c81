/** Pages whose tokens are all found by the narrowest index, and sorted. */
import { boundedCount, type Counted, sizesOf } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { offsetOf, sortOf } from '../../platform/http/list.ts';
import type { Filter, Link } from './token.filter.ts';
import {
  type Answer,
  areLinkedTo,
  type Asked,
  cardsOf,
  columnsOf,
  oneByOne,
  orderBy,
  orderOf,
  rows,
} from './token.page.ts';
import { type Frequencies, frequenciesOf, shareOf } from './token.statistics.ts';
import type { TokenQuery } from './token.terms.ts';

/**
 * The set that tokens are gathered from: a link, the index of a rare state, the works of a maker or of collections, or what
 * the planner chooses for the columns.
 */
export type Source = Link | 'state' | 'owned' | 'columns';

/**
 * @property size how many tokens a link has, about
 * @property most gives up above so many
 * @property isThorough fewer match than was estimated: reads the entries of every facet before any token
 * @property beside links that are not much larger than the source
 */
type How = { size?: number; most?: number | undefined; isThorough?: boolean; beside?: readonly Link[] };

/**
 * Finds all that match by the narrowest index, and sorts their keys.
 * @returns undefined when there are more
 */
export const gather = async (
  sql: Tx,
  asked: Asked,
  source: Source,
  { size = Infinity, most, isThorough = false, beside = [] }: How = {},
): Promise<Answer | undefined> => {
  const { query, filter } = asked;
  const driver = typeof source === 'string' ? undefined : source;
  const isOfState = source === 'state';
  const others = filter.links.filter((link) => link !== driver);
  const order = orderOf(sql, query);
  const columns = columnsOf(sql, asked);
  const frequencies = await frequenciesOf(sql);
  const isByRank = driver?.order?.field === 'rarity' && sortOf(query.sortBy).field === 'rarity';
  // Of those that a link has, only the rows are read that `token_terms` has as well, where it excludes enough.
  const ofLink =
    driver && !isByRank
      ? filter.termsWithin(frequencies, Math.min(1, size / Math.max(1, frequencies.tokens)))
      : undefined;
  const value = isByRank ? sql`l.rank` : order.value;
  // The other links are tested before any token is read.
  const linkColumns = isByRank ? sql`token_uuid, rank` : sql`token_uuid`;
  const all = ({ table, key, counts }: Link) => sql`select ${linkColumns} from ${table} l where ${key} and ${counts}`;
  // Those of about the same size are read whole, in a tenth of the time of a search for each row.
  const read = isByRank ? [] : beside;
  const sought = others.filter((link) => !read.includes(link));
  const linked = (driver: Link) =>
    sql`select ${linkColumns} from (${joined(sql, [driver, ...read].map(all), sql` intersect `)} offset 0) d where true ${areLinkedTo(sql, sought, sql`d.token_uuid`)}`;
  const tokens = driver
    ? isByRank
      ? sql`(${linked(driver)} offset 0) l ${oneByOne(sql, columns, filter.bits)} where true`
      : // As an array, which the index of tokens is searched for in its order: half the time of a search for each. With
        // another one, empty, only a bitmap has both: its rows are read ahead, in a seventh of the time from a disk.
        // The planner may not know that it is empty: it would search any partial index for it, and then the array, from
        // its beginning, for each row.
        sql`(select ${columns} from token t where (uuid = any(array(${linked(driver)})) or uuid = any(array(select null::uuid where false))) ${ofLink ?? filter.bits} offset 0) t where true`
    : // `offset 0`: the planner would combine it with large ranges of other indexes, or read these instead.
      // What everybody sees is no condition outside: its column is not in that index.
      isOfState
      ? sql`(select ${columns} from token t where t.is_counted ${filter.rare?.condition ?? sql``} offset 0) t where true`
      : filter.hasContent
        ? sql`(select ${columns} from token t where true ${filter.terms(frequencies, isThorough)} offset 0) t where true`
        : source === 'owned'
          ? sql`(select ${columns} from token t where ${filter.visible} ${filter.owned} offset 0) t where true`
          : sql`token t where true`;
  const found = sql`
    select t.uuid, ${value} as ${order.key} from ${tokens} ${isOfState ? sql`` : sql`and ${filter.visible}`} ${filter.columns}
      ${
        driver ? (ofLink ? sql`` : filter.content) : areLinkedTo(sql, others)
      } ${most === undefined ? sql`` : sql`limit ${rows(sql, query, most + 1)}`}`;
  const page = sql`select uuid from found ${orderBy(sql, order)} limit ${rows(sql, query, query.limit)} offset ${rows(sql, query, offsetOf(query))}`;
  const answer = await cardsOf(sql, asked, found, page);
  return most !== undefined && answer.found > most ? undefined : answer;
};

/** The filters that have an index of their own, and how many tokens each leaves, counted to one above `most`. */
export type Sizes = Map<Source, number>;
export const sourcesOf = async (
  sql: Tx,
  { collectionUuid, creatorUuid }: TokenQuery,
  { links, rare }: Filter,
  most: number,
  frequencies: Frequencies,
): Promise<Sizes> => {
  const counted = (set: Fragment) => boundedCount(sql, set, most);
  const owned = creatorUuid
    ? { size: counted(sql`select 1 from token where creator_uuid = ${creatorUuid}`), name: `creator ${creatorUuid}` }
    : collectionUuid && {
        size: sql`(select coalesce(sum(minted), 0)::int from token_count where scope = 'collection' and id = any(${collectionUuid}::uuid[]))`,
        name: `collections ${collectionUuid.join()}`,
      };
  const sources: [Source, Counted][] = [
    ...links.map((link): [Source, Counted] => [
      link,
      { size: counted(sql`select 1 from ${link.table} l where ${link.key} and ${link.counts}`), name: link.name },
    ]),
    ...(owned ? [['owned', owned] as [Source, Counted]] : []),
    // Counting as far as the bound takes as long as the page: not where a state is known to be far more common.
    ...(rare && shareOf(frequencies, [rare.lexeme]) * frequencies.tokens < 2 * most
      ? [
          [
            'state',
            { size: counted(sql`select 1 from token t where t.is_counted ${rare.condition}`), name: rare.lexeme },
          ] as [Source, Counted],
        ]
      : []),
  ];
  const sizes = await sizesOf(
    sql,
    sources.map(([, set]) => set),
    most,
  );
  return new Map(sources.map(([source], at) => [source, sizes[at] as number]));
};
