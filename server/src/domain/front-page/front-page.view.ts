import type { FrontPage } from '@skarb/schema/front-page';
import type { TrendPeriod } from '@skarb/schema/collection';
import type { LocalizedName } from '@skarb/schema/localization';
import type { Image } from '@skarb/schema/media';
import { getAddress, type Address } from 'viem';
import { amountOf } from '../../platform/db/amount.ts';
import { constant } from '../../platform/db/bounded-page.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  byRecommended,
  isBlockedOrLeaving,
  isWalletShown,
  type PersonJson,
  personJson,
  toPerson,
} from '../auth/auth.view.ts';
import { floorPrice } from '../collection/collection.view.ts';
import { shownExhibitions } from '../exhibition/exhibition.view.ts';
import { imageJson } from '../media/media.view.ts';
import { eventUsd } from '../price/price.view.ts';
import { shownImageOf, shownWorks } from '../token/token.shown.ts';
import { toTrend, trendColumns, trendsFrom, type TrendRow } from '../trending/trending.view.ts';
import { firstOfEach, leadingAuction, type AuctionFact } from './front-page.rules.ts';

/** How much a section shows. */
const SHOWN = { auctions: 8, artists: 8, sales: 8, collections: 8 };
/** How much a section reads to find that: with a bound, whatever the catalogue. */
const READ = { auctions: 64, latest: 200, mints: 300, sales: 32 };
/** With fewer collections, a section says nothing. */
const COLLECTIONS_LEAST = 3;
/** A work leads the page if its collection has several, held by more than one person; one in an auction, if it has several. */
const LEADING = { items: 2, owners: 2 };
/** Whoever minted their first work in this time is new. */
const NEW_DAYS = 60;

/** Auctions that take bids, the next to end first. */
const liveAuctions = async (sql: Tx): Promise<AuctionFact[]> => {
  const rows = await sql<{ token_uuid: string; bid_count: number; ends_at: Date; is_alone: boolean }[]>`
    select o.token_uuid, a.bid_count, o.ends_at, c.items < ${LEADING.items} as is_alone from (
      select uuid, token_uuid, ends_at from offer where status = 'ACTIVE' and type = 'AUCTION' and ends_at > now() and not is_hidden
      order by ends_at, uuid limit ${constant(sql, READ.auctions)}) o
    join auction a on a.offer_uuid = o.uuid join token t on t.uuid = o.token_uuid join collection c on c.uuid = t.collection_uuid
    ${byRecommended(sql, 't.creator_uuid')}
    order by o.ends_at, o.uuid`;
  return rows.map((row) => ({
    tokenUuid: row.token_uuid,
    bidCount: row.bid_count,
    endsAt: row.ends_at,
    isAlone: row.is_alone,
  }));
};

/** The most liked of the latest works whose collections may lead (the newest of equal ones), even without any likes. */
const likedWork = async (sql: Tx): Promise<{ reason: 'LIKED' | 'NEWEST'; tokenUuid: string } | undefined> => {
  const [row] = await sql<{ uuid: string; favorite_count: number }[]>`
    select t.uuid, t.favorite_count from (
      select uuid, collection_uuid, favorite_count, created_at from token where is_counted order by created_at desc, uuid desc limit ${constant(sql, READ.latest)}) t
    join collection c on c.uuid = t.collection_uuid and c.items >= ${LEADING.items} and c.owners >= ${LEADING.owners} ${byRecommended(sql, 'c.creator_uuid')}
    order by t.favorite_count desc, t.created_at desc, t.uuid desc limit 1`;
  return row && { reason: row.favorite_count > 0 ? 'LIKED' : 'NEWEST', tokenUuid: row.uuid };
};

type ArtistRow = { person: PersonJson; works: number; work: string };
/**
 * The creators of the latest mints who made nothing before, the newest first: with a picture, or with two works. Their
 * works are counted up to 100.
 */
const newArtists = (sql: Tx) => sql<ArtistRow[]>`
  select ${personJson(sql, 'u')} as person, made.works, made.latest as work from (
    -- With an offset: otherwise the works of all are counted before those who are not new are left out.
    select one.creator_uuid, first.created_at from (
      select t.creator_uuid from (
        select token_uuid, created_at from activity where kind = 'MINT' order by created_at desc, history_uuid desc limit ${constant(sql, READ.mints)}) a
      join token t on t.uuid = a.token_uuid where t.is_counted group by 1) one
    cross join lateral (
      select created_at from token where creator_uuid = one.creator_uuid and is_counted order by created_at, uuid limit 1) first
    where first.created_at > now() - ${constant(sql, NEW_DAYS)} * interval '1 day' offset 0) recent
  join app_user u on u.uuid = recent.creator_uuid and not u.is_hidden and u.erased_at is null and not ${isBlockedOrLeaving(sql, 'u')}
  cross join lateral (
    select count(*)::int as works, (array_agg(uuid order by created_at desc, uuid desc))[1] as latest from (
      select uuid, created_at from token where creator_uuid = u.uuid and is_counted order by created_at desc, uuid desc limit 100) t) made
  where u.avatar is not null or made.works > 1
  order by recent.created_at desc, u.uuid limit ${constant(sql, SHOWN.artists)}`;

type SaleRow = {
  uuid: string;
  event: string;
  offer_type: FrontPage['sales'][number]['offerType'];
  price: string | null;
  currency: string | null;
  quantity: string | null;
  usd: string | null;
  to_address: Address | null;
  to_user: PersonJson | null;
  created_at: Date;
  token_uuid: string;
  token_name: string;
  localization: LocalizedName | null;
  image: Image;
};
/**
 * The latest sales that count for rankings, one of each work that everybody sees and whose maker is neither blocked nor
 * leaving. Those without a value are in no ranking yet.
 */
const latestSales = async (sql: Tx): Promise<FrontPage['sales']> => {
  const rows = await sql<SaleRow[]>`
    select h.uuid, h.event, o.type as offer_type, ${amountOf(sql, 'h.price')} as price, c.name as currency, h.quantity, ${eventUsd(sql)} as usd,
      h.to_address, ${personJson(sql, 'p')} as to_user, h.created_at,
      t.uuid as token_uuid, t.name as token_name, t.card->'localization' as localization, t.card->'image' as image
    from (
      select history_uuid, token_uuid, created_at from (
        select distinct on (a.token_uuid) a.history_uuid, a.token_uuid, a.created_at from (
          select history_uuid, token_uuid, from_address, to_address, created_at from activity where kind = 'SALE'
          order by created_at desc, history_uuid desc limit ${constant(sql, READ.sales)}) a
        join token t on t.uuid = a.token_uuid and t.is_counted ${byRecommended(sql, 't.creator_uuid')}
        where exists (select 1 from ranked_trade where history_uuid = a.history_uuid) or is_ranked_trade(a.token_uuid, a.from_address, a.to_address)
        order by a.token_uuid, a.created_at desc, a.history_uuid desc) newest
      order by created_at desc, history_uuid desc limit ${constant(sql, SHOWN.sales)}) a
    join history h on h.uuid = a.history_uuid join token t on t.uuid = a.token_uuid
    left join offer o on o.uuid = h.offer_uuid left join currency c on c.uuid = h.currency_uuid
    left join app_user p on p.metamask_wallet = h.to_address and ${isWalletShown(sql, 'p')}
    order by a.created_at desc, a.history_uuid desc`;
  return rows.map((row) => ({
    uuid: row.uuid,
    event: row.event,
    offerType: row.offer_type,
    quantity: row.quantity === null ? null : Number(row.quantity),
    token: {
      uuid: row.token_uuid,
      name: row.token_name,
      localization: row.localization ?? undefined,
      image: shownImageOf(row.image),
    },
    price: row.price,
    currency: row.currency,
    usd: row.usd,
    to: row.to_address && getAddress(row.to_address),
    toUser: row.to_user && toPerson(row.to_user),
    createdAt: row.created_at.toISOString(),
  }));
};

type CollectionRow = TrendRow & {
  name: string;
  is_verified: boolean;
  image: Image;
  items: number;
  floor_price: string | null;
};
const trendingCollections = (sql: Tx, period: TrendPeriod) => sql<CollectionRow[]>`
  select ${trendColumns(sql)}, c.name, c.verified_key is not null as is_verified, ${imageJson(sql, 'm')} as image, c.items, ${floorPrice(sql)} as floor_price
  ${trendsFrom(sql, period, sql`join media m on m.cid = c.image_hash`)} limit ${constant(sql, SHOWN.collections)}`;

const movingCollections = async (sql: Tx): Promise<FrontPage['collections']> => {
  let rows = await trendingCollections(sql, '7d');
  if (rows.length < COLLECTIONS_LEAST) rows = await trendingCollections(sql, '30d');
  const shown = rows
    // One work does not say that a collection moves.
    .filter(({ items }) => items > 1)
    .map((row) => ({
      uuid: row.collection_uuid,
      name: row.name,
      isVerified: row.is_verified,
      image: shownImageOf(row.image),
      items: row.items,
      floorPrice: row.floor_price,
      ...toTrend(row),
    }));
  return shown.length < COLLECTIONS_LEAST ? [] : shown;
};

/** GET /front-page: every section by bounded reads, each from an index in its order. */
export const readFrontPage = async (sql: Tx, now = new Date()): Promise<FrontPage> => {
  const [exhibitions, auctions, artists, sales, collections] = await Promise.all([
    shownExhibitions(sql),
    liveAuctions(sql),
    newArtists(sql),
    latestSales(sql),
    movingCollections(sql),
  ]);
  const auction = leadingAuction(auctions, now);
  const featured =
    exhibitions.length > 0
      ? undefined
      : auction
        ? { reason: 'AUCTION' as const, tokenUuid: auction.tokenUuid }
        : await likedWork(sql);
  const ending = firstOfEach(auctions, ({ tokenUuid }) => tokenUuid, READ.auctions)
    .filter(({ tokenUuid }) => tokenUuid !== featured?.tokenUuid)
    .slice(0, SHOWN.auctions);
  const works = new Map(
    (
      await shownWorks(sql, [
        ...new Set([
          ...(featured ? [featured.tokenUuid] : []),
          ...ending.map(({ tokenUuid }) => tokenUuid),
          ...artists.map(({ work }) => work),
        ]),
      ])
    ).map((work) => [work.uuid, work]),
  );
  const lead = featured && works.get(featured.tokenUuid);
  return {
    exhibitions,
    featured: featured && lead ? { reason: featured.reason, work: lead } : null,
    endingSoon: ending.flatMap(({ tokenUuid }) => works.get(tokenUuid) ?? []).filter(({ auction }) => auction !== null),
    newArtists: artists.flatMap(({ person, works: count, work: latestUuid }) => {
      const work = works.get(latestUuid);
      return work ? [{ person: toPerson(person), works: count, workUuid: work.uuid, image: work.image }] : [];
    }),
    sales,
    collections,
  };
};
