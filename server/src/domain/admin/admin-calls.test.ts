import { AUDIT_ACTS } from '@skarb/schema/audit';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { concat, pad, toHex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
type Person = Awaited<ReturnType<TestApi['person']>>;
let admin: Person;
let user: Person;
let creator: Person;
/** A node of another chain. */
let node: Server;
const CHAIN = 777;
beforeAll(async () => {
  api = await startTestApi();
  [admin, user, creator] = await Promise.all([api.person(), api.person(), api.person()]);
  await api.context.db.sql`update app_user set role = 'ADMIN' where uuid = ${admin.user.uuid}`;
  await api.context.db.sql`update app_user set role = 'CREATOR' where uuid = ${creator.user.uuid}`;
  node = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: toHex(CHAIN) })),
    );
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => node?.close(resolve));
  await api?.stop();
});

const NOBODY = '0190a4a4-0000-7000-8000-000000000000';
/** Every operation below /admin in the OpenAPI document, as `METHOD /admin/…`. */
const adminCalls = async (): Promise<string[]> => {
  const { paths } = await (await fetch(`${api.url}/openapi.json`)).json();
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
    );
};
const ask = (name: string, token: string | undefined) => {
  const [method = '', path = ''] = name.split(' ');
  return api.call(method, path.replace(/\{\w+\}/g, NOBODY), {
    ...(method === 'GET' ? {} : { body: {} }),
    ...(token ? { token } : {}),
  });
};

it('refuses every call below /admin to visitors, users and creators before it validates the input', async () => {
  const calls = await adminCalls();
  expect(calls.length).toBeGreaterThan(20);
  for (const name of calls) {
    expect([name, (await ask(name, undefined)).status]).toEqual([name, 401]);
    for (const { token } of [user, creator]) {
      const { status, body } = await ask(name, token);
      expect([name, status, body.code]).toEqual([name, 403, 'admin.only']);
    }
    expect([name, (await ask(name, admin.token)).body.code]).not.toEqual([name, 'admin.only']);
  }
});

it('refuses a former admin at once, even with the same token', async () => {
  const { sql } = api.context.db;
  await sql`update app_user set role = 'USER' where uuid = ${admin.user.uuid}`;
  expect((await api.call('GET', '/admin/audit', { token: admin.token })).status).toBe(403);
  await sql`update app_user set role = 'ADMIN' where uuid = ${admin.user.uuid}`;
  expect((await api.call('GET', '/admin/audit', { token: admin.token })).status).toBe(200);
});

type Example = { path?: string; body?: unknown };
const list = async (path: string) => (await api.call('GET', path, { token: admin.token })).body.data;
const uuidsOf = async (path: string) => (await list(path)).map(({ uuid }: { uuid: string }) => uuid) as string[];
const newCategory = async () =>
  (
    await api.call('POST', '/admin/category', {
      token: admin.token,
      body: { name: `Made ${Math.random()}`.slice(0, 20), nameUkr: `Нова ${Math.random()}`.slice(0, 20) },
    })
  ).body.data.uuid as string;
const exhibitionBody = async () => {
  const { sql } = api.context.db;
  await sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash)
    values ('cid', 'image', 'image/png', 1, 1, 1, '') on conflict do nothing`;
  const [collection] = await sql<{ uuid: string }[]>`
    insert into collection (uuid, name, network_uuid, creator_uuid, image_hash)
    values (gen_random_uuid(), ${`Shown ${Math.random()}`}, (select uuid from network order by position limit 1), ${creator.user.uuid}, 'cid')
    returning uuid`;
  return {
    title: { en: 'Night birds', ukr: 'Нічні птахи' },
    text: { en: '', ukr: '' },
    startsAt: '2100-01-01T00:00:00Z',
    collectionUuid: collection?.uuid,
  };
};
const newExhibition = async () =>
  (await api.call('POST', '/admin/exhibition', { token: admin.token, body: await exhibitionBody() })).body.data
    .uuid as string;
const subject = () => ({ subjectType: 'user', subjectUuid: user.user.uuid });

/** A valid example of every admin call that changes something, and the audit act it is recorded as. */
const ACTS: Record<string, [act: (typeof AUDIT_ACTS)[number], example: () => Promise<Example> | Example]> = {
  'POST /admin/category': ['category.add', () => ({ body: { name: 'Glass', nameUkr: 'Скло' } })],
  'PUT /admin/category/order': [
    'category.order',
    async () => ({ body: { uuids: (await uuidsOf('/admin/category')).reverse() } }),
  ],
  'PUT /admin/category/{id}': [
    'category.edit',
    async () => ({ path: `/admin/category/${await newCategory()}`, body: { name: 'Other glass' } }),
  ],
  'DELETE /admin/category/{id}': ['category.remove', async () => ({ path: `/admin/category/${await newCategory()}` })],
  'POST /admin/currency': [
    'currency.add',
    async () => {
      // The code of WETH at another address, with its own symbol.
      const address = `0x${'12'.repeat(20)}`;
      const { rpc, deployment } = api.chain;
      await rpc('anvil_setCode', [address, await rpc('eth_getCode', [deployment.weth, 'latest'])]);
      const symbol = concat([pad(toHex('EURT'), { dir: 'right', size: 31 }), toHex(8, { size: 1 })]);
      await rpc('anvil_setStorageAt', [address, pad('0x4'), symbol]);
      return { body: { address, name: 'Euro', peg: 'EUR' } };
    },
  ],
  'PUT /admin/currency/order': [
    'currency.order',
    async () => ({ body: { uuids: (await uuidsOf('/admin/currency')).reverse() } }),
  ],
  'PUT /admin/currency/{id}': [
    'currency.edit',
    async () => {
      const added = (await list('/admin/currency')).find((one: { isBuiltIn: boolean }) => !one.isBuiltIn);
      return { path: `/admin/currency/${added.uuid}`, body: { isEnabled: false } };
    },
  ],
  'POST /admin/network': [
    'network.add',
    () => ({
      body: {
        name: 'second',
        humanName: 'Second',
        chainId: CHAIN,
        rpcUrl: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
        explorerUrl: null,
        nativeSymbol: 'SEC',
      },
    }),
  ],
  'PUT /admin/network/order': [
    'network.order',
    async () => ({ body: { uuids: (await uuidsOf('/admin/network')).reverse() } }),
  ],
  'PUT /admin/network/{id}': [
    'network.edit',
    async () => ({ path: `/admin/network/${(await uuidsOf('/admin/network'))[0]}`, body: { humanName: 'Ours' } }),
  ],
  'PUT /admin/user/{id}/role': [
    'user.role',
    () => ({ path: `/admin/user/${creator.user.uuid}/role`, body: { role: 'ADMIN' } }),
  ],
  'POST /admin/user/{id}/block': [
    'user.block',
    () => ({ path: `/admin/user/${user.user.uuid}/block`, body: { reason: 'Copies.' } }),
  ],
  'POST /admin/user/{id}/unblock': ['user.unblock', () => ({ path: `/admin/user/${user.user.uuid}/unblock` })],
  'POST /admin/job/{id}/retry': [
    'job.retry',
    async () => {
      await api.context.db.sql`insert into operator_task (uuid, chain_id, kind, subject, status, last_error)
        values (${NOBODY}, 1, 'mint', 'x', 'failed', 'reverted')`;
      return { path: `/admin/job/${NOBODY}/retry` };
    },
  ],
  'POST /admin/moderation/hide': ['moderation.hide', () => ({ body: { ...subject(), reason: 'SPAM' } })],
  'POST /admin/moderation/restore': ['moderation.restore', () => ({ body: subject() })],
  'POST /admin/moderation/dismiss': ['moderation.dismiss', () => ({ body: subject() })],
  'POST /admin/moderation/note': ['moderation.note', () => ({ body: { ...subject(), note: 'Hello.' } })],
  'PUT /admin/verified': [
    'moderation.verify',
    () => ({ body: { subjectType: 'user', subjectUuid: user.user.uuid, isVerified: true } }),
  ],
  'PUT /admin/featured': ['moderation.feature', () => ({ body: { collectionUuids: [] } })],
  'POST /admin/exhibition': ['exhibition.add', async () => ({ body: await exhibitionBody() })],
  'PUT /admin/exhibition/order': ['exhibition.order', async () => ({ body: { uuids: [await newExhibition()] } })],
  'PUT /admin/exhibition/{id}': [
    'exhibition.edit',
    async () => ({ path: `/admin/exhibition/${await newExhibition()}`, body: await exhibitionBody() }),
  ],
  'POST /admin/exhibition/{id}/end': [
    'exhibition.end',
    async () => ({ path: `/admin/exhibition/${await newExhibition()}/end` }),
  ],
};

it('records one audit entry for every change by an admin, with admin, act and subject', async () => {
  const changes = (await adminCalls()).filter((name) => !name.startsWith('GET '));
  // A new call needs an example and an audit act.
  expect(changes.sort()).toEqual(Object.keys(ACTS).sort());
  // One act is the server's own.
  const ofAdmins = AUDIT_ACTS.filter((act) => act !== 'wallet.gasDrop' && act !== 'moderation.markLost');
  expect([...new Set(Object.values(ACTS).map(([act]) => act))].sort()).toEqual([...ofAdmins].sort());
  const { sql } = api.context.db;
  for (const [name, [act, example]] of Object.entries(ACTS)) {
    const { path, body } = await example();
    const before = await sql`select uuid from audit_entry`;
    const [method = '', place = ''] = name.split(' ');
    const answer = await api.call(method, path ?? place, {
      token: admin.token,
      ...(method === 'DELETE' ? {} : { body: body ?? {} }),
    });
    expect([name, answer.status < 300, answer.text]).toEqual([name, true, answer.text]);
    const kept =
      await sql`select act, admin_uuid from audit_entry where uuid <> all(${before.map(({ uuid }) => uuid)}::uuid[])`;
    expect([name, kept.map((row) => row.act)]).toEqual([name, [act]]);
    expect(kept[0]?.admin_uuid).toBe(admin.user.uuid);
  }
});
