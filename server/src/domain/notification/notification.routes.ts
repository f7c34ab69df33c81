import { notificationEndpoints } from '@skarb/schema/notification';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly, networkOf } from '../../platform/http/rate-limit.ts';
import { askPage, donePage, PAGE_POLICY, invalidLinkPage } from './notification.page.ts';
import { changeSettings, read, readUnsubscribeToken, unsubscribe } from './notification.service.ts';
import { languageOf, listNotifications, listSettings } from './notification.view.ts';

export const notificationRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { db } = context;
  bind(binder, notificationEndpoints.list, async ({ query, caller }) => listNotifications(db.sql, caller.uuid, query));
  bind(binder, notificationEndpoints.read, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('read-notifications', request, caller, 120));
    return { data: { unreadItems: await read(context, caller.uuid, body.uuids) } };
  });
  bind(binder, notificationEndpoints.settings, async ({ caller }) => ({
    data: await listSettings(db.sql, caller.uuid),
  }));
  bind(binder, notificationEndpoints.changeSettings, async ({ body, caller, request }) => {
    await binder.rateLimit(...costly('notification-settings', request, caller, 120));
    return { data: await changeSettings(context, caller.uuid, body.settings) };
  });
  unsubscribeRoutes(binder, context);
};

/**
 * The unsubscribe link of a mail turns its kind off (RFC 8058). Mail programs post to it without a session; users open
 * it and press a button. GET changes nothing, because mail scanners open every link before the reader does.
 */
const unsubscribeRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const url = '/api/notification/unsubscribe';
  const tokenOf = ({ query }: FastifyRequest) => String((query as { token?: unknown }).token ?? '').slice(0, 500);
  void binder.app.register(async (pages) => {
    // Ignore the body: the URL has all that is needed.
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
    pages.addHook('onRequest', async (request, reply) => {
      await binder.rateLimit({ name: 'unsubscribe', key: networkOf(request), max: 60, seconds: 60 });
      reply
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8');
    });
    pages.get(url, async (request, reply) => {
      const what = readUnsubscribeToken(context.config, tokenOf(request));
      if (!what) return reply.status(404).send(invalidLinkPage());
      return reply.send(askPage(await languageOf(context.db.sql, what.userUuid), what.kind));
    });
    pages.post(url, async (request, reply) => {
      const done = await unsubscribe(context, tokenOf(request));
      if (!done) return reply.status(404).send(invalidLinkPage());
      return reply.send(donePage(done.language, done.kind, `${context.config.publicUrl}/settings#notifications`));
    });
  });
};
