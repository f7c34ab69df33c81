import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { rederiveOffers } from './offer.derive.ts';
import { requestCancel } from './offer.history.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'recheck-maker': { userUuid: string };
    'cancel-former': { userUuid: string };
  }
}

const BATCH = 100;
const NIL = '00000000-0000-0000-0000-000000000000';

type Needs = Pick<Context, 'config' | 'db'>;

/**
 * Derives the open sales and bids of a user again, in batches.
 * @param isFormer only those that a wallet has signed which the account does not have any more, whose cancellation is requested
 */
const rederiveMakerOffers = async ({ config, db }: Needs, userUuid: string, isFormer = false): Promise<void> => {
  const { sql } = db;
  const ofFormer = sql`and maker is distinct from (select metamask_wallet from app_user where app_user.uuid = ${userUuid})`;
  for (let after = NIL; ;) {
    const offers = await sql<{ uuid: string; token_uuid: string }[]>`
      select uuid, token_uuid from offer where maker_uuid = ${userUuid} and type in ('SALE', 'BID') ${isFormer ? ofFormer : sql``}
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and uuid > ${after} order by uuid limit ${BATCH}`;
    await sql.begin(async (tx) => {
      await lockTokens(
        tx,
        offers.map((offer) => offer.token_uuid),
      );
      if (isFormer) for (const { uuid } of offers) await requestCancel(tx, uuid);
      const changed = await rederiveOffers(
        tx,
        config,
        offers.map(({ uuid }) => uuid),
      );
      await refreshTokens(tx, changed);
    });
    if (offers.length < BATCH) return;
    after = offers.at(-1)?.uuid as string;
  }
};

export const offerTasks = (context: Needs): Tasks => ({
  // An admin has blocked or unblocked them.
  'recheck-maker': ({ userUuid }) => rederiveMakerOffers(context, userUuid),
  // A change of their wallet was undone, or a wallet that somebody else may have connected was removed.
  'cancel-former': ({ userUuid }) => rederiveMakerOffers(context, userUuid, true),
});
