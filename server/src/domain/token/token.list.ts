import type { ListMeta } from '@skarb/schema/primitive';
import type { Token } from '@skarb/schema/token';
import {
  boundedCount,
  type Counted,
  rememberLarge,
  rounded,
  sizeOf,
  walkOrGather,
} from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf, sortOf, TOTAL_CAP } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { type Condition, type Filter, filterOf, type Link, orderedLink } from './token.filter.ts';
import { resolveOrder } from './token.curated.ts';
import { gather, type Sizes, type Source, sourcesOf } from './token.gather.ts';
import { cardsOf, type Asked, type Found } from './token.page.ts';
import { askedStates } from './token.rules.ts';
import { type Frequencies, frequenciesOf, isKnown, priceShare, shareOf } from './token.statistics.ts';
import { creatorTerms, facetGroups, propertyGroups, searchOf, type TokenQuery } from './token.terms.ts';
import { isNothing } from './token.together.ts';
import { completed } from './token.view.ts';
import { pageOfIndex, pageOfLink, walk } from './token.walk.ts';

/** Each at most. */
export type Bounds = {
  /** Rows that a walk reads at first. */
  walk: number;
  /** Entries of an index that are gathered in any case; the sizes of links are counted up to this number as well. */
  gather: number;
  /** Tokens that are counted for a total that is not stored. */
  count: number;
};
const BOUNDS: Bounds = { walk: 4000, gather: 3000, count: 1000 };
/** Pages that begin further down are read from the nearer end of their index. */
const NEAR = 1000;
/** Testing the bits of all, and reading the rows of those that have them without matching, takes as long as reading this share of all rows. */
const BITS_SHARE = 0.25;
/** Reading this many entries of an index takes as long as finding one row by it. */
const ENTRIES_OF_ROW = 12;
/** Reading and sorting this many entries takes as long as finding one row by the index. */
const SORTED_OF_ROW = 4;
/** The share of tokens that a user with many of them holds or likes. */
const LINK_SHARE = 0.02;
const RANGE_SHARE = 0.3;
/** Reading the whole of a link that is this many times larger takes as long as a search in it for each row of the other. */
const NOT_MUCH_LARGER = 8;
const EVERYTHING = '00000000-0000-0000-0000-000000000000';

const NOTHING: Found = { entries: Buffer.from('[]'), found: 0, total: undefined, isAll: true };

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
    ...(query.onSale === false ? [['not on sale', 1 - shareOf(frequencies, ['=s'])] as [Condition, number]] : []),
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
  if (filter.isNever) return NOTHING;
  const reach = offsetOf(query) + query.limit;
  if (filter.isScopeOnly && total) {
    const [row] = reach > NEAR ? await sql<{ total: number }[]>`select ${total} as total` : [];
    return { ...(await pageOfIndex(sql, asked, row?.total ?? Infinity)), isAll: true };
  }
  const ofLink = filter.only && (await pageOfLink(sql, asked, filter.only));
  if (ofLink) return ofLink;
  // Only a walk through all of a scope finds an exact total; any other stops when it knows that a page follows.
  const wanted = Math.max(reach, filter.isScopeOnly && !total ? bounds.count : 0) + 1;
  const walked = async (how: Omit<Parameters<typeof walk>[2], 'wanted'>): Promise<Found | undefined> => {
    const answer = await walk(sql, asked, { ...how, wanted });
    return answer && { ...answer, isAll: filter.isScopeOnly && answer.found < wanted };
  };
  const gathered = async (source: Source, how?: Parameters<typeof gather>[3]): Promise<Found | undefined> => {
    const answer = await gather(sql, asked, source, how);
    return answer && { ...answer, isAll: true };
  };
  if (filter.isScopeOnly) return (await walked({ passes: 0 })) as Found;
  if (await isNothing(sql, filter)) return NOTHING;
  const frequencies = await frequenciesOf(sql);
  // Of a page far down, whether a link reaches it.
  const counted = reach > bounds.gather ? rounded(reach) : bounds.gather;
  const sizes = await sourcesOf(sql, query, filter, counted, frequencies);
  const linked = (link: Link) => linkedTokens(query, link, frequencies, sizes, counted);
  /** How many tokens all links have together, about. */
  const inLinks = filter.links.reduce(
    (all, link) => all * Math.min(1, linked(link) / frequencies.tokens),
    frequencies.tokens,
  );
  const [narrow] = [...sizes].filter(([, size]) => size <= bounds.gather).sort(([, a], [, b]) => a - b);
  if (narrow) return (await gathered(narrow[0], { size: inLinks })) as Found;

  const product = (shares: [Condition, number][]) => shares.reduce((all, [, share]) => all * share, 1);
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
  const beside = link
    ? filter.links.filter((other) => other !== link && linked(other) < NOT_MUCH_LARGER * linked(link))
    : [];
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
      walk: canWalk ? (passes) => walked({ passes, driver: ordered }) : undefined,
      skip:
        frequencies.isByCode && filter.hasContent && filter.isPublic && sortOf(query.sortBy).field === 'name'
          ? (passes) => walked({ passes, hasGaps: true })
          : undefined,
      gather: (most) =>
        gathered(source, {
          size: inLinks,
          most: source === 'owned' && most ? most * SORTED_OF_ROW : most,
          isThorough: most === undefined,
          beside,
        }),
    },
    { walk: Math.ceil(bounds.walk / (1 + readShare)), gather: bounds.gather },
  );
};

/**
 * The cards of tokens that everybody sees.
 * @param found a query for their uuids, in the order of the answer
 */
export const listedTokens = async (sql: Tx, found: Fragment, callerUuid: string | undefined): Promise<Token[]> => {
  const asked = { query: { page: 1, limit: 0, sortBy: 'createdAt:ASC' as const }, callerUuid };
  const { entries } = await cardsOf(sql, asked, found, sql`select uuid from found`);
  return JSON.parse(completed(entries).toString()) as Token[];
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
