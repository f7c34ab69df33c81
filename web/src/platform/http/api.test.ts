import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi, queryText, type TokenSource } from './api.ts';
import { ApiError, messagesOf } from './api-error.ts';

type Answer = { status: number; body?: string; headers?: Record<string, string>; hangs?: boolean };
let answers: Answer[];
let seen: { method?: string; url?: string; authorization?: string; work?: string; body: string }[];
let server: Server;
let origin: string;

beforeEach(async () => {
  answers = [];
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { authorization, 'skarb-work': work } = request.headers;
      seen.push({ method: request.method, url: request.url, authorization, work: work as string | undefined, body });
      const answer = answers.shift() ?? { status: 500 };
      if (answer.hangs) return;
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const apiWith = (source?: TokenSource) =>
  createApi(
    (path, init) => fetch(origin + path, init),
    () => source,
  );
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as ApiError,
  );

it('asks below /api, repeats a filter of several values, leaves out what is not set', async () => {
  answers = [{ status: 200, body: '{"data":[1]}' }];
  const answer = await apiWith().get('/token', {
    query: { categoryUuid: ['a', 'b'], page: 2, search: '', type: undefined },
  });
  expect(answer).toEqual({ data: [1] });
  expect(seen[0]?.url).toBe('/api/token?categoryUuid=a&categoryUuid=b&page=2');
  expect(queryText()).toBe('');
});

it('lists the constraint messages of every refused field, and names each field’s first', async () => {
  const message = [
    { property: 'name', constraints: { isNotEmpty: 'required' } },
    { property: 'royalty', constraints: { max: 'at most 50', step: 'at most two decimals' } },
  ];
  answers = [
    { status: 400, body: JSON.stringify({ statusCode: 400, error: 'Bad Request', message, code: 'request.invalid' }) },
  ];
  const error = await failure(apiWith().post('/token', { body: {} }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.messages).toEqual(['required', 'at most 50', 'at most two decimals']);
  expect(error.fields).toEqual({ name: 'required', royalty: 'at most 50' });
  expect(error.code).toBe('request.invalid');
});

it('shows a single message as it is', async () => {
  answers = [{ status: 409, body: JSON.stringify({ statusCode: 409, message: 'Sold already', code: 'offer.sold' }) }];
  expect((await failure(apiWith().get('/offer/1'))).messages).toEqual(['Sold already']);
});

it.each([[null], [{}], ['text'], [[1]], [{ message: 7 }], [{ message: [1, null, { constraints: 'x' }] }]])(
  'gives an empty list for any other shape: %j',
  (body) => {
    expect(messagesOf(body)).toEqual({ messages: [], fields: {}, complaints: [] });
  },
);

it('takes an error page that is no JSON for an error without words', async () => {
  answers = [{ status: 502, body: '<html>', headers: { 'retry-after': '7' } }];
  const error = await failure(apiWith().get('/token'));
  expect([error.status, error.code, error.messages, error.retryAfter]).toEqual([502, 'http.502', [], 7]);
});

it('renews the token once after a 401 and repeats the call with the new one', async () => {
  const refresh = vi.fn(async () => 'new');
  answers = [{ status: 401 }, { status: 200, body: '{"data":"me"}' }];
  expect(await apiWith({ get: () => 'old', refresh }).get('/auth/me')).toEqual({ data: 'me' });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect(refresh).toHaveBeenCalledOnce();
});

it('gives up after one renewal', async () => {
  answers = [{ status: 401 }, { status: 401 }];
  expect((await failure(apiWith({ get: () => 'old', refresh: async () => 'new' }).get('/auth/me'))).status).toBe(401);
  expect(seen).toHaveLength(2);
});

it('asks for one new token when two calls fail at once', async () => {
  let token = 'old';
  const refresh = vi.fn(async () => {
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    return (token = 'new');
  });
  answers = [{ status: 401 }, { status: 401 }, { status: 200, body: '{}' }, { status: 200, body: '{}' }];
  const api = apiWith({ get: () => token, refresh });
  await Promise.all([api.get('/a'), api.get('/b')]);
  expect(refresh).toHaveBeenCalledOnce();
});

it('does not renew anything for a visitor', async () => {
  const refresh = vi.fn(async () => 'new');
  answers = [{ status: 401 }];
  await failure(apiWith({ get: () => null, refresh }).get('/auth/me'));
  expect(refresh).not.toHaveBeenCalled();
});

it('says that the server did not answer in time, apart from not reaching it', async () => {
  answers = [{ status: 200, hangs: true }];
  expect((await failure(apiWith().get('/token', { timeoutMs: 60 }))).code).toBe('timeout');
  server.closeAllConnections();
  server.close();
  const error = await failure(apiWith().get('/token'));
  expect([error.status, error.code, error.isPassing]).toEqual([0, 'network', true]);
});

it('reads nothing from a 204', async () => {
  answers = [{ status: 204 }];
  expect(await apiWith().del('/token/1/favorite')).toBeUndefined();
});

const STEP_UP = {
  status: 403,
  body: JSON.stringify({ statusCode: 403, message: 'Confirm', code: 'auth.stepUpRequired' }),
};

it('asks for a proof where the server wants one, and sends the same call again with the token of now', async () => {
  answers = [STEP_UP, { status: 200, body: '{"data":1}' }];
  let token = 'before';
  const api = createApi(
    (path, init) => fetch(origin + path, init),
    () => ({ get: () => token, refresh: async () => null }),
    () => async () => {
      token = 'after';
      return true;
    },
  );
  expect(await api.put('/auth/profile', { body: { email: 'new@example.org' } })).toEqual({ data: 1 });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer before', 'Bearer after']);
  expect(seen[1]?.body).toBe(seen[0]?.body);
});

it('fails as the server said where the person gives no proof', async () => {
  answers = [STEP_UP];
  const api = createApi(
    (path, init) => fetch(origin + path, init),
    () => undefined,
    () => async () => false,
  );
  expect(await failure(api.del('/auth/phone'))).toMatchObject({ status: 403, code: 'auth.stepUpRequired' });
  expect(seen).toHaveLength(1);
});

const SLOW_DOWN = {
  status: 429,
  headers: { 'retry-after': '8' },
  body: JSON.stringify({
    statusCode: 429,
    message: 'Too many tries',
    code: 'auth.slowDown',
    work: { challenge: 'a.b', bits: 15 },
  }),
};
const apiWithWork = (doWork: (work: { challenge: string }) => Promise<string | null>) =>
  createApi(
    (path, init) => fetch(origin + path, init),
    () => undefined,
    () => undefined,
    () => doWork,
  );

it('does the work that the server asks for, and sends the same call again with it', async () => {
  answers = [SLOW_DOWN, { status: 200, body: '{"data":1}' }];
  const doWork = async ({ challenge }: { challenge: string }) => `${challenge}.7`;
  expect(await apiWithWork(doWork).post('/auth/login', { body: { email: 'ann@example.org' } })).toEqual({ data: 1 });
  expect(seen.map(({ work }) => work)).toEqual([undefined, 'a.b.7']);
  expect(seen[1]?.body).toBe(seen[0]?.body);
});

it('fails with the time to wait where the work is stopped, or was asked for three times in vain', async () => {
  answers = [SLOW_DOWN];
  const stopped = await failure(apiWithWork(async () => null).post('/auth/login', { body: {} }));
  expect(stopped).toMatchObject({ status: 429, code: 'auth.slowDown', retryAfter: 8 });
  expect(seen).toHaveLength(1);
  answers = [SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, SLOW_DOWN];
  const refused = await failure(apiWithWork(async () => 'a.b.7').post('/auth/login', { body: {} }));
  expect(refused.code).toBe('auth.slowDown');
  expect(seen).toHaveLength(5);
});
