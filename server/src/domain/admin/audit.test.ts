import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { recordAudit } from '../audit/audit.service.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['person']>>;
let other: typeof admin;
beforeAll(async () => {
  api = await startTestApi();
  [admin, other] = await Promise.all([api.person(), api.person()]);
  await api.context.db.sql`update app_user set role = 'ADMIN' where uuid = ${admin.user.uuid}`;
});
afterAll(() => api?.stop());

describe('the audit log', () => {
  it('is readable by admins only', async () => {
    expect((await api.call('GET', '/admin/audit')).status).toBe(401);
    expect(await api.call('GET', '/admin/audit', { token: other.token })).toMatchObject({
      status: 403,
      body: { code: 'admin.only' },
    });
  });

  it('lists acts with admin and subject, newest first, and filters them', async () => {
    const { sql } = api.context.db;
    const category = uuidv7();
    await recordAudit(sql, { adminUuid: null, act: 'category.add', subjectType: 'category', subjectUuid: category });
    await recordAudit(sql, {
      adminUuid: admin.user.uuid,
      act: 'user.block',
      subjectType: 'user',
      subjectUuid: other.user.uuid,
      detail: { reason: 'spam' },
    });
    const all = await api.call('GET', '/admin/audit', { token: admin.token });
    expect(all.body.data).toMatchObject([
      {
        act: 'user.block',
        admin: { uuid: admin.user.uuid },
        subjectUuid: other.user.uuid,
        subjectName: other.user.username,
        detail: { reason: 'spam' },
      },
      { act: 'category.add', admin: null, subjectUuid: category, subjectName: null, detail: {} },
    ]);
    for (const [filter, acts] of [
      ['act=category.add', ['category.add']],
      [`adminUuid=${admin.user.uuid}`, ['user.block']],
      ['subjectType=user', ['user.block']],
      [`subjectUuid=${category}`, ['category.add']],
      ['subjectType=network', []],
    ] as const) {
      const { body } = await api.call('GET', `/admin/audit?${filter}`, { token: admin.token });
      expect(
        body.data.map(({ act }: { act: string }) => act),
        filter,
      ).toEqual(acts);
      expect(body.meta.totalItems, filter).toBe(acts.length);
    }
  });

  it('names a subject in each language that it has a name in', async () => {
    const body = { name: 'Glass', nameUkr: 'Скло' };
    const { status } = await api.call('POST', '/admin/category', { token: admin.token, body });
    expect(status).toBe(201);
    const log = await api.call('GET', '/admin/audit', { token: admin.token });
    expect(log.body.data[0]).toMatchObject({ subjectName: 'Glass', subjectNames: { en: 'Glass', ukr: 'Скло' } });
    expect(log.body.data[1]).not.toHaveProperty('subjectNames');
  });

  it('cannot be changed, not even by the server', async () => {
    await expect(api.context.db.sql`update audit_entry set act = 'nothing'`).rejects.toThrow('not changed');
    await expect(api.context.db.sql`delete from audit_entry`).rejects.toThrow('not changed');
  });
});
