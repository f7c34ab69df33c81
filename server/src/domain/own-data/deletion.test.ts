import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../context.ts';
import { type Accounts, startAccounts } from '../auth/testing-account.ts';
import { dropMedia } from '../media/media.drop.ts';
import { blackPng } from '../media/testing-attack.ts';
import { eraseDue } from './deletion.service.ts';

let { api, people, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, stop } = await startAccounts());
});
afterAll(() => stop?.());

const sql = () => api.context.db.sql;
const ask = (token: string) => api.call('POST', '/auth/deletion', { token });
/** Ends the waiting time of seven days. */
const wait = (uuid: string) => sql()`update app_user set deletion_at = now() where uuid = ${uuid}`;
const rowOf = async (uuid: string) => (await sql()`select * from app_user where uuid = ${uuid}`)[0];
/** Tables with a row that contains one of the texts in plain text. */
const tablesWith = async (...texts: string[]): Promise<string[]> => {
  const tables = await sql()<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql().unsafe(`select 1 from ${name} t where lower(t::text) like any($1)`, [
      texts.map((text) => `%${text.toLowerCase()}%`),
    ] as never);
    if (row) found.push(name);
  }
  return found.toSorted();
};

describe('deleting an account', () => {
  it('requires a recent step-up, and is mailed with a link that cancels it', async () => {
    const who = await people.member();
    await sql()`update session set proved_at = now() - interval '6 minutes' where user_uuid = ${who.user.uuid}`;
    expect(await ask(who.accessToken)).toMatchObject({ status: 403, body: { code: 'auth.stepUpRequired' } });
    await sql()`update session set proved_at = now() where user_uuid = ${who.user.uuid}`;
    const asked = await ask(who.accessToken);
    expect(asked).toMatchObject({ status: 200, body: { data: { obstacles: [], steps: [] } } });
    const { deletionAt } = asked.body.data;
    expect((await people.me(who.accessToken)).body.data.deletionAt).toBe(deletionAt);
    expect((await ask(who.accessToken)).body.data.deletionAt).toBe(deletionAt);
    const mail = await people.mailTo(who.email, /will be deleted on \d{4}/);
    expect(mail.text).toContain(deletionAt.slice(0, 16).replace('T', ' '));
    expect((await people.mailsTo(who.email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(1);
    const [, token] = /\/undo\/([\w-]+)/.exec(mail.text) ?? [];
    expect((await api.call('POST', '/auth/undo', { body: { token } })).status).toBe(204);
    expect((await rowOf(who.user.uuid))?.deletion_at).toBeNull();
    expect((await people.me(who.accessToken)).status).toBe(401);
    expect((await people.login(who)).status).toBe(200);
  });

  it('can be cancelled in the settings; a pending deletion blocks anything new', async () => {
    const { token, user } = await api.person();
    await ask(token);
    const form = new FormData();
    form.set('name', 'A last collection');
    form.set('file', new File([new Uint8Array(blackPng(40, 40))], 'a.png', { type: 'image/png' }));
    const refused = await api.call('POST', '/collection', { token, body: form });
    expect(refused).toMatchObject({ status: 409, body: { code: 'account.deletionPending' } });
    expect((await api.call('DELETE', '/auth/deletion', { token })).status).toBe(204);
    expect((await api.call('GET', '/auth/deletion', { token })).body.data).toEqual({
      deletionAt: null,
      obstacles: [],
    });
    await eraseDue(api.context);
    expect(await rowOf(user.uuid)).toMatchObject({ metamask_wallet: user.metamaskWallet.toLowerCase() });
    expect((await api.call('POST', '/collection', { token, body: form })).status).toBe(201);
  });

  it('is refused to an admin, and names the obstacle', async () => {
    const { token, user } = await api.person();
    await sql()`update app_user set role = 'ADMIN' where uuid = ${user.uuid}`;
    const refused = await ask(token);
    expect(refused).toMatchObject({ status: 409, body: { code: 'account.deletionBlocked' } });
    expect(refused.body.message).toContain('your role as an admin');
    const { body } = await api.call('GET', '/auth/deletion', { token });
    expect(body.data).toEqual({
      deletionAt: null,
      obstacles: [{ kind: 'ADMIN', uuid: null, name: null, isBlocking: true }],
    });
  });

  it('removes all personal data, in all tables and on disk, and confirms it in a last mail', async () => {
    const who = await people.member();
    const as = (method: string, path: string, body?: unknown) =>
      api.call(method, path, { token: who.accessToken, body });
    const form = new FormData();
    for (const [name, value] of Object.entries({ username: 'zephyrine', name: 'Zephyrine Q', bio: 'Quixotic bio' }))
      form.set(name, value);
    form.set('avatar', new File([new Uint8Array(blackPng(41, 43))], 'a.png', { type: 'image/png' }));
    await as('PUT', '/auth/profile', form);
    await as('POST', '/auth/phone', { phoneNumber: '+380671239876' });
    await as('PUT', '/auth/profile', { email: 'next.zephyrine@example.org' });
    await api.call('POST', '/auth/reset-password/request', { body: { email: who.email } });
    await people.mailTo(who.email, /new password/);
    await sql()`update session set ip = '203.0.113.77', user_agent = 'Zephyr/1' where user_uuid = ${who.user.uuid}`;
    const { avatar } = (await rowOf(who.user.uuid)) ?? {};
    const media = () => fetch(`${api.url}/media/${avatar}`);
    expect((await media()).status).toBe(200);
    await ask(who.accessToken);
    // A later registration of the same address: the count of its mails must be deleted too.
    await api.call('POST', '/auth/register/email', { body: { email: who.email, password: 'a long enough one' } });
    await wait(who.user.uuid);
    await eraseDue(api.context);
    const markers = ['zephyr', 'quixotic', '380671239876', '203.0.113.77', who.user.uuid];
    expect(await tablesWith(...markers)).toEqual([]);
    // Except for the last mail.
    expect(await tablesWith(who.email)).toEqual(['public.mailbox']);
    expect((await people.mailsTo(who.email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
    await expect
      .poll(async () => (await sql()`select 1 from media where cid = ${avatar}`).length, { timeout: 20_000 })
      .toBe(0);
    await expect.poll(async () => (await media()).status, { timeout: 20_000 }).toBe(404);
    expect((await people.me(who.accessToken)).status).toBe(401);
    expect((await people.login(who)).status).toBe(401);
  });

  it('keeps a picture that another user has also chosen', async () => {
    const [who, other] = [await people.member(), await people.member()];
    for (const one of [who, other]) {
      const form = new FormData();
      form.set('avatar', new File([new Uint8Array(blackPng(45, 47))], 'a.png', { type: 'image/png' }));
      await api.call('PUT', '/auth/profile', { token: one.accessToken, body: form });
    }
    const { avatar } = (await rowOf(other.user.uuid)) ?? {};
    await ask(who.accessToken);
    await wait(who.user.uuid);
    await eraseDue(api.context);
    await dropMedia(api.context, [avatar]);
    expect((await fetch(`${api.url}/media/${avatar}`)).status).toBe(200);
  });

  it('cannot be undone with earlier links or tokens, and frees the address and username', async () => {
    const who = await people.member();
    await api.call('PUT', '/auth/profile', { token: who.accessToken, body: { username: 'mavka_of_before' } });
    await api.call('POST', '/auth/reset-password/request', { body: { email: who.email } });
    const reset = people.resetToken(await people.mailTo(who.email, /new password/));
    await ask(who.accessToken);
    const [, undo] = /\/undo\/([\w-]+)/.exec((await people.mailTo(who.email, /will be deleted/)).text) ?? [];
    await wait(who.user.uuid);
    await eraseDue(api.context);
    expect((await api.call('POST', '/auth/undo', { body: { token: undo } })).status).toBe(400);
    expect(
      (await api.call('POST', '/auth/reset-password', { body: { token: reset, password: 'a new horse' } })).status,
    ).toBe(400);
    expect((await api.call('POST', '/auth/refresh', { body: { refreshToken: who.refreshToken } })).status).toBe(401);
    const again = await people.member('en', who.email);
    expect(again.user.uuid).not.toBe(who.user.uuid);
    const named = await api.call('PUT', '/auth/profile', {
      token: again.accessToken,
      body: { username: 'mavka_of_before' },
    });
    expect(named.body.data).toMatchObject({ uuid: again.user.uuid, username: 'mavka_of_before', bio: null });
  });

  it('runs once across workers, and starts again after a crash', async () => {
    const who = await people.member();
    await ask(who.accessToken);
    await wait(who.user.uuid);
    // A worker that dies in the middle: its transaction is rolled back.
    await expect(
      sql().begin(async (tx) => {
        await tx`delete from session where user_uuid = ${who.user.uuid}`;
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    const other = createContext(api.context.config, 'worker');
    try {
      await Promise.all([eraseDue(api.context), eraseDue(other), eraseDue(api.context)]);
    } finally {
      await other.db.close();
    }
    expect(await rowOf(who.user.uuid)).toBeUndefined();
    const mails = (await people.mailsTo(who.email)).filter(
      ({ subject }) => subject === 'Your account has been deleted',
    );
    expect(mails).toHaveLength(1);
  });
});
