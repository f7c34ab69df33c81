import { TOTP } from 'otpauth';
import sharp from 'sharp';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { seal } from './auth.seal.ts';
import { accountsOf, type Member } from './testing-account.ts';
import { startIssuer } from './testing-issuer.ts';
import { makeRecoveryCodes, stepOfCode } from './two-factor.rules.ts';

let api: TestApi;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let people: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  issuer = await startIssuer();
  api = await startTestApi({ GOOGLE_CLIENT_ID: 'skarb-test', GOOGLE_ISSUER: issuer.url });
  people = accountsOf(api);
});
afterAll(async () => {
  await api?.stop();
  issuer?.stop();
});

const post = (who: Pick<Member, 'accessToken'>, path: string, body: unknown = {}) =>
  api.call('POST', path, { body, token: who.accessToken });
/** A code of the app, `steps` time steps from now. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
/** Resets the last used time step, so that a test need not wait half a minute. */
const forget = (who: Member) =>
  api.context.db.sql`update two_factor set last_step = 0 where user_uuid = ${who.user.uuid}`;
/** A user with the second factor on and no code used yet. */
const guarded = async () => {
  const who = await people.member();
  const { secret } = (await post(who, '/auth/two-factor/setup')).body.data;
  const { body } = await post(who, '/auth/two-factor/enable', { code: codeOf(secret) });
  await forget(who);
  return { ...who, secret: secret as string, recoveryCodes: body.data.recoveryCodes as string[] };
};

describe('the rules for codes', () => {
  // RFC 6238, appendix B: its SHA-1 rows, cut to six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('give the reference code of RFC 6238: at %i s %s', (seconds, code) => {
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('accept a code one step early or late, and none further off', () => {
    const step = Math.floor(1111111109 / 30);
    const at = (steps: number) => stepOfCode(secret, '081804', (1111111109 + steps * 30) * 1000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
  });

  it('create ten recovery codes, all different, easy to read on paper', () => {
    const codes = makeRecoveryCodes((below) => Math.floor(Math.random() * below));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
  });
});

describe('turning the second factor on', () => {
  it('shows a secret as text, link and picture, requires a code of the app, and returns ten recovery codes', async () => {
    const who = await people.member();
    const { data } = (await post(who, '/auth/two-factor/setup')).body;
    expect(data.otpauthUrl).toMatch(/^otpauth:\/\/totp\/Skarb/);
    expect(data.otpauthUrl).toContain(`secret=${data.secret}`);
    expect(data.otpauthUrl).toContain(encodeURIComponent(who.email));
    const svg = Buffer.from(data.qr.replace('data:image/svg+xml;base64,', ''), 'base64');
    expect((await sharp(svg).metadata()).format).toBe('svg');
    expect((await people.me(who.accessToken)).body.data.isTwoFactorAuthenticationEnabled).toBe(false);
    expect((await people.login(who)).status).toBe(200);
    expect(await post(who, '/auth/two-factor/enable', { code: '000000' })).toMatchObject({
      status: 400,
      body: { message: [{ property: 'code' }], code: 'auth.codeWrong' },
    });
    const { body } = await post(who, '/auth/two-factor/enable', { code: codeOf(data.secret) });
    expect(body.data.recoveryCodes).toHaveLength(10);
    expect((await people.me(who.accessToken)).body.data.isTwoFactorAuthenticationEnabled).toBe(true);
    expect((await people.mailsTo(who.email))[0]?.subject).toBe('Two-factor authentication is on');
  });

  it('happens once, and a new secret cannot replace an enabled one', async () => {
    const who = await people.member();
    expect((await post(who, '/auth/two-factor/enable', { code: '123456' })).body.code).toBe('twoFactor.notSetUp');
    const { secret } = (await post(who, '/auth/two-factor/setup')).body.data;
    const answers = await Promise.all(
      [0, 0, 0].map(() => post(who, '/auth/two-factor/enable', { code: codeOf(secret) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await post(who, '/auth/two-factor/setup')).body.code).toBe('twoFactor.on');
  });

  it('stores neither the secret nor a recovery code in clear text', async () => {
    const who = await guarded();
    const [row] = await api.context.db.sql`select to_jsonb(two_factor)::text ||
      (select jsonb_agg(to_jsonb(recovery_code))::text from recovery_code where recovery_code.user_uuid = two_factor.user_uuid) as text
      from two_factor where user_uuid = ${who.user.uuid}`;
    for (const shown of [who.secret, ...who.recoveryCodes.flatMap((code) => [code, code.replace('-', '')])])
      expect(row?.text).not.toContain(shown);
  });
});

describe('signing in with a second factor', () => {
  it('answers 401 `code required` to the correct password, and the usual error to a wrong one', async () => {
    const who = await guarded();
    const { status, body } = await people.login(who);
    expect([status, body.code, body.message]).toEqual([401, 'auth.codeRequired', 'code required']);
    const wrong = await people.login({ ...who, password: 'wrong' }, { code: codeOf(who.secret) });
    expect(wrong.body.code).toBe('auth.credentials');
  });

  it('accepts a code once, also in concurrent calls', async () => {
    const who = await guarded();
    const code = codeOf(who.secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => people.login(who, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await people.login(who, { code })).body.code).toBe('auth.codeWrong');
  });

  it('accepts no older code after a newer one', async () => {
    const who = await guarded();
    expect((await people.login(who, { code: codeOf(who.secret, 1) })).status).toBe(200);
    expect((await people.login(who, { code: codeOf(who.secret) })).status).toBe(401);
  });

  it('accepts each recovery code once, in any letter case, with or without its hyphen', async () => {
    const who = await guarded();
    const [first, second] = who.recoveryCodes as [string, string];
    const answers = await Promise.all([1, 2, 3].map(() => people.login(who, { code: first })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await people.login(who, { code: ` ${second.toUpperCase().replace('-', '')} ` })).status).toBe(200);
    const other = await guarded();
    expect((await people.login(other, { code: who.recoveryCodes[2] as string })).status).toBe(401);
  });

  it('refuses every code where the secret was stored with another key, and sets up again', async () => {
    const who = await guarded();
    const other = { dataKey: 'another key of thirty-two characters' };
    const { sql } = api.context.db;
    await sql`update two_factor set secret = ${seal(other, who.secret)} where user_uuid = ${who.user.uuid}`;
    expect((await people.login(who, { code: codeOf(who.secret) })).body).toMatchObject({
      statusCode: 401,
      code: 'auth.codeWrong',
    });
    await sql`update two_factor set enabled_at = null where user_uuid = ${who.user.uuid}`;
    expect((await post(who, '/auth/two-factor/enable', { code: codeOf(who.secret) })).body.code).toBe(
      'twoFactor.notSetUp',
    );
  });

  it('answers 429 with Retry-After after too many wrong codes, even to the correct code', async () => {
    const who = await guarded();
    let answer = await people.login(who, { code: '000000' });
    for (let tries = 0; tries < 25 && answer.status === 401; tries++)
      answer = await people.login(who, { code: '000000' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await people.login(who)).body.code).toBe('auth.codeRequired');
  });

  it('also applies to Google: the same ID token works again with the code, and changes nothing before that', async () => {
    const who = await guarded();
    const credential = await issuer.token({ sub: 'sub-guarded', email: who.email });
    const sign = (more = {}) => api.call('POST', '/auth/login/google', { body: { credential, ...more } });
    expect((await sign()).body).toMatchObject({ statusCode: 401, code: 'auth.codeRequired' });
    expect((await sign({ code: '000000' })).body.code).toBe('auth.codeWrong');
    expect((await people.me(who.accessToken)).body.data.googleId).toBeNull();
    expect((await sign({ code: codeOf(who.secret) })).body.data.user.googleId).toBe('sub-guarded');
  });

  it('also applies to the confirmation of a new address: the link works again with the code', async () => {
    const who = await guarded();
    const email = people.newEmail();
    await api.call('PUT', '/auth/profile', { token: who.accessToken, body: { email } });
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const confirm = (more = {}) => api.call('POST', '/auth/confirm/email', { body: { token, ...more } });
    expect((await confirm()).body.code).toBe('auth.codeRequired');
    expect((await confirm({ code: codeOf(who.secret) })).body.data.user.email).toBe(email);
  });
});

describe('recovery codes', () => {
  const left = async (who: Member) =>
    (await api.call('GET', '/auth/two-factor', { token: who.accessToken })).body.data.recoveryCodesLeft;

  it('are counted, and each use as a proof is mailed with how many are left', async () => {
    const plain = await people.member();
    expect(await left(plain)).toBeNull();
    const who = await guarded();
    expect(await left(who)).toBe(10);
    expect((await people.login(who, { code: codeOf(who.secret) })).status).toBe(200);
    expect(await left(who)).toBe(10);
    expect((await people.login(who, { code: who.recoveryCodes[0] as string })).status).toBe(200);
    expect(await left(who)).toBe(9);
    const mail = await people.mailTo(who.email, /A recovery code was used/);
    expect(mail.text).toContain('Codes left: 9.');
    expect((await post(who, '/auth/step-up', { code: who.recoveryCodes[1] })).status).toBe(204);
    expect(await left(who)).toBe(8);
  });

  it('are replaced after a code; the earlier ones no longer work until the mailed link undoes it', async () => {
    const who = await guarded();
    const renew = (code: string | undefined) => post(who, '/auth/two-factor/recovery-codes', { code });
    expect((await renew('000000')).body.code).toBe('auth.codeWrong');
    const { status, body } = await renew(who.recoveryCodes[0]);
    expect([status, body.data.recoveryCodes.length, await left(who)]).toEqual([200, 10, 10]);
    expect((await people.login(who, { code: who.recoveryCodes[1] as string })).body.code).toBe('auth.codeWrong');
    expect((await people.login(who, { code: body.data.recoveryCodes[0] })).status).toBe(200);
    const mail = await people.mailTo(who.email, /You have new recovery codes/);
    const token = /undo\/([\w-]+)/.exec(mail.text)?.[1];
    expect((await api.call('POST', '/auth/undo', { body: { token } })).status).toBe(204);
    expect((await people.login(who, { code: who.recoveryCodes[1] as string })).status).toBe(200);
    expect((await post(await people.member(), '/auth/two-factor/recovery-codes', { code: '000000' })).body.code).toBe(
      'twoFactor.off',
    );
  });
});

describe('turning the second factor off', () => {
  it('requires a code of the app or a recovery code; signing in then needs no code', async () => {
    for (const way of ['app', 'recovery'] as const) {
      const who = await guarded();
      expect((await post(who, '/auth/two-factor/disable', { code: '000000' })).status).toBe(400);
      const code = way === 'app' ? codeOf(who.secret) : (who.recoveryCodes[0] as string);
      expect((await post(who, '/auth/two-factor/disable', { code })).status).toBe(204);
      expect((await people.login(who)).status).toBe(200);
      expect((await post(who, '/auth/two-factor/disable', { code })).body.code).toBe('twoFactor.off');
      expect((await people.mailsTo(who.email))[0]?.subject).toBe('Two-factor authentication is off');
    }
  });
});

describe('a wallet of an account with a second factor', () => {
  it('signs in only with a code, and its signed message can be sent again', async () => {
    const who = await guarded();
    const wallet = privateKeyToAccount(generatePrivateKey());
    const sign = async () => {
      const { message } = (await api.call('GET', `/auth/wallet/nonce?address=${wallet.address}`)).body.data;
      return { message, signature: await wallet.signMessage({ message }) };
    };
    expect((await post(who, '/auth/connect-metamask', await sign())).status).toBe(200);
    const signed = await sign();
    const signIn = (more: object = {}) => api.call('POST', '/auth/login/wallet', { body: { ...signed, ...more } });
    expect(await signIn()).toMatchObject({
      status: 401,
      body: { code: 'auth.codeRequired', message: 'code required' },
    });
    expect(await signIn({ code: '000000' })).toMatchObject({ status: 401, body: { code: 'auth.codeWrong' } });
    const answer = await signIn({ code: codeOf(who.secret) });
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { uuid: who.user.uuid } } } });
  });
});
