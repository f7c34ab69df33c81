import { exportSPKI, SignJWT } from 'jose';
import { nameKey } from '@skarb/schema/name-key';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { accountsOf } from './testing-account.ts';
import { startIssuer } from './testing-issuer.ts';

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

const sign = (credential: string, more: Record<string, string> = {}) =>
  api.call('POST', '/auth/login/google', { body: { credential, ...more } });
let subjects = 0;
const newPerson = () => ({ sub: `sub-${++subjects}`, email: people.newEmail() });

describe('an ID token', () => {
  it('signs the Google user in and creates an account for them', async () => {
    const { status, body } = await sign(await issuer.token({ ...newPerson(), sub: 'sub-a', name: 'Ada ' }));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ expiresIn: 900, user: { googleId: 'sub-a', name: 'Ada', hasPassword: false } });
    expect(body.data.user.username).toMatch(/^[a-z]+_[a-z]+_\d+$/);
  });

  it('gives no name that may be taken for a verified user’s, that a reader does not see wholly, or that mixes alphabets', async () => {
    const vera = await api.person();
    await api.context.db.sql`
      update app_user set name = 'Vera Vale', verified_key = ${nameKey('Vera Vale')} where uuid = ${vera.user.uuid}`;
    const nameOf = async (name: string) =>
      (await sign(await issuer.token({ ...newPerson(), name }))).body.data.user.name;
    expect(await nameOf('Vera VaIe')).toBeNull();
    expect(await nameOf('Vera\u202eelaV')).toBeNull();
    // Its first letter is Cyrillic.
    expect(await nameOf('Оlha Hill')).toBeNull();
    expect(await nameOf('Vera Hill')).toBe('Vera Hill');
    const wanted = { email: people.newEmail(), password: 'long enough 1', username: 'vera_vale' };
    const asked = [
      await api.call('POST', '/auth/register/email', { body: wanted }),
      await api.call('POST', '/auth/passkey/register/options', { body: { username: 'vera_vale' } }),
    ];
    for (const { status, body } of asked) expect([status, body.code]).toEqual([400, 'auth.nameVerified']);
  });

  it('works once, even in concurrent calls', async () => {
    const credential = await issuer.token(newPerson());
    const answers = await Promise.all(Array.from({ length: 5 }, () => sign(credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await sign(credential)).body.code).toBe('google.used');
  });

  it.each([
    ['of another issuer', { iss: 'https://accounts.google.com' }, 'google.token'],
    ['for another site', { aud: 'another-site' }, 'google.token'],
    ['for several sites, with another as authorized party', { aud: ['skarb-test', 'b'], azp: 'b' }, 'google.token'],
    ['that has expired', { iat: -7200, exp: -60 }, 'google.expired'],
    ['with another nonce', { nonce: 'other' }, 'google.token'],
    ['without a subject', { sub: undefined }, 'google.token'],
  ])('%s is refused', async (_what, claims, code) => {
    const answer = await sign(await issuer.token({ ...newPerson(), ...claims } as never), { nonce: 'wanted' });
    expect([answer.status, answer.body.code]).toEqual([401, code]);
  });

  it('passes with the requested nonce, also for several audiences when this site is the authorized party', async () => {
    const claims = { ...newPerson(), nonce: 'mine', aud: ['b', 'skarb-test'], azp: 'skarb-test' };
    expect((await sign(await issuer.token(claims), { nonce: 'mine' })).status).toBe(200);
  });

  it('is refused when forged: unsigned, signed with the public key as HMAC secret, signed by another key with the same id, or modified', async () => {
    const person = newPerson();
    const good = await issuer.token(person);
    const [head, claims, mark] = good.split('.') as [string, string, string];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = part({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'sub-a' });
    const asPassword = await new SignJWT({ ...person, iss: issuer.url, aud: 'skarb-test' })
      .setProtectedHeader({ alg: 'HS256', kid: issuer.present().id })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(await exportSPKI(issuer.present().open)));
    const foreignKey = { ...(await issuer.makePair('x')), id: issuer.present().id };
    for (const forged of [
      `${part({ alg: 'none', kid: issuer.present().id })}.${claims}.`,
      asPassword,
      await issuer.token(person, foreignKey),
      `${head}.${changed}.${mark}`,
      'nonsense',
      'a.b.c',
    ]) {
      const answer = await sign(forged);
      expect([forged.slice(0, 40), answer.status, answer.body.code]).toEqual([
        forged.slice(0, 40),
        401,
        'google.token',
      ]);
    }
    expect((await sign(good)).status).toBe(200);
  });

  it('without a verified address creates no account', async () => {
    const person = newPerson();
    const answer = await sign(await issuer.token({ ...person, email_verified: false }));
    expect([answer.status, answer.body.code]).toEqual([403, 'google.unverified']);
    const rows = await api.context.db.sql`select 1 from app_user where google_id = ${person.sub}`;
    expect(rows).toHaveLength(0);
  });
});

describe('the account of a Google user', () => {
  it('is the confirmed account with the same address, whose password still works', async () => {
    const who = await people.member();
    const { body } = await sign(await issuer.token({ sub: 'sub-linked', email: who.email.toUpperCase() }));
    expect(body.data.user).toMatchObject({ uuid: who.user.uuid, googleId: 'sub-linked', hasPassword: true });
    expect((await people.login(who)).status).toBe(200);
  });

  it('is taken over from an unconfirmed registration, whose password and link become invalid', async () => {
    const email = people.newEmail();
    const registered = { email, password: 'of somebody else' };
    await api.call('POST', '/auth/register/email', { body: registered });
    const token = people.confirmToken((await people.mailsTo(email))[0]!);
    const { body } = await sign(await issuer.token({ sub: 'sub-over', email }));
    expect(body.data.user).toMatchObject({ email, isEmailConfirmed: true, hasPassword: false });
    expect((await people.login(registered)).status).toBe(401);
    expect((await api.call('POST', '/auth/confirm/email', { body: { token } })).status).toBe(400);
    expect((await people.login(registered)).status).toBe(401);
  });

  it('stays the same when the user’s Google address changes', async () => {
    const person = newPerson();
    const first = await sign(await issuer.token(person));
    const later = await sign(await issuer.token({ ...person, email: people.newEmail() }));
    expect(later.body.data.user).toMatchObject({ uuid: first.body.data.user.uuid, email: person.email });
  });

  it('is never given to another Google account with the same address', async () => {
    const person = newPerson();
    await sign(await issuer.token(person));
    const answer = await sign(await issuer.token({ ...person, sub: 'sub-other' }));
    expect([answer.status, answer.body.code]).toEqual([409, 'google.taken']);
  });

  it('is created once by concurrent tokens of a new user', async () => {
    const person = newPerson();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => issuer.token(person)));
    const answers = await Promise.all(tokens.map((token) => sign(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user.uuid)).size).toBe(1);
  });
});

describe('the issuer’s keys', () => {
  it('are read once, and again when a token names an unknown one', async () => {
    expect((await sign(await issuer.token(newPerson()))).status).toBe(200);
    const before = issuer.asked.filter((path) => path === '/keys').length;
    for (let times = 0; times < 3; times++) expect((await sign(await issuer.token(newPerson()))).status).toBe(200);
    expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(before);
    const old = issuer.present();
    await issuer.rotate();
    const rotated = await issuer.token(newPerson());
    // Keys are requested again at most every 2 s.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_100 });
    try {
      expect((await sign(rotated)).status).toBe(200);
      expect((await sign(await issuer.token(newPerson(), old))).body.code).toBe('google.token');
    } finally {
      vi.useRealTimers();
    }
  });

  it('stay in use while the issuer is unavailable', async () => {
    issuer.down(true);
    try {
      expect((await sign(await issuer.token(newPerson()))).status).toBe(200);
    } finally {
      issuer.down(false);
    }
  });

  it('give a 503 with Retry-After when the issuer was never reached, and work when it is available again', async () => {
    const other = await startTestApi({ GOOGLE_CLIENT_ID: 'skarb-test', GOOGLE_ISSUER: issuer.url });
    try {
      issuer.down(true);
      const credential = await issuer.token(newPerson());
      const answer = await other.call('POST', '/auth/login/google', { body: { credential } });
      expect([answer.status, answer.body.code]).toEqual([503, 'google.away']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await other.call('GET', '/auth/google')).status).toBe(503);
      issuer.down(false);
      expect((await other.call('POST', '/auth/login/google', { body: { credential } })).status).toBe(200);
    } finally {
      issuer.down(false);
      await other.stop();
    }
  });
});
