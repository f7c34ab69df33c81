import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { rederiveOffers } from './offer.derive.ts';
import { recordOfferEvents } from './offer.history.ts';
import { requestCancel } from './store/offer.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'recheck-maker': { userUuid: string };
    'cancel-former': { userUuid: string };
  }
}

const BATCH = 100;
const NIL = '00000000-0000-0000-0000-000000000000';

type Needs = Pick<Context, 'config' | 'db'>;
type OpenOffer = { uuid: string; token_uuid: string; is_foreign: boolean };

/**
 * Derives the open sales and bids of a user again, in batches.
 * @param change called in the transaction of each batch, before its offers are derived
 */
const rederiveMakerOffers = async (
  { config, db }: Needs,
  userUuid: string,
  change?: (tx: Tx, offers: readonly OpenOffer[]) => Promise<void>,
): Promise<void> => {
  for (let after = NIL; ;) {
    const offers = await db.sql<OpenOffer[]>`
      select uuid, token_uuid, maker is distinct from (select metamask_wallet from app_user where app_user.uuid = ${userUuid}) as is_foreign
      from offer where maker_uuid = ${userUuid} and type in ('SALE', 'BID')
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and uuid > ${after} order by uuid limit ${BATCH}`;
    await db.sql.begin(async (tx) => {
      await lockTokens(
        tx,
        offers.map((offer) => offer.token_uuid),
      );
      await change?.(tx, offers);
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

/** Asks for the cancellation of offers that a wallet has signed which the account does not have any more. */
const cancelForeign = async (tx: Tx, offers: readonly OpenOffer[]): Promise<void> => {
  for (const { uuid } of offers.filter(({ is_foreign }) => is_foreign))
    if (await requestCancel(tx, uuid)) await recordOfferEvents(tx, [{ offerUuid: uuid, event: 'CANCEL_REQUESTED' }]);
};

export const offerTasks = (context: Needs): Tasks => ({
  // An admin has blocked or unblocked them.
  'recheck-maker': ({ userUuid }) => rederiveMakerOffers(context, userUuid),
  // A change of their wallet was undone.
  'cancel-former': ({ userUuid }) => rederiveMakerOffers(context, userUuid, cancelForeign),
});
