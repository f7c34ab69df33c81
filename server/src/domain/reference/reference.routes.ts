import { referenceEndpoints } from '@skarb/schema/reference';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { listCategories, listCurrencies, listNetworks } from './reference.view.ts';

export const referenceRoutes = (binder: Binder, { config, db }: Pick<Context, 'config' | 'db'>): void => {
  bind(binder, referenceEndpoints.categories, ({ query }) => listCategories(db.read, query));
  bind(binder, referenceEndpoints.currencies, ({ query }) => listCurrencies(db.read, query));
  bind(binder, referenceEndpoints.networks, ({ query }) => listNetworks(db.read, config, query));
};
