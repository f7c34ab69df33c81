import { priceEndpoints } from '@skarb/schema/price';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { pricesOf } from './price.view.ts';

export const priceRoutes = (binder: Binder, { config }: Pick<Context, 'config'>): void => {
  // The settings were read when the server started, and stand until it starts again.
  const prices = pricesOf(config.price, new Date());
  bind(binder, priceEndpoints.show, async () => ({ data: prices }));
};
