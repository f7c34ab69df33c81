import type { ListMeta } from '@skarb/schema/primitive';
import type { Token } from '@skarb/schema/token';
import {
  boundedCount,
  constant,
  type Counted,
  rememberLarge,
  rounded,
  sizeOf,
  sizesOf,
  walkOrGather,
} from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf, sortOf, TOTAL_CAP } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { type Condition, type Filter, filterOf, type Link, orderedLink } from './token.filter.ts';
import { resolveOrder } from './token.curated.ts';
import { askedStates } from './token.rules.ts';
import { type Frequencies, frequenciesOf, isKnown, priceShare, shareOf } from './token.statistics.ts';
import { creatorTerms, facetGroups, propertyGroups, searchOf, type TokenQuery } from './token.terms.ts';
import { completed, entryJson } from './token.view.ts';

/**
 * How many rows a walk reads at first; how many entries of an index are gathered whatever else is asked, and so far the
 * sizes of links are counted; how far totals are counted that are not stored.
 */
export type Bounds = { walk: number; gather: number; count: number };
const BOUNDS: Bounds = { walk: 4000, gather: 3000, count: 1000 };
/** Pages that begin further down are read from the nearer end of their index. */
const NEAR = 1000;
/** Pages that are often asked for: the first ones, of the sizes that the interface has. */
const isFrequent = ({ page, limit }: TokenQuery) => page <= 3 && limit % 12 === 0;
/**
 * A limit or an offset. As text in frequent pages, so that the plan is one for a few rows: of a parameter it expects a tenth
 * of all. Otherwise as a parameter, because each text is a statement of its own.
 */
const rows = (sql: Tx, query: TokenQuery, count: number): Fragment =>
  isFrequent(query) ? constant(sql, count) : sql`${count}`;
/** Testing the bits of all, and reading the rows of those that have them without matching, takes as long as reading so many rows. */
const BITS_SHARE = 0.25;
/** So many entries of an index are read in the time of finding a row by it. */
const ENTRIES_OF_ROW = 12;
/** So many are read and sorted. */
const SORTED_OF_ROW = 4;
/** The share of tokens that a user with many of them holds or likes. */
const LINK_SHARE = 0.02;
const RANGE_SHARE = 0.3;
const EVERYTHING = '00000000-0000-0000-0000-000000000000';

/** `value` is what a token has for the column `key`. */
type Order = { key: Fragment; value: Fragment; after: Fragment; direction: Fragment };

/**
 * The order of a list; ties are broken by uuid in the same direction, as in the indexes. Tokens that are not on sale
 * come last by price, tokens that were never sold last by the newest sale. @param isReversed the order from the other end
 */
const orderOf = (sql: Tx, query: TokenQuery, isReversed = false): Order => {
  const { field, direction } = sortOf(query.sortBy);
  const isUp = (direction === 'ASC') !== isReversed;
  const isByPrice = field === 'price' && !query.currencyUuid;
  // The order by the last sale reads its index from either end; that by price has an index for each direction.
  const isNullLast = field === 'lastSale' ? !isUp : isByPrice ? !isReversed : undefined;
  const key = {
    name: () => sql`name`,
    favorites: () => sql`favorite_count`,
    price: () => (query.currencyUuid ? sql`sale_price` : sql`sale_price_eth`),
    createdAt: () => sql`created_at`,
    endsAt: () => sql`auction_turns_at`,
    lastSale: () => sql`last_sale_at`,
    rarity: () => sql`rank`,
    number: () => sql`token_id`,
    curated: () => sql`created_at`,
  }[field]();
  return {
    key,
    value: field === 'rarity' ? sql`(select r.rank from token_rarity r where r.token_uuid = t.uuid)` : sql`t.${key}`,
    direction: isUp ? sql`asc` : sql`desc`,
    after: isNullLast === undefined ? sql`` : isNullLast ? sql`nulls last` : sql`nulls first`,
  };
};
const orderBy = (sql: Tx, { key, direction, after }: Order): Fragment =>
  sql`order by ${key} ${direction} ${after}, uuid ${direction}`;

/** A list that is asked for, and its stored total if there is one: an expression. */
type Asked = {
  query: TokenQuery;
  callerUuid: string | undefined;
  filter: Filter;
  total: Fragment | undefined;
  /** The tokens that come before all others, if nothing else is asked for. */
  leading: string[];
};
/** The cards of a page as a JSON array, how many tokens were found, and the stored total if there is one. */
type Answer = { entries: Buffer; found: number; total: number | undefined };
/** `isAll`: no more were found than there are. */
type Found = Answer & { isAll: boolean };

/**
 * The cards of a page.
 * @param found a query for uuids, in the order of the list
 */
const cardsOf = async (
  sql: Tx,
  { query, callerUuid, total }: Asked,
  found: Fragment,
  page: Fragment,
): Promise<Answer> => {
  const [row] = await sql`
    with found as materialized (${found})
    select (select count(*)::int from found), ${total ?? sql`null::int`}, (
      select '[' || coalesce(string_agg(${entryJson(sql, callerUuid, query.ownerUuid !== undefined && query.ownerUuid.toLowerCase() === callerUuid)}, ',' order by listed.place), '') || ']'
      from (select uuid, row_number() over () as place from (${page}) page) listed
      join token t on t.uuid = listed.uuid join app_user u on u.uuid = t.creator_uuid)`.raw();
  const [count, stored, entries] = row as unknown as [Buffer, Buffer | null, Buffer];
  return { entries, found: Number(count), total: stored === null ? undefined : Number(stored) };
};

const areLinkedTo = (sql: Tx, links: Link[], token = sql`t.uuid`): Fragment =>
  joined(
    sql,
    // A subquery for each token: as a join, it reads all that a user has first. Whether the row counts is read from it:
    // as a condition it would fit an index of all that a user has, which some statistics make look cheaper than the key.
    links.map(
      ({ table, key, counts }) =>
        sql`and (select ${counts} from ${table} l where l.token_uuid = ${token} and ${key} limit 1) is true`,
    ),
  );

/** The token of each row of a link, in its order: for few rows the planner would hash all tokens of a collection. */
const oneByOne = (sql: Tx): Fragment =>
  sql`cross join lateral (select * from token where uuid = l.token_uuid offset 0) t`;

/** So many equal first characters make names a stretch of their order: few a wide one, many a narrow one. */
const STRETCH_SIZES = [1, 3, 9];
/** So many stretches are looked at, one after the other. */
const MOST_STRETCHES = 96;
/** So many rows of a stretch are read before the index is asked about it: where many match, these tell. */
const FIRST_ROWS = 8;

/**
 * The rows of a list by name, without the stretches in which nothing matches: of a common word or property, those that
 * match are often all in a few stretches. After a wide stretch with matches come the narrower ones in it. An expression
 * for `from`; its rows are in the order of the list.
 */
const inStretches = (
  sql: Tx,
  { query, filter }: Asked,
  frequencies: Frequencies,
  order: Order,
  passes: number,
): Fragment => {
  const isUp = sortOf(query.sortBy).direction === 'ASC';
  const [wide, middle, narrow] = STRETCH_SIZES.map((size) => constant(sql, size)) as [Fragment, Fragment, Fragment];
  // No lexeme says that a name begins with two characters: such a name alone is a stretch.
  const isShort = sql`length(s.first) < least(s.size, ${middle})`;
  // Nothing sorts after the last code point, except a name that has it there: it begins a stretch of its own.
  const last = isUp
    ? sql`case when ${isShort} then s.first else greatest(left(s.first, s.size) || chr(1114111), s.first) end`
    : sql`left(s.first, s.size)`;
  const within = isUp ? sql`and t.name between s.first and ${last}` : sql`and t.name between ${last} and s.first`;
  const rowsOf = (columns: Fragment, condition: Fragment, by: Fragment, count: Fragment) =>
    sql`select ${columns} from token t where ${filter.visible} ${filter.scope} ${condition} ${by} limit ${count}`;
  const next = (beyond: Fragment) =>
    rowsOf(sql`t.name`, beyond, sql`order by t.name ${order.direction}`, constant(sql, 1));
  const endOf = (size: Fragment) => sql`text_parts(right(left(s.first, ${size}), 3), 3)::text::tsquery`;
  const lexemes = sql`case s.size when ${wide} then ('''=n' || ascii(s.first) || '''')::tsquery
    when ${middle} then ${endOf(middle)} else ${endOf(middle)} && ${endOf(narrow)} end`;
  const goesIn = sql`s.has_matches and s.size < ${narrow}`;
  return sql`(
    with recursive stretch (at, first, size, has_matches) as (
      select 0, (${next(sql``)}), 0, true
      union all
      select s.at + 1, s.first, s.size, ${isShort} or coalesce(
          (select true from (${rowsOf(sql`*`, within, orderBy(sql, order), constant(sql, FIRST_ROWS))}) t where true ${filter.content} limit 1),
          (select true from token t where true ${filter.terms(frequencies, false, lexemes)} limit 1),
          false)
      from (
        select s.at, n.first, case
            when ${goesIn} then case s.size when 0 then ${wide} when ${wide} then ${middle} else ${narrow} end
            when left(n.first, ${wide}) <> left(s.first, ${wide}) then ${wide}
            when left(n.first, ${middle}) <> left(s.first, ${middle}) then ${middle} else ${narrow} end as size
        from stretch s cross join lateral (
          select case when ${goesIn} then s.first else (${next(sql`and t.name ${isUp ? sql`>` : sql`<`} ${last}`)}) end as first offset 0) n
        where s.at < ${constant(sql, MOST_STRETCHES)} and n.first is not null) s)
    select t.* from stretch s cross join lateral (
      ${rowsOf(sql`*`, within, orderBy(sql, order), rows(sql, query, passes))}) t
    where s.has_matches and s.size = ${narrow} limit ${rows(sql, query, passes)}) t`;
};

/**
 * Reads in the order of the list, until enough tokens match or so many are passed.
 * @param driver the link whose order is walked, instead of an index of tokens
 * @param hasGaps passes over the stretches of the order by name in which nothing matches
 * @returns undefined if the page is not full
 */
const walk = async (
  sql: Tx,
  asked: Asked,
  passes: number,
  wanted: number,
  driver: Link | undefined,
  hasGaps = false,
): Promise<Answer | undefined> => {
  const { query, filter } = asked;
  const offset = offsetOf(query);
  // What is before the page is only counted where its number is all that is known of the total.
  const passed = filter.isScopeOnly ? 0 : offset;
  const page = sql`limit ${rows(sql, query, wanted - passed)} offset ${rows(sql, query, passed)}`;
  const order = orderOf(sql, query);
  const others = filter.links.filter((link) => link !== driver);
  const conditions = driver
    ? sql`${filter.columns} ${filter.content} ${areLinkedTo(sql, others)}`
    : sql`${filter.outside} ${filter.byRow} ${areLinkedTo(sql, others)}`;
  const column = driver?.order?.column;
  // The indexes of the orders have no hidden tokens: few, which their holder sees.
  const hidden = filter.ownHidden;
  const uuids =
    hidden && !column
      ? sql`
      select uuid from (
        (select t.uuid, ${order.value} as ${order.key} from (select * from token t where t.is_counted ${filter.scope} ${orderBy(sql, order)} limit ${rows(sql, query, passes)}) t
          where true ${conditions} ${orderBy(sql, order)} limit ${rows(sql, query, wanted)})
        union all
        select t.uuid, ${order.value} from ${hidden.table} l ${oneByOne(sql)} where ${hidden.key} and l.is_hidden and ${filter.visible} ${filter.columns} ${filter.content} ${areLinkedTo(sql, others)}) t ${orderBy(sql, order)} ${page}`
      : driver && column
        ? sql`
      select l.token_uuid as uuid from (select l.* from ${driver.table} l where ${driver.key} and ${driver.counts}
        order by ${column} ${order.direction}, token_uuid ${order.direction} limit ${rows(sql, query, passes)}) l
      ${oneByOne(sql)} where ${filter.visible} ${conditions}
      order by l.${column} ${order.direction}, l.token_uuid ${order.direction} ${page}`
        : filter.isScopeOnly
          ? sql`select uuid from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} ${page}`
          : sql`
        select t.uuid from ${
          hasGaps
            ? // A join of one row after the other: in order without sorting, which would read all rows first.
              sql`${inStretches(sql, asked, await frequenciesOf(sql), order, passes)} where true ${conditions}`
            : sql`(select * from token t where ${filter.visible} ${filter.scope} ${orderBy(sql, order)} limit ${rows(sql, query, passes)}) t where true ${conditions} ${orderBy(sql, order)}`
        }
        ${page}`;
  const answer = await cardsOf(
    sql,
    asked,
    uuids,
    sql`select uuid from found limit ${rows(sql, query, query.limit)} offset ${rows(sql, query, offset - passed)}`,
  );
  const found = passed + answer.found;
  return filter.isScopeOnly || found > offset + query.limit ? { ...answer, found } : undefined;
};

/** A page of a list that one index has whole, read from its nearer end. @param total how many there are */
const pageOfIndex = (sql: Tx, asked: Asked, total: number): Promise<Answer> => {
  const { query, filter, leading } = asked;
  const head = leading.slice(offsetOf(query), offsetOf(query) + query.limit);
  const limit = query.limit - head.length;
  const offset = Math.max(0, offsetOf(query) - leading.length);
  const others = leading.length > 0 ? sql`and uuid <> all(${leading}::uuid[])` : sql``;
  const fromEnd = total - leading.length - offset - limit;
  const isReversed = offset < total - leading.length && fromEnd < offset;
  const [skipped, taken] = isReversed ? [Math.max(fromEnd, 0), Math.min(limit, limit + fromEnd)] : [offset, limit];
  const found = sql`
    select uuid, row_number() over () as place from (
      select uuid from token t where ${filter.visible} ${filter.scope} ${others} ${orderBy(sql, orderOf(sql, query, isReversed))} limit ${rows(sql, query, taken)} offset ${rows(sql, query, skipped)}) page`;
  const rest = sql`select uuid from found order by place ${isReversed ? sql`desc` : sql`asc`}`;
  if (head.length === 0) return cardsOf(sql, asked, found, rest);
  return cardsOf(sql, asked, found, sql`select unnest(${head}::uuid[]) as uuid union all (${rest})`);
};

/** A page of a list that the index of a link has whole. @returns undefined after its end */
const pageOfLink = async (
  sql: Tx,
  asked: Asked,
  { table, key, counts, shown, order }: Link,
): Promise<Found | undefined> => {
  const { query } = asked;
  const offset = offsetOf(query);
  const { direction } = orderOf(sql, query);
  if (!shown || !order || order.field !== sortOf(query.sortBy).field) return undefined;
  const found = sql`
    select l.token_uuid as uuid from ${table} l where ${key} and ${counts} and ${shown}
    order by ${order.column} ${direction}, token_uuid ${direction} limit ${rows(sql, query, query.limit + 1)} offset ${rows(sql, query, offset)}`;
  const answer = await cardsOf(sql, asked, found, sql`select uuid from found limit ${rows(sql, query, query.limit)}`);
  if (answer.found === 0) return undefined;
  return { ...answer, found: offset + answer.found, isAll: answer.found <= query.limit };
};

/**
 * The set that tokens are gathered from: a link, the index of a rare state, the works of a maker or of collections, or what
 * the planner chooses for the columns.
 */
type Source = Link | 'state' | 'owned' | 'columns';

/**
 * Finds all that match by the narrowest index, and sorts their keys.
 * @param most gives up above so many
 * @param isThorough fewer match than was estimated: reads the entries of every facet before any token
 * @returns undefined when there are more
 */
const gather = async (
  sql: Tx,
  asked: Asked,
  source: Source,
  most?: number,
  isThorough = false,
): Promise<Answer | undefined> => {
  const { query, filter } = asked;
  const driver = typeof source === 'string' ? undefined : source;
  const isOfState = source === 'state';
  const others = filter.links.filter((link) => link !== driver);
  const order = orderOf(sql, query);
  const terms = driver ? sql`` : filter.terms(await frequenciesOf(sql), isThorough);
  const isByRank = driver?.order?.field === 'rarity' && sortOf(query.sortBy).field === 'rarity';
  const value = isByRank ? sql`l.rank` : order.value;
  // The other links are tested before any token is read.
  const linked = ({ table, key, counts }: Link, columns: Fragment) =>
    sql`select ${columns} from (select * from ${table} l where ${key} and ${counts} offset 0) d where true ${areLinkedTo(sql, others, sql`d.token_uuid`)}`;
  const tokens = driver
    ? isByRank
      ? sql`(${linked(driver, sql`d.*`)} offset 0) l ${oneByOne(sql)} where true`
      : // As an array, which the index of tokens is searched for in its order: half the time of a search for each. With
        // another one, empty, only a bitmap has both: its rows are read ahead, in a seventh of the time from a disk.
        sql`(select * from token where uuid = any(array(${linked(driver, sql`d.token_uuid`)})) or uuid = any('{}'::uuid[]) offset 0) t where true`
    : // `offset 0`: the planner would combine it with large ranges of other indexes, or read these instead.
      // What everybody sees is no condition outside: its column is not in that index.
      isOfState
      ? sql`(select * from token t where t.is_counted ${filter.rare?.condition ?? sql``} offset 0) t where true`
      : filter.hasContent
        ? sql`(select * from token t where true ${terms} offset 0) t where true`
        : source === 'owned'
          ? sql`(select * from token t where ${filter.visible} ${filter.owned} offset 0) t where true`
          : sql`token t where true`;
  const found = sql`
    select t.uuid, ${value} as ${order.key} from ${tokens} ${isOfState ? sql`` : sql`and ${filter.visible}`} ${filter.columns}
      ${
        driver ? filter.content : areLinkedTo(sql, others)
      } ${most === undefined ? sql`` : sql`limit ${rows(sql, query, most + 1)}`}`;
  const page = sql`select uuid from found ${orderBy(sql, order)} limit ${rows(sql, query, query.limit)} offset ${rows(sql, query, offsetOf(query))}`;
  const answer = await cardsOf(sql, asked, found, page);
  return most !== undefined && answer.found > most ? undefined : answer;
};

const isSet = (value: unknown) => value !== undefined && value !== '';

/**
 * A total that needs no counting of tokens: a stored one, when the filters are none or one of category, collection and
 * network; or what an address holds, by the links alone, no further than to one above TOTAL_CAP.
 */
const totalOf = (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Counted | undefined => {
  const {
    page: _p,
    limit: _l,
    sortBy,
    onSale,
    categoryUuid,
    collectionUuid,
    networkUuid,
    ownerUuid,
    onSaleOf,
    ...rest
  } = query;
  // The order by the end of auctions lists nothing else.
  if (Object.values(rest).some(isSet) || sortOf(sortBy).field === 'endsAt') return undefined;
  const scopes = Object.entries({ category: categoryUuid, collection: collectionUuid, network: networkUuid }).filter(
    ([, ids]) => ids,
  );
  const holders = [ownerUuid, onSaleOf].filter(isSet);
  if (holders.length) {
    if (holders.length > 1 || scopes.length || onSale !== undefined) return undefined;
    const isOwn = ownerUuid?.toLowerCase() === callerUuid;
    const size = boundedCount(
      sql,
      sql`select 1 from ownership where owner = ${shownWallet(sql, holders[0] as string, callerUuid)}
        ${onSaleOf ? sql`and on_sale` : isOwn ? sql`` : sql`and not is_hidden`}`,
      TOTAL_CAP,
    );
    return { size, name: `${onSaleOf ? 'on sale' : 'held'} ${holders[0]} ${holders[0] === callerUuid}` };
  }
  if (scopes.length > 1) return undefined;
  const [scope, ids] = scopes[0] ?? ['all', [EVERYTHING]];
  const counter = onSale === undefined ? sql`minted` : onSale ? sql`on_sale` : sql`minted - on_sale`;
  const size = sql`(select coalesce(sum(${counter}), 0)::int from token_count where scope = ${scope} and id = any(${ids as string[]}::uuid[]))`;
  return { size };
};

/** The filters that have an index of their own, and how many tokens each leaves, counted to one above `most`. */
type Sizes = Map<Source, number>;
const sourcesOf = async (
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

/** How many tokens the query's collections have, and how many of them a link has, about. */
const collectionTokens = (query: TokenQuery, frequencies: Frequencies): number => {
  const [, group] = facetGroups(query).find(([condition]) => condition === 'collection') ?? [];
  return Math.max(1, frequencies.tokens * (group ? shareOf(frequencies, group) : 1));
};
const linkedTokens = (
  query: TokenQuery,
  link: Link,
  frequencies: Frequencies,
  sizes: Sizes,
  counted: number,
): number => {
  const { share, most = Infinity } = link;
  const size = sizes.get(link) ?? 0;
  if (size <= counted) return size;
  return share === undefined
    ? Math.max(size, LINK_SHARE * frequencies.tokens)
    : Math.min(share * collectionTokens(query, frequencies), most);
};

/** The shares of tokens that match a query's conditions. */
const sharesOf = (
  query: TokenQuery,
  { links, creators }: Filter,
  frequencies: Frequencies,
  linked: (link: Link) => number,
): [Condition, number][] => {
  const search = query.search ? searchOf(query.search) : undefined;
  const words = search?.beginnings.map((word) => shareOf(frequencies, [word])) ?? [];
  const inside = search?.parts.map((part) => shareOf(frequencies, [part])) ?? [];
  const least = (shares: number[]) => Math.min(1, ...shares);
  // Most names with a text inside have it as words.
  const text =
    Math.max(words.length ? words.reduce((all, share) => all * share, 1) : 0, inside.length ? least(inside) / 2 : 0) +
    shareOf(frequencies, creatorTerms(creators));
  const { minPrice, maxPrice, currencyUuid } = query;
  const hasRange = minPrice !== undefined || maxPrice !== undefined;
  const ofRange = currencyUuid
    ? undefined
    : priceShare(frequencies, Number(minPrice ?? 0) * 1e18, Number(maxPrice ?? Infinity) * 1e18);
  // Of the tokens on sale, which are another condition.
  const ofSale = askedStates(query).isOnSale ? Math.max(shareOf(frequencies, ['=s']), 1e-6) : 1;
  const facetShare = ([condition, group]: ReturnType<typeof facetGroups>[number]): [Condition, number] => {
    const share = shareOf(frequencies, group);
    return [condition, condition === 'state' || condition === 'auction' ? Math.min(1, share / ofSale) : share];
  };
  return [
    ...facetGroups(query).map(facetShare),
    ...propertyGroups(query.trait ?? []).map((group): [Condition, number] => ['content', shareOf(frequencies, group)]),
    ...(search ? [['content', least([text])] as [Condition, number]] : []),
    ...(hasRange ? [['range', ofRange ?? RANGE_SHARE] as [Condition, number]] : []),
    ...(query.onSale === false ? [['not on sale', 0.7] as [Condition, number]] : []),
    ...links.map((link): [Condition, number] => [
      'link',
      Math.min(
        1,
        linked(link) / (link.share === undefined ? frequencies.tokens : collectionTokens(query, frequencies)),
      ),
    ]),
  ];
};

/** Whether a word or a property is asked for of which no more is known than that others are more common. */
const isContentUnknown = ({ search, trait = [] }: TokenQuery, frequencies: Frequencies): boolean =>
  [...(search ? searchOf(search).beginnings.map((word) => [word]) : []), ...propertyGroups(trait)].some(
    (lexemes) => !isKnown(frequencies, lexemes),
  );

/**
 * Finds a page in one of two ways, each with a bound on the rows that it reads (docs/decisions/0032): a walk along the
 * order of the list, which fills the page soon when many tokens match; or gathering all that match, when they are few.
 */
const find = async (sql: Tx, asked: Asked, bounds: Bounds): Promise<Found> => {
  const { query, filter, total } = asked;
  if (filter.isNever) return { entries: Buffer.from('[]'), found: 0, total: undefined, isAll: true };
  const reach = offsetOf(query) + query.limit;
  if (filter.isScopeOnly && total) {
    const [row] = reach > NEAR ? await sql<{ total: number }[]>`select ${total} as total` : [];
    return { ...(await pageOfIndex(sql, asked, row?.total ?? Infinity)), isAll: true };
  }
  const ofLink = filter.only && (await pageOfLink(sql, asked, filter.only));
  if (ofLink) return ofLink;
  // Only a walk through all of a scope finds an exact total; any other stops when it knows that a page follows.
  const wanted = Math.max(reach, filter.isScopeOnly && !total ? bounds.count : 0) + 1;
  const walked = async (passes: number, driver?: Link, hasGaps = false): Promise<Found | undefined> => {
    const answer = await walk(sql, asked, passes, wanted, driver, hasGaps);
    return answer && { ...answer, isAll: filter.isScopeOnly && answer.found < wanted };
  };
  const gathered = async (source: Source, most?: number, isThorough = false): Promise<Found | undefined> => {
    const answer = await gather(sql, asked, source, most, isThorough);
    return answer && { ...answer, isAll: true };
  };
  if (filter.isScopeOnly) return (await walked(0)) as Found;
  const frequencies = await frequenciesOf(sql);
  // Of a page far down, whether a link reaches it.
  const counted = reach > bounds.gather ? rounded(reach) : bounds.gather;
  const sizes = await sourcesOf(sql, query, filter, counted, frequencies);
  const [narrow] = [...sizes].filter(([, size]) => size <= bounds.gather).sort(([, a], [, b]) => a - b);
  if (narrow) return (await gathered(narrow[0])) as Found;

  const product = (shares: [Condition, number][]) => shares.reduce((all, [, share]) => all * share, 1);
  const linked = (link: Link) => linkedTokens(query, link, frequencies, sizes, counted);
  const shares = sharesOf(query, filter, frequencies, linked);
  const passing = (scope: Condition[]) => product(shares.filter(([condition]) => !scope.includes(condition)));
  // What the walked index has only, is no condition of the walk. Of two indexes with the order, the one with fewer others.
  const inOrder = orderedLink(query, filter);
  const inLink: Condition[] = inOrder?.order?.field === 'rarity' ? ['link', 'collection'] : ['link'];
  const ordered =
    inOrder?.order?.field === 'rarity' || !filter.isPublic || passing(inLink) >= passing(filter.inScope)
      ? inOrder
      : undefined;
  const scope = ordered ? inLink : filter.inScope;
  // The indexes of the orders have the bits of text, properties and creators.
  const ofBits = shares.filter(
    ([condition]) => condition === 'content' || (condition === 'creator' && !filter.inScope.includes('creator')),
  );
  const hasBits = ofBits.length > 0 && !ordered;
  const readShare = hasBits
    ? Math.min(1, product(ofBits) + BITS_SHARE)
    : filter.hasContent || filter.links.length > 0
      ? 1
      : 0;
  // Gathered are the tokens of a link, or those that match everything else.
  const rest = product(shares.filter(([condition]) => condition !== 'link'));
  const link = filter.links
    .filter((link) => linked(link) < rest * frequencies.tokens)
    .sort((a, b) => linked(a) - linked(b))[0];
  // The entries of a rare state are read without their rows, where no other column leaves fewer.
  const ofState = filter.rare ? shareOf(frequencies, [filter.rare.lexeme]) : Infinity;
  const hasState = shares.every(
    ([condition, share]) => !['collection', 'category', 'creator'].includes(condition) || ofState <= share,
  );
  // So are those of a maker, which are sorted.
  const isOfMaker = query.creatorUuid !== undefined && !filter.hasContent && !filter.inScope.includes('creator');
  const source = link ?? (filter.rare && hasState ? 'state' : isOfMaker ? 'owned' : 'columns');
  const entries =
    source === 'state'
      ? ofState / ENTRIES_OF_ROW
      : source === 'owned'
        ? product(shares.filter(([condition]) => condition === 'creator')) / SORTED_OF_ROW
        : 0;
  // What the index of terms is not asked for is tested on the tokens that it leaves.
  const read = filter.hasContent ? Math.max(filter.leftByTerms(frequencies), rest) : rest;
  const matching = Math.max(source === 'owned' ? 0 : read, entries) * frequencies.tokens;
  // The indexes of orders hold what everybody sees; those of links and of creators hold a user's own tokens, too.
  const canWalk =
    filter.isPublic || ordered !== undefined || filter.inScope.includes('creator') || filter.ownHidden !== undefined;
  return walkOrGather(
    {
      reach,
      share: passing(scope),
      length: product(shares.filter(([condition]) => scope.includes(condition))) * frequencies.tokens,
      candidates: link ? linked(link) : matching,
      readShare,
      isIndexed: link !== undefined || entries > 0 || filter.hasContent || shares.some(([what]) => what === 'range'),
      isUnknown: isContentUnknown(query, frequencies),
      walk: canWalk ? (passes) => walked(passes, ordered) : undefined,
      skip:
        frequencies.isByCode && filter.hasContent && filter.isPublic && sortOf(query.sortBy).field === 'name'
          ? (passes) => walked(passes, undefined, true)
          : undefined,
      gather: (most) => gathered(source, source === 'owned' && most ? most * SORTED_OF_ROW : most, most === undefined),
    },
    { walk: Math.ceil(bounds.walk / (1 + readShare)), gather: bounds.gather },
  );
};

/** A page of tokens. Includes drafts and hidden tokens only in lists of the caller's own. */
export const listTokens = async (
  sql: Tx,
  wanted: TokenQuery,
  callerUuid: string | undefined,
  bounds: Bounds = BOUNDS,
): Promise<{ data: Token[]; meta: ListMeta }> => {
  const { query, leading } = await resolveOrder(sql, wanted);
  const filter = await filterOf(sql, query, callerUuid);
  const counted = filter.isNever ? undefined : totalOf(sql, query, callerUuid);
  const total = counted && sizeOf(sql, counted, TOTAL_CAP);
  const page = await find(sql, { query, callerUuid, filter, total, leading }, bounds);
  if (counted && page.total !== undefined && page.total > TOTAL_CAP) rememberLarge(sql, counted, TOTAL_CAP);
  const isCounted = page.total !== undefined && (page.total <= TOTAL_CAP || filter.links.length === 0);
  const known = isCounted ? page.total : Math.max(page.found, Math.min(page.total ?? 0, TOTAL_CAP));
  return {
    data: jsonText<Token[]>(completed(page.entries)),
    meta: metaOf(query, known as number, isCounted || page.isAll),
  };
};
