import { deleteDraftsOf } from './store/offer.store.ts';
import type { OwnData } from '../../platform/own-data.ts';

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
  obstacles: (sql, { uuid, wallet }) => sql`
    select case when o.type = 'AUCTION' then 'AUCTION' else 'OFFER' end as kind, o.uuid, t.name,
      o.type = 'AUCTION' and a.highest_bidder is not null as "isBlocking"
    from offer o join token t on t.uuid = o.token_uuid left join auction a on a.offer_uuid = o.uuid
    where o.maker_uuid = ${uuid} and o.status in ('SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID', 'ENDED')
    union all
    select 'AUCTION_BID', o.uuid, t.name, true
    from auction a join offer o on o.uuid = a.offer_uuid join token t on t.uuid = o.token_uuid
    where a.highest_bidder = ${wallet} and o.status in ('SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID', 'ENDED')
    order by 4 desc, 2`,
  erase: async (tx, { uuid }) => {
    await deleteDraftsOf(tx, uuid);
  },
};
