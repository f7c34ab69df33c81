import { collectionEndpoints } from '@skarb/schema/collection';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { listTrending } from './trending.view.ts';

export const trendingRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, collectionEndpoints.trending, ({ query }) => listTrending(db.read, query));
};
