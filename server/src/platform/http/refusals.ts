import type { FastifyInstance } from 'fastify';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from './app-error.ts';

/** The body of every error of the API. */
export const errorBodyOf = (failure: AppError) => ({
  statusCode: failure.status,
  error: STATUS_CODES[failure.status] ?? 'Error',
  message: failure.fields ?? failure.message,
  code: failure.code,
  ...(failure.work ? { work: failure.work } : {}),
});

const parserFailures: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError(431, 'request.headersTooLarge', 'The headers are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(408, 'request.timeout', 'The request did not arrive in time'),
};
const malformed = new AppError(400, 'request.malformed', 'The request could not be read');

/** Responds to requests that Node's HTTP parser rejects: Fastify's `clientErrorHandler`. */
export const refuseUnparsed =
  (headers: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const failure = parserFailures[error.code ?? ''] ?? malformed;
    const body = JSON.stringify(errorBodyOf(failure));
    const head = Object.entries(headersOf(headers, body)).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable)
      socket.write(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${head.join('')}\r\n${body}`);
    socket.destroySoon();
  };

/** Responds to `Expect` headers other than 100-continue, which Node rejects without a body. */
export const refuseExpectations = (app: FastifyInstance, headers: Record<string, string>): void => {
  const failure = new AppError(417, 'request.expectation', 'This expectation cannot be met');
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(errorBodyOf(failure));
    response.writeHead(417, headersOf(headers, body)).end(body);
  });
};

const headersOf = (headers: Record<string, string>, body: string) => ({
  ...headers,
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  connection: 'close',
});
