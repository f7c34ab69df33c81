import { onrampEndpoints } from '@skarb/schema/onramp';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { parse } from '../../platform/http/validate.ts';
import { ONRAMP_RETURN_PAGE, ONRAMP_RETURN_POLICY } from './onramp.page.ts';
import { createOrder, processWebhook, readSettings, RETURN_PATH } from './onramp.service.ts';
import { getOrder, listOrders } from './onramp.view.ts';

export const onrampRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { sql } = context.db;
  bind(binder, onrampEndpoints.settings, async () => ({ data: await readSettings(context) }));
  bind(binder, onrampEndpoints.create, async ({ caller, body }) => {
    await binder.rateLimit({ name: 'onramp', key: caller.uuid, max: 20, seconds: 600 });
    return { data: await createOrder(context, caller.uuid, body) };
  });
  bind(binder, onrampEndpoints.list, async ({ caller, query }) => listOrders(sql, caller.uuid, query));
  bind(binder, onrampEndpoints.show, async ({ caller, params }) => ({
    data: await getOrder(sql, caller.uuid, params.id),
  }));
  webhookRoute(binder, context);
  binder.app.get(RETURN_PATH, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', ONRAMP_RETURN_POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(ONRAMP_RETURN_PAGE),
  );
};

/** Does not use `bind`: the signature covers the exact bytes of the body. */
const webhookRoute = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const endpoint = onrampEndpoints.webhook;
  binder.endpoints.push(endpoint);
  void binder.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(`/api${endpoint.path.replace('{provider}', ':provider')}`, async (request, reply) => {
      const { provider } = parse(endpoint.params, request.params);
      try {
        const taken = await processWebhook(context, provider, String(request.body ?? ''), request.headers);
        if (taken === 'news') binder.publicCache.clear();
      } catch (error) {
        // Limits forged webhooks; the provider itself is never limited.
        if (error instanceof AppError && error.status === 401)
          await binder.rateLimit({ name: 'onramp-forged', key: networkOf(request), max: 60, seconds: 60 });
        throw error;
      }
      return reply.status(202).send();
    });
  });
};
