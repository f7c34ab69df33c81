import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, startAccounts } from './testing-account.ts';

let { api, people, post, wayIn, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, post, wayIn, stop } = await startAccounts());
});
afterAll(() => stop?.());

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    expect((await post('/auth/reset-password/request', { email })).status).toBe(202);
    return people.resetToken(await people.mailTo(email, /Set a new password|Установіть новий пароль/));
  };

  it('is replaced through a mailed link, in the user’s language, as text and HTML', async () => {
    const who = await people.member('ukr');
    const token = await ask(who.email);
    const mail = await people.mailTo(who.email, /Установіть новий пароль/);
    expect(mail.text).toContain(`http://localhost:3199/reset-password/${token}`);
    expect(mail.html).toContain(`http://localhost:3199/reset-password/${token}`);
    expect(mail.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC · 127\.0\.0\.1/);
    expect((await post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(204);
    expect((await wayIn(who)).status).toBe(401);
    expect((await wayIn(who, 'a new password')).status).toBe(200);
    expect((await people.mailTo(who.email, /пароль змінено/)).text).toContain('Забули пароль?');
  });

  it('leads on to what was interrupted, on this site alone, and knows its address while it is valid', async () => {
    const who = await people.member();
    const next = '/nfts/a?copies=2#buy';
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect(await post('/auth/reset-password/request', { email: who.email, next: elsewhere })).toMatchObject({
        status: 400,
        body: { message: [{ property: 'next' }] },
      });
    expect((await post('/auth/reset-password/request', { email: who.email, next })).status).toBe(202);
    const mail = await people.mailTo(who.email, /Set a new password/);
    const link = new URL(/https?:\S+\/reset-password\/\S+/.exec(mail.text)?.[0] ?? '');
    expect(link.searchParams.get('next')).toBe(next);
    const token = link.pathname.split('/').pop();
    const look = async () => (await post('/auth/reset-password/link', { token })).body.data;
    expect(await look()).toEqual({ ways: [], email: who.email });
    expect((await post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(204);
    expect(await look()).toEqual({ ways: [], email: null });
  });

  it('gives an unknown address the same answer and sends no mail', async () => {
    const email = people.newEmail();
    const known = await people.member();
    const answers = [email, known.email].map((one) => post('/auth/reset-password/request', { email: one }));
    const [unknown, existing] = await Promise.all(answers);
    expect([unknown?.status, unknown?.text]).toEqual([existing?.status, existing?.text]);
    await people.mailTo(known.email, /Set a new password/);
    expect(await people.mailsTo(email)).toEqual([]);
  });

  it('lets one of many concurrent uses of its link succeed', async () => {
    const who = await people.member();
    const token = await ask(who.email);
    const passwords = ['password one', 'password two', 'password three', 'password four'];
    const answers = await Promise.all(passwords.map((password) => post('/auth/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('resetToken.invalid');
    const won = passwords[answers.findIndex(({ status }) => status === 204)] as string;
    expect((await wayIn(who, won)).status).toBe(200);
  });

  it('lets one of two links used concurrently succeed', async () => {
    const who = await people.member();
    const first = await ask(who.email);
    await api.context.db.sql`delete from mailbox where recipient = ${who.email}`;
    // After half of its lifetime, a request creates a new link.
    await api.context.db
      .sql`update mail_token set expires_at = now() + interval '29 minutes' where purpose = 'reset' and email = ${who.email}`;
    const second = await ask(who.email);
    expect(second).not.toBe(first);
    const answers = await Promise.all(
      [first, second].map((token) => post('/auth/reset-password', { token, password: 'of one of them' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it('ends every session at once, including access tokens', async () => {
    const who = await people.member();
    const other = (await wayIn(who)).body.data;
    await post('/auth/reset-password', { token: await ask(who.email), password: 'a new password' });
    for (const { accessToken, refreshToken } of [who, other]) {
      expect((await people.me(accessToken)).body.code).toBe('auth.ended');
      expect((await post('/auth/refresh', { refreshToken })).status).toBe(401);
    }
  });

  it('is not replaced by an expired link, an unknown one, or one for confirmation', async () => {
    const who = await people.member();
    const token = await ask(who.email);
    await api.context.db
      .sql`update mail_token set expires_at = now() - interval '1 second' where purpose = 'reset' and email = ${who.email}`;
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'long enough' });
    const confirming = people.confirmToken((await people.mailsTo(email))[0]!);
    for (const one of [token, 'invented', confirming])
      expect((await post('/auth/reset-password', { token: one, password: 'a new password' })).status).toBe(400);
    expect((await post('/auth/confirm/email', { token: confirming })).status).toBe(200);
    const [row] = await api.context.db.sql`select extract(epoch from expires_at - created_at)::int as seconds
      from mail_token where purpose = 'reset' order by created_at desc limit 1`;
    expect(row?.seconds).toBeLessThanOrEqual(3600);
  });

  it('of an unconfirmed registration can be reset, which confirms the address', async () => {
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'forgotten' });
    await post('/auth/reset-password', { token: await ask(email), password: 'a new password' });
    const { status, body } = await people.login({ email, password: 'a new password' });
    expect([status, body.data.user.isEmailConfirmed]).toEqual([200, true]);
  });

  it('refuses a new password of 7 characters', async () => {
    const answer = await post('/auth/reset-password', { token: 'any', password: '1234567' });
    expect(answer).toMatchObject({ status: 400, body: { message: [{ property: 'password' }] } });
  });
});

describe('changing the password', () => {
  it('requires the current one, and ends all other sessions', async () => {
    const who = await people.member();
    const other = (await wayIn(who)).body.data;
    const change = (body: object) => post('/auth/password', { password: 'a new password', ...body }, who.accessToken);
    for (const body of [{}, { currentPassword: 'wrong' }])
      expect(await change(body)).toMatchObject({ status: 400, body: { message: [{ property: 'currentPassword' }] } });
    expect((await change({ currentPassword: who.password })).status).toBe(204);
    expect((await people.me(who.accessToken)).status).toBe(200);
    expect((await people.me(other.accessToken)).status).toBe(401);
    expect((await wayIn(who)).status).toBe(401);
    expect((await wayIn(who, 'a new password')).status).toBe(200);
  });

  it('lets one of two concurrent changes succeed', async () => {
    const who = await people.member();
    const answers = await Promise.all(
      ['first new one', 'second new one'].map((password) =>
        post('/auth/password', { currentPassword: who.password, password }, who.accessToken),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it('needs a confirmed address to sign in with', async () => {
    const { token } = await api.person();
    expect((await post('/auth/password', { password: 'long enough' }, token)).body.code).toBe('auth.emailMissing');
  });
});
