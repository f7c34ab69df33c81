import type { offerEdit, OfferWithSteps } from '@skarb/schema/offer';
import { getAddress, isAddress, type Address } from 'viem';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { reading } from '../../../platform/chain/client.ts';
import { tryCall } from '../../../platform/chain/revert-reason.ts';
import { conflict, invalidField, notFound, unprocessable } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/http/bind.ts';
import type { TransactionStep } from '@skarb/schema/primitive';
import { whyNotPaid } from '../../operator/operator.service.ts';
import { enqueueTask } from '../../operator/operator.store.ts';
import { requireWallet } from '../../auth/auth.view.ts';
import { findCurrency, findOffer, findToken, type OfferRow, type TokenRow } from '../offer.rows.ts';
import { getOffer } from '../offer.view.ts';
import { parseAuctionTimes, parseReserve, requireErc20 } from './auction.open.ts';
import { refuseChange, refuseSettle, type Refusal } from './auction.rules.ts';
import { cancelAuctionStep, claimTokenStep, editStep, settleStep } from './auction.steps.ts';
import { findAuction, type Auction, type Terms } from '../store/auction.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type Edit = z.output<typeof offerEdit>;

/** The operator has this long to settle before users are asked to. */
const OPERATOR_MS = 60_000;

const refuse = (refusal: Refusal | undefined) => {
  if (refusal) throw conflict(refusal.code, refusal.message);
};

const requireOpen = async (
  needs: Needs,
  caller: Caller,
  offer: OfferRow,
): Promise<{ auction: Auction; terms: Terms }> => {
  const shown = await getOffer(needs.db.sql, offer.uuid, caller.uuid);
  const auction = await findAuction(needs.db.sql, offer.uuid);
  refuse(refuseChange(shown.status, auction?.bidCount ?? 0));
  if (!auction?.terms) throw conflict('auction.notSent', 'Its NFT is not in the auction house yet');
  return { auction, terms: auction.terms };
};

/** Simulates the call of the step on the newest block. @throws AppError 422 with the reason */
const mustPass = async ({ chain }: Needs, from: Address, step: TransactionStep): Promise<void> => {
  const why = await reading(() => tryCall(chain, { from, to: step.to, data: step.data as `0x${string}` }));
  if (why) throw unprocessable(why.code, why.words);
};

/**
 * PUT /offer/{id} of the caller's auction: changes reserve price or end before the first bid, by a transaction of the
 * seller.
 */
export const editAuction = async (
  needs: Needs,
  caller: Caller,
  offer: OfferRow,
  body: Edit,
): Promise<OfferWithSteps> => {
  for (const property of ['price', 'quantity', 'signature', 'revive'] as const)
    if (body[property] !== undefined) throw invalidField(property, 'isEmpty', 'an auction has no such thing to change');
  const { db, config } = needs;
  const { auction, terms } = await requireOpen(needs, caller, offer);
  const token = (await findToken(db.sql, offer.token_uuid)) as TokenRow;
  const currency = requireErc20(await findCurrency(db.sql, offer.currency_uuid, token.network_uuid));
  const reservePrice =
    body.reservePrice === undefined ? auction.reservePrice : parseReserve(body.reservePrice, currency);
  if (body.endsAt === null) throw invalidField('endsAt', 'isNotEmpty', 'an auction has an end');
  const endsAt =
    body.endsAt === undefined
      ? (offer.ends_at as Date)
      : parseAuctionTimes(
          { startsAt: offer.starts_at?.toISOString(), endsAt: body.endsAt },
          offer.starts_at ?? undefined,
        ).endsAt;
  const step = editStep(config, terms, reservePrice, endsAt);
  await mustPass(needs, offer.maker, step);
  return { ...(await getOffer(db.sql, offer.uuid, caller.uuid)), steps: [step] };
};

/** DELETE /offer/{id} of the caller's auction before the first bid: a transaction of the seller returns the NFT. */
export const cancelAuction = async (needs: Needs, caller: Caller, offer: OfferRow): Promise<OfferWithSteps> => {
  const shown = await getOffer(needs.db.sql, offer.uuid, caller.uuid);
  const { terms } = await requireOpen(needs, caller, offer);
  const step = cancelAuctionStep(needs.config, terms);
  await mustPass(needs, offer.maker, step);
  return { ...shown, steps: [step] };
};

/**
 * POST /offer/{id}/settle: settles an auction that is over. Without steps the marketplace does it; when it cannot, or
 * has not for a minute, the steps let the caller do it. A winner whose NFT could not be delivered collects it here.
 * @param to receives an NFT that is kept for the caller; their own wallet by default
 * @throws AppError 404, 409 not over, settled or cancelled, 422 for other offers than auctions
 */
export const settleAuction = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  to?: string,
): Promise<OfferWithSteps> => {
  const { db, config } = needs;
  // Includes hidden auctions, because their money and NFTs must stay claimable.
  const shown = await getOffer(db.sql, uuid, caller.uuid, { evenHidden: true });
  if (shown.type !== 'AUCTION') throw unprocessable('offer.notAuction', 'Only an auction is settled');
  const [offer, auction] = [await findOffer(db.sql, uuid), await findAuction(db.sql, uuid)];
  if (!offer || !auction?.terms) throw notFound('offer');
  const wallet = (await requireWallet(db.sql, caller.uuid)) as Address;
  if (auction.claimant === wallet) {
    // The checksum finds typing errors.
    if (to !== undefined && !isAddress(to)) throw invalidField('to', 'isAddress', 'is mistyped: its checksum is wrong');
    const step = claimTokenStep(config, auction.terms, getAddress(to ?? wallet));
    // Find out before sending whether the given wallet refuses the NFT.
    if (to !== undefined) await mustPass(needs, wallet, step);
    return { ...shown, steps: [step] };
  }
  refuse(refuseSettle(shown.status));
  const isLate = offer.ends_at !== null && offer.ends_at.getTime() + OPERATOR_MS < Date.now();
  const { auctionId } = auction.terms;
  const settle = { kind: 'settle', accountUuid: offer.maker_uuid, cause: offer.maker, subjects: [auctionId] } as const;
  const why = await whyNotPaid(needs, settle);
  if (!isLate && why === undefined) {
    await enqueueTask(db.sql, {
      chainId: config.chain.id,
      kind: 'settle',
      subject: auctionId,
      account: offer.maker_uuid,
      cause: offer.maker,
    });
    return { ...shown, steps: [] };
  }
  const step = settleStep(config, auction.terms, why);
  await mustPass(needs, wallet, step);
  return { ...shown, steps: [step] };
};
