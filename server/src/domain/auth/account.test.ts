import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programScript, throughNetwork } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, startAccounts } from './testing-account.ts';

let { api, people, post, editEmail, wayIn, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, post, editEmail, wayIn, stop } = await startAccounts({ ADMIN_EMAIL: 'Boss@Example.org' }));
});
afterAll(() => stop?.());

describe('settings', () => {
  const put = (token: string, body: unknown) => api.call('PUT', '/auth/settings', { token, body });

  it('keep language and display currency independently', async () => {
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

  it('are listed with device, network address and time, and mark the current one', async () => {
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

  it('keep their identity through refreshes', async () => {
    const who = await people.member();
    const { body } = await post('/auth/refresh', { refreshToken: who.refreshToken });
    expect(await list(body.data.accessToken)).toMatchObject([{ isCurrent: true }]);
  });

  it('can be ended one by one: the tokens of one session stop working at once, all others keep working', async () => {
    const who = await people.member();
    const lost = (await wayIn(who)).body.data;
    const [, other] = await list(who.accessToken);
    const end = (token: string) => api.call('DELETE', `/auth/session/${other.uuid}`, { token });
    const outsider = await people.member();
    expect((await end(outsider.accessToken)).status).toBe(404);
    expect((await people.me(lost.accessToken)).status).toBe(200);
    expect((await end(who.accessToken)).status).toBe(204);
    expect((await people.me(lost.accessToken)).body.code).toBe('auth.ended');
    expect((await post('/auth/refresh', { refreshToken: lost.refreshToken })).status).toBe(401);
    expect(await list(who.accessToken)).toHaveLength(1);
    expect((await end(who.accessToken)).status).toBe(404);
  });

  it('can all be ended except the current one', async () => {
    const who = await people.member();
    const others = [(await wayIn(who)).body.data, (await wayIn(who)).body.data];
    expect((await api.call('DELETE', '/auth/session', { token: who.accessToken })).status).toBe(204);
    for (const { accessToken } of others) expect((await people.me(accessToken)).status).toBe(401);
    expect((await people.me(who.accessToken)).status).toBe(200);
  });

  it('end at sign-out, including the access token', async () => {
    const who = await people.member();
    await post('/auth/logout', { refreshToken: who.refreshToken });
    expect((await people.me(who.accessToken)).status).toBe(401);
  });

  it('that end during a refresh leave no working token', async () => {
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

  it('record their last use, to the minute', async () => {
    const who = await people.member();
    await api.context.db
      .sql`update session set last_used_at = now() - interval '1 hour' where user_uuid = ${who.user.uuid}`;
    await people.me(who.accessToken);
    expect(Date.now() - Date.parse((await list(who.accessToken))[0].lastUsedAt)).toBeLessThan(60_000);
  });
});

describe('roles', () => {
  const missing = (token?: string) => api.call('GET', '/admin/missing-word', token ? { token } : {});

  it('let only an admin read the reported missing texts', async () => {
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

  /** Runs the admin command on a database. @returns what it prints */
  const admin = async (databaseUrl: string, ...args: string[]) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [await programScript('admin'), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    }).catch((failed: { stdout: string; stderr: string }) => failed);
    return (stdout + stderr).trim();
  };

  it('are granted and revoked by the command, only for a confirmed address', async () => {
    const who = await people.member();
    const run = (...args: string[]) => admin(api.context.config.database.url, ...args);
    expect(await run('grant', who.email.toUpperCase())).toMatch(/is an admin now/);
    expect((await missing(who.accessToken)).status).toBe(200);
    expect(await run('revoke', who.email)).toMatch(/no admin any more/);
    expect((await people.me(who.accessToken)).body.data.role).toBe('USER');
    const email = people.newEmail();
    await post('/auth/register/email', { email, password: 'long enough' });
    expect(await run('grant', email)).toMatch(/not confirmed/);
    expect(await run('grant', 'nobody@example.org')).toMatch(/no account/);
  });

  it('are left as they are by the command when it fails, which says why, without the password', async () => {
    const url = new URL(throughNetwork(api.context.config.database.url));
    url.pathname = '/nowhere';
    const missingDatabase = await admin(url.href, 'grant', 'ann@example.org');
    expect(missingDatabase).toBe('Nothing was changed: database "nowhere" does not exist');
    url.port = '1';
    const away = await admin(url.href, 'grant', 'ann@example.org');
    expect(away).toMatch(/^The database cannot be reached \(connect ECONNREFUSED .+:1\)\. Is Skarb running/);
    expect(away).not.toContain(url.password);
  });

  it('make the account that confirms the address of ADMIN_EMAIL an admin, not one that only requests the address', async () => {
    const who = await people.member();
    await editEmail(who, 'boss@example.org');
    expect((await wayIn(who)).body.data.user.role).toBe('USER');
    const boss = await people.member('en', 'boss@example.org');
    expect(boss.user.role).toBe('ADMIN');
    expect((await missing(boss.accessToken)).status).toBe(200);
  });
});
