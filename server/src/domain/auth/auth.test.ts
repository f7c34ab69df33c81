import type { User } from '@skarb/schema/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

let people = 0;
const someone = () => ({ email: `someone${++people}@example.org`, password: 'correct horse' });
const mailsTo = async (to: string) =>
  (await api.call('GET', `/dev/mail?to=${encodeURIComponent(to)}`)).body.data as {
    subject: string;
    text: string;
    html: string;
  }[];
const tokenIn = (text: string): string => /confirmation\?token=([\w-]+)/.exec(text)?.[1] as string;

/** Registers and confirms a user; returns the credentials and the answer to the confirmation. */
const member = async (extra: { username?: string; role?: string; isEmailConfirmed?: string } = {}) => {
  const who = { ...someone(), ...extra };
  await api.call('POST', '/auth/register/email', { body: who });
  const mail = (await mailsTo(who.email))[0];
  const confirmed = await api.call('POST', '/auth/confirm/email', { body: { token: tokenIn(mail?.text ?? '') } });
  return { ...who, ...confirmed.body.data } as typeof who & { accessToken: string; refreshToken: string; user: User };
};

describe('registering by e-mail', () => {
  it('answers 201 with the user, unconfirmed, and mails a link to the confirmation page', async () => {
    const who = someone();
    const { status, body } = await api.call('POST', '/auth/register/email', { body: who });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ email: who.email, isEmailConfirmed: false, role: 'USER', username: null });
    expect(body.data).not.toHaveProperty('accessToken');
    const [mail] = await mailsTo(who.email);
    expect(mail?.subject).toBe('Confirm your e-mail address');
    expect(mail?.text).toContain('http://localhost:3199/confirmation?token=');
    expect(mail?.html).toContain(`http://localhost:3199/confirmation?token=${tokenIn(mail?.text ?? '')}`);
  });

  it('mails in Ukrainian after a registration in Ukrainian', async () => {
    const who = someone();
    await api.call('POST', '/auth/register/email', { body: { ...who, language: 'ukr' } });
    expect((await mailsTo(who.email))[0]?.subject).toBe('Підтвердьте свою електронну адресу');
  });

  it('gives the same answer for an existing address, and only mails its owner about it', async () => {
    const known = await member({ username: `known_${people}` });
    const wanted = { email: known.email, password: 'another password', username: known.username };
    const again = await api.call('POST', '/auth/register/email', { body: wanted });
    const fresh = await api.call('POST', '/auth/register/email', { body: { ...wanted, email: someone().email } });
    expect(again.status).toBe(201);
    expect(fresh.status).toBe(201);
    const own = { uuid: 'its own', createdAt: 'its own', email: 'its own' };
    expect({ ...again.body.data, ...own }).toEqual({ ...fresh.body.data, ...own });
    expect(again.body.data.uuid).not.toBe(known.user.uuid);
    const statuses = await Promise.all(
      [again, fresh].map(({ body }) => api.call('GET', `/auth/profile/${body.data.uuid}`)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([404, 404]);
    const { email } = known;
    expect((await mailsTo(email))[0]?.subject).toBe('You already have an account');
    // The old password still works, the new one does not.
    expect((await api.call('POST', '/auth/login', { body: { email, password: 'another password' } })).status).toBe(401);
    expect((await api.call('POST', '/auth/login', { body: { email, password: known.password } })).status).toBe(200);
  });

  it('takes as much work for an existing address as for a new one', async () => {
    const known = await member();
    /** The processor time of a registration: unlike its duration it does not depend on other processes. */
    const time = async (email: string) => {
      const before = process.cpuUsage();
      await api.call('POST', '/auth/register/email', { body: { email, password: 'correct horse' } });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const old: number[] = [];
    const fresh: number[] = [];
    for (let round = 0; round < 7; round++) {
      old.push(await time(known.email));
      fresh.push(await time(someone().email));
    }
    // The fastest run of each measures the cost of the request itself; the rest is other load. Hashing dominates both:
    // without it a known address would answer in a tenth of the time.
    const ratio = Math.min(...old) / Math.min(...fresh);
    expect(ratio).toBeGreaterThan(0.25);
    expect(ratio).toBeLessThan(4);
  });

  it('lets concurrent registrations of one address all pass, with one account', async () => {
    const who = someone();
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.call('POST', '/auth/register/email', { body: who })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const rows = await api.context.db.sql`select 1 from app_user where email = ${who.email}`;
    expect(rows).toHaveLength(1);
  });

  it('confirms the password of the registration whose mail was answered', async () => {
    const who = someone();
    await api.call('POST', '/auth/register/email', { body: { ...who, password: 'of the owner' } });
    const [ownersMail] = await mailsTo(who.email);
    await api.call('POST', '/auth/register/email', { body: { ...who, password: 'of somebody else' } });
    await api.call('POST', '/auth/confirm/email', { body: { token: tokenIn(ownersMail?.text ?? '') } });
    expect(
      (await api.call('POST', '/auth/login', { body: { email: who.email, password: 'of somebody else' } })).status,
    ).toBe(401);
    expect(
      (await api.call('POST', '/auth/login', { body: { email: who.email, password: 'of the owner' } })).status,
    ).toBe(200);
  });

  it('assigns the requested username, and a numbered one when it is taken', async () => {
    const first = await member({ username: 'Mykola_Лис' });
    const second = await member({ username: 'mykola_лис' });
    const third = await member();
    expect(first.user.username).toBe('Mykola_Лис');
    expect(second.user.username).toBe('mykola_лис_2');
    expect(third.user.username).toMatch(/^[a-z]+_[a-z]+_\d+$/);
  });

  it.each([
    ['an invalid e-mail address', { email: 'nobody', password: 'long enough' }, 'email', 'isEmail'],
    ['no e-mail address', { password: 'long enough' }, 'email', 'isNotEmpty'],
    [
      'an address longer than 254 characters',
      { email: `${'a'.repeat(250)}@b.org`, password: 'long enough' },
      'email',
      'maxLength',
    ],
    ['a password of 7 characters', { email: 'a@example.org', password: '1234567' }, 'password', 'minLength'],
    ['a password of 201 characters', { email: 'a@example.org', password: 'x'.repeat(201) }, 'password', 'maxLength'],
    ['no password', { email: 'a@example.org' }, 'password', 'isNotEmpty'],
    ['a password that is a number', { email: 'a@example.org', password: 12345678 }, 'password', 'isType'],
    [
      'a username with a space',
      { email: 'a@example.org', password: 'long enough', username: 'a b' },
      'username',
      'matches',
    ],
    [
      'a username of 33 characters',
      { email: 'a@example.org', password: 'long enough', username: 'a'.repeat(33) },
      'username',
      'maxLength',
    ],
    ['an unknown language', { email: 'a@example.org', password: 'long enough', language: 'fr' }, 'language', 'isIn'],
    ['a NUL in the password', { email: 'a@example.org', password: 'long\0enough' }, 'password', 'matches'],
  ])('refuses %s', async (_name, body, property, constraint) => {
    const answer = await api.call('POST', '/auth/register/email', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('Bad Request');
    expect(answer.body.message).toHaveLength(1);
    expect(answer.body.message[0].property).toBe(property);
    expect(Object.keys(answer.body.message[0].constraints)).toContain(constraint);
  });

  it('reports every refused field at once', async () => {
    const { body } = await api.call('POST', '/auth/register/email', { body: {} });
    expect(body.message.map(({ property }: { property: string }) => property)).toEqual(['email', 'password']);
  });

  it('ignores unknown fields, such as a role', async () => {
    const mine = await member({ role: 'ADMIN', isEmailConfirmed: 'true' });
    expect(mine.user.role).toBe('USER');
  });

  it('treats an address in any letter case as the same', async () => {
    const who = await member();
    const answer = await api.call('POST', '/auth/login', {
      body: { email: ` ${who.email.toUpperCase()} `, password: who.password },
    });
    expect(answer.status).toBe(200);
  });
});

describe('confirming', () => {
  it('signs in at once, with tokens and the user', async () => {
    const who = await member();
    expect(who.user).toMatchObject({ email: who.email, isEmailConfirmed: true });
    const me = await api.call('GET', '/auth/me', { token: who.accessToken });
    expect(me.body.data).toEqual(who.user);
  });

  it('works once, and reports a second use', async () => {
    const who = someone();
    await api.call('POST', '/auth/register/email', { body: who });
    const token = tokenIn((await mailsTo(who.email))[0]?.text ?? '');
    expect((await api.call('POST', '/auth/confirm/email', { body: { token } })).status).toBe(200);
    const again = await api.call('POST', '/auth/confirm/email', { body: { token } });
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      code: 'mailToken.invalid',
      message: expect.stringContaining('was used already'),
    });
  });

  it('refuses an unknown token and an expired one', async () => {
    expect((await api.call('POST', '/auth/confirm/email', { body: { token: 'invented' } })).status).toBe(400);
    const who = someone();
    await api.call('POST', '/auth/register/email', { body: who });
    await api.context.db.sql`update mail_token set expires_at = now() - interval '1 second' where email = ${who.email}`;
    const token = tokenIn((await mailsTo(who.email))[0]?.text ?? '');
    expect((await api.call('POST', '/auth/confirm/email', { body: { token } })).status).toBe(400);
  });
});

describe('signing in by e-mail', () => {
  it('answers 403 while the address is not confirmed, and only to the correct password', async () => {
    const who = someone();
    await api.call('POST', '/auth/register/email', { body: who });
    expect((await api.call('POST', '/auth/login', { body: who })).status).toBe(403);
    expect((await api.call('POST', '/auth/login', { body: { ...who, password: 'wrong' } })).status).toBe(401);
  });

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const who = await member();
    const wrong = await api.call('POST', '/auth/login', { body: { email: who.email, password: 'wrong' } });
    const unknown = await api.call('POST', '/auth/login', { body: { email: someone().email, password: 'wrong' } });
    expect(wrong.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('returns tokens that last 15 minutes and a user without their password', async () => {
    const who = await member();
    const { body } = await api.call('POST', '/auth/login', { body: { email: who.email, password: who.password } });
    expect(body.data).toMatchObject({ expiresIn: 900, user: { email: who.email } });
    expect(JSON.stringify(body)).not.toMatch(/argon2|"password/i);
  });
});

describe('the current user', () => {
  it('is a 401 without a token, with a malformed one, and with a foreign one', async () => {
    for (const token of [undefined, 'nonsense', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'])
      expect((await api.call('GET', '/auth/me', token ? { token } : {})).status).toBe(401);
  });

  it('is private and never cached', async () => {
    const who = await member();
    const { headers } = await api.call('GET', '/auth/me', { token: who.accessToken });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
  });
});

describe('refreshing', () => {
  const refresh = (refreshToken: string) => api.call('POST', '/auth/refresh', { body: { refreshToken } });

  it('returns new tokens, each valid once', async () => {
    const who = await member();
    const second = await refresh(who.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.data.refreshToken).not.toBe(who.refreshToken);
    expect((await refresh(second.body.data.refreshToken)).status).toBe(200);
  });

  it('ends the whole session at a second use, and no other session of the user', async () => {
    const who = await member();
    const other = await api.call('POST', '/auth/login', { body: { email: who.email, password: who.password } });
    const second = await refresh(who.refreshToken);
    expect((await refresh(who.refreshToken)).status).toBe(401);
    expect((await refresh(second.body.data.refreshToken)).status).toBe(401);
    expect((await refresh(other.body.data.refreshToken)).status).toBe(200);
  });

  it('lets exactly one of many concurrent calls succeed, and leaves no working token', async () => {
    const who = await member();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(who.refreshToken)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    expect((await refresh(won[0]?.body.data.refreshToken)).status).toBe(401);
  });

  it('refuses an unknown token and an expired one', async () => {
    expect((await refresh('invented')).status).toBe(401);
    const who = await member();
    await api.context.db
      .sql`update refresh_token set expires_at = now() where session_uuid in (select uuid from session where user_uuid = ${who.user.uuid})`;
    expect((await refresh(who.refreshToken)).status).toBe(401);
  });

  it('stores no usable token in the database', async () => {
    const who = await member();
    const rows = await api.context.db.sql`select to_jsonb(refresh_token)::text || to_jsonb(session)::text as text
      from refresh_token join session on session.uuid = session_uuid where user_uuid = ${who.user.uuid}`;
    expect(rows.every(({ text }) => !(text as string).includes(who.refreshToken))).toBe(true);
  });
});

describe('signing out', () => {
  it('answers 204, also the second time and for an unknown token, and ends the session', async () => {
    const who = await member();
    const logout = (refreshToken: string) => api.call('POST', '/auth/logout', { body: { refreshToken } });
    expect((await logout(who.refreshToken)).status).toBe(204);
    expect((await logout(who.refreshToken)).status).toBe(204);
    expect((await logout('invented')).status).toBe(204);
    expect((await api.call('POST', '/auth/refresh', { body: { refreshToken: who.refreshToken } })).status).toBe(401);
  });
});
