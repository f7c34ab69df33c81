import type { Artist } from '@skarb/schema/artist';
import type { Profile } from '@skarb/schema/auth';
import type { Collection } from '@skarb/schema/collection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '../auth/deletion.store.ts';
import { deleteFollowsOf } from '../follow/follow.store.ts';
import { refreshTokens } from '../token/store/token-card.store.ts';
import { type Catalogue, type Person, startCatalogue } from '../token/testing-catalogue.ts';

let all: Catalogue;
let ann: Person;
let bob: Person;
let eve: Person;
const collections: Record<'ann' | 'bob', string> = { ann: '', bob: '' };
beforeAll(async () => {
  all = await startCatalogue();
  [ann, bob, eve] = await Promise.all([all.person(), all.person(), all.person()]);
  await all.sql`update app_user set name = 'Тарас Гай' where uuid = ${ann.uuid}`;
  await all.sql`update app_user set name = 'Niamh Kelly', email = 'hidden.word@example.org' where uuid = ${bob.uuid}`;
  collections.ann = (await all.collection(ann)).uuid;
  collections.bob = (await all.collection(bob)).uuid;
  for (let count = 0; count < 4; count++) await publish(ann, collections.ann);
  await publish(bob, collections.bob);
}, 120_000);
afterAll(() => all?.stop());

/** A work as the follower leaves it after the mint. */
const publish = async (as: Person, collectionUuid: string): Promise<string> => {
  const { uuid } = await all.draft(as, collectionUuid);
  await all.sql.begin(async (tx) => {
    await tx`update token set status = 'minted', minted_at = now() where uuid = ${uuid}`;
    await refreshTokens(tx, [uuid]);
  });
  return uuid;
};
const artists = async (query = '', as?: Person) =>
  (await all.call<{ data: Artist[] }>('GET', `/artist${query}`, as ? { as } : {})).body.data;
/** Read by somebody who is signed in: what visitors get is cached for a second. */
const uuids = async (query = '') => (await artists(query, eve)).map(({ uuid }) => uuid);
const profile = async (uuid: string, as?: Person) =>
  (await all.call<{ data: Profile }>('GET', `/auth/profile/${uuid}`, as ? { as } : {})).body.data;
const collection = async (uuid: string, as?: Person) =>
  (await all.call<{ data: Collection }>('GET', `/collection/${uuid}`, as ? { as } : {})).body.data;
const follow = (as: Person, uuid: string) => all.call<{ code: string }>('POST', `/follow/${uuid}`, { as });
const unfollow = (as: Person, uuid: string) => all.call('DELETE', `/follow/${uuid}`, { as });

describe('the list of artists', () => {
  it('has everybody who made a public work, with its number and the three newest, and nobody else', async () => {
    const [first, second, ...others] = await artists();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ uuid: bob.uuid, works: 1, followerCount: 0, isFollowed: false, volume: '0' });
    expect(second).toMatchObject({ uuid: ann.uuid, name: 'Тарас Гай', works: 4 });
    const [newest] =
      await all.sql`select uuid from token where creator_uuid = ${ann.uuid} order by created_at desc limit 1`;
    expect(second?.tokens).toHaveLength(3);
    expect(second?.tokens[0]).toMatchObject({ uuid: newest?.uuid, name: 'A piece' });
  });

  it('sorts by works, followers and volume, either way', async () => {
    await all.sql`update collection set ranked_volume = 2500000000000000000 where uuid = ${collections.bob}`;
    await follow(eve, ann.uuid);
    expect(await uuids('?sortBy=works:DESC')).toEqual([ann.uuid, bob.uuid]);
    expect(await uuids('?sortBy=works:ASC')).toEqual([bob.uuid, ann.uuid]);
    expect(await uuids('?sortBy=volume:DESC')).toEqual([bob.uuid, ann.uuid]);
    expect(await uuids('?sortBy=followers:DESC')).toEqual([ann.uuid, bob.uuid]);
    expect((await artists('?sortBy=volume:DESC', eve))[0]?.volume).toBe('2.5');
    await unfollow(eve, ann.uuid);
  });

  it.each([
    ['рас г', 'ann'],
    ['ТАРАС', 'ann'],
    ['iamh', 'bob'],
    ['k', 'bob'],
  ])('finds “%s” in the name of %s', async (text, who) => {
    expect(await uuids(`?search=${encodeURIComponent(text)}`)).toEqual([who === 'ann' ? ann.uuid : bob.uuid]);
  });

  it('finds nobody by an e-mail address or a wallet', async () => {
    expect(await uuids('?search=hidden.word')).toEqual([]);
    expect(await uuids(`?search=${bob.wallet.slice(2, 12)}`)).toEqual([]);
  });

  it('forgets whoever has no public work any more, and remembers since when they made some', async () => {
    const before = (await artists('', eve)).find(({ uuid }) => uuid === bob.uuid);
    const [work] = await all.sql<{ uuid: string }[]>`select uuid from token where creator_uuid = ${bob.uuid}`;
    const set = (change: 'hide' | 'restore') =>
      all.sql.begin(async (tx) => {
        if (change === 'hide')
          await tx`insert into hidden (subject_type, subject_uuid, reason) values ('token', ${work?.uuid as string}, 'SPAM')`;
        else await tx`delete from hidden where subject_uuid = ${work?.uuid as string}`;
        await refreshTokens(tx, [work?.uuid as string]);
      });
    await set('hide');
    expect(await uuids()).toEqual([ann.uuid]);
    await set('restore');
    expect((await artists('', eve)).find(({ uuid }) => uuid === bob.uuid)).toEqual(before);
  });
});

describe('following', () => {
  it('marks a person for the follower alone, counts them once, and takes it back', async () => {
    expect((await follow(eve, ann.uuid)).status).toBe(204);
    expect((await follow(eve, ann.uuid)).status).toBe(204);
    expect(await profile(ann.uuid, eve)).toMatchObject({ isFollowed: true, followerCount: 1 });
    expect(await profile(ann.uuid, bob)).toMatchObject({ isFollowed: false, followerCount: 1 });
    expect((await artists('?sortBy=works:DESC', eve))[0]).toMatchObject({ isFollowed: true, followerCount: 1 });
    expect((await unfollow(eve, ann.uuid)).status).toBe(204);
    expect((await unfollow(eve, ann.uuid)).status).toBe(204);
    expect(await profile(ann.uuid, eve)).toMatchObject({ isFollowed: false, followerCount: 0 });
  });

  it('works for a collection in the same way', async () => {
    await follow(eve, collections.ann);
    expect(await collection(collections.ann, eve)).toMatchObject({ isFollowed: true, followerCount: 1 });
    expect(await collection(collections.ann, bob)).toMatchObject({ isFollowed: false, followerCount: 1 });
    await unfollow(eve, collections.ann);
    expect(await collection(collections.ann, eve)).toMatchObject({ isFollowed: false, followerCount: 0 });
  });

  it('keeps the answer for everybody else free of who asks', async () => {
    await follow(eve, ann.uuid);
    const path = `/auth/profile/${ann.uuid}`;
    const [own, other] = [await all.call('GET', path, { as: eve }), await all.call('GET', path)];
    expect(own.headers['cache-control']).toContain('private');
    expect(other.headers['cache-control']).toContain('public');
    expect(other.raw.toString()).not.toContain('"isFollowed":true');
    await unfollow(eve, ann.uuid);
  });

  it('refuses oneself and one’s own collection, which have no mark', async () => {
    for (const uuid of [ann.uuid, collections.ann])
      expect(await follow(ann, uuid)).toMatchObject({ status: 403, body: { code: 'follow.self' } });
    expect((await profile(ann.uuid, ann)).isFollowed).toBeNull();
    expect((await collection(collections.ann, ann)).isFollowed).toBeNull();
  });

  it('refuses what does not exist, what is hidden, and a visitor', async () => {
    expect((await follow(eve, '0190a4a4-0000-7000-8000-000000000000')).status).toBe(404);
    await all.sql`update app_user set is_hidden = true where uuid = ${bob.uuid}`;
    expect((await follow(eve, bob.uuid)).status).toBe(404);
    await all.sql`update app_user set is_hidden = false where uuid = ${bob.uuid}`;
    expect((await all.call('POST', `/follow/${ann.uuid}`)).status).toBe(401);
  });

  it('ends at 500, with words about what to do', async () => {
    const many = await all.sql<{ uuid: string }[]>`
      insert into app_user (uuid) select gen_random_uuid() from generate_series(1, 500) returning uuid`;
    await all.sql`insert into follow (follower_uuid, person_uuid) select ${eve.uuid}, uuid from unnest(${many.map(({ uuid }) => uuid)}::uuid[]) uuid`;
    expect(await follow(eve, ann.uuid)).toMatchObject({ status: 409, body: { code: 'follow.limit' } });
    expect((await follow(eve, many[0]?.uuid as string)).status).toBe(204);
    await all.sql`delete from follow where follower_uuid = ${eve.uuid}`;
  });
});

describe('a deleted account', () => {
  it('is no artist in any list, follows nobody and is followed by nobody', async () => {
    const gone = await all.person();
    const { uuid: home } = await all.collection(gone);
    await publish(gone, home);
    await follow(gone, ann.uuid);
    await follow(gone, collections.bob);
    await follow(eve, gone.uuid);
    expect(await uuids()).toContain(gone.uuid);
    await all.sql.begin(async (tx) => {
      await deleteFollowsOf(tx, gone.uuid);
      await eraseAccount(tx, { uuid: gone.uuid, wallet: gone.wallet, contacts: [] });
    });
    expect(await uuids()).not.toContain(gone.uuid);
    expect((await profile(ann.uuid, bob)).followerCount).toBe(0);
    expect((await collection(collections.bob, ann)).followerCount).toBe(0);
    expect(await profile(gone.uuid, bob)).toMatchObject({
      followerCount: 0,
      statement: { en: null, ukr: null },
      links: [],
    });
    expect((await follow(eve, gone.uuid)).status).toBe(404);
  });
});
