import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Accounts, startAccounts } from '../auth/testing-account.ts';
import { blobsOf } from '../media/media.blobs.ts';
import { originalKey } from '../media/media.key.ts';
import { blackPng } from '../media/testing-attack.ts';
import { ownDataTasks } from './own-data.jobs.ts';
import { OWN_DATA } from './own-data.registry.ts';
import { unzip } from './testing-zip.ts';

let { api, people, stop } = {} as Accounts;
beforeAll(async () => {
  ({ api, people, stop } = await startAccounts());
});
afterAll(() => stop?.());

const link = async (token: string): Promise<string> =>
  (await api.call('POST', '/auth/export', { token })).body.data.path;
const download = (path: string) => fetch(`${api.url}/api${path}`);
const read = async (path: string) => unzip(Buffer.from(await (await download(path)).arrayBuffer()));
const json = (entries: Map<string, Buffer>, name: string) => JSON.parse(String(entries.get(name)));

describe('an export of a user’s own data', () => {
  it('contains the user’s profile, sessions and picture', async () => {
    const who = await people.member();
    const form = new FormData();
    form.set('bio', 'I weave rushnyky');
    form.set('avatar', new File([new Uint8Array(blackPng(40, 40))], 'me.png', { type: 'image/png' }));
    expect((await api.call('PUT', '/auth/profile', { token: who.accessToken, body: form })).status).toBe(200);
    const entries = await read(await link(who.accessToken));
    expect(json(entries, 'profile.json')).toMatchObject([
      { uuid: who.user.uuid, email: who.email, bio: 'I weave rushnyky' },
    ]);
    expect(json(entries, 'sessions.json')).toHaveLength(1);
    expect(json(entries, 'works.json')).toEqual([]);
    expect(json(entries, 'index.json').topics).toContain('notifications.json');
    expect(entries.get('files/profile/avatar.png')?.subarray(1, 4).toString()).toBe('PNG');
  });

  it('contains no secrets of the user and nothing about other users', async () => {
    const [who, other] = [await people.member(), await people.member()];
    await api.call('PUT', '/auth/profile', {
      token: other.accessToken,
      body: { name: 'Marker of another', bio: 'Another bio' },
    });
    await api.call('POST', '/auth/password', {
      token: who.accessToken,
      body: { currentPassword: who.password, password: 'another horse' },
    });
    const all = [...(await read(await link(who.accessToken))).values()].map(String).join('\n');
    const { sql } = api.context.db;
    const [secrets] =
      await sql`select password_hash, array(select token_hash from refresh_token join session on session.uuid = session_uuid where user_uuid = u.uuid)
      || array(select undo_hash from account_change where user_uuid = u.uuid) || array(select before ->> 'password_hash' from account_change where user_uuid = u.uuid) as hashes
      from app_user u where uuid = ${who.user.uuid}`;
    expect(secrets?.hashes.length).toBeGreaterThan(2);
    for (const secret of [secrets?.password_hash, ...(secrets?.hashes ?? [])]) expect(all).not.toContain(secret);
    for (const marker of [other.user.uuid, other.email, 'Marker of another', 'Another bio'])
      expect(all).not.toContain(marker);
  });

  it('can be downloaded once, within five minutes', async () => {
    const who = await people.member();
    const path = await link(who.accessToken);
    const first = await download(path);
    expect(first).toMatchObject({ status: 200 });
    expect(first.headers.get('content-type')).toBe('application/zip');
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    await first.arrayBuffer();
    expect((await download(path)).status).toBe(404);
    const late = await link(who.accessToken);
    await api.context.db.sql`update account_export set expires_at = now()`;
    expect((await download(late)).status).toBe(404);
  });

  it('leaves no link behind that has expired', async () => {
    const who = await people.member();
    const links = () => api.context.db.sql`select expires_at > now() as is_good from account_export`;
    await link(who.accessToken);
    await api.context.db.sql`update account_export set expires_at = now()`;
    await link(who.accessToken);
    await ownDataTasks(api.context)['erase-accounts']?.({});
    expect(await links()).toEqual([{ is_good: true }]);
  });

  it('requires a recent step-up, and is limited to five a day', async () => {
    const who = await people.member();
    for (let made = 0; made < 5; made += 1) await link(who.accessToken);
    expect((await api.call('POST', '/auth/export', { token: who.accessToken })).status).toBe(429);
    const tired = await people.member();
    await api.context.db
      .sql`update session set proved_at = now() - interval '6 minutes' where user_uuid = ${tired.user.uuid}`;
    expect(await api.call('POST', '/auth/export', { token: tired.accessToken })).toMatchObject({
      status: 403,
      body: { code: 'auth.stepUpRequired' },
    });
  });

  describe('whose client stops reading', () => {
    const cid = 'bafkreialargefile';
    /** A user with a file larger than all buffers on the way, so that an idle client keeps its export running. */
    const withLargeFile = async () => {
      const who = await people.member();
      const { sql } = api.context.db;
      await blobsOf(api.context.config).put(originalKey(cid), randomBytes(32 * 1024 * 1024));
      await sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash)
        values (${cid}, 'image', 'image/png', 1, 1, 1, '') on conflict do nothing`;
      await sql`update app_user set avatar = ${cid} where uuid = ${who.user.uuid}`;
      return who;
    };
    const stall = async () => download(await link((await withLargeFile()).accessToken));
    const isCut = (answer: Response) =>
      answer.arrayBuffer().then(
        () => false,
        () => true,
      );

    it('takes one of two places, and leaves the link of a third request valid', async () => {
      const slow = [await stall(), await stall()];
      const third = await link((await people.member()).accessToken);
      expect(await download(third)).toMatchObject({ status: 503 });
      await Promise.all(slow.map((one) => one.body?.cancel()));
      await expect.poll(async () => (await download(third)).status, { timeout: 20_000 }).toBe(200);
    });

    it('gives its place to the next export after some seconds', async () => {
      const slow = [await stall(), await stall()];
      const third = await link((await people.member()).accessToken);
      const later = Date.now() + 60_000 * 60;
      const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
      const answer = await download(third).finally(() => clock.mockRestore());
      expect(answer.status).toBe(200);
      expect(unzip(Buffer.from(await answer.arrayBuffer())).has('profile.json')).toBe(true);
      expect((await Promise.all(slow.map(isCut))).filter(Boolean)).toHaveLength(1);
    });

    it('ends when its user starts another one', async () => {
      const who = await withLargeFile();
      const first = await download(await link(who.accessToken));
      expect((await read(await link(who.accessToken))).has('profile.json')).toBe(true);
      expect(await isCut(first)).toBe(true);
    });
  });
});

/** Tables that refer to an account and are not exported, with the reason. */
const NOT_OWN_DATA: Record<string, string> = {
  follow_news: 'public works and listings that followers are about to be notified of, deleted within about an hour',
  siwe_nonce: 'messages that a wallet was given to sign, gone after an hour and with the account',
};

describe('every table that refers to an account', () => {
  it('is exported and erased, or listed with a reason', async () => {
    const rows = await api.context.db.sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and (
        exists (select 1 from pg_constraint f where f.conrelid = c.oid and f.confrelid = 'app_user'::regclass)
        or exists (select 1 from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
          and a.attname ~ '(email|phone|recipient|user_uuid|account_uuid|person_uuid|device_hash|^ip$|user_agent)')) order by 1`;
    const known = [...OWN_DATA.flatMap(({ tables }) => tables), ...Object.keys(NOT_OWN_DATA)];
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('contains every column of the account except its secrets', async () => {
    const who = await people.member();
    const [profile] = json(await read(await link(who.accessToken)), 'profile.json');
    const columns = await api.context.db.sql<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = 'app_user'::regclass and attnum > 0 and not attisdropped`;
    const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const unsaid = columns.map(({ name }) => name).filter((name) => !(camel(name) in profile));
    // The hash of the password, and columns that only a deleted account uses.
    expect(unsaid.toSorted()).toEqual(['erased_at', 'former_wallet', 'password_hash']);
  });
});
