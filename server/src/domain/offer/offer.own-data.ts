import { deleteDraftsOf } from './store/offer.store.ts';
import type { OwnData } from '../../platform/own-data.ts';

/** The most obstacles of one kind that are named. */
const OBSTACLES_MAX = 100;

/** Sales, auctions and bids that a user made or took. */
export const offerOwnData: OwnData = {
  tables: ['offer'],
  topics: {
    offers: (sql, { uuid }) => sql`
      select o.uuid::text as key, o.uuid, o.type, o.status, o.invalid_reason, case when o.maker_uuid = ${uuid} then 'maker' else 'taker' end as role,
        o.token_uuid, o.collection_uuid, c.symbol as currency, c.decimals, o.maker, o.taker, o.price::text as price, o.quantity::text as quantity,
        o.quantity_left::text as quantity_left, o.marketplace_bps, o.royalty_bps, o.starts_at, o.ends_at, o.signed_at, o.created_at, o.updated_at,
        a.reserve_price::text as reserve_price, a.highest_bid::text as highest_bid, a.bid_count, a.settled_at
      from offer o join currency c on c.uuid = o.currency_uuid left join auction a on a.offer_uuid = o.uuid
      where o.maker_uuid = ${uuid} or o.taker_uuid = ${uuid}`,
  },
  // Auctions and bids block a deletion; of sales and bids made, which only end by it, some are named. What another wallet
  // signed is not theirs to end: a change of wallet was undone.
  obstacles: (sql, { uuid, wallet }) => {
    const open = sql`('SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID', 'ENDED')`;
    return sql`
      select own.kind, own.uuid, t.name, own."isBlocking" from (
        (select 'AUCTION' as kind, o.uuid, o.token_uuid, a.highest_bidder is not null as "isBlocking" from offer o left join auction a on a.offer_uuid = o.uuid
          where o.maker_uuid = ${uuid} and o.maker = ${wallet} and o.type = 'AUCTION' and o.status in ${open} order by 4 desc, 2 limit ${OBSTACLES_MAX})
        union all
        (select 'OFFER', o.uuid, o.token_uuid, false from offer o
          where o.maker_uuid = ${uuid} and o.maker = ${wallet} and o.type in ('SALE', 'BID') and o.status in ${open} limit ${OBSTACLES_MAX})
        union all
        (select 'AUCTION_BID', o.uuid, o.token_uuid, true from auction a join offer o on o.uuid = a.offer_uuid
          where a.highest_bidder = ${wallet} and o.status in ${open} order by 2 limit ${OBSTACLES_MAX})) own
      join token t on t.uuid = own.token_uuid order by 4 desc, 2`;
  },
  erase: async (tx, { uuid }) => {
    await deleteDraftsOf(tx, uuid);
  },
};
