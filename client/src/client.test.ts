import * as accountCalls from '@skarb/schema/calls/account';
import * as authCalls from '@skarb/schema/calls/auth';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, messagesOf } from './api-error.ts';
import { createClient, queryText, type TokenSource, urlOf } from './client.ts';

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

const clientWith = (source?: TokenSource) =>
  createClient({ fetch: (path, init) => fetch(origin + path, init), tokens: () => source });
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as ApiError,
  );

it('requests paths below /api, repeats a filter of several values, omits unset parameters', async () => {
  answers = [{ status: 200, body: '{"data":[1]}' }];
  const answer = await clientWith().call(tokenCalls.list, {
    query: { categoryUuid: ['a', 'b'], page: 2, search: '', type: undefined },
  });
  expect(answer).toEqual({ data: [1] });
  expect(seen[0]?.url).toBe('/api/token?categoryUuid=a&categoryUuid=b&page=2');
  expect(queryText()).toBe('');
});

it('lists the constraint messages of every refused field, and the first one of each field', async () => {
  const message = [
    { property: 'name', constraints: { isNotEmpty: 'required' } },
    { property: 'royalty', constraints: { max: 'at most 50', step: 'at most two decimals' } },
  ];
  answers = [
    { status: 400, body: JSON.stringify({ statusCode: 400, error: 'Bad Request', message, code: 'request.invalid' }) },
  ];
  const error = await failure(clientWith().call(authCalls.login, { body: { email: '', password: '' } }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.messages).toEqual(['required', 'at most 50', 'at most two decimals']);
  expect(error.fields).toEqual({ name: 'required', royalty: 'at most 50' });
  expect(error.code).toBe('request.invalid');
});

it('shows a single message unchanged', async () => {
  answers = [{ status: 409, body: JSON.stringify({ statusCode: 409, message: 'Sold already', code: 'offer.sold' }) }];
  expect((await failure(clientWith().call(offerCalls.show, { params: { id: '1' } }))).messages).toEqual([
    'Sold already',
  ]);
});

it.each([[null], [{}], ['text'], [[1]], [{ message: 7 }], [{ message: [1, null, { constraints: 'x' }] }]])(
  'returns no field errors for an error body of an unknown shape: %j',
  (body) => {
    expect(messagesOf(body)).toEqual({ messages: [], fields: {}, complaints: [] });
  },
);

it('reads an error page that is not JSON as an error without messages', async () => {
  answers = [{ status: 502, body: '<html>', headers: { 'retry-after': '7' } }];
  const error = await failure(clientWith().call(tokenCalls.list));
  expect([error.status, error.code, error.messages, error.retryAfter]).toEqual([502, 'http.502', [], 7]);
});

it('renews the token once after a 401 and repeats the call with the new one', async () => {
  const refresh = vi.fn(async () => 'new');
  answers = [{ status: 401 }, { status: 200, body: '{"data":"me"}' }];
  expect(await clientWith({ get: () => 'old', refresh }).call(authCalls.me)).toEqual({ data: 'me' });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect(refresh).toHaveBeenCalledOnce();
});

it('fails when the call is refused again after one renewal', async () => {
  answers = [{ status: 401 }, { status: 401 }];
  expect((await failure(clientWith({ get: () => 'old', refresh: async () => 'new' }).call(authCalls.me))).status).toBe(
    401,
  );
  expect(seen).toHaveLength(2);
});

it('requests one new token when two calls fail at the same time', async () => {
  let token = 'old';
  const refresh = vi.fn(async () => {
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    return (token = 'new');
  });
  answers = [{ status: 401 }, { status: 401 }, { status: 200, body: '{}' }, { status: 200, body: '{}' }];
  const { call } = clientWith({ get: () => token, refresh });
  await Promise.all([call(authCalls.me), call(tokenCalls.list)]);
  expect(refresh).toHaveBeenCalledOnce();
});

it('does not renew anything for a visitor', async () => {
  const refresh = vi.fn(async () => 'new');
  answers = [{ status: 401 }];
  await failure(clientWith({ get: () => null, refresh }).call(authCalls.me));
  expect(refresh).not.toHaveBeenCalled();
});

it('distinguishes a timeout from an unreachable server', async () => {
  answers = [{ status: 200, hangs: true }];
  expect((await failure(clientWith().call(tokenCalls.list, { timeoutMs: 60 }))).code).toBe('timeout');
  server.closeAllConnections();
  server.close();
  const error = await failure(clientWith().call(tokenCalls.list));
  expect([error.status, error.code, error.isPassing]).toEqual([0, 'network', true]);
});

it('reads no body from a 204', async () => {
  answers = [{ status: 204 }];
  expect(await clientWith().call(tokenCalls.unfavorite, { params: { id: '1' } })).toBeUndefined();
});

const STEP_UP = {
  status: 403,
  body: JSON.stringify({ statusCode: 403, message: 'Confirm', code: 'auth.stepUpRequired' }),
};

it('requests a proof of identity when the server needs one, and repeats the call with the current token', async () => {
  answers = [STEP_UP, { status: 200, body: '{"data":1}' }];
  let token = 'before';
  const { call } = createClient({
    fetch: (path, init) => fetch(origin + path, init),
    tokens: () => ({ get: () => token, refresh: async () => null }),
    askForProof: () => async () => {
      token = 'after';
      return true;
    },
  });
  expect(await call(accountCalls.changePassword, { body: { password: 'a long enough one' } })).toEqual({ data: 1 });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer before', 'Bearer after']);
  expect(seen[1]?.body).toBe(seen[0]?.body);
});

it('fails with the server’s error if the user gives no proof', async () => {
  answers = [STEP_UP];
  const { call } = createClient({
    fetch: (path, init) => fetch(origin + path, init),
    askForProof: () => async () => false,
  });
  expect(await failure(call(accountCalls.removePhone))).toMatchObject({ status: 403, code: 'auth.stepUpRequired' });
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
const clientWithWork = (doWork: (work: { challenge: string }) => Promise<string | null>) =>
  createClient({ fetch: (path, init) => fetch(origin + path, init), doWork: () => doWork });
const who = { body: { email: 'ann@example.org', password: 'a long enough one' } };

it('computes the proof of work that the server requests, and repeats the call with it', async () => {
  answers = [SLOW_DOWN, { status: 200, body: '{"data":1}' }];
  const doWork = async ({ challenge }: { challenge: string }) => `${challenge}.7`;
  expect(await clientWithWork(doWork).call(authCalls.login, who)).toEqual({ data: 1 });
  expect(seen.map(({ work }) => work)).toEqual([undefined, 'a.b.7']);
  expect(seen[1]?.body).toBe(seen[0]?.body);
});

it('fails with the time to wait if the proof of work is stopped, or refused three times', async () => {
  answers = [SLOW_DOWN];
  const stopped = await failure(clientWithWork(async () => null).call(authCalls.login, who));
  expect(stopped).toMatchObject({ status: 429, code: 'auth.slowDown', retryAfter: 8 });
  expect(seen).toHaveLength(1);
  answers = [SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, SLOW_DOWN];
  const refused = await failure(clientWithWork(async () => 'a.b.7').call(authCalls.login, who));
  expect(refused.code).toBe('auth.slowDown');
  expect(seen).toHaveLength(5);
});

it('escapes path parameters, and returns the URL of a call for other ways to send it', () => {
  expect(urlOf(tokenCalls.history, { params: { id: 'a/b?c' }, query: { page: 2 } })).toBe(
    '/api/token/a%2Fb%3Fc/history?page=2',
  );
});

it('sends a form with its fields first and its files last', async () => {
  answers = [{ status: 200, body: '{"data":{}}' }];
  await clientWith().call(authCalls.editProfile, {
    body: { avatar: new Blob(['picture'], { type: 'image/png' }), name: 'Ada', bio: '', background: null },
  });
  expect(seen[0]?.method).toBe('PUT');
  expect([...(seen[0]?.body ?? '').matchAll(/; name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'name',
    'bio',
    'avatar',
  ]);
});

it('submits the signature of a step to the address that the step names', async () => {
  answers = [{ status: 200, body: '{"data":{"steps":[]}}' }];
  await clientWith().submit({ method: 'PUT', path: '/token/1', field: 'signature' }, '0x01');
  expect(seen[0]).toMatchObject({ method: 'PUT', url: '/api/token/1', body: '{"signature":"0x01"}' });
});

// Checked by the compiler only: an unused @ts-expect-error fails `tsc`.
export const compilerTests = async (): Promise<void> => {
  const { call } = clientWith();
  const { data } = await call(tokenCalls.show, { params: { id: '' } });
  data.name.toUpperCase();
  // @ts-expect-error a path's parameters are needed
  await call(tokenCalls.show);
  // @ts-expect-error no such filter
  await call(tokenCalls.list, { query: { onSaleNow: true } });
  // @ts-expect-error no such field
  await call(authCalls.login, { body: { email: '', passphrase: '' } });
  // @ts-expect-error the answer has no such field
  data.title.toUpperCase();
};
