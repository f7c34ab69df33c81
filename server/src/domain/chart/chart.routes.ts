import { chartEndpoints } from '@skarb/schema/chart';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { collectionChart, tokenChart } from './chart.view.ts';

export const chartRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, chartEndpoints.token, async ({ params, caller }) => ({
    data: await tokenChart(db.read, params.id, caller?.uuid),
  }));
  bind(binder, chartEndpoints.collection, async ({ params, query, caller }) => ({
    data: await collectionChart(db.read, params.id, query.range, caller?.uuid),
  }));
};
