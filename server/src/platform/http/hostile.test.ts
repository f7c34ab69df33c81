import { LANGUAGES } from '@skarb/schema/limits';
import Fastify from 'fastify';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBeside, startTestApi, type TestApi } from '../../testing.ts';
import { makeScratch, sweepScratch } from '../scratch.ts';
import { boundBodies } from './body.ts';
import { toAppError } from './failure.ts';
import { errorBodyOf } from './refusals.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ token } = await api.person());
});
afterAll(() => api?.stop());

/**
 * Sends a raw request to a server.
 * @param more data sent after the head repeatedly, until the server closes the connection or `most` bytes are sent
 * @returns the response, and the number of bytes sent before the server closed the connection; undefined if it never
 * did
 */
const talk = (url: string, head: string, more?: Buffer, most = 1_000_000_000) =>
  new Promise<{ status: number; text: string; sent: number | undefined }>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    let sent = 0;
    const end = (closedAfter: number | undefined) => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, sent: closedAfter });
    };
    const pump = () => {
      if (!more || socket.destroyed) return;
      if (sent >= most) return end(undefined);
      sent += more.length;
      if (socket.write(more)) setImmediate(pump);
    };
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('drain', pump);
    socket.on('error', () => {});
    socket.on('close', () => end(sent));
    socket.write(head);
    pump();
  });
const chunked = (text: Buffer) =>
  Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), text, Buffer.from('\r\n')]);
const endless = chunked(Buffer.alloc(256 * 1024, 'a'));

describe('a body without an end gets a response and is cut off', () => {
  const part = (head: string) => chunked(Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`));
  it.each<[string, string, string, Buffer, number]>([
    ['JSON', 'POST /api/auth/login', 'application/json', Buffer.alloc(0), 413],
    ['with an unknown content type', 'POST /api/auth/login', 'text/plain', Buffer.alloc(0), 415],
    ['for an unknown path', 'POST /api/nothing', 'application/json', Buffer.alloc(0), 413],
    ['for a call without a body', 'GET /api/category', 'application/json', Buffer.alloc(0), 200],
    [
      'a form that consists of its preamble',
      'POST /api/collection',
      'multipart/form-data; boundary=x',
      Buffer.alloc(0),
      413,
    ],
    [
      'a form with an endless file',
      'POST /api/collection',
      'multipart/form-data; boundary=x',
      part('name="file"; filename="a"'),
      413,
    ],
    [
      'a form with an endless file in an unknown field',
      'POST /api/collection',
      'multipart/form-data; boundary=x',
      part('name="other"; filename="a"'),
      413,
    ],
    [
      'a form with an endless field',
      'POST /api/collection',
      'multipart/form-data; boundary=x',
      part('name="name"'),
      413,
    ],
  ])('%s', async (_, target, type, first, status) => {
    const head = `${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answer = await talk(api.url, head + first.toString('latin1'), endless);
    expect(answer).toMatchObject({ status, sent: expect.any(Number) });
  });
});

it('a body that arrives too slowly gets a 408, and the connection is closed', async () => {
  const app = Fastify();
  boundBodies(app, { bodyMs: 50, lingerMs: 50 });
  app.setErrorHandler((error, _request, reply) => {
    const failure = toAppError(error);
    return reply.status(failure.status).send(errorBodyOf(failure));
  });
  app.post('/', async () => 'never');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await talk(
    url,
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  expect(answer).toMatchObject({ status: 408, text: expect.stringContaining('"code":"body.slow"') });
  await app.close();
});

describe('the target of a request', () => {
  const targets: [string, string][] = [
    ...[
      '//',
      '///',
      '//[',
      '//:0',
      '//a@b:c/',
      '/%',
      '/%00',
      '/%ff',
      '/%E0%A4%A',
      '/\\',
      '/?%',
      '/;',
      '/..//..',
      '*',
    ].map((target): [string, string] => [target, target]),
    ['64 kB of path', `/${'a'.repeat(65_000)}`],
    ['12 kB of path', `/${'a'.repeat(12_000)}`],
    ['12 kB of slashes', '/'.repeat(12_000)],
    ['an address', 'http://other.example/'],
    ['an address without a path', 'http://other.example'],
    ['an address with a query alone', 'http://other.example?a'],
    ['an address that is none', 'http://['],
    ['another scheme', 'ftp://x/'],
    ['no slash', 'api/health'],
    ['a host and port', 'x:443'],
  ];
  let pages: TestApi;
  let dist: string;
  beforeAll(async () => {
    // A web app whose renderer parses the URL like the real one.
    dist = await mkdtemp(join(tmpdir(), 'skarb-dist-'));
    await mkdir(join(dist, 'dist', 'client', 'assets'), { recursive: true });
    await mkdir(join(dist, 'dist', 'server'), { recursive: true });
    for (const language of LANGUAGES) await mkdir(join(dist, 'locales', language, 'common'), { recursive: true });
    await writeFile(join(dist, 'dist', 'client', 'manifest.json'), '{}');
    await writeFile(join(dist, 'dist', 'client', 'index.html'), '<html lang="%lang%"><!--app--></html>');
    await writeFile(
      join(dist, 'dist', 'server', 'entry-server.js'),
      `export const render = async ({ url, origin }) => (new URL(url, origin), { kind: 'none' });`,
    );
    pages = await startTestApi({ WEB_DIST: join(dist, 'dist') });
  });
  afterAll(async () => {
    await pages?.stop();
    await rm(dist, { recursive: true });
  });

  it.each(targets)('%s never answers 500', async (_, target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'CONNECT'])
      for (const url of [api.url, pages.url]) {
        const { status } = await talk(url, `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
        // CONNECT gets no response: the connection is closed.
        expect(
          method === 'CONNECT' ? [0, 400, 431] : [200, 204, 302, 400, 404, 405, 414, 431],
          `${method} ${target.slice(0, 40)}`,
        ).toContain(status);
      }
  });

  it.each([
    'htHp://[::1/',
    'http://[::1/',
    'HTTPS://[',
    'http://',
    'http://a:99999/',
    'ftp://x/',
    'ftp://[',
    'a://b:c/',
    'x:443',
    '[::1:443',
    'mailto:x',
    'foo',
    '?a',
    '*',
  ])('%s, neither a path nor a valid URL, answers 400 with a code', async (target) => {
    for (const url of [api.url, pages.url])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
        const answer = await talk(url, `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
        expect(answer, method).toMatchObject({
          status: 400,
          text: expect.stringContaining(method === 'HEAD' ? '' : '"code":"request.malformed"'),
        });
      }
  });

  it('in absolute form with any host addresses its path', async () => {
    const { text } = await talk(
      api.url,
      'GET http://other.example/api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a failed write', () => {
  it.runIf(existsSync('/dev/full'))('for want of room is a 507 with words', async () => {
    const error = await writeFile('/dev/full', 'x').catch((failure: unknown) => failure);
    expect(toAppError(error)).toMatchObject({ status: 507, code: 'storage.full', retryAfterSeconds: 60 });
  });

  it("on PostgreSQL's full disk is a 507, and the database does not count as unavailable", () => {
    expect(toAppError(Object.assign(new Error('disk'), { code: '53100' }))).toMatchObject({ code: 'storage.full' });
  });

  it('on a read-only database is a 503 with Retry-After, and reads still work', async () => {
    const readOnly = await startTestApi(async ({ databaseUrl }) => ({
      DATABASE_URL: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}default_transaction_read_only=on`,
    }));
    const answer = await readOnly.call('POST', '/auth/login', {
      body: { email: 'a@example.org', password: 'correct horse' },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage.readOnly' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await readOnly.call('GET', '/category')).status).toBe(200);
    await readOnly.stop();
  });
});

it('folders left by killed servers are deleted, recent ones stay', async () => {
  const root = await mkdtemp(join(tmpdir(), 'skarb-sweep-'));
  const [old, fresh] = [await makeScratch(root), await makeScratch(root)];
  await writeFile(join(old.path, 'file'), 'x');
  await mkdir(join(root, 'somebody-elses'));
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const path of [old.path, join(root, 'somebody-elses')]) await utimes(path, long, long);
  expect(await sweepScratch(root)).toBe(1);
  expect((await readdir(root)).toSorted()).toEqual([fresh.path.slice(root.length + 1), 'somebody-elses'].toSorted());
  await rm(root, { recursive: true });
});

it('a server deletes them when it starts', async () => {
  const left = await makeScratch();
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left.path, long, long);
  const server = await startBeside(api);
  try {
    await expect.poll(() => existsSync(left.path), { timeout: 30_000 }).toBe(false);
  } finally {
    await server.stop();
    await left.dispose();
  }
});
