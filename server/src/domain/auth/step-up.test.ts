import { TOTP } from 'otpauth';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, startAccounts } from './testing-account.ts';

let { api, people, stop } = {} as Accounts;
let { as, inBrowser, ageProof, signed, undoToken, undo } = {} as Accounts['browsers'];
beforeAll(async () => {
  const accounts = await startAccounts();
  ({ api, people, stop } = accounts);
  ({ as, inBrowser, ageProof, signed, undoToken, undo } = accounts.browsers);
});
afterAll(() => stop?.());

const refused = { status: 403, body: { code: 'auth.stepUpRequired' } };
const CHANGES: [string, string, string, unknown][] = [
  ['the e-mail address', 'PUT', '/auth/profile', { email: 'thief@example.org' }],
  ['the phone', 'POST', '/auth/phone', { phoneNumber: '+380671234567' }],
  ['the phone, away', 'DELETE', '/auth/phone', undefined],
  ['the second factor', 'POST', '/auth/two-factor/setup', {}],
];

describe('a change of sign-in methods', () => {
  it.each(CHANGES)(
    'of %s passes after signing in, and is refused with an older proof',
    async (_of, method, path, body) => {
      const who = await inBrowser();
      expect((await as(who, method, path, body)).status).toBeLessThan(300);
      await ageProof(who);
      expect(await as(who, method, path, body)).toMatchObject(refused);
    },
  );

  it('is refused for an access token alone, however fresh, once the browser has sent its cookie', async () => {
    const who = await inBrowser();
    const thief = { accessToken: who.accessToken };
    expect(await as(thief, 'PUT', '/auth/profile', { email: 'thief@example.org' })).toMatchObject(refused);
    expect(await as(thief, 'POST', '/auth/connect-metamask', await signed())).toMatchObject(refused);
    const other = await inBrowser();
    expect(await as({ ...thief, cookie: other.cookie }, 'DELETE', '/auth/phone')).toMatchObject(refused);
  });

  it('is refused as a whole: the form’s other fields stay unchanged too', async () => {
    const who = await inBrowser();
    await ageProof(who);
    await as(who, 'PUT', '/auth/profile', { email: 'thief@example.org', name: 'Somebody else' });
    expect((await as(who, 'GET', '/auth/me')).body.data).toMatchObject({ name: null, pendingEmail: null });
  });

  it('passes again after step-up with the correct password only', async () => {
    const who = await inBrowser();
    await ageProof(who);
    const wrong = await as(who, 'POST', '/auth/step-up', { password: 'not this one' });
    expect(wrong).toMatchObject({ status: 400, body: { message: [{ property: 'password' }] } });
    expect(await as(who, 'DELETE', '/auth/phone')).toMatchObject(refused);
    expect((await as(who, 'POST', '/auth/step-up', { password: who.password })).status).toBe(204);
    expect((await as(who, 'DELETE', '/auth/phone')).status).toBe(200);
  });

  it('passes after a code of the second factor', async () => {
    const who = await inBrowser();
    const { secret } = (await as(who, 'POST', '/auth/two-factor/setup', {})).body.data;
    const code = () => new TOTP({ secret }).generate();
    await as(who, 'POST', '/auth/two-factor/enable', { code: code() });
    await api.context.db.sql`update two_factor set last_step = 0 where user_uuid = ${who.user.uuid}`;
    await ageProof(who);
    expect(await as(who, 'POST', '/auth/step-up', { code: '000000' })).toMatchObject({ status: 400 });
    expect((await as(who, 'POST', '/auth/step-up', { code: code() })).status).toBe(204);
    expect((await as(who, 'DELETE', '/auth/phone')).status).toBe(200);
  });

  it('passes after the account’s own wallet signed, not after another', async () => {
    const who = await inBrowser();
    const key = generatePrivateKey();
    expect((await as(who, 'POST', '/auth/connect-metamask', await signed(key))).status).toBe(200);
    await ageProof(who);
    expect(await as(who, 'POST', '/auth/step-up', await signed(generatePrivateKey(), 'stepUp', who))).toMatchObject({
      status: 400,
      body: { code: 'siwe.signature' },
    });
    expect(await as(who, 'DELETE', '/auth/phone')).toMatchObject(refused);
    const message = await signed(key, 'stepUp', who);
    expect((await as(who, 'POST', '/auth/step-up', message)).status).toBe(204);
    expect((await as(who, 'DELETE', '/auth/phone')).status).toBe(200);
    expect(await as(who, 'POST', '/auth/step-up', message)).toMatchObject({ status: 400 });
  });

  it('gives the same answer to a user without a second factor as to a wrong code', async () => {
    const who = await inBrowser();
    expect(await as(who, 'POST', '/auth/step-up', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'auth.codeWrong' },
    });
  });
});

describe('changes of sign-in methods', () => {
  it('are limited to 30 an hour, because each sends a mail; the undo link is not', async () => {
    const who = await inBrowser();
    await as(who, 'POST', '/auth/password', { currentPassword: who.password, password: 'another password' });
    const link = await undoToken(who.email, /password has been changed/);
    await api.context.db.sql`
      insert into account_change (uuid, user_uuid, kind, undo_hash, expires_at, before)
      select gen_random_uuid(), user_uuid, kind, n::text || undo_hash, expires_at, before
      from account_change, generate_series(1, 29) n where user_uuid = ${who.user.uuid}`;
    const again = { currentPassword: 'another password', password: 'a third password' };
    expect(await as(who, 'POST', '/auth/password', again)).toMatchObject({
      status: 429,
      body: { code: 'rate.limited' },
    });
    expect((await people.login({ email: who.email, password: 'another password' })).status).toBe(200);
    expect((await undo(link)).status).toBe(204);
    expect((await people.login(who)).status).toBe(200);
  });
});

describe('the undo link of a change', () => {
  it('restores a stolen account completely: address, password, wallet and second factor, with all sessions ended', async () => {
    const who = await inBrowser();
    const stolen = `thief${Math.random()}@example.org`;
    await as(who, 'PUT', '/auth/profile', { email: stolen });
    const token = people.confirmToken(await people.mailTo(stolen, /Confirm your new/));
    const thief = (await api.call('POST', '/auth/confirm/email', { body: { token } })).body.data;
    await as(thief, 'POST', '/auth/password', { currentPassword: who.password, password: 'mine from now on' });
    await as(thief, 'POST', '/auth/connect-metamask', await signed());
    const { secret } = (await as(thief, 'POST', '/auth/two-factor/setup', {})).body.data;
    await as(thief, 'POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() });

    const mail = await people.mailTo(who.email, /has been changed/);
    expect(mail.text).toContain(stolen);
    expect(mail.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC · 127\.0\.0\.1/);
    const link = await undoToken(who.email, /e-mail address has been changed/);
    expect((await undo(link)).status).toBe(204);
    expect((await people.me(thief.accessToken)).status).toBe(401);
    const back = await people.login(who);
    expect(back.body.data.user).toMatchObject({
      uuid: who.user.uuid,
      email: who.email,
      metamaskWallet: null,
      isTwoFactorAuthenticationEnabled: false,
    });
    expect((await people.login({ email: stolen, password: 'mine from now on' })).status).toBe(401);
    expect(await undo(link)).toMatchObject({ status: 400, body: { code: 'undo.invalid' } });
    // The link of a later change would restore the thief's credentials.
    expect((await undo(await undoToken(stolen, /password has been changed/))).status).toBe(400);
  });

  it('works although another user has registered the address meanwhile', async () => {
    const who = await inBrowser();
    const other = `other${Math.random()}@example.org`;
    await as(who, 'PUT', '/auth/profile', { email: other });
    await api.call('POST', '/auth/confirm/email', {
      body: { token: people.confirmToken(await people.mailTo(other, /Confirm your new/)) },
    });
    await api.call('POST', '/auth/register/email', { body: { email: who.email, password: 'a new password' } });
    expect((await undo(await undoToken(who.email, /address has been changed/))).status).toBe(204);
    expect((await people.login(who)).status).toBe(200);
  });

  it('restores a second factor that was turned off, with its recovery codes', async () => {
    const who = await inBrowser();
    const { secret } = (await as(who, 'POST', '/auth/two-factor/setup', {})).body.data;
    const { recoveryCodes } = (
      await as(who, 'POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() })
    ).body.data;
    await as(who, 'POST', '/auth/two-factor/disable', { code: recoveryCodes[0] });
    expect((await undo(await undoToken(who.email, /authentication is off/))).status).toBe(204);
    expect((await people.login(who)).body.code).toBe('auth.codeRequired');
    expect((await people.login(who, { code: recoveryCodes[1] })).status).toBe(200);
  });

  it('expires after seven days', async () => {
    const who = await inBrowser();
    await as(who, 'POST', '/auth/password', { currentPassword: who.password, password: 'another password' });
    const link = await undoToken(who.email, /password has been changed/);
    await api.context.db.sql`update account_change set expires_at = now() where user_uuid = ${who.user.uuid}`;
    expect((await undo(link)).status).toBe(400);
    expect((await undo('invented')).status).toBe(400);
  });
});

describe('a mail requested by someone else', () => {
  /** Calls as the web app does in a browser without a device cookie. */
  const inOtherBrowser = (body: unknown) =>
    api.call('POST', '/auth/confirm/email', { body, headers: { origin: 'http://localhost:3199' } });
  const registered = async (cookie?: string) => {
    const email = people.newEmail();
    const { headers } = await api.call('POST', '/auth/register/email', {
      body: { email, password: 'of the third party' },
      ...(cookie ? { headers: { cookie } } : {}),
    });
    const token = people.confirmToken((await people.mailsTo(email))[0] as never);
    return { email, token, cookie: (headers.get('set-cookie') ?? '').split(';')[0] as string };
  };

  it('confirms the address of its reader, without the password of the registration', async () => {
    const { email, token } = await registered();
    const { body } = await inOtherBrowser({ token });
    expect(body.data.user).toMatchObject({ email, isEmailConfirmed: true, hasPassword: false });
    expect((await people.login({ email, password: 'of the third party' })).status).toBe(401);
    const first = await api.call('POST', '/auth/password', {
      token: body.data.accessToken,
      body: { password: 'a password of mine' },
    });
    expect(first.status).toBe(204);
    expect((await people.login({ email, password: 'a password of mine' })).status).toBe(200);
  });

  it('keeps the password when the same browser opens the link', async () => {
    const { email, token, cookie } = await registered();
    await api.call('POST', '/auth/confirm/email', {
      body: { token },
      headers: { origin: 'http://localhost:3199', cookie },
    });
    expect((await people.login({ email, password: 'of the third party' })).status).toBe(200);
  });

  it('for a change of address is refused in another browser, and stays valid', async () => {
    const thief = await inBrowser();
    const email = people.newEmail();
    await as(thief, 'PUT', '/auth/profile', { email });
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    expect(await inOtherBrowser({ token })).toMatchObject({ status: 403, body: { code: 'mailToken.otherBrowser' } });
    expect((await as(thief, 'POST', '/auth/confirm/email', { token })).status).toBe(200);
  });
});
