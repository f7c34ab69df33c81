import type { FrontPage } from '@skarb/schema/front-page';
import { constant } from '../../platform/db/bounded-page.ts';
import type { Tx } from '../../platform/db/database.ts';
import { byRecommended, isBlockedOrLeaving, type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';
import { activityOf } from '../activity/activity.view.ts';
import { collectionsOf } from '../collection/collection.view.ts';
import { shownExhibitions } from '../exhibition/exhibition.view.ts';
import { shownImageOf, shownWorks } from '../token/token.shown.ts';
import { toTrend, trendsOf, type TrendRow } from '../trending/trending.view.ts';
import { firstOfEach, pickFeatured, type AuctionFact, type WorkFact } from './front-page.rules.ts';

/** How much a section shows. */
const SHOWN = { auctions: 8, artists: 8, sales: 8, collections: 8 };
/** How much a section reads to find that: with a bound, whatever the catalogue. */
const READ = { auctions: 64, latest: 200, mints: 300, sales: 32 };
/** With fewer collections, a section says nothing. */
const COLLECTIONS_LEAST = 3;
/** Whoever minted their first work in this time is new. */
const NEW_DAYS = 60;

/** Auctions that take bids, the next to end first. */
const liveAuctions = async (sql: Tx): Promise<AuctionFact[]> => {
  const rows = await sql<{ token_uuid: string; bid_count: number; ends_at: Date }[]>`
    select o.token_uuid, a.bid_count, o.ends_at from (
      select uuid, token_uuid, ends_at from offer where status = 'ACTIVE' and type = 'AUCTION' and ends_at > now() and not is_hidden
      order by ends_at, uuid limit ${constant(sql, READ.auctions)}) o
    join auction a on a.offer_uuid = o.uuid join token t on t.uuid = o.token_uuid ${byRecommended(sql, 't.creator_uuid')}
    order by o.ends_at, o.uuid`;
  return rows.map((row) => ({ tokenUuid: row.token_uuid, bidCount: row.bid_count, endsAt: row.ends_at }));
};

const latestWorks = async (sql: Tx): Promise<WorkFact[]> => {
  const rows = await sql<{ uuid: string; favorite_count: number; items: number; owners: number; created_at: Date }[]>`
    select t.uuid, t.favorite_count, c.items, c.owners, t.created_at from (
      select uuid, collection_uuid, favorite_count, created_at from token where is_counted order by created_at desc, uuid desc limit ${constant(sql, READ.latest)}) t
    join collection c on c.uuid = t.collection_uuid ${byRecommended(sql, 'c.creator_uuid')}`;
  return rows.map((row) => ({
    tokenUuid: row.uuid,
    favoriteCount: row.favorite_count,
    items: row.items,
    owners: row.owners,
    createdAt: row.created_at,
  }));
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

/**
 * The latest sales that count for rankings, of works that everybody sees and whose makers are neither blocked nor
 * leaving. Those without a value are in no ranking yet.
 */
const latestSales = (sql: Tx) => sql<{ uuid: string; token_uuid: string }[]>`
  select a.history_uuid as uuid, a.token_uuid from (
    select history_uuid, token_uuid, from_address, to_address, created_at from activity where kind = 'SALE'
    order by created_at desc, history_uuid desc limit ${constant(sql, READ.sales)}) a
  join token t on t.uuid = a.token_uuid and t.is_counted ${byRecommended(sql, 't.creator_uuid')}
  where exists (select 1 from ranked_trade where history_uuid = a.history_uuid) or is_ranked_trade(a.token_uuid, a.from_address, a.to_address)
  order by a.created_at desc, a.history_uuid desc`;

const movingCollections = async (sql: Tx): Promise<FrontPage['collections']> => {
  let rows = await trendsOf(sql, '7d');
  if (rows.length < COLLECTIONS_LEAST) rows = await trendsOf(sql, '30d');
  const collections = await collectionsOf(
    sql,
    rows.slice(0, SHOWN.collections).map((row) => row.collection_uuid),
  );
  const shown = collections.flatMap(({ uuid, name, isVerified, image, stats }, place) =>
    // Those with one work come last: one does not say that a collection moves.
    stats.items > 1
      ? [
          {
            uuid,
            name,
            isVerified,
            image: shownImageOf(image),
            items: stats.items,
            floorPrice: stats.floorPrice,
            ...toTrend(rows[place] as TrendRow),
          },
        ]
      : [],
  );
  return shown.length < COLLECTIONS_LEAST ? [] : shown;
};

/** GET /front-page: every section by bounded reads, each from an index in its order. */
export const readFrontPage = async (sql: Tx, now = new Date()): Promise<FrontPage> => {
  const [exhibitions, auctions, latest, artists, sales, collections] = await Promise.all([
    shownExhibitions(sql),
    liveAuctions(sql),
    latestWorks(sql),
    newArtists(sql),
    latestSales(sql),
    movingCollections(sql),
  ]);
  const featured = exhibitions.length > 0 ? undefined : pickFeatured(auctions, latest, now);
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
  const sold = await activityOf(
    sql,
    firstOfEach(sales, (sale) => sale.token_uuid, SHOWN.sales).map(({ uuid }) => uuid),
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
    sales: sold.map(({ uuid, token, event, offerType, price, currency, quantity, usd, to, toUser, createdAt }) => ({
      uuid,
      event,
      offerType,
      quantity,
      token: {
        uuid: token.uuid,
        name: token.name,
        localization: token.localization,
        image: shownImageOf(token.image),
      },
      price,
      currency,
      usd,
      to,
      toUser,
      createdAt,
    })),
    collections,
  };
};
