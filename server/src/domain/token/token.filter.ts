/** The conditions of a list of tokens, on `token t`. */
import { traitRangeOf } from '@skarb/schema/gallery-filter';
import type { TokenState } from '@skarb/schema/token';
import { constant } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import { sortOf } from '../../platform/http/list.ts';
import { creatorsNamed } from '../auth/auth.find.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { decimalsOf } from '../reference/reference.view.ts';
import { allOf, oneOfEach, patternOf } from '../../platform/db/text-parts.ts';
import { askedStates, STATE_BIT } from './token.rules.ts';
import { type Probes, probesOf, takeLess } from './token.probes.ts';
import type { Frequencies } from './token.statistics.ts';
import {
  alone,
  bitTextsOf,
  type Content,
  facetGroups,
  isOnSale,
  type Lexemes,
  lexemesOf,
  propertyGroups,
  type Search,
  creatorTerms,
  searchOf,
  termsOf,
  type TokenQuery,
} from './token.terms.ts';

/** A table that links tokens to a user, or to what they are in their collection, as `l`. */
export type Link = {
  /** Its size is remembered by this. */
  name: string;
  table: Fragment;
  /** The key of the user in its rows, and whether a row counts. */
  key: Fragment;
  counts: Fragment;
  /** The order of the index by that key, and its column, if there is one. */
  order?: { field: 'createdAt' | 'rarity'; column: Fragment };
  /** Whether the list shows a row's token, if nothing else is asked for; undefined: only the token tells. */
  shown?: Fragment;
  /** The share of its collection's tokens that it links, about; undefined: it links those of a user. */
  share?: number;
  /** The most tokens that it links. */
  most?: number | undefined;
};

/** The share of a collection's tokens with a number in a range, if nothing else is known. */
const RANGE_SHARE = 0.3;

export type Condition =
  | 'collection'
  | 'category'
  | 'network'
  | 'creator'
  | 'type'
  | 'sale'
  | 'not on sale'
  | 'currency'
  | 'range'
  | 'state'
  | 'auction'
  | 'content'
  | 'link';

export type Filter = {
  /** Who may see what: creators see their own drafts; creators and holders see what is hidden. */
  visible: Fragment;
  isPublic: boolean;
  /** Conditions on columns, and those of them that are neither in `scope` nor in `byRow`. */
  columns: Fragment;
  outside: Fragment;
  /** The columns that these, `content` and `byRow` test: a subquery with all columns takes twice as long for each row. */
  tested: string[];
  /** The part of `columns` that says whose the works are, with whether they are on sale: each has an index. */
  owned: Fragment;
  /** The part of `columns` that the index of the list's order answers by its first columns. */
  scope: Fragment;
  /** The names of the conditions in `scope`. */
  inScope: Condition[];
  /** Whether `scope` is all that is asked for. */
  isScopeOnly: boolean;
  /** Nothing matches. */
  isNever: boolean;
  /** Whether the row itself has to be read. */
  hasContent: boolean;
  /** Text and properties, answered by the row itself. */
  content: Fragment;
  /** What `content` cannot match without, by the bits of a row alone: a hundredth of the time of testing its text. */
  bits: Fragment;
  /** The same, and what else no index of an order has, for a walk that reads one alone: by bits, and by the rows that have them. */
  byRow: Fragment;
  /**
   * Text and properties, with facets, answered by the index `token_terms`; empty without text and properties.
   * @param isThorough with every facet, also those that seem to exclude too little
   * @param also lexemes that are asked for besides, as a tsquery
   */
  terms: (frequencies: Frequencies, isThorough: boolean, also?: Fragment) => Fragment;
  /**
   * The same for a share of all tokens, which another index has; undefined where asking `token_terms` takes longer than reading
   * the tokens that it excludes.
   */
  termsWithin: (frequencies: Frequencies, share: number) => Fragment | undefined;
  /** All lexemes that are asked for. */
  lexemes: Lexemes;
  /** The share of the tokens whose rows `terms` reads, about. */
  leftByTerms: (frequencies: Frequencies) => number;
  links: Link[];
  /** The link that is all that is asked for. */
  only: Link | undefined;
  /** The link of a list of the caller's own holdings, among which are hidden ones. */
  ownHidden: Link | undefined;
  /** A state with an index of its own, for lists of what everybody sees without text and properties. */
  rare: { condition: Fragment; lexeme: string } | undefined;
  /** People whose names have the searched words: their works match, too. */
  creators: string[];
};

const linksOf = (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Link[] => {
  const { onSaleOf, ownerUuid, favoritedByUuid, purchasedByUuid } = query;
  const walletOf = (uuid: string) => shownWallet(sql, uuid, callerUuid);
  const order = { field: 'createdAt', column: sql`token_created_at` } as const;
  const of = (what: string, uuid: string, table: Fragment, key: Fragment, counts = sql`true`): Link => ({
    // Whose wallet it is, not everybody may see.
    name: `${what} ${uuid} ${uuid === callerUuid}`,
    table,
    key,
    counts,
    order,
  });
  return [
    ...(onSaleOf
      ? [of('on sale', onSaleOf, sql`ownership`, sql`l.owner = ${walletOf(onSaleOf)}`, sql`l.on_sale`)]
      : []),
    ...(ownerUuid
      ? [
          {
            ...of('held', ownerUuid, sql`ownership`, sql`l.owner = ${walletOf(ownerUuid)}`),
            shown: ownerUuid.toLowerCase() === callerUuid ? sql`true` : sql`not l.is_hidden`,
          },
        ]
      : []),
    ...(favoritedByUuid ? [of('liked', favoritedByUuid, sql`favorite`, sql`l.user_uuid = ${favoritedByUuid}`)] : []),
    ...(purchasedByUuid
      ? [of('bought', purchasedByUuid, sql`purchase`, sql`l.buyer = ${walletOf(purchasedByUuid)}`)]
      : []),
    ...propertyLinks(sql, query),
  ];
};

/**
 * Ranks and ranges of properties. Each has an index of its own within a collection.
 * @throws AppError 400 without exactly one collection
 */
const propertyLinks = (
  sql: Tx,
  { collectionUuid, minRarity, maxRarity, traitRange = [], sortBy }: TokenQuery,
): Link[] => {
  const isRanked = minRarity !== undefined || maxRarity !== undefined;
  const isByRarity = sortOf(sortBy).field === 'rarity';
  if (!isByRarity && !isRanked && traitRange.length === 0) return [];
  const [collection] = collectionUuid ?? [];
  if (!collection || collectionUuid?.length !== 1)
    throw invalidField('collectionUuid', 'isOne', 'ranks and ranges of properties are those of one collection');
  const ofCollection = sql`l.collection_uuid = ${collection}`;
  const number = sql`trait_number(l.value)`;
  const ranks: Link = {
    name: `ranks ${collection} ${minRarity} ${maxRarity}`,
    table: sql`token_rarity`,
    key: ofCollection,
    counts: sql`${minRarity === undefined ? sql`true` : sql`l.rank >= ${minRarity}`}
      ${maxRarity === undefined ? sql`` : sql`and l.rank <= ${maxRarity}`}`,
    order: { field: 'rarity', column: sql`rank` },
    share: 1,
    most: maxRarity === undefined ? undefined : Math.max(0, maxRarity - (minRarity ?? 1) + 1),
  };
  return [
    ...(isByRarity || isRanked ? [ranks] : []),
    ...traitRange.flatMap(traitRangeOf).flatMap((range): Link[] => {
      if (!range) return [];
      const { name, min, max } = range;
      const within = (value: Fragment) => sql`${value} is not null
        ${min === '' ? sql`` : sql`and ${value} >= ${min}::float8`} ${max === '' ? sql`` : sql`and ${value} <= ${max}::float8`}`;
      return [
        {
          name: `range ${collection} ${JSON.stringify(range)}`,
          table: sql`token_trait`,
          key: sql`${ofCollection} and l.name = ${name.replaceAll('\0', '')} and ${within(number)}`,
          counts: sql`true`,
          share: RANGE_SHARE,
        },
      ];
    }),
  ];
};

/** The link in whose index the list's order is. */
export const orderedLink = (query: TokenQuery, { links }: Pick<Filter, 'links'>): Link | undefined =>
  links.find(({ order }) => order?.field === sortOf(query.sortBy).field);

/** A condition on one column, with the values that its index is ordered by first when there is one only. */
const oneOf = (sql: Tx, column: Fragment, values: readonly string[] | undefined): Fragment | undefined =>
  !values
    ? undefined
    : values.length === 1
      ? sql`and ${column} = ${values[0] as string}`
      : sql`and ${column} = any(${values as string[]}::uuid[])`;

/** Any of these states. Written as text: partial indexes have the same expression. */
const inState = (sql: Tx, states: readonly TokenState[]): Fragment =>
  sql`and t.states & ${constant(
    sql,
    states.reduce((sum, state) => sum + STATE_BIT[state], 0),
  )} <> 0`;

const textOf = (sql: Tx, { words, inside }: Search, creators: string[], alias: string): Fragment => {
  const ways = [
    // The name first: the words of a token are much longer, and most that match have the text in their name.
    ...(inside === undefined ? [] : [sql`${sql(`${alias}.name`)} ilike ${patternOf(inside)}`]),
    ...(words ? [sql`${sql(`${alias}.search`)} @@ (select ${words}::tsquery)`] : []),
    ...(creators.length > 0 ? [sql`${sql(`${alias}.creator_uuid`)} = any(${creators}::uuid[])`] : []),
  ];
  return sql`and (${joined(sql, ways, sql`or`)})`;
};

const contentOf = (sql: Tx, { search, creators, properties }: Content, alias = 't'): Fragment =>
  joined(sql, [
    search && textOf(sql, search, creators, alias),
    properties.length ? sql`and ${sql(`${alias}.search`)} @@ ${oneOfEach(properties)}::tsquery` : undefined,
  ]);

/** Any of these ways to match: each is all of its lexemes. Nothing where one of them has no bits. */
const bitsOf = (sql: Tx, ways: string[][]): Fragment | undefined => {
  const texts = ways.map((lexemes) => lexemes.flatMap(bitTextsOf));
  // The bits of the search once for all rows.
  const conditions = texts.map((of) => sql`t.term_bits | (select bits_of(${of}::text[])) = t.term_bits`);
  return texts.every((of) => of.length > 0) ? sql`and (${joined(sql, conditions, sql`or`)})` : undefined;
};

/** The bits of text and properties. */
const contentBitsOf = (sql: Tx, { search, creators, properties }: Content): Fragment => {
  const { beginnings, parts, inside, words } = search ?? {};
  const ways = [
    ...(inside === undefined ? [] : [parts ?? []]),
    ...(words ? [beginnings ?? []] : []),
    ...creators.map((uuid) => creatorTerms([uuid])),
  ];
  return joined(sql, [search && bitsOf(sql, ways), ...properties.map((group) => bitsOf(sql, alone(group)))]);
};

/** What a walk of an index tests by the rows of the tokens that have the bits of it. */
const byRowOf = (
  sql: Tx,
  content: Content,
  { networkUuid, creatorUuid }: Pick<TokenQuery, 'networkUuid' | 'creatorUuid'>,
): Fragment => {
  return joined(sql, [
    contentBitsOf(sql, content),
    creatorUuid ? bitsOf(sql, [creatorTerms([creatorUuid.toLowerCase()])]) : undefined,
    sql`and (select true from token c where c.uuid = t.uuid ${joined(sql, [
      oneOf(sql, sql`c.network_uuid`, networkUuid),
      creatorUuid ? sql`and c.creator_uuid = ${creatorUuid}` : undefined,
    ])} ${contentOf(sql, content, 'c')})`,
  ]);
};

/** Text, properties and facets by the index `token_terms`, as far as they are worth it; the rest on each token. */
const byTerms = (
  sql: Tx,
  content: Content,
  { ways, besides, without }: Probes,
  also: Fragment | undefined,
): Fragment => {
  // One query for all ways: each query of the index makes a set of its own.
  const wanted = [ways.length > 0 ? `(${ways.map(oneOfEach).join(' | ')})` : '', oneOfEach(besides)].filter(
    (part) => part !== '',
  );
  // Without anything wanted, PostgreSQL would read the whole index.
  const query = [...wanted, ...(wanted.length > 0 ? without : []).map((lexeme) => `!${allOf([lexeme])}`)].join(' & ');
  const asked = [...(query ? [sql`${query}::tsquery`] : []), ...(also ? [also] : [])];
  const found = asked.length > 0 ? sql`${termsOf(sql, 't')} @@ (${joined(sql, asked, sql` && `)})` : undefined;
  return joined(sql, [found && sql`and ${found}`, contentOf(sql, content)]);
};

/** @throws AppError 400 for a price with too many decimals */
const rangeOf = (sql: Tx, { minPrice, maxPrice, currencyUuid }: TokenQuery, decimals: number): Fragment => {
  const price = currencyUuid ? sql`t.sale_price` : sql`t.sale_price_eth`;
  const units = (name: string, amount: string) => sql`${String(readAmount(name, amount, decimals))}::numeric`;
  return joined(sql, [
    minPrice === undefined ? undefined : sql`and ${price} >= ${units('minPrice', minPrice)}`,
    maxPrice === undefined ? undefined : sql`and ${price} <= ${units('maxPrice', maxPrice)}`,
  ]);
};

/** The conditions on columns of `t` that are asked for. */
const columnsOf = async (sql: Tx, query: TokenQuery): Promise<Map<Condition, Fragment>> => {
  const { collectionUuid, categoryUuid, networkUuid, creatorUuid, type, currencyUuid, onSale } = query;
  const { ofOrder, anyOf } = askedStates(query);
  const hasRange = query.minPrice !== undefined || query.maxPrice !== undefined;
  // Without a currency, amounts are in ether.
  const decimals = (currencyUuid && hasRange ? await decimalsOf(sql, currencyUuid) : undefined) ?? 18;
  const columns: [Condition, Fragment | undefined][] = [
    ['creator', creatorUuid ? sql`and t.creator_uuid = ${creatorUuid}` : undefined],
    ['collection', oneOf(sql, sql`t.collection_uuid`, collectionUuid)],
    ['category', oneOf(sql, sql`t.category_uuid`, categoryUuid)],
    ['network', oneOf(sql, sql`t.network_uuid`, networkUuid)],
    ['type', type ? sql`and t.type = ${type}` : undefined],
    ['sale', isOnSale(query) ? sql`and t.on_sale` : undefined],
    ['not on sale', onSale === false ? sql`and not t.on_sale` : undefined],
    ['currency', currencyUuid ? sql`and t.sale_currency_uuid = ${currencyUuid}` : undefined],
    ['range', hasRange ? rangeOf(sql, query, decimals) : undefined],
    ['auction', ofOrder && inState(sql, [ofOrder])],
    ['state', anyOf && inState(sql, anyOf)],
  ];
  return new Map(columns.flatMap(([condition, column]) => (column ? [[condition, column]] : [])));
};

/** The columns that a condition tests, besides the price. */
const TESTED: Record<Condition, string[]> = {
  creator: ['creator_uuid', 'term_bits'],
  collection: ['collection_uuid'],
  category: ['category_uuid'],
  network: ['network_uuid'],
  type: ['type'],
  sale: ['on_sale'],
  'not on sale': ['on_sale'],
  currency: ['sale_currency_uuid'],
  range: [],
  auction: ['states'],
  state: ['states'],
  content: ['search', 'name', 'creator_uuid', 'term_bits'],
  link: [],
};

type Field = ReturnType<typeof sortOf<TokenQuery['sortBy']>>['field'];
/** What is asked for of that with which an index of this order begins: of its indexes, the first that fits. */
const scopeOf = (query: TokenQuery): Condition[] => {
  const { collectionUuid, categoryUuid, creatorUuid, currencyUuid, onSale } = query;
  const hasSale = isOnSale(query);
  const { ofOrder, anyOf } = askedStates(query);
  // States with an index of their own, by age.
  const isRareState = anyOf?.length === 1 && (anyOf[0] === 'HAS_OFFERS' || anyOf[0] === 'NEW');
  const isOneCollection = collectionUuid?.length === 1;
  const isOneCategory = categoryUuid?.length === 1;
  // What takes bids is on sale.
  const auction: Condition[] = ofOrder === 'AUCTION' ? ['auction', 'sale'] : ['auction'];
  const scopes: Record<Field, [boolean, Condition[]][]> = {
    createdAt: [
      [isOneCollection, ['collection']],
      [isRareState, ['state']],
      [isOneCategory && hasSale, ['category', 'sale']],
      [isOneCategory, ['category']],
      [creatorUuid !== undefined, ['creator']],
      [hasSale, ['sale']],
    ],
    name: [
      [isOneCollection, ['collection']],
      [hasSale, ['sale']],
    ],
    favorites: [[hasSale, ['sale']]],
    // In the order of a link.
    rarity: [],
    price: [
      [onSale === false, ['not on sale']],
      [currencyUuid !== undefined, ['sale', 'currency', 'range']],
      [hasSale && isOneCollection, ['sale', 'collection', 'range']],
      [hasSale && isOneCategory, ['sale', 'category', 'range']],
      [hasSale, ['sale', 'range']],
    ],
    endsAt: [
      [isOneCategory && ofOrder === 'AUCTION', [...auction, 'category']],
      [true, auction],
    ],
    lastSale: [],
    number: [[true, ['collection']]],
    // Another order by now (`token.curated.ts`).
    curated: [],
  };
  return scopes[sortOf(query.sortBy).field].find(([fits]) => fits)?.[1] ?? [];
};

/** @throws AppError 400 for a price with too many decimals */
export const filterOf = async (sql: Tx, query: TokenQuery, callerUuid: string | undefined): Promise<Filter> => {
  const { creatorUuid, ownerUuid, onSaleOf } = query;
  const columns = await columnsOf(sql, query);
  const content: Content = {
    search: query.search ? searchOf(query.search) : undefined,
    // Somebody's name finds what they made.
    creators: query.search ? await creatorsNamed(sql, query.search) : [],
    properties: propertyGroups(query.trait ?? []),
  };
  const hasContent = content.search !== undefined || content.properties.length > 0;
  const links = linksOf(sql, query, callerUuid);
  const asked = [...columns.keys(), ...(hasContent ? ['content' as const] : []), ...links.map(() => 'link' as const)];

  const inScope = scopeOf(query);
  const isOfCreator = inScope.includes('creator');
  const inIndex = (condition: Condition): Fragment | undefined => {
    // What is not on sale has no price: all of it is at the end, by uuid.
    if (condition === 'not on sale') return sql`and t.sale_price_eth is null`;
    // The indexes of auctions have no others than those that take bids.
    return condition === 'sale' && inScope.includes('auction') ? undefined : columns.get(condition);
  };
  // No index of an order has these, except that of a creator.
  const ofRow: Condition[] = isOfCreator ? [] : ['network', 'creator'];

  const isOwn = (uuid: string | undefined) => uuid !== undefined && uuid.toLowerCase() === callerUuid;
  const { ofOrder, anyOf } = askedStates(query);
  // Auctions are of public works alone: their indexes have no others.
  const isPublic = (!isOwn(creatorUuid) && !isOwn(ownerUuid)) || ofOrder !== undefined;
  const rare = ofOrder ?? (anyOf?.length === 1 && anyOf[0] !== 'BUY_NOW' ? anyOf[0] : undefined);
  const facets = facetGroups(query).map(([, group]) => group);
  const excluded = query.onSale === false ? ['=s'] : [];
  const without = (conditions: Condition[]) =>
    [...columns].flatMap(([condition, column]) => (conditions.includes(condition) ? [] : [column]));
  return {
    visible: isPublic ? sql`t.is_counted` : isOwn(creatorUuid) ? sql`t.status <> 'unborn'` : sql`t.status = 'minted'`,
    isPublic,
    columns: joined(sql, without([])),
    outside: joined(sql, without([...inScope, ...ofRow])),
    tested: [
      'uuid',
      isPublic ? 'is_counted' : 'status',
      ...asked.flatMap((condition) => TESTED[condition]),
      ...(columns.has('range') ? [query.currencyUuid ? 'sale_price' : 'sale_price_eth'] : []),
    ],
    owned: joined(sql, creatorUuid ? [columns.get('creator')] : [columns.get('collection'), columns.get('sale')]),
    scope: joined(sql, inScope.map(inIndex)),
    inScope,
    isNever: query.onSale === false && isOnSale(query),
    hasContent,
    creators: content.creators,
    isScopeOnly: asked.every((condition) => inScope.includes(condition)) && (isPublic || isOfCreator),
    content: contentOf(sql, content),
    bits: contentBitsOf(sql, content),
    byRow:
      hasContent || ofRow.some((condition) => columns.has(condition))
        ? byRowOf(sql, content, isOfCreator ? {} : query)
        : sql``,
    // Columns alone have indexes of their own, without evaluating terms.
    terms: (frequencies, isThorough, also) =>
      hasContent
        ? byTerms(sql, content, probesOf(frequencies, content, facets, excluded, { isThorough }), also)
        : sql``,
    termsWithin: (frequencies, within) => {
      const probes = hasContent ? probesOf(frequencies, content, facets, excluded, { within }) : undefined;
      return probes && takeLess(frequencies, probes, within) ? byTerms(sql, content, probes, undefined) : undefined;
    },
    lexemes: lexemesOf(content, facets),
    leftByTerms: (frequencies) => probesOf(frequencies, content, facets, excluded).share,
    links,
    only: links.length === 1 && asked.every((condition) => condition === 'link') ? links[0] : undefined,
    ownHidden: !isPublic && !isOwn(creatorUuid) ? links[onSaleOf ? 1 : 0] : undefined,
    rare:
      rare && isPublic && !hasContent ? { condition: inState(sql, [rare]), lexeme: `=e${STATE_BIT[rare]}` } : undefined,
  };
};
