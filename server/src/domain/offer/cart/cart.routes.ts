import { cartEndpoints } from '@skarb/schema/cart';
import type { Context } from '../../../context.ts';
import { bind, type Binder } from '../../../platform/http/bind.ts';
import { costly } from '../../../platform/http/rate-limit.ts';
import { purchaseCart, quoteCart } from './cart.service.ts';

export const cartRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  bind(binder, cartEndpoints.quote, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('cart-quote', request, caller, 120));
    return { data: await quoteCart(context, caller, body) };
  });
  // Each item asks the chain.
  bind(binder, cartEndpoints.purchase, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('cart', request, caller, 60));
    return { data: await purchaseCart(context, caller, body) };
  });
};
