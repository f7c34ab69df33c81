import type { Notification } from '@skarb/schema/notification';
import { collection721Abi } from '@skarb/contracts/abi';
import { moderationEndpoints, type ModerationCase } from '@skarb/schema/moderation';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../platform/db/listen.ts';
import { deleteEmptyCollections } from '../collection/collection.store.ts';
import { NOTES_AT_ONCE, notifyOfNote } from '../notification/notification.service.ts';
import { refusal, startAuctions, until, type Auctions, type Person } from '../offer/auction/testing-auction.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let eve: Person;
let admin: Person;
let collection: { uuid: string };
beforeAll(async () => {
  all = await startAuctions({ env: { LOCAL_STACK: '1', NOTICE_DELAY_SECONDS: '0' } });
  [ann, bob, eve, admin] = await Promise.all([all.trader(), all.trader(), all.trader(), all.trader(false)]);
  await all.sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid}`;
  await all.sql`update app_user set email = 'ann@example.org', is_email_confirmed = true, name = 'Ann Art', language = 'ukr'
    where uuid = ${ann.uuid}`;
  collection = await all.collection(ann, 'Weather');
});
afterAll(() => all?.stop());

type Type = 'token' | 'collection' | 'user';
type Answer = Awaited<ReturnType<Auctions['call']>> & { body: { data: ModerationCase } };
const report = (as: Person | undefined, subjectType: Type, subjectUuid: string, reason = 'STOLEN', note?: string) =>
  all.call('POST', '/report', { ...(as ? { as } : {}), json: { subjectType, subjectUuid, reason, note } });
const act = async (name: string, subjectType: Type, subjectUuid: string, more: object = {}) =>
  (await all.call('POST', `/admin/moderation/${name}`, {
    as: admin,
    json: { subjectType, subjectUuid, ...more },
  })) as Answer;
const hide = (type: Type, uuid: string, reason = 'STOLEN', note = '') => act('hide', type, uuid, { reason, note });
const restore = (type: Type, uuid: string) => act('restore', type, uuid);
/** The cases, checked against the endpoint's response schema. */
const cases = async (query = '') =>
  moderationEndpoints.cases.response.parse(
    (await all.call('GET', `/admin/moderation${query}`, { as: admin })).body as unknown,
  ).data;
const get = async (path: string, as?: Person) => all.call<any>('GET', path, as ? { as } : {}); // oxlint-disable-line typescript/no-explicit-any
const status = async (path: string, as?: Person) => (await get(path, as)).status;
const uuids = async (path: string, as?: Person): Promise<string[]> =>
  (await get(path, as)).body.data.map(({ uuid }: { uuid: string }) => uuid);

/** Everything that a visitor sees of a token, its collection and its creator, without timestamps and versions. */
const shownOf = async (token: string, holder: Person) => {
  const paths = [
    '/token?search=squall',
    `/token?collectionUuid=${collection.uuid}`,
    `/token?collectionUuid=${collection.uuid}&onSale=true`,
    `/token?ownerUuid=${holder.uuid}`,
    `/token/on-sale/${holder.uuid}`,
    `/token?creatorUuid=${ann.uuid}`,
    `/token?trait=Sky:dark`,
    `/collection?creatorUuid=${ann.uuid}`,
    `/collection/${collection.uuid}`,
    `/token/${token}`,
    `/token/${token}/history`,
    `/token/${token}/chart`,
    `/collection/${collection.uuid}/chart`,
    `/offer?collectionUuid=${collection.uuid}`,
    `/offer?tokenUuid=${token}`,
    `/auth/profile/${ann.uuid}`,
    `/auth/profile/${holder.uuid}`,
  ];
  const answers = await Promise.all(paths.map(async (path) => [path, (await get(path)).body]));
  const counts = await all.sql`select scope, id, minted, on_sale from token_count order by scope, id`;
  const traits = await all.sql`select name, value, count from trait_count where collection_uuid = ${collection.uuid}`;
  return JSON.parse(
    JSON.stringify({ answers, counts, traits }, (key, value) =>
      ['version', 'updatedAt', 'checked', 'floor', 'at'].includes(key)
        ? undefined
        : // The floor prices of properties are derived seconds later.
          key === 'traits'
          ? value.map((trait: object) => ({ ...trait, floorPrice: undefined }))
          : value,
    ),
  );
};

describe('a report', () => {
  it('needs a signed-in user and a visible subject of another user; each user has one open report of it', async () => {
    const token = await all.mintIn(ann, collection.uuid, { name: 'Drizzle' });
    expect((await report(undefined, 'token', token.uuid)).status).toBe(401);
    expect(refusal(await report(ann, 'token', token.uuid))).toEqual([403, 'report.own']);
    expect(refusal(await report(bob, 'collection', token.uuid))).toEqual([404, 'collection.notFound']);
    expect((await report(bob, 'token', token.uuid, 'BORING')).status).toBe(400);
    expect((await report(bob, 'token', token.uuid, 'STOLEN', 'It is mine.')).status).toBe(201);
    expect(refusal(await report(bob, 'token', token.uuid, 'SPAM'))).toEqual([409, 'report.open']);
    expect((await report(eve, 'token', token.uuid, 'FAKE')).status).toBe(201);
    expect((await report(eve, 'collection', collection.uuid)).status).toBe(201);
    expect((await report(eve, 'user', ann.uuid)).status).toBe(201);

    expect(await cases('?subjectType=token')).toMatchObject([
      {
        subjectUuid: token.uuid,
        name: 'Drizzle',
        creator: { uuid: ann.uuid, name: 'Ann Art' },
        hidden: null,
        reportCount: 2,
        reasons: [
          { reason: 'FAKE', count: 1 },
          { reason: 'STOLEN', count: 1 },
        ],
        reports: [{ reporter: { uuid: eve.uuid } }, { reporter: { uuid: bob.uuid }, note: 'It is mine.' }],
      },
    ]);
    expect((await cases()).map((one) => one.subjectType)).toEqual(['user', 'collection', 'token']);

    const dismissed = await act('dismiss', 'token', token.uuid);
    expect(dismissed.body.data).toMatchObject({ reportCount: 0, reports: [], hidden: null });
    await act('dismiss', 'collection', collection.uuid);
    await act('dismiss', 'user', ann.uuid);
    expect(await cases()).toEqual([]);
    expect((await report(bob, 'token', token.uuid)).status).toBe(201);
    await act('dismiss', 'token', token.uuid);
  });
});

describe('a report of what is gone', () => {
  it('can be dismissed when the minting failed, and is deleted with its subject, as a notice is', async () => {
    const gone = await all.collection(ann, 'Gone');
    const draft = await all.draft(ann, gone.uuid);
    const person = await all.trader(false);
    await all.sql`update token set status = 'minting' where uuid = ${draft.uuid}`;
    const subjects = [
      ['token', draft.uuid],
      ['collection', gone.uuid],
      ['user', person.uuid],
    ] as const;
    for (const [type, uuid] of subjects) expect((await report(bob, type, uuid)).status).toBe(201);
    await all.sql`update token set status = 'failed' where uuid = ${draft.uuid}`;
    expect((await act('dismiss', 'token', draft.uuid)).body.data).toMatchObject({ reportCount: 0 });
    expect((await act('dismiss', 'token', draft.uuid)).status).toBe(404);

    for (const [type, uuid] of subjects) {
      await all.sql`insert into report (uuid, subject_type, subject_uuid, reporter_uuid, reason)
        values (gen_random_uuid(), ${type}, ${uuid}, ${eve.uuid}, 'SPAM')`;
      await all.sql`insert into hidden (subject_type, subject_uuid, reason) values (${type}, ${uuid}, 'SPAM')`;
    }
    await all.sql`delete from token where uuid = ${draft.uuid}`;
    await all.sql`update collection_contract set is_deployed = false where collection_uuid = ${gone.uuid}`;
    await deleteEmptyCollections(all.sql, ann.uuid);
    await all.sql`delete from app_user where uuid = ${person.uuid}`;
    expect(await cases()).toEqual([]);
    const meta = (await all.call<{ meta: object }>('GET', '/admin/moderation', { as: admin })).body.meta;
    expect(meta).toMatchObject({ totalItems: 0 });
    expect(await cases('?show=hidden')).toEqual([]);
  });
});

describe('a hidden token', () => {
  it('is invisible to others at once and cannot be traded; restoring it restores everything shown', async () => {
    const token = await all.mintIn(ann, collection.uuid, {
      name: 'Squall',
      properties: JSON.stringify([{ name: 'Sky', value: 'dark' }]),
    });
    const dearer = await all.mintIn(ann, collection.uuid, { name: 'Calm' });
    const sale = await all.list(ann, token.uuid, { price: '1' });
    await all.list(ann, dearer.uuid, { price: '3' });
    const bid = await all.bid(bob, token.uuid, { price: '0.5' });
    await all.call('POST', `/token/${token.uuid}/favorite`, { as: eve, json: {} });
    await all.settled();
    const before = await shownOf(token.uuid, ann);
    expect(before.answers[8][1].data.stats).toMatchObject({ onSale: 2, floorPrice: '1' });
    await report(bob, 'token', token.uuid);

    const heard: { kind: string; uuid: string; isGone?: boolean; isPublic: boolean }[] = [];
    const unlisten = listen(all.context.config.database.url, {
      change: (payload) => payload !== undefined && heard.push(JSON.parse(payload)),
    });
    await until('the ear to be there', async () => {
      await all.sql`select pg_notify('change', '{"kind":"here"}')`;
      return heard.length > 0;
    });
    const hidden = await hide('token', token.uuid, 'STOLEN', 'Show us the original.');
    expect(hidden.status).toBe(200);
    expect(hidden.body.data).toMatchObject({ hidden: { by: 'token', reason: 'STOLEN' }, reportCount: 0 });
    await until('the news', async () =>
      heard.some((one) => one.kind === 'token' && one.uuid === token.uuid && one.isGone && one.isPublic),
    );
    expect(heard.some((one) => one.kind === 'offer' && one.uuid === sale.uuid && one.isPublic)).toBe(true);
    await unlisten();

    for (const viewer of [undefined, eve]) {
      expect(await uuids('/token?search=squall', viewer)).toEqual([]);
      expect(await uuids('/token?trait=Sky:dark', viewer)).toEqual([]);
      expect(await uuids(`/token?collectionUuid=${collection.uuid}&onSale=true`, viewer)).toEqual([dearer.uuid]);
      expect(await uuids(`/token?ownerUuid=${ann.uuid}`, viewer)).not.toContain(token.uuid);
      expect(await uuids(`/offer?collectionUuid=${collection.uuid}`, viewer)).not.toContain(sale.uuid);
      for (const path of ['', '/history', '/chart'])
        expect([path, await status(`/token/${token.uuid}${path}`, viewer)]).toEqual([path, 404]);
      for (const path of ['', '/history', '/order'])
        expect([path, await status(`/offer/${sale.uuid}${path}`, viewer)]).toEqual([path, 404]);
    }
    const profile = (await get(`/auth/profile/${ann.uuid}`)).body.data.counts;
    expect(profile).toMatchObject({ gallery: 2, created: 2, onSale: 1 });
    expect((await get(`/token?ownerUuid=${ann.uuid}`)).body.meta.totalItems).toBe(2);
    expect((await get(`/auth/profile/${eve.uuid}`)).body.data.counts.favorites).toBe(0);
    expect((await get(`/collection/${collection.uuid}`)).body.data.stats).toMatchObject({
      items: 2,
      onSale: 1,
      floorPrice: '3',
    });

    // Its creator and admins see it with the reason; its bidder sees their bid.
    for (const viewer of [ann, admin])
      expect((await get(`/token/${token.uuid}`, viewer)).body.data).toMatchObject({
        isHidden: true,
        hidden: { by: 'token', reason: 'STOLEN', note: 'Show us the original.' },
      });
    // What is written to the creator is for nobody else.
    expect((await get(`/token/${token.uuid}`, bob)).body.data.hidden).toMatchObject({ reason: 'STOLEN', note: '' });
    expect(await uuids(`/token?ownerUuid=${ann.uuid}`, ann)).toContain(token.uuid);
    expect((await get(`/token?ownerUuid=${ann.uuid}`, ann)).body.meta.totalItems).toBe(3);
    expect(await uuids(`/offer?sellerUuid=${ann.uuid}`, ann)).toContain(sale.uuid);
    expect((await get(`/offer/${bid.uuid}`, bob)).body.data).toMatchObject({ status: 'ACTIVE', isHidden: true });

    expect(refusal(await all.purchase(eve, sale.uuid))).toEqual([409, 'offer.hidden']);
    expect(refusal(await all.purchase(ann, bid.uuid))).toEqual([409, 'offer.hidden']);
    expect(refusal(await all.openBid(eve, token.uuid))).toEqual([409, 'token.hidden']);
    expect(refusal(await all.open(ann, token.uuid))).toEqual([409, 'token.hidden']);
    expect(refusal(await all.openAuction(ann, token.uuid))).toEqual([409, 'token.hidden']);
    const edit = await all.call('PUT', `/offer/${sale.uuid}`, { as: ann, json: { price: '2' } });
    expect(refusal(edit)).toEqual([409, 'offer.hidden']);
    expect(refusal(await hide('token', token.uuid))).toEqual([409, 'moderation.hidden']);
    expect(refusal(await report(eve, 'token', token.uuid))).toEqual([404, 'token.notFound']);
    expect(await cases('?show=hidden')).toMatchObject([{ subjectUuid: token.uuid, hidden: { by: 'token' } }]);

    expect((await restore('token', token.uuid)).body.data.hidden).toBeNull();
    expect(refusal(await restore('token', token.uuid))).toEqual([409, 'moderation.shown']);
    expect(await shownOf(token.uuid, ann)).toEqual(before);
    await all.buy(eve, sale.uuid);
    await all.becomes(sale.uuid, 'SOLD');
  });

  it('locks up no money: its auction takes no bids but settles, and the winner sees the token', async () => {
    const token = await all.mintIn(ann, collection.uuid, { name: 'Hail' });
    const auction = await all.auction(ann, token.uuid, { endsIn: 1200 });
    await all.bidIn(bob, auction.uuid, '1');
    await hide('token', token.uuid);
    expect(refusal(await all.askBid(eve, auction.uuid, '2'))).toEqual([409, 'offer.hidden']);
    expect(await status(`/offer/${auction.uuid}`, eve)).toBe(404);
    expect(await status(`/offer/${auction.uuid}`, bob)).toBe(200);
    expect((await get(`/token/${token.uuid}`, bob)).body.data.offers).toMatchObject([{ uuid: auction.uuid }]);
    // The auction is visible to settle but not over: 409, not 404.
    expect((await all.settle(eve, auction.uuid)).status).toBe(409);
    await all.wait(1300);
    await until('the auction to be settled', async () => (await all.offer(auction.uuid, bob))?.status === 'SOLD');
    expect((await get(`/token/${token.uuid}`, bob)).body.data.ownerships).toMatchObject([{ ownerUuid: bob.uuid }]);
    await until('the winner to be notified', async () =>
      ((await get('/notification', bob)).body.data as Notification[]).some(
        (one) => one.kind === 'WON' && one.token?.uuid === token.uuid,
      ),
    );
    await restore('token', token.uuid);
  });

  it('stays visible to a holder who received it without an offer, until they give it away', async () => {
    const token = await all.mintIn(ann, collection.uuid, { name: 'Mist' });
    const give = async (from: Person, to: Person) => {
      await all.sendRaw(from, {
        to: token.contractAddress,
        data: encodeFunctionData({
          abi: collection721Abi,
          functionName: 'transferFrom',
          args: [from.address, to.address, BigInt(token.tokenId)],
        }),
      });
      await all.settled();
    };
    await give(ann, bob);
    await hide('token', token.uuid);
    expect(await status(`/token/${token.uuid}`, bob)).toBe(200);
    expect(await status(`/token/${token.uuid}`, eve)).toBe(404);
    await give(bob, eve);
    expect(await status(`/token/${token.uuid}`, bob)).toBe(404);
    expect(await status(`/token/${token.uuid}`, eve)).toBe(200);
    await restore('token', token.uuid);
  });

  it.each(['token', 'collection', 'user'] as const)(
    '(by its %s) has no invitations to trade it: existing notifications are deleted',
    async (by) => {
      const token = await all.mintIn(ann, collection.uuid, { name: 'Fog' });
      await all.bid(bob, token.uuid, { price: '0.1' });
      const received = async () =>
        ((await get('/notification?limit=100', ann)).body.data as Notification[]).filter(
          (one) => one.kind === 'OFFER_RECEIVED' && one.token?.uuid === token.uuid,
        );
      await until('the holder to be notified', async () => (await received()).length > 0);
      const uuid = { token: token.uuid, collection: collection.uuid, user: ann.uuid }[by];
      await hide(by, uuid);
      expect(await received()).toEqual([]);
      await restore(by, uuid);
    },
  );
});

describe('a hidden collection', () => {
  it('hides its tokens; a token hidden separately stays hidden when the collection is restored', async () => {
    const { uuid } = await all.collection(ann, 'Gallery of clouds');
    const [one, two] = [
      await all.mintIn(ann, uuid, { name: 'Cirrus' }),
      await all.mintIn(ann, uuid, { name: 'Nimbus' }),
    ];
    const sale = await all.list(ann, one.uuid);
    await hide('token', two.uuid, 'SPAM');
    await hide('collection', uuid, 'FAKE');
    expect(await status(`/collection/${uuid}`)).toBe(404);
    expect(await status(`/collection/${uuid}/chart`, eve)).toBe(404);
    expect(await uuids('/collection?search=clouds')).toEqual([]);
    expect(await uuids(`/collection?creatorUuid=${ann.uuid}`, ann)).toContain(uuid);
    expect(await uuids(`/token?collectionUuid=${uuid}`)).toEqual([]);
    expect((await get(`/collection/${uuid}`, ann)).body.data.hidden).toMatchObject({
      by: 'collection',
      reason: 'FAKE',
    });
    expect((await get(`/token/${one.uuid}`, ann)).body.data.hidden).toMatchObject({ by: 'collection' });
    expect((await get(`/token/${two.uuid}`, ann)).body.data.hidden).toMatchObject({ by: 'token', reason: 'SPAM' });
    expect(refusal(await all.purchase(eve, sale.uuid))).toEqual([409, 'offer.hidden']);
    // Tokens minted in it meanwhile are hidden too.
    const three = await all.mintIn(ann, uuid, { name: 'Stratus' });
    expect(await status(`/token/${three.uuid}`)).toBe(404);

    await restore('collection', uuid);
    expect(await uuids(`/token?collectionUuid=${uuid}&sortBy=name:ASC`)).toEqual([one.uuid, three.uuid]);
    expect((await get(`/collection/${uuid}`)).body.data.stats).toMatchObject({ items: 2, owners: 1, onSale: 1 });
    expect(await status(`/offer/${sale.uuid}`)).toBe(200);
    await restore('token', two.uuid);
    expect((await get(`/collection/${uuid}`)).body.data.stats.items).toBe(3);
  });
});

describe('a hidden user', () => {
  it('has a hidden profile, name, tokens and offers, and cannot make offers', async () => {
    const mallory = await all.trader();
    await all.sql`update app_user set name = 'Mallory' where uuid = ${mallory.uuid}`;
    const made = await all.mint(mallory, { name: 'Copy' });
    const bought = await all.mintIn(ann, collection.uuid, { name: 'Thunder' });
    await all.buy(mallory, (await all.list(ann, bought.uuid)).uuid);
    await all.settled();
    const sale = await all.list(mallory, bought.uuid, { price: '2' });
    await hide('user', mallory.uuid, 'FAKE', 'You are not who you say.');
    expect(await status(`/auth/profile/${mallory.uuid}`)).toBe(404);
    expect((await get(`/auth/profile/${mallory.uuid}`, mallory)).body.data.hidden).toMatchObject({ by: 'user' });
    expect(await status(`/token/${made.uuid}`)).toBe(404);
    expect(await status(`/collection/${made.collection.uuid}`)).toBe(404);
    // Another creator's token that they hold stays visible, without the holder's name and listing.
    const shown = (await get(`/token/${bought.uuid}`)).body.data;
    expect(shown).toMatchObject({ listing: null, offers: [], ownerships: [{ user: { name: null, username: null } }] });
    expect(refusal(await all.purchase(eve, sale.uuid))).toEqual([409, 'offer.hidden']);
    expect(refusal(await all.openBid(mallory, (await all.mintIn(ann, collection.uuid)).uuid))).toEqual([
      403,
      'user.hidden',
    ]);
    // They can cancel their own offer.
    expect((await all.call('DELETE', `/offer/${sale.uuid}`, { as: mallory })).status).toBe(200);
    await restore('user', mallory.uuid);
    expect((await get(`/auth/profile/${mallory.uuid}`)).body.data.name).toBe('Mallory');
    expect(await status(`/token/${made.uuid}`)).toBe(200);
  });
});

it('hiding a user deletes the invitations to trade with them, and leaves those of others', async () => {
  const mallory = await all.trader();
  const token = await all.mintIn(ann, collection.uuid, { name: 'Drizzle' });
  const bids = [await all.bid(mallory, token.uuid, { price: '0.1' }), await all.bid(bob, token.uuid, { price: '0.2' })];
  const received = async () =>
    ((await get('/notification?limit=100', ann)).body.data as Notification[])
      .filter(({ kind, token: about }) => kind === 'OFFER_RECEIVED' && about?.uuid === token.uuid)
      .map(({ offerUuid }) => offerUuid);
  await until('both', async () => (await received()).length === bids.length);
  await hide('user', mallory.uuid);
  expect(await received()).toEqual([bids[1]?.uuid]);
  await restore('user', mallory.uuid);
});

describe('the creator', () => {
  it('reads the action, its reason and the admin’s text in the app and by mail in their language', async () => {
    const token = await all.mintIn(ann, collection.uuid, { name: 'Rime' });
    await hide('token', token.uuid, 'STOLEN', 'Покажіть оригінал.');
    await restore('token', token.uuid);
    expect((await act('note', 'token', token.uuid, { note: 'Дякуємо!' })).status).toBe(200);
    expect((await act('note', 'token', token.uuid, { note: '  ' })).status).toBe(400);
    const notes = ((await get('/notification', ann)).body.data as Notification[]).filter(
      ({ note }) => note?.subjectUuid === token.uuid,
    );
    expect(notes).toMatchObject([
      { kind: 'NOTE', note: { act: 'NOTE', text: 'Дякуємо!', name: 'Rime', subjectType: 'token' } },
      { kind: 'NOTE', note: { act: 'RESTORED', reason: null } },
      { kind: 'NOTE', note: { act: 'HIDDEN', reason: 'STOLEN', text: 'Покажіть оригінал.' } },
    ]);
    type Mail = { subject: string; text: string };
    const mails = await until('three mails', async () => {
      const found = ((await get('/dev/mail?to=ann@example.org')).body.data as Mail[]).filter(({ subject }) =>
        subject.includes('Rime'),
      );
      return found.length === 3 && found;
    });
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      '«Rime» знову видно',
      '«Rime» приховано',
      'Щодо «Rime»',
    ]);
    expect(mails.find(({ subject }) => subject.includes('приховано'))?.text).toContain('чужа робота');
  });
});

describe('the owner of a work by somebody else', () => {
  it('reads that it is hidden, why and where to object, and that it is shown again, but not the words to its creator', async () => {
    const fay = await all.trader();
    await all.sql`update app_user set email = 'fay@example.org', is_email_confirmed = true where uuid = ${fay.uuid}`;
    const mine = await all.collection(ann, 'Frost');
    const token = await all.mintIn(ann, mine.uuid, { name: 'Hoar' });
    await all.buy(fay, (await all.list(ann, token.uuid)).uuid);
    await all.settled();
    for (const [type, uuid] of [
      ['token', token.uuid],
      ['collection', mine.uuid],
      ['user', ann.uuid],
    ] as const) {
      await hide(type, uuid, 'FAKE', 'For Ann alone.');
      await restore(type, uuid);
    }
    const notes = ((await get('/notification', fay)).body.data as Notification[]).filter(({ kind }) => kind === 'NOTE');
    expect(notes.map(({ note }) => [note?.act, note?.subjectType, note?.name, note?.reason, note?.text])).toEqual([
      ['RESTORED', 'collection', 'Frost', null, ''],
      ['HIDDEN', 'collection', 'Frost', 'FAKE', ''],
      ['RESTORED', 'collection', 'Frost', null, ''],
      ['HIDDEN', 'collection', 'Frost', 'FAKE', ''],
      ['RESTORED', 'token', 'Hoar', null, ''],
      ['HIDDEN', 'token', 'Hoar', 'FAKE', ''],
    ]);
    // Of a hidden collection they see their own works only.
    expect(new Set(notes.map((one) => one.token?.uuid))).toEqual(new Set([token.uuid]));
    type Mail = { subject: string; text: string };
    const mails = await until('the mails', async () => {
      const found = ((await get('/dev/mail?to=fay@example.org')).body.data as Mail[]).filter(({ subject }) =>
        /was hidden|shown again/.test(subject),
      );
      return found.length === 6 && found;
    });
    for (const { text } of mails) expect(text).toContain(`/nfts/${token.uuid}`);
    const hidden = mails.filter(({ subject }) => subject.includes('was hidden'));
    for (const { text } of hidden) {
      expect(text).toContain('it pretends to be something or someone else');
      expect(text).toMatch(/Write to us: \S+\/contact/);
      expect(text).not.toContain('For Ann alone');
    }
    expect(hidden).toHaveLength(3);
  });
});

it('the mails of many readers are due in one minute after the other, so that those of others go between them', async () => {
  const hal = await all.trader();
  await all.sql`update app_user set email = 'hal@example.org', is_email_confirmed = true where uuid = ${hal.uuid}`;
  const note = {
    act: 'NOTE',
    subjectType: 'user',
    subjectUuid: hal.uuid,
    subjectName: null,
    reason: null,
    text: '',
  } as const;
  const minutes = await all.sql
    .begin(async (tx) => {
      const readers = Array.from({ length: NOTES_AT_ONCE + 2 }, () => ({ userUuid: hal.uuid, tokenUuid: null }));
      await notifyOfNote(tx, all.context, readers, note);
      const rows = await tx<{ minute: number; count: number }[]>`
        select round(extract(epoch from mail_at - now()) / 60)::int as minute, count(*)::int from notification
        where user_uuid = ${hal.uuid} and kind = 'NOTE' group by 1 order by 1`;
      throw Object.assign(new Error('undone'), { rows: rows.map(({ minute, count }) => [minute, count]) });
    })
    .catch((error: { rows: unknown }) => error.rows);
  expect(minutes).toEqual([
    [0, NOTES_AT_ONCE],
    [1, 2],
  ]);
});

describe('who made a report', () => {
  it('reads whether what they reported stays or is hidden, without what is hidden or who else wrote', async () => {
    const gil = await all.trader();
    await all.sql`update app_user set email = 'gil@example.org', is_email_confirmed = true where uuid = ${gil.uuid}`;
    const token = await all.mintIn(ann, collection.uuid, { name: 'Sleet' });
    await report(gil, 'token', token.uuid);
    await act('dismiss', 'token', token.uuid);
    await report(gil, 'token', token.uuid);
    await hide('token', token.uuid, 'FAKE', 'For Ann alone.');
    await report(gil, 'user', ann.uuid);
    await act('dismiss', 'user', ann.uuid);
    const notes = (await get('/notification', gil)).body.data as Notification[];
    expect(
      notes.map(({ note, token: shown }) => [note?.act, note?.name, note?.image, shown?.uuid, note?.text]),
    ).toEqual([
      ['REPORT_LEFT', '', null, undefined, ''],
      ['REPORT_HIDDEN', 'Sleet', null, undefined, ''],
      ['REPORT_LEFT', 'Sleet', expect.anything(), token.uuid, ''],
    ]);
    const subjects = await until('the mails', async () => {
      const found = (await get('/dev/mail?to=gil@example.org')).body.data as { subject: string }[];
      return found.length === 3 && found.map(({ subject }) => subject);
    });
    expect(new Set(subjects)).toEqual(
      new Set(['Your report of “Sleet”', '“Sleet” is hidden after your report', 'Your report of a profile']),
    );
    await restore('token', token.uuid);
  });
});

describe('featured collections', () => {
  it('come first in the admin’s order; a hidden collection cannot be featured and is not shown', async () => {
    const made = [await all.collection(bob, 'First'), await all.collection(bob, 'Second')];
    const wanted = [made[1]?.uuid, made[0]?.uuid];
    const put = (collectionUuids: unknown) =>
      all.call<{ data: { uuid: string }[] }>('PUT', '/admin/featured', { as: admin, json: { collectionUuids } });
    expect((await put(wanted)).body.data.map(({ uuid }) => uuid)).toEqual(wanted);
    expect((await uuids('/collection?sortBy=featured:ASC')).slice(0, 2)).toEqual(wanted);
    expect((await put([bob.uuid])).status).toBe(400);
    expect((await put([wanted[0], wanted[0]])).status).toBe(400);
    await hide('collection', wanted[0] as string);
    expect((await uuids('/collection?sortBy=featured:ASC'))[0]).toBe(wanted[1]);
    expect((await put(wanted)).status).toBe(400);
    await restore('collection', wanted[0] as string);
    expect((await uuids('/collection?sortBy=featured:ASC'))[0]).toBe(wanted[0]);
    expect((await put([])).body.data).toEqual([]);
  });
});
