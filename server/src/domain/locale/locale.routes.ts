import { pathTo } from '@skarb/schema/endpoint';
import { localeEndpoints } from '@skarb/schema/locale';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { reportMissing } from './locale.service.ts';
import { listMissingWords } from './locale.view.ts';

const PATH = '/locales/add/:lng/:ns';

/** The report of missing keys. The web app sends it beside the language files, at /locales, outside the API's base. */
export const localeRoutes = (binder: Binder, { db }: Pick<Context, 'db'>): void => {
  const { app } = binder;
  const { params: known } = localeEndpoints.reportMissing;
  // An unknown language or namespace is a 404, whatever the body.
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.url?.endsWith(PATH) && !known.safeParse(request.params).success)
      throw new AppError(404, 'locale.notFound', 'There is no such language file');
  });
  bind(binder, localeEndpoints.reportMissing, async ({ params, body, request }) => {
    await binder.rateLimit({ name: 'missing-word', key: networkOf(request), max: 60, seconds: 60 });
    await reportMissing({ db }, { language: params.lng, namespace: params.ns, words: body });
  });
  bind(binder, localeEndpoints.missing, async ({ query }) => listMissingWords(db.sql, query));
  app.post(PATH, async (request, reply) => {
    const { lng, ns } = request.params as Record<'lng' | 'ns', string>;
    const answer = await app.inject({
      method: 'POST',
      url: `/api${pathTo(localeEndpoints.reportMissing, { lng, ns })}`,
      remoteAddress: request.ip,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(request.body ?? {}),
    });
    const retryAfter = answer.headers['retry-after'];
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    reply.status(answer.statusCode).header('cache-control', 'no-store');
    return answer.statusCode === 204 ? reply.send() : reply.type('application/json').send(answer.payload);
  });
};
