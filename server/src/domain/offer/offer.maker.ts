import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { rederiveOffers } from './offer.derive.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'recheck-maker': { userUuid: string };
  }
}

const BATCH = 100;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Derives all open offers of a user again, in batches: an admin has blocked or unblocked them. */
const rederiveMakerOffers = async ({ config, db }: Pick<Context, 'config' | 'db'>, userUuid: string): Promise<void> => {
  for (let after = NIL; ;) {
    const offers = await db.sql<{ uuid: string; token_uuid: string }[]>`
      select uuid, token_uuid from offer where maker_uuid = ${userUuid} and type in ('SALE', 'BID')
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and uuid > ${after} order by uuid limit ${BATCH}`;
    await db.sql.begin(async (tx) => {
      await lockTokens(
        tx,
        offers.map((offer) => offer.token_uuid),
      );
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

export const offerTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'recheck-maker': ({ userUuid }) => rederiveMakerOffers(context, userUuid),
});
