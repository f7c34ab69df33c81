import { eventEndpoints } from '@skarb/schema/event';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany, unauthorized } from '../../platform/http/app-error.ts';
import type { Binder, Caller } from '../../platform/http/bind.ts';
import { placeOf } from '../../platform/http/rate-limit.ts';
import { parse } from '../../platform/http/validate.ts';
import { eventText, type Hub, type Listener } from './event.hub.ts';

const BEAT_MS = 20_000;
/** What may wait for a slow reader before he is let go, in bytes. */
const WAITING_MAX = 256 * 1024;

/**
 * GET /events. The bearer token comes in its header, as with every call: addresses land in logs, so no token and no
 * ticket may stand in one. Browsers read the stream by `fetch`; an anonymous `EventSource` works as well.
 * @param options.authenticate reads a bearer token again while the stream lasts: an ended session hears nothing more
 */
export const eventRoutes = (
  binder: Binder,
  hub: Hub,
  { authenticate, beatMs = BEAT_MS }: { authenticate: (token: string) => Promise<Caller>; beatMs?: number },
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
      place: placeOf(request),
      watched: new Set([query.offerUuid, query.tokenUuid, query.collectionUuid].flatMap((some) => some ?? [])),
      send: (text) => {
        raw.write(text);
        return !raw.destroyed && raw.writableLength < WAITING_MAX;
      },
      end: () => {
        // What a slow reader has not taken is not waited for.
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
      // Neither kept nor packed nor held back by anything on its way.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Authorization',
    });
    raw.write(`retry: 2000\n${eventText('ready', {})}`);
    const beat = setInterval(() => {
      if (!listener.send(': \n\n')) return listener.end();
      if (token) authenticate(token).catch((error) => (error as { status?: number }).status === 401 && listener.end());
    }, beatMs);
    raw.on('close', () => {
      clearInterval(beat);
      leave();
      // Who went away leaves his socket half open, which would hold up the server's own end.
      if (!raw.writableFinished) request.raw.socket.destroy();
    });
    raw.on('error', () => {});
  });
};
