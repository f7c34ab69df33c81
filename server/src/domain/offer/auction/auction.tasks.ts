import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { TaskHandler } from '../../operator/operator.registry.ts';
import { encodeSettle } from './auction.contract.ts';
import { findAuctionById } from '../store/auction.store.ts';

/** No auction with this id waits for its settlement. */
const isSettled = (sql: Tx) => sql`
  not exists (select 1 from auction a join offer o on o.uuid = a.offer_uuid where a.auction_id = task.subject and o.status = 'ENDED')`;

/** The operator settles auctions that have ended, as anyone may. The subject is the auction's id. */
export const settleTask = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): TaskHandler => ({
  kind: 'settle',
  build: async ([auctionId]) => {
    const terms = (await findAuctionById(sql, auctionId as string))?.terms;
    return terms ? { to: config.deployment.auctionHouse, data: encodeSettle(terms.bidding, terms.lot) } : null;
  },
  done: isSettled,
  undone: (tx) => tx`not ${isSettled(tx)}`,
});
