import type { ActivityEvent } from '@skarb/schema/activity';
import type { Artist } from '@skarb/schema/artist';
import type { Profile } from '@skarb/schema/auth';
import type { Collection } from '@skarb/schema/collection';
import type { FollowedEntry } from '@skarb/schema/follow';
import type { Notification, NotificationSetting } from '@skarb/schema/notification';
import type { ListMeta } from '@skarb/schema/primitive';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseAccount } from '../auth/deletion.store.ts';
import { addFollow, deleteFollowsOf } from '../follow/follow.store.ts';
import { until } from '../offer/testing-trade.ts';
import { notifyFollowers, notifyOfHistory } from '../notification/notification.service.ts';
import { insertHistory } from '../token/store/history.store.ts';
import { refreshTokens } from '../token/store/token-card.store.ts';
import { type Catalogue, type Person, randomOf, startCatalogue } from '../token/testing-catalogue.ts';

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

  it.each([
    ['Taras Hai', 'тарас гай', 'ann'],
    ['hai', 'гай', 'ann'],
    ['тарс', 'тарас', 'ann'],
    ['taars', 'тарас', 'ann'],
    ['Kely', 'kelly', 'bob'],
    ['Niahm Kelyl', 'niamh kelly', 'bob'],
    ['Ніамх', 'niamh', 'bob'],
  ])('finds nobody as “%s”, so whoever has “%s”, and says so', async (text, corrected, who) => {
    const read = async (query: string) =>
      (
        await all.call<{ data: Artist[]; meta: { corrected?: string } }>(
          'GET',
          `/artist?search=${encodeURIComponent(text)}${query}`,
          { as: eve },
        )
      ).body;
    const { data, meta } = await read('');
    expect([data.map(({ uuid }) => uuid), meta.corrected]).toEqual([[who === 'ann' ? ann.uuid : bob.uuid], corrected]);
    expect(await read('&limit=1&page=2')).toMatchObject({ data: [], meta: { totalItems: 1, corrected } });
  });

  it('corrects a name by other names alone, and finds words in any order', async () => {
    await all.sql`insert into search_word values ('kelp'), ('keltic') on conflict do nothing`;
    expect(await uuids('?search=kelpy')).toEqual([bob.uuid]);
    expect(await uuids('?search=kelly+niamh')).toEqual([bob.uuid]);
    expect(await uuids(`?search=${encodeURIComponent('тарас kelly')}`)).toEqual([]);
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

  it.each(['blocked_at', 'deletion_at'])('names nobody with %s, except to who searches for them', async (column) => {
    const set = (at: Date | null) => all.sql`update app_user set ${all.sql(column)} = ${at} where uuid = ${bob.uuid}`;
    const before = await uuids();
    await set(new Date());
    expect([await uuids(), await uuids('?sortBy=works:DESC')]).toEqual([[ann.uuid], [ann.uuid]]);
    expect(await uuids('?search=niamh')).toEqual([bob.uuid]);
    await set(null);
    expect(await uuids()).toEqual(before);
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

  it('is listed for the follower alone, the newest first, without what is hidden', async () => {
    const followed = async (as: Person, query = '') =>
      (await all.call<{ data: FollowedEntry[]; meta: { totalItems: number } }>('GET', `/follow${query}`, { as })).body;
    for (const uuid of [ann.uuid, collections.bob]) await follow(eve, uuid);
    const { data, meta } = await followed(eve);
    expect(data).toEqual([
      expect.objectContaining({
        uuid: collections.bob,
        isFollowed: true,
        followerCount: 1,
        person: null,
        collection: expect.objectContaining({ name: expect.any(String), isVerified: false }),
      }),
      expect.objectContaining({
        uuid: ann.uuid,
        followerCount: 1,
        person: expect.objectContaining({ name: 'Тарас Гай' }),
        collection: null,
      }),
    ]);
    expect(meta.totalItems).toBe(2);
    expect((await followed(eve, '?limit=1&page=2')).data.map(({ uuid }) => uuid)).toEqual([ann.uuid]);
    expect((await followed(bob)).data).toEqual([]);
    expect((await all.call('GET', '/follow')).status).toBe(401);
    await all.sql`update collection set is_hidden = true where uuid = ${collections.bob}`;
    expect((await followed(eve)).data.map(({ uuid }) => uuid)).toEqual([ann.uuid]);
    await all.sql`update collection set is_hidden = false where uuid = ${collections.bob}`;
    for (const uuid of [ann.uuid, collections.bob]) await unfollow(eve, uuid);
  });

  it('ends at 500, with words about what to do', async () => {
    const many = await all.sql<{ uuid: string }[]>`
      insert into app_user (uuid) select gen_random_uuid() from generate_series(1, 499) returning uuid`;
    await all.sql`insert into follow (follower_uuid, person_uuid) select ${eve.uuid}, uuid from unnest(${many.map(({ uuid }) => uuid)}::uuid[]) uuid`;
    // Of two at once, one fits.
    const begun = await all.sql.begin(async (tx) => {
      const isAdded = await addFollow(tx, eve.uuid, { uuid: ann.uuid, isCollection: false }, 500);
      let isDone = false;
      const other = follow(eve, bob.uuid).finally(() => (isDone = true));
      await until('the other one to wait', async () => {
        const [lock] = await all.sql`select 1 from pg_locks where locktype = 'advisory' and not granted`;
        return lock !== undefined || isDone;
      });
      return { isAdded, other };
    });
    expect(begun.isAdded).toBe(true);
    expect(await begun.other).toMatchObject({ status: 409, body: { code: 'follow.limit' } });
    expect((await follow(eve, many[0]?.uuid as string)).status).toBe(204);
    await unfollow(eve, ann.uuid);
    await all.sql`delete from follow where follower_uuid = ${eve.uuid}`;
  });
});

let second = 0;
/** An event of a work, each later than the one before. */
const record = (event: 'MINTED' | 'LISTED' | 'SOLD', tokenUuid: string, from: Person | null, to: Person | null) =>
  all.sql.begin(async (tx) => {
    const createdAt = new Date(Date.now() - 3_600_000 + 1000 * second++);
    await insertHistory(tx, {
      tokenUuid,
      event,
      from: from?.wallet,
      to: to?.wallet,
      createdAt,
      ...(event === 'SOLD' ? { valueEth: '1' } : {}),
    });
  });
const workOf = async (who: Person): Promise<string> => {
  const [row] = await all.sql<{ uuid: string }[]>`select uuid from token where creator_uuid = ${who.uuid} limit 1`;
  return row?.uuid as string;
};
const feed = async (as: Person, query = '') =>
  (await all.call<{ data: ActivityEvent[]; meta: ListMeta }>('GET', `/feed${query}`, { as })).body;

describe('the feed', () => {
  it('of somebody who follows nobody is empty', async () => {
    expect(await feed(eve)).toMatchObject({ data: [], meta: { totalItems: 0 } });
  });

  it('has what the followed did, each event once and newest first, and nothing of others', async () => {
    const [anns, bobs] = [await workOf(ann), await workOf(bob)];
    await record('MINTED', anns, null, ann);
    await record('LISTED', bobs, bob, null);
    await record('LISTED', anns, ann, null);
    await record('SOLD', anns, ann, bob);
    await follow(eve, ann.uuid);
    await follow(eve, collections.ann);
    const { data, meta } = await feed(eve);
    expect(data.map(({ kind }) => kind)).toEqual(['SALE', 'LISTING', 'MINT']);
    expect(data[0]).toMatchObject({ token: { uuid: anns }, fromUser: { uuid: ann.uuid }, toUser: { uuid: bob.uuid } });
    expect(meta).toEqual({ itemsPerPage: 24, totalItems: 3, currentPage: 1, totalPages: 1 });
    await follow(eve, collections.bob);
    expect((await feed(eve)).data.map(({ kind }) => kind)).toEqual(['SALE', 'LISTING', 'LISTING', 'MINT']);
  });

  it('leaves out hidden works, and what is followed no longer', async () => {
    await unfollow(eve, collections.bob);
    const anns = await workOf(ann);
    await all.sql`update token set is_counted = false where uuid = ${anns}`;
    expect((await feed(eve)).data).toEqual([]);
    await all.sql`update token set is_counted = true where uuid = ${anns}`;
  });

  it('gives the same entries page by page as sorting all of them, up to the 240 newest', async () => {
    const works = [
      { work: await workOf(ann), maker: ann },
      { work: await workOf(bob), maker: bob },
    ];
    await follow(eve, bob.uuid);
    const random = randomOf(7);
    for (let count = 0; count < 60; count++) {
      const { work, maker } = works[Number(random() < 0.3)] as (typeof works)[0];
      await record(random() < 0.5 ? 'LISTED' : 'SOLD', work, maker, maker === ann ? bob : ann);
    }
    const wanted = await all.sql<{ uuid: string }[]>`
      select uuid from history where token_uuid = any(${works.map(({ work }) => work)}::uuid[])
        and (event in ('MINTED', 'LISTED') or value_eth is not null) order by created_at desc, uuid desc limit 240`;
    const found: string[] = [];
    for (let page = 1; ; page++) {
      const { data, meta } = await feed(eve, `?limit=7&page=${page}`);
      found.push(...data.map(({ uuid }) => uuid));
      if (meta.totalItemsExact !== false) break;
    }
    expect(found).toEqual(wanted.map(({ uuid }) => uuid));
    for (const uuid of [ann.uuid, bob.uuid, collections.ann]) await unfollow(eve, uuid);
  });
});

describe('the feed of whoever follows people and their collections', () => {
  it('has all entries of each page, though each entry is found twice', async () => {
    const makers = await Promise.all(Array.from({ length: 20 }, () => all.person()));
    const wanted: string[] = [];
    for (const maker of makers) {
      const collection = await all.collection(maker);
      const { uuid } = await all.minted(maker, collection.uuid);
      wanted.unshift(uuid);
      await all.sql`insert into follow (follower_uuid, person_uuid, collection_uuid)
        values (${eve.uuid}, ${maker.uuid}, null), (${eve.uuid}, null, ${collection.uuid})`;
    }
    const found: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = await feed(eve, `?limit=7&page=${page}`);
      found.push(...data.map(({ token }) => token.uuid));
    }
    expect(found).toEqual(wanted);
    await all.sql`delete from follow where follower_uuid = ${eve.uuid}`;
  });
});

describe('notices to followers', () => {
  const fail = (error: unknown) => {
    throw error;
  };
  /** What the worker does until nothing is due. */
  const work = async () => {
    while ((await notifyOfHistory(all.context, fail)) > 0);
    while (await notifyFollowers(all.context));
  };
  /** Lets the hour in which events are gathered pass. */
  const anHourLater = () => all.sql`update follow_news set ends_at = now(), run_at = now() where after_uuid is null`;
  const notices = async (as: Person) =>
    (await all.call<{ data: Notification[] }>('GET', '/notification', { as })).body.data;
  const mint = async (as: Person, home: string) => {
    const uuid = await publish(as, home);
    await record('MINTED', uuid, null, as);
    return uuid;
  };
  beforeAll(() => {
    all.config.mail.noticeDelaySeconds = 0;
  });
  beforeEach(async () => {
    for (const table of ['follow', 'follow_news', 'news', 'notification']) await all.sql`delete from ${all.sql(table)}`;
    await all.sql`update person_count set followers = 0`;
    await all.sql`update collection set followers = 0`;
  });

  it('are one for all works of an hour, which counts them again at its end', async () => {
    await follow(eve, ann.uuid);
    for (let count = 0; count < 3; count++) await mint(ann, collections.ann);
    await work();
    const [first, ...others] = await notices(eve);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      kind: 'NEW_WORK',
      quantity: 3,
      followed: { type: 'user', uuid: ann.uuid, name: 'Тарас Гай' },
      actor: { person: { uuid: ann.uuid } },
    });
    const newest = await mint(ann, collections.ann);
    await work();
    expect(await notices(eve)).toEqual([first]);
    await anHourLater();
    await work();
    expect(await notices(eve)).toMatchObject([{ uuid: first?.uuid, quantity: 4, token: { uuid: newest } }]);
    expect(await all.sql`select 1 from follow_news`).toEqual([]);
  });

  it('come once to whoever follows a person and their collection, and never to the maker', async () => {
    await follow(eve, ann.uuid);
    await follow(eve, collections.ann);
    await follow(bob, collections.ann);
    await mint(ann, collections.ann);
    await work();
    expect(await notices(eve)).toMatchObject([{ followed: { uuid: ann.uuid } }]);
    expect(await notices(bob)).toMatchObject([{ followed: { type: 'collection', uuid: collections.ann } }]);
    expect(await notices(ann)).toEqual([]);
  });

  it('are in the app by default, and mailed only on request', async () => {
    const { body } = await all.call<{ data: NotificationSetting[] }>('GET', '/notification/setting', { as: eve });
    for (const kind of ['NEW_WORK', 'NEW_LISTING']) expect(body.data).toContainEqual({ kind, app: true, mail: false });
    expect(body.data).toContainEqual({ kind: 'SOLD', app: true, mail: true });
  });

  it('reach many followers a bounded number at a time, each once', async () => {
    const many = await all.sql<{ uuid: string }[]>`
      insert into app_user (uuid) select gen_random_uuid() from generate_series(1, 1100) returning uuid`;
    await all.sql`insert into follow (follower_uuid, person_uuid) select uuid, ${ann.uuid} from unnest(${many.map(({ uuid }) => uuid)}::uuid[]) uuid`;
    await all.sql`update person_count set followers = 1100 where uuid = ${ann.uuid}`;
    await mint(ann, collections.ann);
    while ((await notifyOfHistory(all.context, fail)) > 0);
    const sent: number[] = [];
    while (await notifyFollowers(all.context)) {
      const [row] = await all.sql<{ count: number }[]>`select count(*)::int as count from notification`;
      sent.push(row?.count ?? 0);
    }
    expect(sent).toEqual([500, 1000, 1100]);
  });

  it('are not sent far behind the head, where nobody follows, nor about hidden works', async () => {
    await mint(ann, collections.ann);
    expect(await all.sql`select 1 from news`).toEqual([]);
    await follow(eve, ann.uuid);
    const hidden = await mint(ann, collections.ann);
    await all.sql`update token set is_counted = false where uuid = ${hidden}`;
    await work();
    expect(await notices(eve)).toEqual([]);
    const uuid = await publish(ann, collections.ann);
    await all.sql.begin(async (tx) => {
      await tx`select set_config('skarb.is_far_behind', 'on', true)`;
      await insertHistory(tx, { tokenUuid: uuid, event: 'MINTED', to: ann.wallet });
    });
    expect(await all.sql`select 1 from news`).toEqual([]);
  });

  it('end at forty a day for one user', async () => {
    await follow(eve, ann.uuid);
    const work1 = await workOf(ann);
    await all.sql`
      insert into notification (uuid, user_uuid, kind, token_uuid, subject_type, subject_uuid, is_shown, happening)
      select gen_random_uuid(), ${eve.uuid}, 'NEW_WORK', ${work1}, 'user', ${bob.uuid}, true, n::text from generate_series(1, 40) n`;
    await mint(ann, collections.ann);
    await work();
    expect((await all.sql`select 1 from notification where user_uuid = ${eve.uuid}`).length).toBe(40);
    await unfollow(eve, ann.uuid);
  });
});

it('a gallery says how many units one holds, to its owner alone', async () => {
  const uuid = await workOf(ann);
  await all.sql`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${bob.wallet}, 2, created_at from token where uuid = ${uuid}`;
  const held = async (as: Person) =>
    (await all.call<{ data: { held?: number }[] }>('GET', `/token?ownerUuid=${bob.uuid}`, { as })).body.data.map(
      (one) => one.held,
    );
  expect(await held(bob)).toEqual([2]);
  expect(await held(eve)).toEqual([undefined]);
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
