import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceChange } from './account-change.service.ts';
import { findByEmail, lockAccount } from './auth.store.ts';
import { openSession } from './session.service.ts';
import { type Accounts, type Mail, startAccounts } from './testing-account.ts';

let { api, people, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, stop } = await startAccounts());
});
afterAll(() => stop?.());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
type Who = { email: string; password: string };
/** Signs in as a web page in a browser does. @param cookie the browser's device cookie */
const inBrowser = async (who: Who, cookie?: string) => {
  const { body, headers } = await api.call('POST', '/auth/login', {
    body: { email: who.email, password: who.password },
    headers: { origin: 'http://localhost:3199', 'user-agent': FIREFOX, ...(cookie ? { cookie } : {}) },
  });
  return { ...body.data, cookie: cookie ?? ((headers.get('set-cookie') ?? '').split(';')[0] as string) };
};
const notices = async ({ email }: Who): Promise<Mail[]> =>
  (await people.mailsTo(email)).filter(({ subject }) => subject === 'New sign-in to your account');
const undo = (mail: Mail | undefined) =>
  api.call('POST', '/auth/undo', { body: { token: /undo\/([\w-]+)\?of=sign-in/.exec(mail?.text ?? '')?.[1] } });
const byWallet = async (key: `0x${string}`, headers: Record<string, string> = {}) => {
  const wallet = privateKeyToAccount(key);
  const { message } = (await api.call('GET', `/auth/wallet/nonce?address=${wallet.address}`)).body.data;
  const signature = await wallet.signMessage({ message });
  return api.call('POST', '/auth/login/wallet', { body: { message, signature }, headers });
};

describe('a sign-in from a new device', () => {
  it('is mailed with time, network address and program, once for each browser', async () => {
    const who = await people.member();
    expect(await notices(who)).toEqual([]);
    const first = await inBrowser(who);
    const [mail, ...more] = await notices(who);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC · 127\.0\.0\.1 · Firefox, Linux/);
    await inBrowser(who, first.cookie);
    expect(await notices(who)).toHaveLength(1);
    await inBrowser(who);
    expect(await notices(who)).toHaveLength(2);
  });

  it('is not announced for a known program without cookies at a known network address, but is for another program', async () => {
    const who = await people.member();
    await people.login(who);
    await people.login(who);
    expect(await notices(who)).toEqual([]);
    const body = { email: who.email, password: who.password };
    const other = () => api.call('POST', '/auth/login', { body, headers: { 'user-agent': 'curl/8.9' } });
    await other();
    await other();
    expect(await notices(who)).toHaveLength(1);
  });

  it('is not announced for a program that keeps the cookie of an earlier sign-in', async () => {
    const who = await people.member();
    const { headers } = await people.login(who);
    await inBrowser(who, (headers.get('set-cookie') ?? '').split(';')[0]);
    expect(await notices(who)).toEqual([]);
  });

  it('is mailed at most five times a day', async () => {
    const who = await people.member();
    for (let at = 0; at < 7; at++) await inBrowser(who);
    expect(await notices(who)).toHaveLength(5);
  });

  it('is mailed once for many concurrent sign-ins of a new program', async () => {
    const who = await people.member();
    const body = { email: who.email, password: who.password };
    await Promise.all(
      Array.from({ length: 20 }, () =>
        api.call('POST', '/auth/login', { body, headers: { 'user-agent': 'thief/1.0' } }),
      ),
    );
    expect(await notices(who)).toHaveLength(1);
  });

  it('is undone by its link together with its session and later changes; the device counts as new again', async () => {
    const who = await people.member();
    const thief = await inBrowser(who);
    const as = (path: string, body: unknown) =>
      api.call('POST', path, { token: thief.accessToken, body, headers: { cookie: thief.cookie } });
    expect((await as('/auth/password', { currentPassword: who.password, password: 'mine from now on' })).status).toBe(
      204,
    );
    const [mail] = await notices(who);
    expect((await undo(mail)).status).toBe(204);
    expect((await people.me(thief.accessToken)).status).toBe(401);
    await inBrowser(who, thief.cookie);
    expect(await notices(who)).toHaveLength(2);
    expect((await undo(mail)).status).toBe(400);
  });

  it('is announced in the app when the account has no address, but not in its first browser', async () => {
    const key = generatePrivateKey();
    const browser = { origin: 'http://localhost:3199', 'user-agent': FIREFOX };
    const { accessToken } = (await byWallet(key)).body.data;
    const list = async () => (await api.call('GET', '/notification', { token: accessToken })).body;
    await byWallet(key);
    await byWallet(key, browser);
    expect((await list()).data).toEqual([]);
    await byWallet(key, browser);
    const { data, meta } = await list();
    expect(data).toMatchObject([
      { kind: 'SIGN_IN', signIn: { ip: '127.0.0.1', userAgent: FIREFOX }, isRead: false, token: null, note: null },
    ]);
    expect(meta.unreadItems).toBe(1);
    const { data: kinds } = (await api.call('GET', '/notification/setting', { token: accessToken })).body;
    expect(kinds.map((one: { kind: string }) => one.kind)).not.toContain('SIGN_IN');
    const off = { settings: [{ kind: 'SIGN_IN', app: false, mail: false }] };
    expect((await api.call('PUT', '/notification/setting', { token: accessToken, body: off })).status).toBe(400);
  });
});

const client = { ip: '203.0.113.7', networkAddress: '203.0.113.7', userAgent: null, deviceHash: 'a'.repeat(64) };

describe('a sign-in in progress', () => {
  it('opens no session when the password was reset after it was checked', async () => {
    const { context } = api;
    const { db } = context;
    const who = await people.member();
    const checked = await findByEmail(db.sql, who.email);
    await api.call('POST', '/auth/reset-password/request', { body: { email: who.email } });
    const token = people.resetToken(await people.mailTo(who.email, /new password/));
    await api.call('POST', '/auth/reset-password', { body: { token, password: 'a better password' } });
    await expect(
      db.sql.begin((tx) => openSession(tx, context, checked as never, client, checked)),
    ).rejects.toMatchObject({
      status: 401,
      code: 'auth.changed',
    });
  });
});

describe('the undo link of a change', () => {
  it('is not invalidated by the undo link of a later change whose transaction began earlier', async () => {
    const { config, db } = api.context;
    const who = await people.member();
    let [held, release] = [() => {}, () => {}];
    const hasBegun = new Promise<void>((resolve) => (held = resolve));
    const isFree = new Promise<void>((resolve) => (release = resolve));
    const change = (kind: 'email' | 'password', first: () => Promise<unknown>) =>
      db.sql.begin(async (tx) => {
        await tx`select now()`;
        await first();
        const user = await lockAccount(tx, who.user.uuid);
        await announceChange(tx, config, { user: user as never, kind, client });
      });
    const late = change('password', () => (held(), isFree));
    await hasBegun;
    await change('email', async () => {});
    release();
    await late;
    const linkOf = async (subject: RegExp) =>
      /undo\/([\w-]+)/.exec((await people.mailTo(who.email, subject)).text)?.[1] as string;
    const press = (token: string) => api.call('POST', '/auth/undo', { body: { token } });
    expect((await press(await linkOf(/password has been changed/))).status).toBe(204);
    expect((await press(await linkOf(/address has been changed/))).status).toBe(204);
  });
});
