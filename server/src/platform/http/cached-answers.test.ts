import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '@skarb/schema/endpoint';
import { tooMany } from './app-error.ts';
import { createTestHttp } from './testing-http.ts';
import { bind } from './bind.ts';
import { createPublicCache } from './public-cache.ts';

let http: Awaited<ReturnType<typeof createTestHttp>>;
let port: number;
/** Requests that reached Fastify. */
let routed = 0;

const item = (path: string, access: 'public' | 'optional') =>
  endpoint({
    method: 'GET',
    path,
    access,
    summary: 'a test',
    params: z.object({ id: z.string() }),
    response: z.object({ text: z.string() }),
  });

beforeAll(async () => {
  http = await createTestHttp({
    sql: (async () => []) as never,
    authenticate: async () => ({ uuid: 'u', role: 'USER', session: 's' }),
    hstsSeconds: 60,
    mediaUrl: 'http://media.test',
  });
  http.app.addHook('onRequest', async () => void routed++);
  for (const [path, access] of [
    ['/open/{id}', 'public'],
    ['/either/{id}', 'optional'],
  ] as const)
    bind(http, item(path, access), async ({ params, caller }) => ({
      text: `${params.id} ${caller ? 'somebody' : 'nobody'} ${'x'.repeat(Number(params.id) || 0)}`,
    }));
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = http.app.server.address() as { port: number });
});
afterAll(() => http?.app.close());
beforeEach(() => {
  http.publicCache.clear();
  routed = 0;
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const { date: _d, 'content-length': _l, 'transfer-encoding': _t, ...rest } = response.headers;
          resolve({ status: response.statusCode ?? 0, headers: rest, body: Buffer.concat(parts) });
        });
    })
      .on('error', reject)
      .end();
  });

/** The response of Fastify, and the one from the cache: requests again until one comes within the cache's second. */
const both = async (path: string, headers: Record<string, string> = {}): Promise<{ made: Answer; cached: Answer }> => {
  for (let tries = 0; tries < 20; tries++) {
    http.publicCache.clear();
    const made = await get(path, headers);
    const before = routed;
    const cached = await get(path, headers);
    if (routed === before) return { made, cached };
  }
  throw new Error('no response came from the cache');
};
const sorted = ({ headers }: Answer) => ({
  ...headers,
  vary: [...new Set(String(headers.vary).toLowerCase().split(/,\s*/))].toSorted(),
});

it('a response that one caller has no right to ask for any more is computed for those who wait with them', async () => {
  const cache = createPublicCache();
  let made = 0;
  const refused = cache.once('list', () => Promise.reject(tooMany(60)));
  const others = [1, 2].map(() => cache.once('list', async () => ++made));
  await expect(refused).rejects.toMatchObject({ status: 429 });
  expect((await Promise.all(others)).map(({ body }) => String(body))).toEqual(['1', '1']);
});

it('responses leave the cache when all together are too long, the oldest first', async () => {
  const cache = createPublicCache((text) => text as string, 60_000);
  const answer = async () => 'x'.repeat(3 * 2 ** 20);
  const about = { vary: '', route: '' };
  for (const key of ['a', 'b', 'c', 'd']) {
    await cache.once(key, answer);
    cache.remember(key, `/${key}`, about);
  }
  let made = 0;
  for (const key of ['d', 'c', 'b', 'a'])
    await cache.once(key, () => {
      made++;
      return answer();
    });
  expect(made).toBe(2);
});

describe('a response from the cache', () => {
  it.each([
    ['of a public call', '/api/open/5', {}],
    ['of a call that also knows its caller', '/api/either/5', {}],
    ['compressed with brotli', '/api/open/5000', { 'accept-encoding': 'gzip, deflate, br' }],
    ['compressed with gzip', '/api/open/5000', { 'accept-encoding': 'gzip' }],
    ['too small to be compressed', '/api/open/5', { 'accept-encoding': 'br' }],
  ])('%s equals the one that Fastify sends', async (_what, path, headers) => {
    const { made, cached } = await both(path, headers);
    expect(sorted(cached)).toEqual(sorted(made));
    const encoding = String(made.headers['content-encoding']);
    const textOf = ({ body }: Answer) =>
      encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(textOf(cached).toString()).toBe(textOf(made).toString());
  });

  it('is a 304 for a client that has it', async () => {
    const etag = String((await get('/api/open/5')).headers.etag);
    const { made, cached } = await both('/api/open/5', { 'if-none-match': etag });
    expect([made.status, cached.status, cached.body.length]).toEqual([304, 304, 0]);
    expect(sorted(cached)).toEqual(sorted(made));
  });

  it('is counted in the metrics', async () => {
    const counted = async () =>
      Number(
        /_count\{method="GET",route="\/api\/open\/:id",status="200"\} (\d+)/.exec(
          await http.metrics.registry.metrics(),
        )?.[1] ?? 0,
      );
    await get('/api/open/5');
    const before = await counted();
    await both('/api/open/5');
    expect(await counted()).toBeGreaterThanOrEqual(before + 2);
  });

  it('is never given to a caller with an access token, nor to the media host, nor for another method', async () => {
    await both('/api/either/5');
    const own = await get('/api/either/5', { authorization: 'Bearer t' });
    expect(own.body.toString()).toContain('somebody');
    await both('/api/open/5');
    expect((await get('/api/open/5', { host: 'media.test' })).status).toBe(404);
    await both('/api/open/5');
    expect((await get('/api/open/5', {}, 'DELETE')).status).toBe(404);
  });
});
