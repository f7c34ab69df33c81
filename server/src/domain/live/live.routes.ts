import { eventEndpoints } from '@skarb/schema/event';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany, unauthorized } from '../../platform/http/app-error.ts';
import type { Binder, Caller } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { parse } from '../../platform/http/validate.ts';
import { eventText, type Hub, type Listener } from './live.hub.ts';

const HEARTBEAT_MS = 20_000;
/** The most bytes buffered for a slow client before it is disconnected. */
const WAITING_MAX = 256 * 1024;

/**
 * GET /events. The bearer token is in its header, as with every call: URLs end up in logs, so they contain no token.
 * Browsers read the stream with `fetch`; an anonymous `EventSource` works as well.
 * @param options.authenticate checks a bearer token again while the stream lasts: it ends with the session
 */
export const liveRoutes = (
  binder: Binder,
  hub: Hub,
  {
    authenticate,
    heartbeatMs = HEARTBEAT_MS,
  }: { authenticate: (token: string) => Promise<Caller>; heartbeatMs?: number },
): void => {
  const endpoint = eventEndpoints.listen;
  binder.endpoints.push(endpoint);
  binder.app.addHook('preClose', async () => hub.close());
  binder.app.get(`/api${endpoint.path}`, async (request: FastifyRequest, reply: FastifyReply) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (request.headers.authorization && !request.caller) throw unauthorized(request.tokenError);
    const query = parse(endpoint.query, request.query);
    const { raw } = reply;
    const listener: Listener = {
      userUuid: request.caller?.uuid,
      networkAddress: networkOf(request),
      watched: new Set([
        ...[query.offerUuid, query.tokenUuid, query.collectionUuid].flatMap((some) => some ?? []),
        // Named so by the property store.
        ...(query.propertiesOf ?? []).map((uuid) => `properties ${uuid}`),
        // Named so by the trigger note_activity.
        ...(query.activity ? ['activity'] : []),
      ]),
      recentMs: query.recentMs ?? 0,
      send: (text) => {
        raw.write(text);
        return !raw.destroyed && raw.writableLength < WAITING_MAX;
      },
      end: () => {
        // Do not wait for a slow client.
        if (raw.writableLength >= WAITING_MAX) raw.destroy();
        else raw.end();
      },
    };
    const leave = hub.join(listener);
    if (!leave) throw tooMany(30);
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // No caching, compression or buffering on the way.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Authorization',
    });
    raw.write(`retry: 2000\n${eventText('ready', {})}`);
    hub.giveRecent(listener);
    const heartbeat = setInterval(() => {
      if (!listener.send(': \n\n')) return listener.end();
      if (token) authenticate(token).catch((error) => (error as { status?: number }).status === 401 && listener.end());
    }, heartbeatMs);
    raw.on('close', () => {
      clearInterval(heartbeat);
      leave();
      // A client that left keeps its socket half open, which would delay the server's shutdown.
      if (!raw.writableFinished) request.raw.socket.destroy();
    });
    raw.on('error', () => {});
  });
};
