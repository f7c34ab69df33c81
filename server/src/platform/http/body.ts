import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from './app-error.ts';

/** Time limits for the headers, and for a body that is not a form. Forms with files have the request's whole time. */
const HEADERS_MS = 15_000;
const BODY_MS = 20_000;
/**
 * After a response that precedes the body's end, the connection stays open this long so that the client can read it.
 */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Limits the time of request bodies; the size is limited where they are read (body limit, multipart.ts). A body that
 * arrives too slowly gets a 408; a body that continues after its response is cut off, whatever its type.
 */
export const boundBodies = (app: FastifyInstance, { bodyMs = BODY_MS, lingerMs = LINGER_MS } = {}): void => {
  app.server.headersTimeout = HEADERS_MS;
  app.addHook('preParsing', async (request, reply, payload) => {
    // Nobody reads the body of a GET. The timer of one inside the process, which never ends, would hold its answer.
    if (request.method === 'GET' || request.raw.complete || /^multipart\//i.test(request.headers['content-type'] ?? ''))
      return payload;
    const timer = setTimeout(() => {
      // The reader of the stream gets this error like that of a broken connection.
      if (payload.listenerCount('error') > 0 && !reply.sent)
        payload.emit('error', new AppError(408, 'body.slow', 'The body took too long to come'));
    }, bodyMs);
    timer.unref();
    payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    return payload;
  });
  // Fastify closes the connection together with its response to a bad body. A client that still sends would lose the
  // response, so the code below closes the connection later.
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
      // An immediate close would lose the response for a client that still sends: the rest of a short body is
      // discarded.
      const timer = setInterval(() => {
        if (request.complete || socket.destroyed) clearInterval(timer);
        // Timers run before reads in the event loop: after a stall, data already on the socket is read first.
        else if (Date.now() > until || socket.bytesRead - began > LINGER_BYTES) setImmediate(() => socket.destroy());
      }, 50);
      timer.unref();
    });
  });
};
