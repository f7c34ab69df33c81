import * as cartCalls from '@skarb/schema/calls/cart';
import type { CartLine } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import type { Offer } from '@skarb/schema/offer';
import { toBaseUnits } from '@skarb/schema/money';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/http/api.ts';
import type { Plan } from '../preflight/preflight.plans.ts';
import type { CartItem } from './cart.store.ts';

const AGAIN_MS = 15_000;

/** The sales of a cart as they are now. One's own trades read it again, as all that is private. */
export const cartQuery = (items: readonly CartItem[]) =>
  queryOptions({
    queryKey: ['private', 'cart', items.map(({ id, quantity }) => [id, quantity])],
    queryFn: async ({ signal }) => {
      const wanted = items.map(({ id, quantity }) => ({ offerUuid: id, quantity }));
      return (await call(cartCalls.quote, { body: { items: wanted }, signal })).data;
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });

/** A line that can be bought now. */
export type BuyableLine = CartLine & { offer: Offer };
export const canBuy = (line: CartLine): line is BuyableLine => line.offer !== null && line.refusal === null;

/** Buys the lines as they are shown. @param recipient receives the works; the buyer by default */
export const purchaseLines = (lines: readonly BuyableLine[], recipient: string | undefined) =>
  call(cartCalls.purchase, {
    body: {
      items: lines.map(({ offerUuid, quantity, offer }) => ({ offerUuid, quantity, price: offer.price })),
      ...(recipient && { recipient }),
    },
  });

/** Buying these lines as they are shown; null when there are none. */
export const cartPlan = (lines: readonly BuyableLine[], recipient: string | undefined): Plan | null => {
  const [first] = lines;
  if (!first) return null;
  return {
    key: ['cart', recipient, ...lines.map(({ offerUuid, quantity, offer }) => [offerUuid, quantity, offer.version])],
    networkUuid: first.offer.networkUuid,
    money: totalsOf(lines).map(({ currency, amount }) => ({
      currency,
      amount: toBaseUnits(amount, currency.decimals),
    })),
    steps: async () => (await purchaseLines(lines, recipient)).data.steps,
  };
};
