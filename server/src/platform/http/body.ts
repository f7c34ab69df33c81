import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from './app-error.ts';

/** A head, and a body that is no form, have come by then. Forms with files have the request's whole time. */
const HEADERS_MS = 15_000;
const BODY_MS = 20_000;
/** Who was answered before their body had come has this long to read the answer; then the connection is closed. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Bounds what is read of a body. Its size is bounded where it is read (the body limit, multipart.ts); here are the rest:
 * one that comes too slowly is answered 408, and one that goes on after its answer is cut off, whatever its type.
 */
export const boundBodies = (app: FastifyInstance, { bodyMs = BODY_MS, lingerMs = LINGER_MS } = {}): void => {
  app.server.headersTimeout = HEADERS_MS;
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.raw.complete || /^multipart\//i.test(request.headers['content-type'] ?? '')) return payload;
    const timer = setTimeout(() => {
      // Whoever reads it hears of it as of a connection that broke.
      if (payload.listenerCount('error') > 0 && !reply.sent)
        payload.emit('error', new AppError(408, 'body.slow', 'The body took too long to come'));
    }, bodyMs);
    timer.unref();
    payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    return payload;
  });
  // Fastify closes the connection with the answer to a bad body. Whoever still sends would lose that answer by it, so the
  // close below takes its place.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.raw.complete) reply.removeHeader('connection');
    return payload;
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return;
      request.resume();
      const { socket } = request;
      const began = socket.bytesRead;
      const until = Date.now() + lingerMs;
      // Closing at once would take the answer from whoever still sends: the rest of a short body is let pass.
      const timer = setInterval(() => {
        if (request.complete || socket.destroyed) clearInterval(timer);
        // Timers come before reads in a turn of the event loop: after a stall, what waits on sockets goes first.
        else if (Date.now() > until || socket.bytesRead - began > LINGER_BYTES) setImmediate(() => socket.destroy());
      }, 50);
      timer.unref();
    });
  });
};
