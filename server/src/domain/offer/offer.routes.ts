import { offerEndpoints } from '@skarb/schema/offer';
import type { Context } from '../../context.ts';
import { settleAuction } from './auction/auction.change.ts';
import { getAuctionTerms } from './auction/auction.view.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { purchaseOffer } from './sale/sale.purchase.ts';
import { cancelAll } from './offer.cancel-all.ts';
import { cancelOffer, editOffer, openOffer } from './offer.service.ts';
import { getSignedOrder } from './offer.signed.ts';
import { showOffer } from './offer.next-steps.ts';
import { listOffers } from './offer.list.ts';
import { listOfferHistory } from './offer.view.ts';

export const offerRoutes = (binder: Binder, context: Context): void => {
  const { db } = context;
  bind(binder, offerEndpoints.list, ({ query, caller }) => listOffers(db.read, query, caller?.uuid));
  bind(binder, offerEndpoints.show, async ({ params, caller }) => ({
    data: await showOffer(context, params.id, caller?.uuid),
  }));
  bind(binder, offerEndpoints.history, ({ params, query, caller }) =>
    listOfferHistory(db.read, params.id, query, caller?.uuid),
  );
  bind(binder, offerEndpoints.order, async ({ params }) => ({
    data: await getSignedOrder(db.sql, params.id, context.config.deployment.seaport),
  }));
  bind(binder, offerEndpoints.auction, async ({ params }) => ({
    data: await getAuctionTerms(db.sql, params.id, context.config.deployment.auctionHouse),
  }));
  bind(binder, offerEndpoints.open, async ({ params, body, caller, request }) => {
    await binder.rateLimit(...costly('offer', request, caller, 120));
    return { data: await openOffer(context, caller, params.id, body) };
  });
  bind(binder, offerEndpoints.edit, async ({ params, body, caller, request }) => {
    await binder.rateLimit(...costly('offer', request, caller, 120));
    return { data: await editOffer(context, caller, params.id, body) };
  });
  bind(binder, offerEndpoints.cancel, async ({ params, caller, request }) => {
    await binder.rateLimit(...costly('offer', request, caller, 120));
    return { data: await cancelOffer(context, caller, params.id) };
  });
  bind(binder, offerEndpoints.cancelAll, async ({ caller, request }) => {
    await binder.rateLimit(...costly('offer', request, caller, 120));
    return { data: await cancelAll(context, caller) };
  });
  bind(binder, offerEndpoints.purchase, async ({ params, body, caller, request }) => {
    await binder.rateLimit(...costly('purchase', request, caller, 120));
    return { data: await purchaseOffer(context, caller, params.id, body) };
  });
  bind(binder, offerEndpoints.settle, async ({ params, body, caller, request }) => {
    await binder.rateLimit(...costly('settle', request, caller, 120));
    return { data: await settleAuction(context, caller, params.id, body.to) };
  });
};
