import { TOTP } from 'otpauth';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, startAccounts } from './testing-account.ts';
import { startIssuer } from './testing-issuer.ts';

let { api, people, stop } = {} as Accounts;
let { as, inBrowser, signIn, ageProof, signed, undoToken, undo } = {} as Accounts['browsers'];
let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer();
  const accounts = await startAccounts({ GOOGLE_CLIENT_ID: 'skarb-test', GOOGLE_ISSUER: issuer.url });
  ({ api, people, stop } = accounts);
  ({ as, inBrowser, signIn, ageProof, signed, undoToken, undo } = accounts.browsers);
});
afterAll(async () => {
  await stop?.();
  issuer?.stop();
});

type Member = Awaited<ReturnType<typeof inBrowser>>;
const ways = async (who: Member) => (await as(who, 'GET', '/auth/way')).body.data as Record<string, unknown>[];
const kinds = async (who: Member) => (await ways(who)).map(({ kind }) => kind);
const remove = (who: Member, kind: string) => as(who, 'DELETE', `/auth/way/${kind}`);
const connect = async (who: Member, key = generatePrivateKey()) => {
  expect(await as(who, 'POST', '/auth/connect-metamask', await signed(key))).toMatchObject({ status: 200 });
  return privateKeyToAccount(key).address;
};
const loginWallet = async (key: `0x${string}`, more = {}) =>
  api.call('POST', '/auth/login/wallet', { body: { ...(await signed(key)), ...more } });
let subjects = 0;
const newSubject = () => `way-${++subjects}`;
const loginGoogle = async (sub: string, email: string, more = {}) =>
  api.call('POST', '/auth/login/google', { body: { credential: await issuer.token({ sub, email }), ...more } });
const linkGoogle = async (who: Member, sub = newSubject(), email = people.newEmail()) => {
  const answer = await as(who, 'POST', '/auth/way/google', { credential: await issuer.token({ sub, email }) });
  return { ...answer, sub, email };
};

describe('the list of sign-in methods', () => {
  it('shows when each was added and last used, and masks its address', async () => {
    const who = await inBrowser();
    const key = generatePrivateKey();
    const address = await connect(who, key);
    const { email } = await linkGoogle(who);
    const list = await ways(who);
    expect(list).toMatchObject([
      { id: 'password', kind: 'password', label: `p***${who.email.slice(who.email.indexOf('@'))}`, isRemovable: true },
      { kind: 'google', label: `p***${email.slice(email.indexOf('@'))}`, lastUsedAt: null, whyNot: null },
      { kind: 'wallet', label: `${address.slice(0, 6)}…${address.slice(-4)}`, lastUsedAt: null },
    ]);
    for (const way of list) expect(way.addedAt).not.toBeNull();
    expect(list[0]?.lastUsedAt).not.toBeNull();
    await loginWallet(key);
    expect((await ways(who))[2]?.lastUsedAt).not.toBeNull();
  });

  it('shows which dates are unknown for accounts older than these records', async () => {
    const who = await inBrowser();
    await api.context.db.sql`update app_user set password_added_at = null, password_used_at = null,
      ways_recorded_since = '2026-01-02T00:00:00Z' where uuid = ${who.user.uuid}`;
    expect(await ways(who)).toMatchObject([
      { addedAt: null, lastUsedAt: null, recordedSince: '2026-01-02T00:00:00.000Z' },
    ]);
  });

  it('counts step-up as use', async () => {
    const who = await inBrowser();
    await api.context.db.sql`update app_user set password_used_at = null where uuid = ${who.user.uuid}`;
    await as(who, 'POST', '/auth/step-up', { password: who.password });
    expect((await ways(who))[0]?.lastUsedAt).not.toBeNull();
  });
});

describe('removing a sign-in method', () => {
  it('is refused for the last one, and for one that does not exist', async () => {
    const who = await inBrowser();
    expect(await ways(who)).toMatchObject([{ isRemovable: false, whyNot: 'way.last' }]);
    expect(await remove(who, 'password')).toMatchObject({ status: 409, body: { code: 'way.last' } });
    expect(await remove(who, 'wallet')).toMatchObject({ status: 404, body: { code: 'way.notFound' } });
    expect((await people.login(who)).status).toBe(200);
  });

  it('leaves one of two that are removed concurrently', async () => {
    const who = await inBrowser();
    await connect(who);
    const answers = await Promise.all([remove(who, 'password'), remove(who, 'wallet')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await kinds(who)).toHaveLength(1);
  });

  it('ends the other sessions for a wallet, and can be undone with the mailed link', async () => {
    const who = await inBrowser();
    const key = generatePrivateKey();
    const address = await connect(who, key);
    const other = (await loginWallet(key)).body.data;
    expect(await remove(who, 'wallet')).toMatchObject({ status: 200, body: { data: { metamaskWallet: null } } });
    expect((await people.me(other.accessToken)).status).toBe(401);
    expect((await as(who, 'GET', '/auth/me')).status).toBe(200);
    expect((await loginWallet(key)).body.data.user.uuid).not.toBe(who.user.uuid);
    const mail = await people.mailTo(who.email, /wallet has been removed/);
    expect(mail.text).toContain(address);
    // The sign-in above gave the wallet its own account, which would keep it.
    await api.context.db
      .sql`update app_user set metamask_wallet = null where metamask_wallet = ${address.toLowerCase()}`;
    expect((await undo(await undoToken(who.email, /wallet has been removed/))).status).toBe(204);
    expect((await people.me(who.accessToken)).status).toBe(401);
    expect((await loginWallet(key)).body.data.user.uuid).toBe(who.user.uuid);
    const back = await signIn(who);
    expect((await ways(back)).find(({ kind }) => kind === 'wallet')?.addedAt).not.toBeNull();
  });

  it('keeps the other methods when the password is removed, and can be undone with the mailed link', async () => {
    const who = await inBrowser();
    await linkGoogle(who);
    expect(await as(who, 'PUT', '/auth/profile', { email: people.newEmail() })).toMatchObject({ status: 200 });
    // The link to the new address goes with the password.
    expect(await remove(who, 'password')).toMatchObject({
      status: 200,
      body: { data: { hasPassword: false, pendingEmail: null } },
    });
    expect((await people.login(who)).status).toBe(401);
    expect(await kinds(who)).toEqual(['google']);
    expect((await undo(await undoToken(who.email, /password has been removed/))).status).toBe(204);
    expect((await people.login(who)).status).toBe(200);
  });

  it('is permanent for Google: signing in with it does not link it again by its address', async () => {
    const who = await inBrowser();
    const sub = newSubject();
    expect((await loginGoogle(sub, who.email)).body.data.user.uuid).toBe(who.user.uuid);
    expect((await remove(who, 'google')).status).toBe(200);
    expect(await loginGoogle(sub, who.email)).toMatchObject({ status: 403, body: { code: 'google.removed' } });
    await people.mailTo(who.email, /Google has been removed/);
    expect((await linkGoogle(who, sub, who.email)).status).toBe(200);
    expect((await loginGoogle(sub, who.email)).status).toBe(200);
  });

  it('is refused for the password beside Google when this server has no Google sign-in', async () => {
    const who = await inBrowser();
    await linkGoogle(who);
    const { config } = api.context;
    const { google, ...without } = config;
    expect(google).toBeDefined();
    const { listSignInMethods } = await import('./sign-in-method.service.ts');
    const list = await listSignInMethods({ config: without as typeof config, db: api.context.db }, who.user.uuid);
    expect(list).toMatchObject([
      { kind: 'password', whyNot: 'way.last' },
      { kind: 'google', isRemovable: true },
    ]);
  });
});

describe('linking Google', () => {
  it('by signing in with an account’s address is mailed to that account, and its undo is permanent', async () => {
    const who = await inBrowser();
    const sub = newSubject();
    await loginGoogle(sub, who.email);
    const mail = await people.mailTo(who.email, /Google has been linked/);
    expect(mail.text).toMatch(/UTC · 127\.0\.0\.1/);
    expect((await undo(await undoToken(who.email, /Google has been linked/))).status).toBe(204);
    expect(await loginGoogle(sub, who.email)).toMatchObject({ status: 403, body: { code: 'google.removed' } });
  });

  it('sends no mail when it creates an account or signs in to a linked one', async () => {
    const email = people.newEmail();
    const sub = newSubject();
    await loginGoogle(sub, email);
    await loginGoogle(sub, email);
    const first = await people.member();
    await people.mailTo(first.email, /Confirm/);
    expect(await people.mailsTo(email)).toEqual([]);
  });

  it('accepts any Google account, once, unless it signs in to another account', async () => {
    const [who, other] = [await inBrowser(), await inBrowser()];
    const { sub, email, status } = await linkGoogle(who);
    expect(status).toBe(200);
    expect((await loginGoogle(sub, email)).body.data.user.uuid).toBe(who.user.uuid);
    expect(await linkGoogle(other, sub)).toMatchObject({ status: 409, body: { code: 'google.elsewhere' } });
    expect(await linkGoogle(who)).toMatchObject({ status: 409, body: { code: 'google.linked' } });
    const used = { credential: await issuer.token({ sub: newSubject(), email: people.newEmail() }) };
    await api.call('POST', '/auth/login/google', { body: used });
    expect(await as(other, 'POST', '/auth/way/google', used)).toMatchObject({
      status: 400,
      body: { code: 'google.used', message: [{ property: 'credential' }] },
    });
  });
});

describe('replacing an account’s wallet', () => {
  it('is mailed with a link that restores the first, and ends other sessions', async () => {
    const who = await inBrowser();
    const [first, second] = [generatePrivateKey(), generatePrivateKey()];
    await connect(who, first);
    const other = (await loginWallet(first)).body.data;
    await connect(who, second);
    expect((await people.me(other.accessToken)).status).toBe(401);
    expect((await loginWallet(second)).body.data.user.uuid).toBe(who.user.uuid);
    expect((await undo(await undoToken(who.email, /wallet has been connected/))).status).toBe(204);
    expect((await loginWallet(first)).body.data.user.uuid).toBe(who.user.uuid);
  });
});

describe('the second factor', () => {
  it('is required for a wallet and for Google linked after it was turned on', async () => {
    const who = await inBrowser();
    const { secret } = (await as(who, 'POST', '/auth/two-factor/setup', {})).body.data;
    const codes = await as(who, 'POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() });
    const [first, second] = codes.body.data.recoveryCodes as [string, string];
    const key = generatePrivateKey();
    await connect(who, key);
    expect(await loginWallet(key)).toMatchObject({ status: 401, body: { code: 'auth.codeRequired' } });
    expect((await loginWallet(key, { code: first })).status).toBe(200);
    const { sub, email } = await linkGoogle(who);
    expect(await loginGoogle(sub, email)).toMatchObject({ status: 401, body: { code: 'auth.codeRequired' } });
    expect((await loginGoogle(sub, email, { code: second })).status).toBe(200);
  });
});

/**
 * Every call that changes who can sign in to an account, exports its data or deletes it: `[what, method, path, body]`.
 * Calls that need their own proof instead (a password, a code) are in the second table.
 */
const NEEDS_PROOF: [string, string, string, (() => unknown)?][] = [
  ['the e-mail address', 'PUT', '/auth/profile', () => ({ email: 'thief@example.org' })],
  ['a first password', 'POST', '/auth/password', () => ({ password: 'a password of the thief' })],
  ['the phone', 'POST', '/auth/phone', () => ({ phoneNumber: '+380671234567' })],
  ['the phone, away', 'DELETE', '/auth/phone'],
  ['a secret for the second factor', 'POST', '/auth/two-factor/setup', () => ({})],
  ['the second factor, on', 'POST', '/auth/two-factor/enable', () => ({ code: '123456' })],
  ['a wallet', 'POST', '/auth/connect-metamask', () => signed()],
  ['Google', 'POST', '/auth/way/google', () => ({ credential: 'a.b.c' })],
  ['a passkey', 'POST', '/auth/passkey/register/options', () => ({})],
  ['the wallet, away', 'DELETE', '/auth/way/wallet'],
  ['Google, away', 'DELETE', '/auth/way/google'],
  ['the password, away', 'DELETE', '/auth/way/password'],
  ['a link to all that it holds', 'POST', '/auth/export'],
  ['its end in seven days', 'POST', '/auth/deletion'],
];
const HAS_OWN_PROOF: [string, string, string, () => unknown][] = [
  ['the password', 'POST', '/auth/password', () => ({ currentPassword: 'guessed', password: 'of the thief' })],
  ['the second factor, off', 'POST', '/auth/two-factor/disable', () => ({ code: '123456' })],
];

describe('an access token alone, without its browser', () => {
  const rowOf = async ({ user }: Member) =>
    (await api.context.db.sql`select * from app_user where uuid = ${user.uuid}`)[0];
  /** A user with all sign-in methods, or with all except a password. */
  const rich = async (hasPassword: boolean) => {
    const who = await inBrowser();
    await connect(who);
    await linkGoogle(who);
    if (!hasPassword) await remove(who, 'password');
    return who;
  };

  it.each(NEEDS_PROOF)('does not change %s, even right after signing in', async (what, method, path, body) => {
    const who = await rich(what !== 'a first password');
    const before = await rowOf(who);
    const refused = { status: 403, body: { code: 'auth.stepUpRequired' } };
    expect(await as({ accessToken: who.accessToken }, method, path, await body?.())).toMatchObject(refused);
    expect(await rowOf(who)).toEqual(before);
    // A step-up of six minutes ago in the right browser is not enough either.
    await ageProof(who);
    expect(await as(who, method, path, await body?.())).toMatchObject(refused);
    expect(await rowOf(who)).toEqual(before);
  });

  it.each(HAS_OWN_PROOF)('does not change %s', async (_what, method, path, body) => {
    const who = await rich(true);
    const before = await rowOf(who);
    const { status } = await as({ accessToken: who.accessToken }, method, path, body());
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(410);
    expect(await rowOf(who)).toEqual(before);
  });
});
