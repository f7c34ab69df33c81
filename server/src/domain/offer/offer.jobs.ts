import { DRAFT_SECONDS } from '@skarb/schema/limits';
import type { Context } from '../../context.ts';
import { isolating, isPassing, together, type Isolate } from '../../platform/chain/set-aside.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { deleteOldDrafts } from './store/offer.store.ts';
import { deleteOldEdits } from './store/order.store.ts';
import { chainNow, rederiveOffers } from './offer.derive.ts';
import { isOver } from './offer.view.ts';

/** One transaction advances at most this many offers. */
export const OFFERS_AT_ONCE = 500;
/** The seller's transaction may wait long for a block; nobody else sees the draft meanwhile. */
const AUCTION_DRAFT_SECONDS = 24 * 3600;

/** Deletes drafts and edits that were not signed within 15 minutes. @returns how many */
export const dropDrafts = async ({ db }: Pick<Context, 'db'>): Promise<number> => {
  const before = new Date(Date.now() - DRAFT_SECONDS * 1000);
  return (await deleteOldDrafts(db.sql, before, AUCTION_DRAFT_SECONDS)) + (await deleteOldEdits(db.sql, before));
};

/** Starts and ends the offers that are due, at most `OFFERS_AT_ONCE`. @returns how many were due */
export const advanceOffersByClock = async ({ db, config }: Pick<Context, 'db' | 'config'>): Promise<number> => {
  const now = await chainNow(db.sql, config.chain.id);
  const due = await db.sql<{ uuid: string; token_uuid: string }[]>`
    select uuid, token_uuid from (
      select uuid, token_uuid from offer where status = 'SCHEDULED' and starts_at <= ${now}
      union select uuid, token_uuid from offer where ${isOver(db.sql, db.sql`${now}`)}) over
    -- Offers that are set aside wait for their retry.
    where not exists (select 1 from set_aside where kind = 'row' and chain_id = ${config.chain.id} and subject_kind = 'offer' and subject_id = over.uuid::text)
    limit ${OFFERS_AT_ONCE}`;
  if (due.length === 0) return 0;
  const advance = async (isolate: Isolate) =>
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
    await advance(together);
  } catch (error) {
    if (isPassing(error)) throw error;
    await advance(isolating(config.chain.id));
  }
  return due.length;
};
