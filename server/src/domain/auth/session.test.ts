import { REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../api.ts';
import { createContext } from '../../context.ts';
import { startBeside, startTestApi, type TestApi } from '../../testing.ts';
import { accountsOf } from './testing-account.ts';

let api: TestApi;
let people: ReturnType<typeof accountsOf>;
/** A second server with the same database. */
let second: Awaited<ReturnType<typeof startBeside>>;
beforeAll(async () => {
  api = await startTestApi();
  people = accountsOf(api);
  second = await startBeside(api);
});
afterAll(async () => {
  await second?.stop();
  await api?.stop();
});

/** A user signed in from a browser, which keeps the cookie that the sign-in set. */
const inBrowser = async () => {
  const who = await people.member();
  const { body, headers } = await people.login(who);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] as string;
  return {
    ...who,
    ...(body.data as { accessToken: string; refreshToken: string }),
    cookie,
    setCookie: headers.get('set-cookie'),
  };
};
const refreshAt = async (url: string, refreshToken: string, cookie?: string) => {
  const answer = await fetch(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ refreshToken }),
  });
  return { status: answer.status, token: (await answer.json()).data?.refreshToken as string | undefined };
};
const refresh = (refreshToken: string, cookie?: string) => refreshAt(api.url, refreshToken, cookie);

describe('the device cookie', () => {
  it('is inaccessible to scripts, is sent only with calls of the API, and stays the same at the next sign-in', async () => {
    const who = await inBrowser();
    expect(who.setCookie).toMatch(/^skarb\.browser=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const again = await api.call('POST', '/auth/login', {
      body: { email: who.email, password: who.password },
      headers: { cookie: who.cookie },
    });
    expect(again.headers.get('set-cookie')).toBeNull();
    // Browsers that keep the cookie of a narrower path, which misses calls, get a new one.
    const old = await api.call('POST', '/auth/login', {
      body: { email: who.email, password: who.password },
      headers: { cookie: who.cookie.replace(/^[^=]+/, 'skarb.device') },
    });
    expect(old.headers.get('set-cookie')).toMatch(/^skarb\.browser=/);
  });
});

describe('the device cookie over https', () => {
  it('has a name that no other host of the domain can set, and other names are ignored', async () => {
    const context = createContext({ ...api.context.config, publicUrl: 'https://market.example' }, 'api');
    const app = await createApi(context);
    try {
      const { email, password } = await people.member();
      const login = (cookie?: string) =>
        app.inject({
          method: 'POST',
          url: '/api/auth/login',
          headers: { origin: 'https://market.example', ...(cookie ? { cookie } : {}) },
          payload: { email, password },
        });
      const given = String((await login()).headers['set-cookie']);
      expect(given).toMatch(/^__Host-skarb\.device=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
      const planted = `skarb.device=${'x'.repeat(43)}`;
      expect((await login(planted)).headers['set-cookie']).toBeDefined();
      expect((await login(`${planted}; ${given.split(';')[0]}`)).headers['set-cookie']).toBeUndefined();
    } finally {
      await app.close();
      await context.db.close();
    }
  });
});

describe('a refresh in a browser', () => {
  it('gives the same successor to twenty concurrent calls, on two servers', async () => {
    const who = await inBrowser();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        refreshAt(at % 2 === 0 ? api.url : second.url, who.refreshToken, who.cookie),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
    expect((await refresh(answers[0]?.token as string, who.cookie)).status).toBe(200);
  });

  it('is answered again after a lost answer, with the newest token if the successor was used too', async () => {
    const who = await inBrowser();
    const lost = await refresh(who.refreshToken, who.cookie);
    const next = await refresh(lost.token as string, who.cookie);
    expect(await refresh(who.refreshToken, who.cookie)).toEqual({ status: 200, token: next.token });
  });

  it.each(['with the cookie of another browser', 'without a cookie'])(
    'with a stolen token that the thief uses first, %s, ends the session once the owner’s browser presents its cookie',
    async (how) => {
      const who = await inBrowser();
      await api.call('GET', '/auth/me', { token: who.accessToken, headers: { cookie: who.cookie } });
      const thief = how === 'without a cookie' ? undefined : (await inBrowser()).cookie;
      expect((await refresh(who.refreshToken, thief)).status).toBe(401);
      expect((await refresh(who.refreshToken, who.cookie)).status).toBe(401);
    },
  );

  const usedAgo = (userUuid: string, seconds: number) =>
    api.context.db.sql`update refresh_token set used_at = used_at - ${seconds} * interval '1 second'
      where used_at is not null and session_uuid in (select uuid from session where user_uuid = ${userUuid})`;

  it('is answered again when the browser has waited in vain for the answer and for that of a repetition', async () => {
    const who = await inBrowser();
    const lost = await refresh(who.refreshToken, who.cookie);
    await usedAgo(who.user.uuid, (2 * REQUEST_TIMEOUT_MS) / 1000 + 5);
    expect(await refresh(who.refreshToken, who.cookie)).toEqual({ status: 200, token: lost.token });
  });

  it('that repeats a token after more than a minute ends the session', async () => {
    const who = await inBrowser();
    const next = await refresh(who.refreshToken, who.cookie);
    await usedAgo(who.user.uuid, 61);
    expect((await refresh(who.refreshToken, who.cookie)).status).toBe(401);
    expect((await refresh(next.token as string, who.cookie)).status).toBe(401);
  });

  it.each(['with the cookie of another browser', 'without a cookie'])(
    'with a stolen token, %s, ends the session at once',
    async (how) => {
      const who = await inBrowser();
      const thief = how === 'without a cookie' ? undefined : (await inBrowser()).cookie;
      const next = await refresh(who.refreshToken, who.cookie);
      expect((await refresh(who.refreshToken, thief)).status).toBe(401);
      expect((await refresh(next.token as string, who.cookie)).status).toBe(401);
    },
  );

  it('is not answered again after sign-out', async () => {
    const who = await inBrowser();
    const next = await refresh(who.refreshToken, who.cookie);
    await api.call('POST', '/auth/logout', { body: { refreshToken: next.token } });
    expect((await refresh(who.refreshToken, who.cookie)).status).toBe(401);
  });
});
