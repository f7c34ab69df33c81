import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestHttp } from './testing-http.ts';

let http: Awaited<ReturnType<typeof createTestHttp>>;
let port: number;
let failed: () => void;
const failure = new Promise<void>((resolve) => (failed = resolve));

beforeAll(async () => {
  // Its database always fails: the gate stays shut once it is shut.
  http = await createTestHttp();
  http.app.addHook('onError', async () => failed());
  http.app.post('/api/echo', async () => ({}));
  http.app.get('/api/deadlock', async () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  http.app.get('/api/echo/:id', async () => ({ ok: true }));
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = http.app.server.address() as { port: number });
});
afterAll(() => http?.app.close());

/** Sends bytes over a plain socket. @returns everything received until the server closes */
const send = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  await once(socket, 'close');
  return heard;
};

const HOST = 'host: localhost\r\nconnection: close\r\n';

it.each([
  ['a request line that is not HTTP', 'NONSENSE\r\n\r\n', 400, 'request.malformed'],
  [
    'two content-lengths',
    `POST /api/echo HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
    400,
    'request.malformed',
  ],
  [
    'headers without end',
    `GET /api/echo/1 HTTP/1.1\r\n${HOST}a: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'request.headersTooLarge',
  ],
  ['an unknown Expect header', `GET /api/echo/1 HTTP/1.1\r\n${HOST}expect: banana\r\n\r\n`, 417, 'request.expectation'],
  ['a path that cannot be decoded', `GET /api/echo/%ff HTTP/1.1\r\n${HOST}\r\n`, 400, 'request.malformed'],
])('%s is refused with an error of the API', async (_what, request, status, code) => {
  const answer = await send(request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object;
  expect(body).toEqual({ statusCode: status, error: expect.any(String), message: expect.any(String), code });
});

it('a client that disconnects in the middle of a body does not shut the database gate', async () => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `POST /api/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"`,
    );
    http.app.server.once('request', () => socket.destroy());
  });
  await failure;
  expect(await send(`GET /api/echo/1 HTTP/1.1\r\n${HOST}\r\n`)).toContain('200 OK');
});

it('a call that PostgreSQL aborted because of a deadlock gets a 503 with Retry-After', async () => {
  const answer = await send(`GET /api/deadlock HTTP/1.1\r\n${HOST}\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toContain('"code":"database.slow"');
  expect(answer).toContain('retry-after: 2');
});
