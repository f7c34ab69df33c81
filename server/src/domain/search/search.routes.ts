import { searchEndpoints } from '@skarb/schema/search';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { search } from './search.view.ts';

/** Five a second: somebody types slower, and the web app waits for a pause. */
const MAX = 300;

export const searchRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  bind(binder, searchEndpoints.find, async ({ query, caller, request }) => {
    await binder.rateLimit({ name: 'search', key: networkOf(request), max: MAX, seconds: 60 });
    return { data: await search(db.read, query.q, caller?.uuid) };
  });
};
