import { priceEndpoints } from '@skarb/schema/price';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { readNewestPrices } from './price.view.ts';

export const priceRoutes = (binder: Binder, context: Pick<Context, 'db' | 'config'>): void => {
  bind(binder, priceEndpoints.show, async () => ({ data: await readNewestPrices(context) }));
};
