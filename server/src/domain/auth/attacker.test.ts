import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findByEmail } from './auth.store.ts';
import { openSession } from './session.service.ts';
import { type Accounts, startAccounts } from './testing-account.ts';
import { startIssuer } from './testing-issuer.ts';

// Attacks from docs/accounts.md that no other test covers.
let { api, people, post, editEmail, stop } = {} as Accounts;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer();
  ({ api, people, post, editEmail, stop } = await startAccounts({
    GOOGLE_CLIENT_ID: 'skarb-test',
    GOOGLE_ISSUER: issuer.url,
  }));
});
afterAll(async () => {
  await stop?.();
  issuer?.stop();
});

const ORIGIN = 'http://localhost:3199';
const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] as string;
const inBrowser = async () => {
  const who = await people.member();
  const { body, headers } = await people.login(who);
  const member = { ...who, ...(body.data as { accessToken: string; refreshToken: string }), cookie: cookieOf(headers) };
  await api.call('GET', '/auth/me', { token: member.accessToken, headers: { cookie: member.cookie } });
  return member;
};
const twoFactor = async (who: { accessToken: string; cookie: string; user: { uuid: string } }) => {
  const as = { token: who.accessToken, headers: { cookie: who.cookie } };
  const { secret } = (await api.call('POST', '/auth/two-factor/setup', { ...as, body: {} })).body.data;
  const code = () => new TOTP({ secret }).generate();
  await api.call('POST', '/auth/two-factor/enable', { ...as, body: { code: code() } });
  await api.context.db.sql`update two_factor set last_step = 0 where user_uuid = ${who.user.uuid}`;
  return code;
};
const undoToken = async (email: string, subject: RegExp) =>
  /undo\/([\w-]+)/.exec((await people.mailTo(email, subject)).text)?.[1] as string;
const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

describe('an attacker with only the device cookie', () => {
  it('cannot sign in, refresh or read, from this site or another', async () => {
    const { cookie, refreshToken } = await inBrowser();
    for (const origin of [ORIGIN, 'https://evil.example']) {
      const headers = { cookie, origin };
      expect((await api.call('GET', '/auth/me', { headers })).status).toBe(401);
      expect((await api.call('PUT', '/auth/profile', { headers, body: { email: 'thief@example.org' } })).status).toBe(
        401,
      );
      expect((await api.call('POST', '/auth/refresh', { headers, body: { refreshToken: 'invented' } })).status).toBe(
        401,
      );
      expect((await api.call('POST', '/auth/step-up', { headers, body: { password: 'correct horse' } })).status).toBe(
        401,
      );
    }
    expect((await api.call('POST', '/auth/refresh', { headers: { cookie }, body: { refreshToken } })).status).toBe(200);
  });

  it('gets no CORS permission for scripts of another site', async () => {
    const { accessToken, cookie } = await inBrowser();
    const origin = 'https://evil.example';
    const asked = await fetch(`${api.url}/api/auth/me`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    const me = await api.call('GET', '/auth/me', { token: accessToken, headers: { origin, cookie } });
    expect(me.headers.get('access-control-allow-origin')).toBeNull();
    expect(me.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('an attacker with the access token and a device cookie of their own', () => {
  it('cannot bind their cookie to the session: another browser’s cookie stays a different device', async () => {
    const who = await inBrowser();
    const thief = await inBrowser();
    await api.call('GET', '/auth/me', { token: who.accessToken, headers: { cookie: thief.cookie } });
    const call = { token: who.accessToken, headers: { cookie: thief.cookie }, body: { email: 'thief@example.org' } };
    expect((await api.call('PUT', '/auth/profile', call)).body.code).toBe('auth.stepUpRequired');
  });
});

describe('an attacker who reads the mailbox', () => {
  it('does not bypass the second factor with a new password', async () => {
    const who = await inBrowser();
    await twoFactor(who);
    await post('/auth/reset-password/request', { email: who.email });
    const token = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    expect((await post('/auth/reset-password', { token, password: 'the thief’s own one' })).status).toBe(204);
    const login = await people.login({ email: who.email, password: 'the thief’s own one' });
    expect(login).toMatchObject({ status: 401, body: { code: 'auth.codeRequired' } });
  });

  it('does not bypass the second factor with Google at the same address', async () => {
    const who = await inBrowser();
    await twoFactor(who);
    const credential = await issuer.token({ sub: `mailbox-${who.email}`, email: who.email });
    expect((await post('/auth/login/google', { credential })).body.code).toBe('auth.codeRequired');
  });
});

describe('an attacker who used an address before its owner', () => {
  it('gets nothing of the account that the owner creates with Google, even when a wallet account waits to confirm the address', async () => {
    const email = people.newEmail();
    const { token } = await api.person();
    await editEmail({ accessToken: token }, email);
    const link = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const { body } = await post('/auth/login/google', { credential: await issuer.token({ sub: 'late', email }) });
    expect(body.data.user).toMatchObject({ email, metamaskWallet: null });
    expect((await post('/auth/confirm/email', { token: link })).body.code).toBe('auth.emailTaken');
    expect((await people.me(token)).body.data.email).toBeNull();
  });

  it('does not get their password confirmed by the mail of the owner’s later registration', async () => {
    const email = people.newEmail();
    const register = (password: string) =>
      api.call('POST', '/auth/register/email', { body: { email, password }, headers: { origin: ORIGIN } });
    await register('the attacker’s own');
    const { headers } = await register('the owner’s own one');
    const [mail] = await people.mailsTo(email);
    const token = people.confirmToken(mail as never);
    const body = { token };
    await api.call('POST', '/auth/confirm/email', { body, headers: { origin: ORIGIN, cookie: cookieOf(headers) } });
    expect((await people.login({ email, password: 'the attacker’s own' })).status).toBe(401);
    expect((await people.login({ email, password: 'the owner’s own one' })).status).toBe(200);
  });
});

describe('many concurrent calls', () => {
  it('undo a change once', async () => {
    const who = await inBrowser();
    await post('/auth/password', { currentPassword: who.password, password: 'another password' }, who.accessToken);
    const token = await undoToken(who.email, /password has been changed/);
    const statuses = await statusesOf(Array.from({ length: 20 }, () => post('/auth/undo', { token })));
    expect(statuses).toEqual([204, ...Array(19).fill(400)]);
  });

  it('confirm an address once', async () => {
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'correct horse' });
    const token = people.confirmToken((await people.mailsTo(email))[0] as never);
    const statuses = await statusesOf(Array.from({ length: 20 }, () => post('/auth/confirm/email', { token })));
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });

  it('accept a code for step-up once', async () => {
    const who = await inBrowser();
    const code = (await twoFactor(who))();
    const prove = () =>
      api.call('POST', '/auth/step-up', { token: who.accessToken, headers: { cookie: who.cookie }, body: { code } });
    const statuses = await statusesOf(Array.from({ length: 8 }, prove));
    expect(statuses).toEqual([204, ...Array(7).fill(400)]);
  });

  it('open one session for one wallet signature', async () => {
    const { account } = await api.person();
    const { message } = (await api.call('GET', `/auth/wallet/nonce?address=${account.address}`)).body.data;
    const signature = await account.signMessage({ message });
    const statuses = await statusesOf(
      Array.from({ length: 20 }, () => post('/auth/login/wallet', { message, signature })),
    );
    expect(statuses).toEqual([200, ...Array(19).fill(401)]);
  });
});

describe('the undo link of an earlier change', () => {
  it('also undoes later changes and invalidates their links', async () => {
    const who = await inBrowser();
    await post('/auth/password', { currentPassword: who.password, password: 'another password' }, who.accessToken);
    const old = await undoToken(who.email, /password has been changed/);
    const { account } = await api.person();
    const { message } = (await api.call('GET', `/auth/wallet/nonce?address=${account.address}`)).body.data;
    await api.context.db
      .sql`update app_user set metamask_wallet = null where metamask_wallet = ${account.address.toLowerCase()}`;
    const signature = await account.signMessage({ message });
    const connect = await api.call('POST', '/auth/connect-metamask', {
      token: who.accessToken,
      headers: { cookie: who.cookie },
      body: { message, signature },
    });
    expect(connect.status).toBe(200);
    const later = await undoToken(who.email, /wallet has been connected/);
    expect((await post('/auth/undo', { token: old })).status).toBe(204);
    expect((await people.login(who)).body.data.user.metamaskWallet).toBeNull();
    expect((await post('/auth/undo', { token: later })).status).toBe(400);
  });
});

describe('a change in progress when its session ends', () => {
  /** Waits until the call blocks on the account's lock, then ends the session, as an undo or a reset elsewhere does. */
  const meanwhile = async (who: { user: { uuid: string } }, call: () => Promise<{ status: number; body: unknown }>) => {
    const { sql } = api.context.db;
    let answer: ReturnType<typeof call> | undefined;
    await sql.begin(async (tx) => {
      await tx`select 1 from app_user where uuid = ${who.user.uuid} for update`;
      answer = call();
      for (;;) {
        const waiting = await sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database() and a.query like '%app_user%'`;
        if (waiting.length > 0) break;
      }
      await tx`update session set ended_at = now() where user_uuid = ${who.user.uuid}`;
    });
    return answer as NonNullable<typeof answer>;
  };
  type Who = Awaited<ReturnType<typeof inBrowser>>;
  const as = (who: Who, method: string, path: string, body?: unknown) =>
    api.call(method, path, { token: who.accessToken, headers: { cookie: who.cookie }, body });
  const CHANGES: [string, (who: Who) => ReturnType<typeof as>][] = [
    [
      'of the password',
      (who) => as(who, 'POST', '/auth/password', { currentPassword: who.password, password: 'mine from now on' }),
    ],
    ['of the address', (who) => as(who, 'PUT', '/auth/profile', { email: people.newEmail() })],
    ['of the phone', (who) => as(who, 'DELETE', '/auth/phone')],
  ];

  it.each(CHANGES)('%s is refused', async (_of, change) => {
    const who = await inBrowser();
    await api.context.db.sql`update app_user set phone_number = '+380671112233', is_phone_number_confirmed = true
      where uuid = ${who.user.uuid}`;
    expect(await meanwhile(who, () => change(who))).toMatchObject({ status: 401, body: { code: 'auth.ended' } });
    const [row] = await api.context.db.sql`select * from app_user where uuid = ${who.user.uuid}`;
    expect(row).toMatchObject({ email: who.email, pending_email: null, is_phone_number_confirmed: true });
    expect((await people.login(who)).status).toBe(200);
  });
});

describe('a sign-in during which the second factor was turned on', () => {
  it('opens no session', async () => {
    const { context } = api;
    const { db } = context;
    const who = await inBrowser();
    const before = await findByEmail(db.sql, who.email);
    await twoFactor(who);
    const now = await findByEmail(db.sql, who.email);
    const client = { ip: '203.0.113.7', userAgent: null, deviceHash: null };
    const open = (asked: typeof before) =>
      db.sql.begin((tx) => openSession(tx, context, now as never, client as never, asked));
    await expect(open(before)).rejects.toMatchObject({ status: 401, code: 'auth.changed' });
    // No account was found before, so nobody was asked for a code.
    await expect(open(undefined)).rejects.toMatchObject({ status: 401, code: 'auth.changed' });
    expect(await open(now)).toMatchObject({ user: { email: who.email } });
  });
});
