import { DRAFT_SECONDS } from '@skarb/schema/limits';
import type { Context } from '../../context.ts';
import { isolating, isPassing, together, type Isolate } from '../../platform/chain/set-aside.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { chainNow, rederiveOffers } from './offer.derive.ts';

const BATCH = 500;
/** The seller's transaction may wait long for its block; nobody else sees the draft meanwhile. */
const AUCTION_DRAFT_SECONDS = 24 * 3600;

/** Drops drafts and edits that were not signed within 15 minutes. @returns how many */
export const dropDrafts = async ({ db }: Pick<Context, 'db'>): Promise<number> => {
  const before = new Date(Date.now() - DRAFT_SECONDS * 1000);
  // What somebody is about to sign or send is not waited for: it goes next time, if it is a draft still.
  const offers = await db.sql`
    delete from offer where uuid in (
      select uuid from offer where status = 'DRAFT' and greatest(created_at, updated_at) <
        case type when 'AUCTION' then now() - ${`${AUCTION_DRAFT_SECONDS} seconds`}::interval else ${before}::timestamptz end
      order by uuid for update skip locked)`;
  const orders = await db.sql`
    delete from seaport_order s using offer o
    where o.uuid = s.offer_uuid and s.signature is null and s.filled = 0 and s.created_at < ${before} and o.status <> 'DRAFT'`;
  return offers.count + orders.count;
};

/** Starts and ends offers whose time has come. @returns how many were due */
export const advanceOffersByClock = async ({ db, config }: Pick<Context, 'db' | 'config'>): Promise<number> => {
  // The chain's clock decides where it is ahead of ours, here as in the rule itself.
  const now = await chainNow(db.sql, config.chain.id);
  const due = await db.sql<{ uuid: string; token_uuid: string }[]>`
    select uuid, token_uuid from (
      select uuid, token_uuid from offer where status = 'SCHEDULED' and starts_at <= ${now}
      union select uuid, token_uuid from offer
        where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and ends_at <= ${now} and next_order_hash is null) over
    -- What could not be derived waits for its retry and holds up nobody.
    where not exists (select 1 from set_aside where kind = 'row' and chain_id = ${config.chain.id} and subject_kind = 'offer' and subject_id = over.uuid::text)
    limit ${BATCH}`;
  if (due.length === 0) return 0;
  const turn = async (isolate: Isolate) =>
    db.sql.begin(async (tx) => {
      await lockTokens(
        tx,
        due.map((row) => row.token_uuid),
      );
      const changed = new Set<string>();
      const uuids = due.map((row) => row.uuid);
      await isolate(tx, 'offer', uuids, async (inner, some) => {
        for (const token of await rederiveOffers(inner, config, some)) changed.add(token);
      });
      await isolate(tx, 'token', changed, (inner, some) => refreshTokens(inner, some));
      await tx`select pg_notify('public_change', '')`;
    });
  try {
    await turn(together);
  } catch (error) {
    if (isPassing(error)) throw error;
    await turn(isolating(config.chain.id));
  }
  return due.length;
};
