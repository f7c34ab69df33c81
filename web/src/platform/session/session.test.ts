import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Session, type SessionHost } from './session.ts';

// A real HTTP server whose answers each test chooses; a Map replaces local storage, which Node does not have.
type Answer = { status: number; body?: unknown; headers?: Record<string, string>; hangUp?: boolean };
let answers: Record<string, Answer[]>;
let calls: { path: string; authorization?: string; body: string }[];
let server: Server;
let store: Map<string, string>;

const user = { uuid: '01990000-0000-7000-8000-000000000001', username: 'ann' };
const tokens = (n: number) => ({
  data: { accessToken: `access-${n}`, refreshToken: `refresh-${n}`, expiresIn: 900, user },
});

beforeEach(async () => {
  answers = {};
  calls = [];
  store = new Map();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const path = request.url!;
      calls.push({ path, authorization: request.headers.authorization, body });
      const queue = answers[path] ?? [];
      const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 404, body: {} };
      if (answer.hangUp) return request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const locks = new Map<string, Promise<unknown>>();
const hostOf = (over: Partial<SessionHost> = {}): SessionHost => ({
  api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  fetch,
  storage: {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => void store.set(key, value),
    removeItem: (key) => void store.delete(key),
  },
  // All sessions of a test share the locks, as all tabs of a browser do.
  exclusive: async (name, work) => {
    const before = locks.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    locks.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
  timeoutMs: 2_000,
  announce: () => undefined,
  ...over,
});
const stored = (access = 'access-1', refresh = 'refresh-1') => {
  store.set('accessToken', access);
  store.set('refreshToken', refresh);
};
const callsTo = (path: string) => calls.filter((call) => call.path === path);

it('is anonymous without tokens, and sends no request', async () => {
  const session = new Session(hostOf());
  await session.reload();
  expect(session.getState()).toEqual({ status: 'anonymous', user: null });
  expect(calls).toEqual([]);
});

it('loads the current user with the stored access token', async () => {
  stored();
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  const session = new Session(hostOf());
  await session.reload();
  expect(session.getState()).toEqual({ status: 'signedIn', user });
  expect(calls[0]?.authorization).toBe('Bearer access-1');
});

it.each([
  ['that has expired is replaced', 1, 'access-2', 1],
  ['that is valid stays', 4_102_444_800, undefined, 0],
])('an access token %s before a request is refused', async (_, exp, replaced, refreshes) => {
  const token = `header.${Buffer.from(JSON.stringify({ sub: '??>', exp })).toString('base64url')}.signature`;
  stored(token);
  answers['/auth/refresh'] = [{ status: 200, body: tokens(2) }];
  const session = new Session(hostOf());
  expect(await session.validToken()).toBe(replaced ?? token);
  expect(callsTo('/auth/refresh')).toHaveLength(refreshes);
});

it.each([
  ['the server answers 503', { status: 503, headers: { 'retry-after': '1' } }],
  ['the server answers 500', { status: 500 }],
  ['there are too many requests', { status: 429 }],
  ['the network fails', { status: 0, hangUp: true }],
])('keeps the session when %s, and retries', async (_, failure) => {
  stored();
  answers['/auth/me'] = [failure, failure, failure, { status: 200, body: { data: user } }];
  const session = new Session(hostOf());
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.getState().status));
  await session.reload();
  expect(session.getState().status).toBe('signedIn');
  expect(seen).not.toContain('anonymous');
  expect(store.get('refreshToken')).toBe('refresh-1');
  expect(callsTo('/auth/me')).toHaveLength(4);
});

it.each([401, 403, 404])('signs out and clears both tokens when the load fails with %i', async (status) => {
  stored();
  answers['/auth/me'] = [{ status }];
  answers['/auth/refresh'] = [{ status: 401 }];
  const session = new Session(hostOf());
  await session.reload();
  expect(session.getState().status).toBe('anonymous');
  expect([...store.keys()]).toEqual([]);
});

it('refreshes an expired access token and repeats the request', async () => {
  stored();
  answers['/auth/me'] = [{ status: 401 }, { status: 200, body: { data: user } }];
  answers['/auth/refresh'] = [{ status: 200, body: tokens(2) }];
  const session = new Session(hostOf());
  await session.reload();
  expect(session.getState().status).toBe('signedIn');
  expect(store.get('accessToken')).toBe('access-2');
  expect(store.get('refreshToken')).toBe('refresh-2');
});

it('does not sign out when the server is unavailable during a refresh', async () => {
  stored();
  answers['/auth/me'] = [{ status: 401 }, { status: 401 }, { status: 200, body: { data: user } }];
  answers['/auth/refresh'] = [{ status: 503 }, { status: 200, body: tokens(2) }];
  const session = new Session(hostOf());
  await session.reload();
  expect(callsTo('/auth/refresh')).toHaveLength(2);
  expect(session.getState().status).toBe('signedIn');
});

it('uses a refresh token once, however many callers and tabs were refused', async () => {
  stored();
  answers['/auth/refresh'] = [{ status: 200, body: tokens(2) }];
  const tabs = [new Session(hostOf()), new Session(hostOf())];
  const got = await Promise.all(tabs.flatMap((tab) => [tab.refresh('access-1'), tab.refresh('access-1')]));
  expect(got).toEqual(['access-2', 'access-2', 'access-2', 'access-2']);
  expect(callsTo('/auth/refresh')).toHaveLength(1);
});

it('signs out locally at once, whatever the server answers, and sends it the refresh token', async () => {
  stored();
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  answers['/auth/logout'] = [{ status: 503 }];
  const session = new Session(hostOf());
  await session.reload();
  const people: unknown[] = [];
  session.onIdentity((person) => people.push(person));
  await session.signOut();
  expect(session.getState().status).toBe('anonymous');
  expect([...store.keys()]).toEqual([]);
  expect(people).toEqual([null]);
  expect(callsTo('/auth/logout')[0]?.body).toBe('{"refreshToken":"refresh-1"}');
});

it('says once why the server has ended it, also to who listens later; a sign-out is no such end', async () => {
  stored();
  answers['/auth/me'] = [{ status: 401 }];
  answers['/auth/refresh'] = [{ status: 401, body: { code: 'auth.endedByBlock' } }];
  const session = new Session(hostOf());
  await session.reload();
  const ends: string[] = [];
  session.onEnd((code) => ends.push(code));
  await session.reload();
  expect([ends, session.endedBy]).toEqual([['auth.endedByBlock'], 'auth.endedByBlock']);
  session.signIn(tokens(3).data as never);
  expect(session.endedBy).toBeUndefined();
  await session.signOut();
  expect([ends.length, session.endedBy]).toEqual([1, undefined]);
});

it('ignores a late answer for a session that has ended', async () => {
  stored();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const session = new Session(
    hostOf({
      fetch: async (...args) => {
        await gate;
        return fetch(...args);
      },
    }),
  );
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  const loading = session.reload();
  const leaving = session.signOut();
  release();
  await Promise.all([loading, leaving]);
  expect(session.getState().status).toBe('anonymous');
});

it('ignores a late answer about whoever was signed in before', async () => {
  stored();
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  const session = new Session(hostOf());
  await session.reload();
  session.setUser({ ...user, username: 'anna' } as never);
  expect(session.getState().user?.username).toBe('anna');
  const other = { uuid: '01990000-0000-7000-8000-000000000002', username: 'bob' };
  session.signIn({ ...tokens(2).data, user: other } as never);
  session.setUser(user as never);
  expect(session.getState()).toEqual({ status: 'signedIn', user: other });
});

it('follows a sign-out in another tab', async () => {
  stored();
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  const session = new Session(hostOf());
  await session.reload();
  store.clear();
  await session.reload();
  expect(session.getState().status).toBe('anonymous');
});

it('a sign-out in another tab while it asks for tokens is no end by the server', async () => {
  // What a tab sees of another one's sign-out: the access token goes, and the refresh token a moment later.
  store.set('refreshToken', 'refresh-1');
  answers['/auth/refresh'] = [{ status: 401, body: { code: 'auth.ended' } }];
  const session = new Session(
    hostOf({
      fetch: async (...request) => {
        const answer = await fetch(...request);
        store.delete('refreshToken');
        return answer;
      },
    }),
  );
  const ends: string[] = [];
  session.onEnd((code) => ends.push(code));
  await session.reload();
  expect(session.getState().status).toBe('anonymous');
  expect([session.endedBy, ends]).toEqual([undefined, []]);
});

it('forgets the refresh token first, so that no other tab finds it after the access token', async () => {
  const removed: string[] = [];
  stored();
  const { storage } = hostOf();
  const session = new Session(hostOf({ storage: { ...storage, removeItem: (key) => void removed.push(key) } }));
  await session.signOut();
  expect(removed).toEqual(['refreshToken', 'accessToken']);
});

it('reports a sign-in once, also to a listener added after it, and does not report a reload', async () => {
  stored();
  answers['/auth/me'] = [{ status: 200, body: { data: user } }];
  const session = new Session(hostOf());
  await session.reload();
  const reported: string[] = [];
  const stop = session.onSignIn(({ uuid }) => reported.push(`first ${uuid}`));
  expect(reported).toEqual([]);
  session.signIn(tokens(2).data as never);
  expect(reported).toEqual([`first ${user.uuid}`]);
  stop();
  session.signIn(tokens(3).data as never);
  session.onSignIn(({ uuid }) => reported.push(`late ${uuid}`));
  session.onSignIn(({ uuid }) => reported.push(`later ${uuid}`));
  expect(reported).toEqual([`first ${user.uuid}`, `late ${user.uuid}`]);
});
