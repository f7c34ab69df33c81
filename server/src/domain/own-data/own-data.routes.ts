import { ownDataEndpoints } from '@skarb/schema/own-data';
import type { RouteOptions } from 'fastify';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly, networkOf } from '../../platform/http/rate-limit.ts';
import { parse } from '../../platform/http/validate.ts';
import { clientOf } from '../auth/device.ts';
import { keepAccount, readDeletion, requestDeletion } from './deletion.service.ts';
import { openExport, requestExport } from './export.service.ts';

export const ownDataRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { rateLimit } = binder;

  bind(binder, ownDataEndpoints.requestExport, async ({ caller, request }) => ({
    data: await requestExport(context, caller, { client: clientOf(request), rateLimit }),
  }));

  const { download } = ownDataEndpoints;
  binder.endpoints.push(download);
  binder.app.route({
    method: 'GET',
    url: `/api${download.path.replace('{secret}', ':secret')}`,
    // A HEAD request must not use the link up.
    exposeHeadRoute: false,
    compress: false,
    handler: async (request, reply) => {
      await rateLimit({ name: 'export-open', key: networkOf(request), max: 30, seconds: 60 });
      const { secret } = parse(download.params, request.params);
      const zip = await openExport(context, secret);
      reply.raw.once('close', () => zip.destroy());
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="skarb-${day}.zip"`,
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(zip);
    },
  } as RouteOptions);

  bind(binder, ownDataEndpoints.deletion, async ({ caller }) => ({ data: await readDeletion(context, caller.uuid) }));
  bind(binder, ownDataEndpoints.requestDeletion, async ({ caller, request }) => {
    await rateLimit(...costly('deletion', request, caller, 10));
    return { data: await requestDeletion(context, caller, clientOf(request)) };
  });
  bind(binder, ownDataEndpoints.keepAccount, async ({ caller }) => keepAccount(context, caller.uuid));
};
