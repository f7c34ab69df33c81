import { endpoint } from '@skarb/schema/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { tooMany } from './app-error.ts';
import { bind } from './bind.ts';
import { createTestHttp } from './testing-http.ts';

let http: Awaited<ReturnType<typeof createTestHttp>>;
let isDown = false;
let reads = 0;
const list = endpoint({
  method: 'GET',
  path: '/list/{id}',
  access: 'optional',
  summary: 'a test',
  params: z.object({ id: z.string().max(3) }),
  query: z.object({ kind: z.union([z.string(), z.array(z.string())]).optional(), page: z.coerce.number().default(1) }),
  response: z.object({ text: z.string() }),
});
const own = endpoint({ method: 'GET', path: '/own', access: 'user', summary: 'a test', response: z.string() });

beforeAll(async () => {
  http = await createTestHttp({
    sql: (async () => {
      if (isDown) throw Object.assign(new Error('none'), { code: 'ECONNREFUSED' });
      return [];
    }) as never,
    mediaUrl: 'http://media.test',
  });
  bind(http, list, async ({ params, query, request, caller }) => {
    reads++;
    if (isDown) throw Object.assign(new Error('none'), { code: 'ECONNREFUSED' });
    if (params.id === 'no') throw tooMany(7);
    if (params.id === 'bug') throw new Error('a secret');
    return { text: JSON.stringify([params, query, request.ip, caller ?? null]) };
  });
  bind(http, own, async () => 'own');
});
afterAll(() => http?.app.close());

const inside = (id: string, query: Record<string, string | string[]> = {}) =>
  http.readAs({ ip: '127.0.0.1' })('/list/{id}', { params: { id }, query });

it.each([
  ['a', '', {}],
  ['a', '?page=2&kind=x', { page: '2', kind: 'x' }],
  ['a', '?kind=x&kind=y', { kind: ['x', 'y'] }],
  ['long', '', {}],
  ['a', '?page=x', { page: 'x' }],
  ['no', '', {}],
  ['bug', '', {}],
])('a read of %s%s inside the process gets what a request gets', async (id, text, query) => {
  const asked = await http.app.inject({ url: `/api/list/${id}${text}`, remoteAddress: '127.0.0.1' });
  http.publicCache.clear();
  const read = await inside(id, query);
  expect([read.status, JSON.parse(read.text)]).toEqual([asked.statusCode, asked.json()]);
  expect(read.retryAfter).toBe(asked.headers['retry-after']);
  expect(read.text).not.toContain('secret');
});

it('reads at the same time are one read', async () => {
  http.publicCache.clear();
  const before = reads;
  await Promise.all(['a', 'a', 'a'].map((id) => inside(id)));
  expect(reads).toBe(before + 1);
});

it('a read that needs an account is none', async () => {
  expect(await http.readAs({ ip: '127.0.0.1' })('/own', { params: {}, query: {} })).toMatchObject({ status: 500 });
});

it('while the database is unavailable, the first failure keeps the others from it', async () => {
  http.publicCache.clear();
  isDown = true;
  const before = reads;
  for (let round = 0; round < 3; round++) expect(await inside('a')).toMatchObject({ status: 503 });
  expect(reads).toBe(before + 1);
  isDown = false;
});
