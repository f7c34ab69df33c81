import type { OfferWithSteps } from '@skarb/schema/offer';
import type { Context } from '../../context.ts';
import { unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { getOffer } from './offer.view.ts';

/**
 * POST /offer/{id}/settle: ends an auction whose time is over.
 * @throws AppError 404, 422 for what is no auction
 */
export const settleOffer = async (
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  uuid: string,
): Promise<OfferWithSteps> => {
  await getOffer(db.sql, uuid, caller.uuid);
  throw unprocessable('offer.notAuction', 'Only an auction is settled');
};
