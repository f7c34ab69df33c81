import type { Offer, OfferStatus, OfferType, offerEndpoints } from '@skarb/schema/offer';
import type { QueryOf } from '@skarb/schema/endpoint';
import { toBaseUnits } from '@skarb/schema/primitive';
import { boundedPage, literal, pageOfUuids } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { oneOfEach, partsOf, patternOf } from '../../platform/db/text-parts.ts';
import { jsonText } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { decimalsOf } from '../reference/reference.view.ts';
import { isCommonName } from '../token/token.statistics.ts';
import { isOver, offersJson, shownStatus } from './offer.view.ts';

type Query = QueryOf<typeof offerEndpoints.list>;
const NOTHING = Buffer.from('[]');

/** Offers with one of these statuses now. */
const inStatus = (sql: Tx, wanted: OfferStatus[]) =>
  wanted.length === 1 && wanted[0] === 'ACTIVE'
    ? sql`o.status = 'ACTIVE' and (o.ends_at is null or o.ends_at > now())`
    : sql`o.status <> 'DRAFT' and ${shownStatus(sql)} = any(${wanted}::text[])`;

/** Statuses that time alone ends, before the worker has written it. */
const ENDING: OfferStatus[] = ['ACTIVE', 'SCHEDULED', 'INVALID'];
const TYPES: OfferType[] = ['SALE', 'AUCTION', 'BID'];

const isEnd = (status: OfferStatus) => status === 'EXPIRED' || status === 'ENDED';
/** The stored statuses of offers that are shown with one of these. */
const storedOf = (wanted: OfferStatus[]): OfferStatus[] => [
  ...new Set([...wanted, ...(wanted.some(isEnd) ? ENDING : wanted.includes('ACTIVE') ? (['SCHEDULED'] as const) : [])]),
];

/**
 * Ranges of the indexes (status, type, …) that contain all offers which are shown with one of these statuses.
 * @param within a condition that the order's index can read, as `and …`
 * @param isNarrow the condition has an index of its own, which has not the order for this status: its rows are sorted
 */
const rangesOf = (
  sql: Tx,
  wanted: OfferStatus[],
  types: OfferType[],
  within: Fragment,
  isNarrow: (status: OfferStatus) => boolean,
): Fragment[] => {
  const ranges = [...new Set(wanted)].flatMap((status) =>
    [...new Set(types)].map((type) => {
      if (!isNarrow(status))
        return sql`offer o where o.status = ${literal(sql, status)} and o.type = ${literal(sql, type)} ${within}`;
      // Not as text: partial indexes of some statuses would fit, and each of them has more rows of the condition.
      return sql`(select * from offer o where o.status = ${status} and o.type = ${type} ${within} offset 0) o where true`;
    }),
  );
  const late = ENDING.filter((status) => !wanted.includes(status));
  // Few rows: `offset` keeps the planner from reading them in the list's order.
  if (wanted.some(isEnd) && late.length > 0)
    ranges.push(
      sql`(select * from offer where status = any(${late}::text[]) and ${isOver(sql, sql`now()`)} offset 0) o where true ${within}`,
    );
  if (wanted.includes('ACTIVE') && late.includes('SCHEDULED'))
    ranges.push(sql`(select * from offer where status = 'SCHEDULED' and starts_at <= now() offset 0) o
      where (o.ends_at is null or o.ends_at > now()) ${within}`);
  return ranges;
};

const bound = (sql: Tx, amount: string, sign: '>=' | '<=', decimals: number | undefined) => {
  const than = sign === '>=' ? sql`>=` : sql`<=`;
  if (decimals === undefined) return sql`and o.price_eth ${than} ${String(toBaseUnits(amount, 18))}::numeric`;
  return sql`and o.price ${than} ${amount}::numeric * ${`1e${decimals}`}::numeric`;
};

const HELD: OfferStatus[] = ['SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING'];
/** What somebody holds with so many others that `received_bid` has not its bids. */
const crowdedOf = (sql: Tx, wallet: Fragment) =>
  sql`array(select w.token_uuid from ownership w where w.owner = ${wallet} and w.is_crowded)`;
const ROLES = ['seller', 'buyer', 'bidder'] as const;
/**
 * The offers of a user as seller, buyer or bidder in an auction, as a condition and as a set. The seller of an open bid is whoever holds the
 * token now ("offers received").
 */
const offersOf = (
  sql: Tx,
  role: (typeof ROLES)[number],
  { uuid, wallet }: { uuid: string; wallet: Fragment },
  { statuses, types, tokenUuid }: { statuses: OfferStatus[]; types: OfferType[]; tokenUuid: string | undefined },
) => {
  const stored = storedOf(statuses);
  const ofToken = tokenUuid ? sql`and o.token_uuid = ${tokenUuid}` : sql``;
  const inSet = (of: OfferType[], condition: Fragment): Fragment[] => {
    const wanted = of.filter((type) => types.includes(type));
    return wanted.length === 0
      ? []
      : [
          sql`offer o where ${condition} and o.type = any(${wanted}::text[]) and o.status = any(${stored}::text[]) ${ofToken}`,
        ];
  };
  const nothing = sql`offer o where false`;
  if (role === 'bidder') {
    const bids = sql`from bidder_auction b where b.bidder = ${wallet}`;
    return {
      condition: sql`exists (select 1 ${bids} and b.offer_uuid = o.uuid)`,
      rows: [
        nothing,
        ...inSet(
          ['AUCTION'],
          sql`o.uuid = any(array(select b.offer_uuid ${bids} and b.status = any(${stored}::text[])))`,
        ),
      ],
    };
  }
  if (role === 'buyer')
    return {
      condition: sql`((o.type = 'BID' and o.maker_uuid = ${uuid}) or (o.type <> 'BID' and o.taker_uuid = ${uuid}))`,
      rows: [
        nothing,
        ...inSet(['BID'], sql`o.maker_uuid = ${uuid}`),
        ...inSet(['SALE', 'AUCTION'], sql`o.taker_uuid = ${uuid}`),
      ],
    };
  // With `limit`, the planner looks up one token instead of reading all tokens of the user first: once for a list of one token.
  const isHeld = sql`(select true from ownership w where w.token_uuid = ${tokenUuid ?? sql`o.token_uuid`} and w.owner = ${wallet} limit 1)`;
  const signed = [
    nothing,
    ...inSet(['SALE', 'AUCTION'], sql`o.maker_uuid = ${uuid}`),
    ...inSet(['BID'], sql`o.taker_uuid = ${uuid}`),
  ];
  const isOther = sql`and o.taker_uuid is distinct from ${uuid}`;
  const given = sql`from received_bid r where r.owner = ${wallet} and r.status = any(${stored}::text[])`;
  const ofMany = inSet(['BID'], sql`o.token_uuid = any(${crowdedOf(sql, wallet)}) ${isOther}`);
  const isReceiving = types.includes('BID') && stored.some((status) => HELD.includes(status));
  const received = !isReceiving
    ? []
    : tokenUuid
      ? inSet(['BID'], sql`${isHeld} ${isOther}`)
      : [...inSet(['BID'], sql`o.uuid = any(array(select r.offer_uuid ${given})) ${isOther}`), ...ofMany];
  return {
    condition: sql`((o.type <> 'BID' and o.maker_uuid = ${uuid}) or (o.type = 'BID' and (o.taker_uuid = ${uuid}
      or (o.maker_uuid <> ${uuid} and o.status = any(${HELD}::text[]) and ${isHeld}))))`,
    rows: [...signed, ...received],
    // The bids received without their rows.
    ...(isReceiving && !tokenUuid
      ? {
          bound: joined(
            sql,
            [...[...signed, ...ofMany].map((rows) => sql`select 1 from ${rows}`), sql`select 1 ${given}`],
            sql` union all `,
          ),
        }
      : {}),
  };
};

/** The auctions that somebody bid in, as offers with the columns that `bidder_auction` has of them, by stored status. */
const auctionsBidIn = (sql: Tx, wallet: Fragment, statuses: OfferStatus[]): Fragment[] =>
  storedOf(statuses).map(
    (status) => sql`(
      select offer_uuid as uuid, 'AUCTION' as type, status, starts_at, ends_at, created_at, is_hidden
      from bidder_auction where bidder = ${wallet} and status = ${literal(sql, status)}) o where true`,
  );
/** The bids that somebody received, as offers with the columns that `received_bid` has of them, and what else they sell. */
const ofSeller = (
  sql: Tx,
  { uuid, wallet }: { uuid: string; wallet: Fragment },
  statuses: OfferStatus[],
  types: OfferType[],
): Fragment[] => {
  const isOther = sql`and maker_uuid <> ${uuid} and taker_uuid is distinct from ${uuid}`;
  const stored = storedOf(statuses);
  const held = stored.filter((status) => HELD.includes(status));
  const own = stored.flatMap((status) =>
    [...new Set(types)].map((type) => {
      const person = type === 'BID' ? sql`o.taker_uuid` : sql`o.maker_uuid`;
      return sql`offer o where ${person} = ${uuid} and o.type = ${literal(sql, type)} and o.status = ${literal(sql, status)}`;
    }),
  );
  const received = held.map(
    (status) => sql`(
      select offer_uuid as uuid, 'BID' as type, status, starts_at, ends_at, created_at, is_hidden
      from received_bid where owner = ${wallet} and status = ${literal(sql, status)} ${isOther}) o where true`,
  );
  const ofMany = sql`(
    select * from offer where token_uuid = any(${crowdedOf(sql, wallet)}) and type = 'BID' and status = any(${held}::text[]) ${isOther}
    offset 0) o where true`;
  return [...own, ...received, ofMany];
};

const OF_ROLE = ['type', 'status', 'sortBy', 'page', 'limit'];
/** Nothing is asked of somebody's offers that only the rows of offers have. */
const isOfRoleAlone = (query: Query, role: 'bidderUuid' | 'sellerUuid'): boolean =>
  query[role] !== undefined &&
  sortOf(query.sortBy).field !== 'price' &&
  Object.entries(query).every(([name, value]) => value === undefined || name === role || OF_ROLE.includes(name));

const anyOf = (sql: Tx, column: string, uuids: string[] | undefined) =>
  uuids ? sql`and ${sql(`o.${column}`)} = any(${uuids}::uuid[])` : sql``;
/** What is asked of an offer's token besides: all offers of one token have the same. */
const ofTokenOnly = (sql: Tx, { collectionUuid, categoryUuid, networkUuid }: Query) =>
  sql`${anyOf(sql, 'collection_uuid', collectionUuid)} ${anyOf(sql, 'category_uuid', categoryUuid)} ${anyOf(sql, 'network_uuid', networkUuid)}`;

/**
 * A query about one token without what one of its offers answers for all of them.
 * @returns undefined if none matches
 */
const aboutToken = async (sql: Tx, query: Query): Promise<Query | undefined> => {
  const { tokenUuid, search, collectionUuid, categoryUuid, networkUuid, ...rest } = query;
  if (!tokenUuid || !(search || collectionUuid || categoryUuid || networkUuid)) return query;
  const found = await sql`
    select 1 from (select * from offer where token_uuid = ${tokenUuid} limit 1) o
    where true ${ofTokenOnly(sql, query)} ${search ? sql`and o.token_name ilike ${patternOf(search)}` : sql``}`;
  return found.length > 0 ? { ...rest, tokenUuid } : undefined;
};

/**
 * GET /offer. Compares prices in the named currency, otherwise in ether across all currencies. Includes hidden offers
 * only in lists of the caller's own.
 */
export const listOffers = async (sql: Tx, wanted: Query, callerUuid?: string) => {
  const query = await aboutToken(sql, wanted);
  if (!query) return { data: jsonText<Offer[]>(NOTHING), meta: metaOf(wanted, 0) };
  const isOwn = [query.sellerUuid, query.buyerUuid, query.bidderUuid].some(
    (uuid) => uuid && uuid.toLowerCase() === callerUuid,
  );
  const hasPrices = query.minPrice !== undefined || query.maxPrice !== undefined;
  const decimals = query.currencyUuid && hasPrices ? await decimalsOf(sql, query.currencyUuid) : undefined;
  const statuses = query.status ?? ['ACTIVE'];
  const types = query.type ?? TYPES;
  // Not everybody may see whose wallet it is.
  const nameOf = (role: string, uuid: string) =>
    `offers of ${role} ${uuid} ${uuid === callerUuid} ${storedOf(statuses).join()} ${types.join()} ${query.tokenUuid}`;
  const { field, direction } = sortOf(query.sortBy);
  // By age, and with bids that are open: each range is then in the order of the list.
  const isReceived = field === 'createdAt' && types.includes('BID') && statuses.some((status) => HELD.includes(status));
  const alone = isOfRoleAlone(query, 'bidderUuid')
    ? ('bidder' as const)
    : isReceived && !statuses.some(isEnd) && isOfRoleAlone(query, 'sellerUuid')
      ? ('seller' as const)
      : undefined;
  const userOf = (uuid: string) => ({ uuid, wallet: shownWallet(sql, uuid, callerUuid) });
  const own = alone && {
    name: nameOf(alone, query[`${alone}Uuid`] as string),
    rows:
      alone === 'bidder'
        ? auctionsBidIn(sql, userOf(query.bidderUuid as string).wallet, statuses)
        : ofSeller(sql, userOf(query.sellerUuid as string), statuses, types),
    isCovered: true,
  };
  const people = ROLES.flatMap((role) => {
    const uuid = query[`${role}Uuid`];
    if (!uuid || own) return [];
    const asked = { statuses, types, tokenUuid: query.tokenUuid };
    return [{ name: nameOf(role, uuid), ...offersOf(sql, role, userOf(uuid), asked) }];
  });
  const prices = sql`
    ${query.minPrice ? bound(sql, query.minPrice, '>=', decimals) : sql``}
    ${query.maxPrice ? bound(sql, query.maxPrice, '<=', decimals) : sql``}`;
  const { search = '' } = query;
  const isNamed = search ? sql`o.token_name ilike ${patternOf(search)}` : undefined;
  /** By the index `offer_terms`. Frequent statuses and types take longer than the offers that they exclude, if these are few. */
  const ofTerms = (groups: string[][]) => {
    const lexemes = [
      ...partsOf(search, 1).map((part) => [part]),
      ...groups.map((group) => group.map((one) => `=${one}`)),
    ];
    return sql`offer o where offer_terms(o.token_name, o.status, o.type) @@ ${oneOfEach(lexemes)}::tsquery and ${isNamed ?? sql`true`}`;
  };
  const ofToken = query.tokenUuid ? sql`and o.token_uuid = ${query.tokenUuid}` : sql``;
  const where = sql`
    ${inStatus(sql, statuses)} ${isOwn ? sql`` : sql`and not o.is_hidden`}
      ${ofToken} ${prices}
      ${ofTokenOnly(sql, query)}
      ${query.currencyUuid ? sql`and o.currency_uuid = ${query.currencyUuid}` : sql``}
      ${
        // Not for an index: the planner would expect a search for each type, and ranges name theirs.
        query.type ? sql`and (o.type = any(${query.type}::text[])) is true` : sql``
      }`;
  const column = field === 'price' ? sql`o.price_eth` : field === 'endsAt' ? sql`o.ends_at` : sql`o.created_at`;
  const order = direction === 'ASC' ? sql`${column} asc, o.uuid asc` : sql`${column} desc, o.uuid desc`;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      // What is asked for: the indexes of the orders include all of it, those of one token or one user the more frequent part.
      columns: sql`o.uuid, o.status, o.type, o.starts_at, ${field === 'endsAt' ? sql`` : sql`o.ends_at,`} ${column}, o.is_hidden
        ${query.tokenUuid || people.length > 0 ? sql`, o.token_uuid` : sql``}
        ${people.length > 0 ? sql`, o.maker_uuid, o.taker_uuid` : sql``}
        ${query.currencyUuid ? sql`, o.currency_uuid` : sql``} ${query.collectionUuid ? sql`, o.collection_uuid` : sql``}
        ${query.categoryUuid ? sql`, o.category_uuid` : sql``} ${query.networkUuid ? sql`, o.network_uuid` : sql``}
        ${isNamed ? sql`, o.token_name` : sql``}
        ${hasPrices && field !== 'price' ? sql`, o.price_eth` : sql``} ${hasPrices && query.currencyUuid ? sql`, o.price::numeric as price` : sql``}`,
      keys: sql`o.uuid, ${column}`,
      ranges:
        own?.rows ??
        rangesOf(
          sql,
          statuses,
          types,
          sql`${ofToken} ${field === 'price' && !query.currencyUuid ? prices : sql``}`,
          (status) =>
            query.tokenUuid !== undefined && (field === 'endsAt' || (field === 'price' && status !== 'ACTIVE')),
        ),
      where,
      last:
        people.length > 0
          ? joined(
              sql,
              people.map(({ condition }) => condition),
              sql` and `,
            )
          : undefined,
      order,
      isSparse: people.length > 0 && !query.tokenUuid,
      sets: [
        ...(own ? [own] : []),
        ...(query.tokenUuid
          ? [
              {
                name: `offers of token ${query.tokenUuid}`,
                rows: [sql`offer o where o.token_uuid = ${query.tokenUuid}`],
                isCovered: true,
              },
            ]
          : []),
        ...(query.collectionUuid
          ? [
              {
                name: `offers of collections ${query.collectionUuid.join()}`,
                rows: [sql`offer o where o.collection_uuid = any(${query.collectionUuid}::uuid[])`],
              },
            ]
          : []),
        ...people,
        ...(query.minPrice || query.maxPrice
          ? [
              {
                rows: [
                  sql`offer o where o.status = any(${storedOf(statuses)}::text[]) ${prices} ${
                    query.currencyUuid
                      ? sql`and o.currency_uuid = ${query.currencyUuid}`
                      : sql`and o.type = any(${types}::text[])`
                  }`,
                ],
              },
            ]
          : []),
      ],
      costly: isNamed
        ? {
            condition: isNamed,
            rows: ofTerms([]),
            within: ofTerms([storedOf(statuses), types]),
            isOwnColumn: true,
            isCommon: await isCommonName(sql, search),
          }
        : undefined,
    },
    { limit: query.limit, offset: offsetOf(query) },
  );
  const data = await offersJson(sql, sql`${pageOfUuids(sql, uuids)} join offer o on o.uuid = page.uuid`, 'page.place');
  return { data, meta: metaOf(query, total, isExact) };
};
