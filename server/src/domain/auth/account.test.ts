import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../context.ts';
import { startJobs } from '../../jobs.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { accountsOf, type Member } from './testing-account.ts';

let api: TestApi;
let people: ReturnType<typeof accountsOf>;
let worker: ReturnType<typeof createContext>;
let jobs: Awaited<ReturnType<typeof startJobs>>;
beforeAll(async () => {
  api = await startTestApi({ ADMIN_EMAIL: 'Boss@Example.org' });
  people = accountsOf(api);
  worker = createContext(api.context.config, 'worker');
  jobs = await startJobs(worker);
});
afterAll(async () => {
  await jobs?.stop();
  await worker?.db.close();
  await api?.stop();
});

const post = (path: string, body: unknown, token?: string) =>
  api.call('POST', path, { body, ...(token ? { token } : {}) });
const editEmail = (who: { accessToken: string }, email: string) =>
  api.call('PUT', '/auth/profile', { token: who.accessToken, body: { email } });
const wayIn = (who: Member, password = who.password) => people.login({ email: who.email, password });

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    expect((await post('/auth/reset-password/request', { email })).status).toBe(202);
    return people.resetToken(await people.mailTo(email, /Set a new password|Установіть новий пароль/));
  };

  it('is replaced by the link of a mail, in its reader’s language, as text and HTML', async () => {
    const who = await people.member('ukr');
    const token = await ask(who.email);
    const mail = await people.mailTo(who.email, /Установіть новий пароль/);
    expect(mail.text).toContain(`http://localhost:3199/reset-password/${token}`);
    expect(mail.html).toContain(`http://localhost:3199/reset-password/${token}`);
    expect((await post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(204);
    expect((await wayIn(who)).status).toBe(401);
    expect((await wayIn(who, 'a new password')).status).toBe(200);
    expect((await people.mailTo(who.email, /пароль змінено/)).text).toContain('Забули пароль?');
  });

  it('answers an unknown address the same and mails nobody', async () => {
    const email = people.newEmail();
    const known = await people.member();
    const answers = [email, known.email].map((one) => post('/auth/reset-password/request', { email: one }));
    const [unknown, existing] = await Promise.all(answers);
    expect([unknown?.status, unknown?.text]).toEqual([existing?.status, existing?.text]);
    await people.mailTo(known.email, /Set a new password/);
    expect(await people.mailsTo(email)).toEqual([]);
  });

  it('lets one of many uses of its link win, and each later one fail', async () => {
    const who = await people.member();
    const token = await ask(who.email);
    const passwords = ['password one', 'password two', 'password three', 'password four'];
    const answers = await Promise.all(passwords.map((password) => post('/auth/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('resetToken.invalid');
    const won = passwords[answers.findIndex(({ status }) => status === 204)] as string;
    expect((await wayIn(who, won)).status).toBe(200);
  });

  it('lets one of two links used at the same moment win', async () => {
    const who = await people.member();
    const first = await ask(who.email);
    await api.context.db.sql`delete from mailbox where recipient = ${who.email}`;
    const second = await ask(who.email);
    expect(second).not.toBe(first);
    const answers = await Promise.all(
      [first, second].map((token) => post('/auth/reset-password', { token, password: 'of one of them' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it('ends every session at once, access tokens too', async () => {
    const who = await people.member();
    const other = (await wayIn(who)).body.data;
    await post('/auth/reset-password', { token: await ask(who.email), password: 'a new password' });
    for (const { accessToken, refreshToken } of [who, other]) {
      expect((await people.me(accessToken)).body.code).toBe('auth.ended');
      expect((await post('/auth/refresh', { refreshToken })).status).toBe(401);
    }
  });

  it('is not replaced by a link that is an hour old, invented, or meant for confirming', async () => {
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

  it('of a registration nobody confirmed yet is a way in: who reads the mail has shown that the address is his', async () => {
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'forgotten' });
    await post('/auth/reset-password', { token: await ask(email), password: 'a new password' });
    const { status, body } = await people.login({ email, password: 'a new password' });
    expect([status, body.data.user.isEmailConfirmed]).toEqual([200, true]);
  });

  it('refuses a new one of 7 characters', async () => {
    const answer = await post('/auth/reset-password', { token: 'any', password: '1234567' });
    expect(answer).toMatchObject({ status: 400, body: { message: [{ property: 'password' }] } });
  });

  it('cannot be asked for without end: 429 with Retry-After for one address', async () => {
    const email = people.newEmail();
    const answers = [];
    for (let times = 0; times < 12; times++) answers.push(await post('/auth/reset-password/request', { email }));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('changing the password', () => {
  it('wants the present one, and ends all sessions but this', async () => {
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

  it('lets one of two changes at the same moment win', async () => {
    const who = await people.member();
    const answers = await Promise.all(
      ['first new one', 'second new one'].map((password) =>
        post('/auth/password', { currentPassword: who.password, password }, who.accessToken),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it('needs a confirmed address, which is what one signs in with', async () => {
    const { token } = await api.person();
    expect((await post('/auth/password', { password: 'long enough' }, token)).body.code).toBe('auth.emailMissing');
  });
});

describe('changing the e-mail address', () => {
  it('counts once the new one is confirmed; the old one is told before and after', async () => {
    const who = await people.member();
    const email = people.newEmail();
    const { body } = await editEmail(who, email.toUpperCase());
    expect(body.data).toMatchObject({ email: who.email, pendingEmail: email, isEmailConfirmed: true });
    expect((await people.mailTo(who.email, /was asked for/)).text).toContain(email);
    expect((await wayIn(who)).status).toBe(200);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    const confirmed = await post('/auth/confirm/email', { token });
    expect(confirmed.body.data.user).toMatchObject({ uuid: who.user.uuid, email, pendingEmail: null });
    expect((await people.mailTo(who.email, /has been changed/)).text).toContain(email);
    expect((await wayIn(who)).status).toBe(401);
    expect((await people.login({ email, password: who.password })).status).toBe(200);
    expect((await post('/auth/confirm/email', { token })).status).toBe(400);
  });

  it('gives an account that has none its first one', async () => {
    const { token } = await api.person();
    const email = people.newEmail();
    await editEmail({ accessToken: token }, email);
    await post('/auth/confirm/email', { token: people.confirmToken(await people.mailTo(email, /Confirm your new/)) });
    expect((await people.me(token)).body.data).toMatchObject({ email, isEmailConfirmed: true, hasPassword: false });
    expect((await post('/auth/password', { password: 'my first one' }, token)).status).toBe(204);
    expect((await people.login({ email, password: 'my first one' })).status).toBe(200);
  });

  it('to an address that has an account looks the same to who asks, and tells its owner alone', async () => {
    const [who, owner] = [await people.member(), await people.member()];
    expect((await editEmail(who, owner.email)).body.data).toMatchObject({ pendingEmail: owner.email });
    expect((await people.mailsTo(owner.email))[0]?.subject).toBe('You already have an account');
  });

  it('gives an address that two accounts asked for to the first that confirms', async () => {
    const [one, two] = [await people.member(), await people.member()];
    const email = people.newEmail();
    await editEmail(one, email);
    const first = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    await editEmail(two, email);
    const second = people.confirmToken((await people.mailsTo(email))[0]!);
    const answers = await Promise.all([first, second].map((token) => post('/auth/confirm/email', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('auth.emailTaken');
  });

  it('takes the address over from a registration that nobody confirmed', async () => {
    const who = await people.member();
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'of somebody else' });
    await editEmail(who, email);
    const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
    expect((await post('/auth/confirm/email', { token })).body.data.user.email).toBe(email);
    expect((await people.login({ email, password: 'of somebody else' })).status).toBe(401);
  });

  it('is called off by the present address, and by a new password', async () => {
    const who = await people.member();
    const ways = [
      () => editEmail(who, who.email),
      () => post('/auth/password', { currentPassword: who.password, password: who.password }, who.accessToken),
    ];
    for (const callOff of ways) {
      const email = people.newEmail();
      await editEmail(who, email);
      await callOff();
      expect((await people.me(who.accessToken)).body.data.pendingEmail).toBeNull();
      const token = people.confirmToken(await people.mailTo(email, /Confirm your new/));
      expect((await post('/auth/confirm/email', { token })).status).toBe(400);
    }
  });

  it('ends links to a new password that went to the old address', async () => {
    const who = await people.member();
    await post('/auth/reset-password/request', { email: who.email });
    const reset = people.resetToken(await people.mailTo(who.email, /Set a new password/));
    const email = people.newEmail();
    await editEmail(who, email);
    await post('/auth/confirm/email', { token: people.confirmToken(await people.mailTo(email, /Confirm your new/)) });
    expect((await post('/auth/reset-password', { token: reset, password: 'of the old owner' })).status).toBe(400);
  });

  it('sends nothing and refuses nothing when a form repeats the present address', async () => {
    const who = await people.member();
    const before = (await people.mailsTo(who.email)).length;
    for (let times = 0; times < 12; times++) expect((await editEmail(who, who.email)).status).toBe(200);
    expect(await people.mailsTo(who.email)).toHaveLength(before);
  });
});

describe('settings', () => {
  const put = (token: string, body: unknown) => api.call('PUT', '/auth/settings', { token, body });

  it('keep language and display currency, each by itself', async () => {
    const who = await people.member();
    expect(who.user).toMatchObject({ language: 'en', displayCurrency: 'USD' });
    await put(who.accessToken, { displayCurrency: 'UAH' });
    await put(who.accessToken, { language: 'ukr' });
    expect((await people.me(who.accessToken)).body.data).toMatchObject({ language: 'ukr', displayCurrency: 'UAH' });
  });

  it.each([[{ language: 'fr' }], [{ displayCurrency: 'GBP' }]])('refuse %j', async (body) => {
    const who = await people.member();
    expect((await put(who.accessToken, body)).status).toBe(400);
  });
});

describe('sessions', () => {
  const list = async (token: string) => (await api.call('GET', '/auth/session', { token })).body.data;

  it('are shown with device, place and time, the present one marked', async () => {
    const who = await people.member();
    await api.call('POST', '/auth/login', {
      body: { email: who.email, password: who.password },
      headers: { 'user-agent': 'A phone' },
    });
    const sessions = await list(who.accessToken);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ isCurrent: true });
    expect(sessions[1]).toMatchObject({ isCurrent: false, userAgent: 'A phone', ip: '127.0.0.1' });
    expect(JSON.stringify(sessions)).not.toContain('token');
  });

  it('stay one through refreshes', async () => {
    const who = await people.member();
    const { body } = await post('/auth/refresh', { refreshToken: who.refreshToken });
    expect(await list(body.data.accessToken)).toMatchObject([{ isCurrent: true }]);
  });

  it('can be ended one by one: its tokens stop at once, nobody else’s do', async () => {
    const who = await people.member();
    const lost = (await wayIn(who)).body.data;
    const [, other] = await list(who.accessToken);
    const end = (token: string) => api.call('DELETE', `/auth/session/${other.uuid}`, { token });
    const stranger = await people.member();
    expect((await end(stranger.accessToken)).status).toBe(404);
    expect((await people.me(lost.accessToken)).status).toBe(200);
    expect((await end(who.accessToken)).status).toBe(204);
    expect((await people.me(lost.accessToken)).body.code).toBe('auth.ended');
    expect((await post('/auth/refresh', { refreshToken: lost.refreshToken })).status).toBe(401);
    expect(await list(who.accessToken)).toHaveLength(1);
    expect((await end(who.accessToken)).status).toBe(404);
  });

  it('can all be ended but this one', async () => {
    const who = await people.member();
    const others = [(await wayIn(who)).body.data, (await wayIn(who)).body.data];
    expect((await api.call('DELETE', '/auth/session', { token: who.accessToken })).status).toBe(204);
    for (const { accessToken } of others) expect((await people.me(accessToken)).status).toBe(401);
    expect((await people.me(who.accessToken)).status).toBe(200);
  });

  it('end with signing out, access token and all', async () => {
    const who = await people.member();
    await post('/auth/logout', { refreshToken: who.refreshToken });
    expect((await people.me(who.accessToken)).status).toBe(401);
  });

  it('that end while a refresh is under way leave nobody a token that works', async () => {
    const who = await people.member();
    const boss = (await wayIn(who)).body.data;
    const [{ status, body }] = await Promise.all([
      post('/auth/refresh', { refreshToken: who.refreshToken }),
      api.call('DELETE', '/auth/session', { token: boss.accessToken }),
    ]);
    if (status === 200) {
      expect((await people.me(body.data.accessToken)).status).toBe(401);
      expect((await post('/auth/refresh', { refreshToken: body.data.refreshToken })).status).toBe(401);
    } else expect(status).toBe(401);
  });

  it('note when they were last used, to the minute', async () => {
    const who = await people.member();
    await api.context.db
      .sql`update session set last_used_at = now() - interval '1 hour' where user_uuid = ${who.user.uuid}`;
    await people.me(who.accessToken);
    expect(Date.now() - Date.parse((await list(who.accessToken))[0].lastUsedAt)).toBeLessThan(60_000);
  });
});

describe('roles', () => {
  const missing = (token?: string) => api.call('GET', '/admin/missing-word', token ? { token } : {});

  it('let an admin read what was reported missing, and nobody else', async () => {
    await post('/locales/add/en/common', { 'some.key': 'shown' });
    const who = await people.member();
    expect((await missing()).status).toBe(401);
    expect(await missing(who.accessToken)).toMatchObject({ status: 403, body: { code: 'admin.only' } });
    await api.context.db.sql`update app_user set role = 'ADMIN' where uuid = ${who.user.uuid}`;
    const { status, body } = await missing(who.accessToken);
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ language: 'en', namespace: 'common', key: 'some.key', shown: 'shown' });
    expect(body.meta).toMatchObject({ totalItems: 1, currentPage: 1 });
    await api.context.db.sql`update app_user set role = 'USER' where uuid = ${who.user.uuid}`;
    expect((await missing(who.accessToken)).status).toBe(403);
  });

  it('are given and taken by the command, to a confirmed address alone', async () => {
    const who = await people.member();
    const run = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)('npx', ['tsx', 'local/admin.ts', ...args], {
        cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
        env: { ...process.env, DATABASE_URL: api.context.config.database.url },
      }).catch((failed: { stdout: string }) => failed);
      return stdout.trim();
    };
    expect(await run('grant', who.email.toUpperCase())).toMatch(/is an admin now/);
    expect((await missing(who.accessToken)).status).toBe(200);
    expect(await run('revoke', who.email)).toMatch(/no admin any more/);
    expect((await people.me(who.accessToken)).body.data.role).toBe('USER');
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'long enough' });
    expect(await run('grant', email)).toMatch(/not confirmed/);
    expect(await run('grant', 'nobody@example.org')).toMatch(/no account/);
  }, 60_000);

  it('make an admin of who confirms the address of ADMIN_EMAIL, not of who asks for it', async () => {
    const who = await people.member();
    await editEmail(who, 'boss@example.org');
    expect((await wayIn(who)).body.data.user.role).toBe('USER');
    const boss = await people.member('en', 'boss@example.org');
    expect(boss.user.role).toBe('ADMIN');
    expect((await missing(boss.accessToken)).status).toBe(200);
  });
});
