import type { AdminUser } from '@skarb/schema/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contains } from '../../platform/db/text-parts.ts';
import { startAccounts, type Accounts, type Member } from './testing-account.ts';
import { searchedText } from './user.view.ts';

let all: Accounts;
let boss: Member;
let cleo: Member;
beforeAll(async () => {
  all = await startAccounts({ ADMIN_EMAIL: 'chief@example.org' });
  [boss, cleo] = [await all.people.member(), await all.people.member('ukr')];
  await all.api.context.db.sql`update app_user set role = 'ADMIN' where uuid = ${boss.user.uuid}`;
});
afterAll(() => all?.stop());

const adminCall = (method: string, path: string, body?: unknown, token = boss.accessToken) =>
  all.api.call(method, `/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
const found = async (query: string): Promise<string[]> =>
  (await adminCall('GET', `/user?${query}`)).body.data.map(({ uuid }: AdminUser) => uuid);
const role = (uuid: string, wanted: string, token?: string) =>
  adminCall('PUT', `/user/${uuid}/role`, { role: wanted }, token);
const lastAct = async () => (await adminCall('GET', '/audit')).body.data[0];

describe('the search for users', () => {
  it('finds any part of a name, an e-mail address or a wallet, and a complete uuid', async () => {
    const wallet = await all.api.person();
    await all.api.context.db.sql`update app_user set name = 'Zoryana Kvitka' where uuid = ${wallet.user.uuid}`;
    for (const search of [
      'kvitka',
      'ZORYANA',
      wallet.account.address,
      wallet.account.address.slice(4, 12),
      wallet.user.uuid,
    ])
      expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual([wallet.user.uuid]);
    expect(await found(`search=${encodeURIComponent(cleo.email)}`)).toEqual([cleo.user.uuid]);
    expect(await found('search=%25_%25')).toEqual([]);
    expect(await found('search=zz')).toEqual([]);
    expect(await found('role=ADMIN')).toEqual([boss.user.uuid]);
    expect(await found('isBlocked=true')).toEqual([]);
    expect((await found('limit=2')).length).toBe(2);
    expect((await adminCall('GET', '/user?search=kvitka')).body.data[0]).toMatchObject({
      metamaskWallet: wallet.account.address,
      email: null,
      blockedAt: null,
    });
  });

  it('uses an index', async () => {
    const plan = await all.api.context.db.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select uuid from app_user where ${contains(tx, searchedText(tx), 'kvitka', 3)} limit 2000`;
    });
    expect(JSON.stringify(plan)).toContain('app_user_find');
  });
});

describe('roles', () => {
  it('are granted and revoked, but the last admin keeps the role', async () => {
    expect(await role(boss.user.uuid, 'USER')).toMatchObject({ status: 409, body: { code: 'admin.last' } });
    expect((await role(cleo.user.uuid, 'ADMIN')).body.data.role).toBe('ADMIN');
    expect(await lastAct()).toMatchObject({ act: 'user.role', detail: { role: { from: 'USER', to: 'ADMIN' } } });
    // Both revoke each other's role concurrently: one of them stays an admin.
    const answers = await Promise.all([
      role(boss.user.uuid, 'USER', cleo.accessToken),
      role(cleo.user.uuid, 'USER', boss.accessToken),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { sql } = all.api.context.db;
    expect(await sql`select 1 from app_user where role = 'ADMIN'`).toHaveLength(1);
    await sql`update app_user set role = case when uuid = ${boss.user.uuid} then 'ADMIN' else 'USER' end`;
    expect((await role('00000000-0000-7000-8000-000000000000', 'ADMIN')).status).toBe(404);
  });

  it('that a setting grants are logged, and cannot be revoked here', async () => {
    const chief = await all.people.member('en', 'chief@example.org');
    expect(chief.user.role).toBe('ADMIN');
    expect(await lastAct()).toMatchObject({ act: 'user.role', admin: null, detail: { by: 'ADMIN_EMAIL' } });
    expect((await role(chief.user.uuid, 'USER')).body.code).toBe('admin.bySetting');
  });
});

describe('a blocked user', () => {
  it('is signed out at once and sees the reason at sign-in and by mail, until unblocked', async () => {
    const dan = await all.people.member('ukr');
    const block = (uuid: string) => adminCall('POST', `/user/${uuid}/block`, { reason: 'Чужі роботи.' });
    expect((await block(boss.user.uuid)).body.code).toBe('user.self');
    expect((await adminCall('POST', `/user/${dan.user.uuid}/block`, { reason: '  ' })).status).toBe(400);
    expect((await block(dan.user.uuid)).body.data).toMatchObject({ blockedReason: 'Чужі роботи.' });

    expect((await all.people.me(dan.accessToken)).status).toBe(401);
    expect(await all.post('/auth/refresh', { refreshToken: dan.refreshToken })).toMatchObject({
      status: 401,
      body: { code: 'auth.endedByBlock' },
    });
    expect(await all.wayIn(dan)).toMatchObject({
      status: 403,
      body: { code: 'auth.blocked', message: 'This account is blocked: Чужі роботи.' },
    });
    // A caller without the password learns nothing.
    expect((await all.wayIn(dan, 'something else')).body.code).toBe('auth.credentials');
    expect((await all.people.mailTo(dan.email, /заблоковано/)).text).toContain('Чужі роботи.');
    expect(await found('isBlocked=true')).toEqual([dan.user.uuid]);
    expect((await role(dan.user.uuid, 'ADMIN')).body.code).toBe('user.blocked');

    expect((await adminCall('POST', `/user/${dan.user.uuid}/unblock`)).body.data.blockedAt).toBeNull();
    expect((await all.wayIn(dan)).status).toBe(200);
    await all.people.mailTo(dan.email, /знову відкрито/);
    expect(await lastAct()).toMatchObject({ act: 'user.unblock', subjectUuid: dan.user.uuid });
  });

  it('cannot use a session that was opened at the same moment', async () => {
    const eve = await all.people.member();
    await adminCall('POST', `/user/${eve.user.uuid}/block`, { reason: 'Spam.' });
    // The state after a concurrent sign-in that read the account before it was blocked.
    await all.api.context.db.sql`update session set ended_at = null where user_uuid = ${eve.user.uuid}`;
    expect((await all.people.me(eve.accessToken)).status).toBe(401);
    expect((await all.post('/auth/refresh', { refreshToken: eve.refreshToken })).status).toBe(401);
  });

  it('cannot be an admin', async () => {
    await role(cleo.user.uuid, 'ADMIN');
    expect((await adminCall('POST', `/user/${cleo.user.uuid}/block`, { reason: 'x' })).body.code).toBe('user.admin');
    await role(cleo.user.uuid, 'USER');
  });
});
