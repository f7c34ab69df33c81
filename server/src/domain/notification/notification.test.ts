import { FOLLOW_KINDS, isFollowKind, NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import type { Notification, NotificationSetting } from '@skarb/schema/notification';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuctions, until, type Auctions, type Person } from '../offer/auction/testing-auction.ts';
import { MAX_MAILS_PER_HOUR, notifyEndings, notifyOfHistory, retryMail, sendDueMails } from './notification.service.ts';
import { FREE_NOTICES_PER_DAY, lockReaders, USERS_AT_ONCE } from './notification.store.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let eve: Person;
/** Other people from now on: each gets at most 30 mails an hour. */
const newPeople = async () => {
  [ann, bob, eve] = await Promise.all([all.trader(), all.trader(), all.trader()]);
  await reachable(ann, 'ukr');
  await reachable(bob, 'en');
};
beforeAll(async () => {
  all = await startAuctions({ env: { LOCAL_STACK: '1', NOTICE_DELAY_SECONDS: '0' } });
  await newPeople();
});
afterAll(() => all?.stop());

type Page = { data: Notification[]; meta: { unreadItems: number; totalItems: number } };
type Mail = { to: string; subject: string; text: string; html: string };
const emailOf = (person: Person) => `${person.uuid}@example.org`;
const reachable = (person: Person, language: 'en' | 'ukr') =>
  all.sql`update app_user set email = ${emailOf(person)}, is_email_confirmed = true, language = ${language} where uuid = ${person.uuid}`;
const notificationsOf = async (as: Person, query = '') =>
  (await all.call<Page>('GET', `/notification${query}`, { as })).body;
const hears = (as: Person, kind: Notification['kind'], tokenUuid: string) =>
  until(`${kind}`, async () =>
    (await notificationsOf(as)).data.find((one) => one.kind === kind && one.token?.uuid === tokenUuid),
  );
const mailsTo = async (person: Person) =>
  (await all.call<{ data: Mail[] }>('GET', `/dev/mail?to=${emailOf(person)}`)).body.data;
const mailTo = (person: Person, subject: RegExp) =>
  until(`a mail about ${subject}`, async () => (await mailsTo(person)).find((mail) => subject.test(mail.subject)));
/** Waits until no event and no mail is pending. */
const allNotified = () =>
  until('all notifications to be sent', async () => {
    const [row] = await all.sql`select
      (select count(*) from news where run_at < now() + interval '1 minute') + (select count(*) from notification where mail_at <= now()) as open`;
    return Number(row?.open) === 0;
  });
const kindsOf = async (as: Person, tokenUuid: string) =>
  (await notificationsOf(as, '?limit=100')).data
    .filter(({ token }) => token?.uuid === tokenUuid)
    .map(({ kind }) => kind);
const favor = (as: Person, tokenUuid: string) => all.call('POST', `/token/${tokenUuid}/favorite`, { as, json: {} });
const setFor = (as: Person, settings: NotificationSetting[]) =>
  all.call<{ data: NotificationSetting[] }>('PUT', '/notification/setting', { as, json: { settings } });

describe('a sale', () => {
  it('notifies its seller and its buyer once each, in the app and by mail in their language', async () => {
    const token = await all.mint(ann, { name: 'Rain & <light>' });
    const offer = await all.list(ann, token.uuid, { price: '1.25' });
    await all.buy(bob, offer.uuid);
    expect(await hears(ann, 'SOLD', token.uuid)).toMatchObject({
      isRead: false,
      offerUuid: offer.uuid,
      offerType: 'SALE',
      price: '1.25',
      received: '1.125',
      currency: 'ETH',
      quantity: 1,
      token: { name: 'Rain & <light>' },
      actor: { person: { uuid: bob.uuid }, address: bob.address },
    });
    expect(await hears(bob, 'BOUGHT', token.uuid)).toMatchObject({ actor: { person: { uuid: ann.uuid } } });
    const mail = await mailTo(ann, /^Продано: «Rain & <light>»$/);
    expect(mail.text).toContain('1,25 ETH');
    expect(mail.text).toContain(`/nfts/${token.uuid}`);
    expect(mail.text).toContain('/settings#notifications');
    expect(mail.html).toContain('Rain &amp; &lt;light&gt;');
    expect(mail.html).not.toContain('<light>');
    expect((await mailTo(bob, /^“Rain & <light>” is yours$/)).text).toContain('1.25 ETH');
    await allNotified();
    expect(await kindsOf(ann, token.uuid)).toEqual(['SOLD']);
    expect(await kindsOf(bob, token.uuid)).toEqual(['BOUGHT']);
    expect(await mailsTo(ann)).toHaveLength(1);
    expect((await notificationsOf(eve)).meta).toMatchObject({ unreadItems: 0, totalItems: 0 });
  });

  it('reverted by a reorg loses its notification; when it happens again, it is still mailed once', async () => {
    const token = await all.mint(ann, { name: 'Twice' });
    const offer = await all.list(ann, token.uuid, { price: '1' });
    await all.buy(bob, offer.uuid);
    await mailTo(ann, /Twice/);
    await all.chain.rpc('anvil_reorg', [1, []]);
    await all.becomes(offer.uuid, 'ACTIVE');
    expect(await kindsOf(ann, token.uuid)).toEqual([]);
    await all.buy(bob, offer.uuid);
    await hears(ann, 'SOLD', token.uuid);
    await allNotified();
    expect((await mailsTo(ann)).filter(({ subject }) => subject.includes('Twice'))).toHaveLength(1);
  });

  it('reverted by a reorg before its mail is due is never mailed', async () => {
    const { mail } = all.config;
    const token = await all.mint(ann, { name: 'Too soon' });
    const offer = await all.list(ann, token.uuid, { price: '1' });
    mail.noticeDelaySeconds = 3600;
    await all.buy(bob, offer.uuid);
    await hears(ann, 'SOLD', token.uuid);
    await all.chain.rpc('anvil_reorg', [1, []]);
    await all.becomes(offer.uuid, 'ACTIVE');
    mail.noticeDelaySeconds = 0;
    expect(await all.sql`select 1 from notification where token_uuid = ${token.uuid} and mail_at is not null`).toEqual(
      [],
    );
    expect((await mailsTo(ann)).filter(({ subject }) => subject.includes('Too soon'))).toEqual([]);
  });
});

it('an auction notifies whoever follows the seller as an auction, with its end', async () => {
  await all.call('POST', `/follow/${eve.uuid}`, { as: bob });
  const token = await all.mint(eve, { name: 'Under the hammer' });
  const { uuid } = await all.auction(eve, token.uuid, { reservePrice: '0.3', endsIn: 7200 });
  const [offer] = await all.sql<{ ends_at: Date }[]>`select ends_at from offer where uuid = ${uuid}`;
  expect(await hears(bob, 'NEW_LISTING', token.uuid)).toMatchObject({
    quantity: 1,
    offerType: 'AUCTION',
    price: '0.3',
    endsAt: offer?.ends_at.toISOString(),
  });
  await all.sql`delete from follow_news`;
  await all.call('DELETE', `/follow/${eve.uuid}`, { as: bob });
});

it('several listings notify whoever follows the seller, in one notice and without a mail', async () => {
  await all.call('POST', `/follow/${eve.uuid}`, { as: bob });
  const [one, other] = [await all.mint(eve, { name: 'First' }), await all.mint(eve, { name: 'Second' })];
  const mails = (await mailsTo(bob)).length;
  await all.list(eve, one.uuid, { price: '0.7' });
  await hears(bob, 'NEW_LISTING', one.uuid);
  await all.list(eve, other.uuid, { price: '0.8' });
  await allNotified();
  await all.sql`update follow_news set ends_at = now(), run_at = now()`;
  expect(await hears(bob, 'NEW_LISTING', other.uuid)).toMatchObject({ quantity: 2, followed: { uuid: eve.uuid } });
  expect((await mailsTo(bob)).length).toBe(mails);
  // What comes after the hour is a notice of its own.
  const third = await all.mint(eve, { name: 'Third' });
  await all.list(eve, third.uuid, { price: '0.9' });
  expect(await hears(bob, 'NEW_LISTING', third.uuid)).toMatchObject({ quantity: 1 });
  expect(await hears(bob, 'NEW_LISTING', other.uuid)).toMatchObject({ quantity: 2 });
  await all.sql`delete from follow_news`;
  await all.call('DELETE', `/follow/${eve.uuid}`, { as: bob });
});

describe('a work that somebody sends', () => {
  const send = async (tokenUuid: string, to: Person, quantity = 1) => {
    const { body } = await all.call<{ data: Parameters<typeof all.runSteps>[1] }>('POST', '/token/send', {
      as: ann,
      json: { items: [{ tokenUuid, to: to.address, quantity }] },
    });
    await all.runSteps(ann, body.data);
  };

  it('notifies its receiver, in the app and by mail, with who sent it and how many copies', async () => {
    const token = await all.mint(ann, { name: 'Firebird', type: 'ERC1155', quantity: '5' });
    await send(token.uuid, bob, 2);
    expect(await hears(bob, 'RECEIVED', token.uuid)).toMatchObject({
      quantity: 2,
      works: 1,
      price: null,
      offerUuid: null,
      actor: { person: { uuid: ann.uuid }, address: ann.address },
    });
    const mail = await mailTo(bob, /sent you 2 × “Firebird”$/);
    expect(mail.text).toContain(`/nfts/${token.uuid}`);
    await allNotified();
    expect(await kindsOf(ann, token.uuid)).toEqual([]);
  });

  it('notifies nobody of a hidden work, or of one that a hidden person sends', async () => {
    const [hidden, other] = [await all.mint(ann), await all.mint(ann)];
    await all.sql`update token set is_counted = false where uuid = ${hidden.uuid}`;
    await send(hidden.uuid, bob);
    await all.settled();
    await all.sql`update app_user set is_hidden = true where uuid = ${ann.uuid}`;
    await send(other.uuid, bob);
    await all.settled();
    await allNotified();
    expect(await kindsOf(bob, hidden.uuid)).toEqual([]);
    expect(await kindsOf(bob, other.uuid)).toEqual([]);
    await all.sql`update app_user set is_hidden = false where uuid = ${ann.uuid}`;
  });

  it('does not name its sender once they are hidden, nor do other notices of them', async () => {
    await all.sql`update app_user set name = 'Mallory' where uuid = ${ann.uuid}`;
    await all.call('POST', `/follow/${ann.uuid}`, { as: bob });
    const [listed, sent] = [await all.mint(ann), await all.mint(ann, { name: 'Anonymous' })];
    await all.list(ann, listed.uuid);
    expect(await hears(bob, 'NEW_LISTING', listed.uuid)).toMatchObject({ followed: { name: 'Mallory' } });
    await whileMailsWait(async () => {
      await send(sent.uuid, bob);
      expect(await hears(bob, 'RECEIVED', sent.uuid)).toMatchObject({ actor: { person: { name: 'Mallory' } } });
      await all.sql`update app_user set is_hidden = true where uuid = ${ann.uuid}`;
    });
    const mail = await mailTo(bob, /Anonymous/);
    const shown = (await notificationsOf(bob)).data.find(({ kind }) => kind === 'NEW_LISTING');
    await all.sql`update app_user set is_hidden = false, name = null where uuid = ${ann.uuid}`;
    await all.sql`delete from follow_news`;
    await all.call('DELETE', `/follow/${ann.uuid}`, { as: bob });
    expect(mail.subject + mail.text).not.toContain('Mallory');
    expect(shown).toMatchObject({ followed: { uuid: ann.uuid, name: '' } });
  });
});

/** Hides or restores one offer, as hiding its maker does. */
const setHidden = (offerUuid: string, isHidden: boolean) =>
  all.sql`update offer set is_hidden = ${isHidden} where uuid = ${offerUuid}`;

describe('a hidden listing of a visible work', () => {
  const follows = (method: 'POST' | 'DELETE', uuid: string) => all.call(method, `/follow/${uuid}`, { as: bob });
  const gathered = (collectionUuid: string) =>
    all.sql<{ announced: number }[]>`select announced from follow_news where subject_uuid = ${collectionUuid}`;

  it('is not gathered for whoever follows the collection', async () => {
    const token = await all.mint(ann);
    const sale = await all.list(ann, token.uuid);
    await allNotified();
    await setHidden(sale.uuid, true);
    await follows('POST', token.collection.uuid);
    await line(sale.uuid, 'LISTED', ann.wallet, null, '1000000000000000000');
    await allNotified();
    await follows('DELETE', token.collection.uuid);
    expect(await gathered(token.collection.uuid)).toEqual([]);
  });

  it.each(['listing', 'seller'])('is not announced where the %s was hidden after it was gathered', async (hidden) => {
    const token = await all.mint(ann);
    const subject = hidden === 'listing' ? token.collection.uuid : ann.uuid;
    await follows('POST', subject);
    all.config.mail.noticeDelaySeconds = 3600;
    const sale = await all.list(ann, token.uuid);
    await until('it is gathered', async () => (await gathered(subject)).length > 0);
    all.config.mail.noticeDelaySeconds = 0;
    const setSeller = (isHidden: boolean) =>
      all.sql`update app_user set is_hidden = ${isHidden} where uuid = ${ann.uuid}`;
    await (hidden === 'listing' ? setHidden(sale.uuid, true) : setSeller(true));
    await all.sql`update follow_news set run_at = now()`;
    await until('it is announced', async () => (await gathered(subject))[0]?.announced === 1);
    await setSeller(false);
    await all.sql`delete from follow_news`;
    await follows('DELETE', subject);
    expect(await kindsOf(bob, token.uuid)).toEqual([]);
  });

  it('is no previous price while it is active', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
    await all.buy(eve, (await all.list(ann, token.uuid, { price: '1' })).uuid);
    await all.settled();
    await setHidden((await all.list(eve, token.uuid, { price: '2' })).uuid, true);
    await favor(bob, token.uuid);
    const { uuid } = await all.list(ann, token.uuid, { price: '4' });
    await changePrice(ann, uuid, '3');
    await allNotified();
    expect(await kindsOf(bob, token.uuid)).toEqual(['PRICE_DROP']);
    expect(await hears(bob, 'PRICE_DROP', token.uuid)).toMatchObject({ price: '3', oldPrice: '4' });
  });

  it('is no previous price once it is over', async () => {
    const token = await all.mint(ann);
    await favor(bob, token.uuid);
    const old = await offerOf('SALE', eve, token.uuid, '3 days');
    await all.sql`update offer set status = 'CANCELLED', is_hidden = true where uuid = ${old}`;
    await line(old, 'LISTED', eve.wallet, null, '2000000000000000000');
    await all.list(ann, token.uuid, { price: '1.5' });
    await allNotified();
    expect(await kindsOf(bob, token.uuid)).toEqual([]);
  });
});

describe('an offer of a buyer', () => {
  it('notifies the holder; its acceptance notifies the bidder; neither is notified of their own act', async () => {
    const token = await all.mint(ann);
    const bid = await all.bid(bob, token.uuid, { price: '0.5' });
    expect(await hears(ann, 'OFFER_RECEIVED', token.uuid)).toMatchObject({ offerUuid: bid.uuid, price: '0.5' });
    await all.runSteps(ann, (await all.purchase(ann, bid.uuid)).body.data);
    expect(await hears(bob, 'OFFER_ACCEPTED', token.uuid)).toMatchObject({ actor: { address: ann.address } });
    await allNotified();
    expect(await kindsOf(ann, token.uuid)).toEqual(['OFFER_RECEIVED']);
    expect(await kindsOf(bob, token.uuid)).toEqual(['OFFER_ACCEPTED']);
  });

  it('is one of very many of its maker: a holder hears of fifty a day, and of those of others', async () => {
    const [fay, gus] = await Promise.all([all.trader(), all.trader()]);
    const token = await all.mint(gus);
    const first = await all.bid(fay, token.uuid, { price: '0.1' });
    await hears(gus, 'OFFER_RECEIVED', token.uuid);
    await all.sql`
      insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address, created_at)
      select gen_random_uuid(), token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address, now()
      from history, generate_series(1, 60) where offer_uuid = ${first.uuid} and event = 'BID'`;
    await allNotified();
    const heard = async () => (await kindsOf(gus, token.uuid)).filter((kind) => kind === 'OFFER_RECEIVED').length;
    expect(await heard()).toBe(FREE_NOTICES_PER_DAY);
    await all.bid(eve, token.uuid, { price: '0.1' });
    await until('the offer of the other', async () => (await heard()) === FREE_NOTICES_PER_DAY + 1);
  });

  it('notifies no holder while it is hidden', async () => {
    const token = await all.mint(ann);
    const bid = await all.bid(bob, token.uuid, { price: '0.5' });
    await hears(ann, 'OFFER_RECEIVED', token.uuid);
    await setHidden(bid.uuid, true);
    await line(bid.uuid, 'BID', bob.wallet, null, '500000000000000000');
    await allNotified();
    expect(await kindsOf(ann, token.uuid)).toEqual(['OFFER_RECEIVED']);
  });

  it('notifies no holder who is blocked or leaving', async () => {
    const [gone, left] = await Promise.all([all.trader(), all.trader()]);
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '9' });
    const sale = await all.list(ann, token.uuid, { price: '0.01', quantity: 2 });
    await all.buy(gone, sale.uuid);
    await all.buy(left, sale.uuid);
    await all.settled();
    await all.sql`update app_user set blocked_at = now() where uuid = ${gone.uuid}`;
    await all.sql`update app_user set deletion_at = now() + interval '7 days' where uuid = ${left.uuid}`;
    await all.bid(bob, token.uuid, { price: '0.02' });
    await hears(ann, 'OFFER_RECEIVED', token.uuid);
    await allNotified();
    const heard =
      await all.sql`select user_uuid from notification where token_uuid = ${token.uuid} and kind = 'OFFER_RECEIVED'`;
    expect(heard).toEqual([{ user_uuid: ann.uuid }]);
  });

  it('asks nothing of its holder once it is withdrawn or accepted: the notification says so and is read', async () => {
    const token = await all.mint(ann);
    const [withdrawn, accepted] = [
      await all.bid(bob, token.uuid, { price: '0.5' }),
      await all.bid(eve, token.uuid, { price: '0.6' }),
    ];
    const received = async () =>
      (await notificationsOf(ann, '?limit=100')).data
        .filter(({ kind, token: about }) => kind === 'OFFER_RECEIVED' && about?.uuid === token.uuid)
        .map(({ offerUuid, outcome, isRead }) => [offerUuid, outcome, isRead]);
    await until('both', async () => (await received()).length === 2);
    const { unreadItems } = (await notificationsOf(ann)).meta;
    expect(await received()).toContainEqual([withdrawn.uuid, null, false]);
    await all.call('DELETE', `/offer/${withdrawn.uuid}`, { as: bob });
    await until('it is read', async () => (await notificationsOf(ann)).meta.unreadItems === unreadItems - 1);
    await all.becomes(withdrawn.uuid, 'CANCELLED');
    await all.runSteps(ann, (await all.purchase(ann, accepted.uuid)).body.data);
    await all.becomes(accepted.uuid, 'SOLD');
    await allNotified();
    expect(await received()).toEqual([
      [accepted.uuid, 'SOLD', true],
      [withdrawn.uuid, 'CANCELLED', true],
    ]);
  });

  it('notifies its maker when it expires, as does a listing', async () => {
    const token = await all.mint(ann);
    const soon = () => new Date(Date.now() + 4000).toISOString();
    const [bid, sale] = [
      await all.bid(bob, token.uuid, { price: '0.5', endsAt: soon() }),
      await all.list(ann, token.uuid, { price: '2', endsAt: soon() }),
    ];
    expect(await hears(bob, 'OFFER_EXPIRED', token.uuid)).toMatchObject({ offerUuid: bid.uuid, offerType: 'BID' });
    expect(await hears(ann, 'OFFER_EXPIRED', token.uuid)).toMatchObject({ offerUuid: sale.uuid, offerType: 'SALE' });
  });
});

/** Lets this many more people like a token. */
const crowd = (tokenUuid: string, people: number) => all.sql`
  with person as (insert into app_user (uuid) select gen_random_uuid() from generate_series(1, ${people}::int) returning uuid)
  insert into favorite (user_uuid, token_uuid, token_created_at)
  select person.uuid, t.uuid, t.created_at from person, token t where t.uuid = ${tokenUuid}`;
/** The numbers of notifications of a token that each transaction added, in the order of time. */
const addedAtOnce = async (tokenUuid: string, kind: string) =>
  (
    await all.sql<{ count: number }[]>`
      select count(*)::int from notification where token_uuid = ${tokenUuid} and kind = ${kind} group by created_at order by created_at`
  ).map(({ count }) => count);

describe('a lower price', () => {
  it('of a token that many like reaches all of them once, a bounded number at a time', async () => {
    const token = await all.mint(ann);
    await crowd(token.uuid, 2 * USERS_AT_ONCE + 1);
    const offer = await all.list(ann, token.uuid, { price: '2' });
    await changePrice(ann, offer.uuid, '1.5');
    await until('the last of them', async () => (await addedAtOnce(token.uuid, 'PRICE_DROP')).length === 3);
    await allNotified();
    expect(await addedAtOnce(token.uuid, 'PRICE_DROP')).toEqual([USERS_AT_ONCE, USERS_AT_ONCE, 1]);
  });

  it('is one in its own currency, whatever the exchange rate has done', async () => {
    const token = await all.mint(ann);
    await favor(bob, token.uuid);
    const rate = (ether: number) => all.sql`update currency set eth_rate = ${ether} where symbol = 'USDC'`;
    const [usdc] = await all.sql<{ eth_rate: number }[]>`select eth_rate::float8 from currency where symbol = 'USDC'`;
    await rate(1 / 2000);
    const offer = await all.list(ann, token.uuid, { price: '4000', currency: 'USDC' });
    await rate(1 / 4000);
    await changePrice(ann, offer.uuid, '5000');
    await allNotified();
    expect(await kindsOf(bob, token.uuid)).toEqual([]);
    await rate(1 / 2000);
    await changePrice(ann, offer.uuid, '4500');
    expect(await hears(bob, 'PRICE_DROP', token.uuid)).toMatchObject({ price: '4500', oldPrice: '5000' });
    await rate(usdc?.eth_rate as number);
  });

  it('notifies the token’s likers once it is active; a first or a higher price does not', async () => {
    const token = await all.mint(ann, { name: 'Liked' });
    await Promise.all([bob, ann].map((person) => favor(person, token.uuid)));
    const offer = await all.list(ann, token.uuid, { price: '2' });
    await changePrice(ann, offer.uuid, '3');
    await allNotified();
    expect(await kindsOf(bob, token.uuid)).toEqual([]);
    await changePrice(ann, offer.uuid, '1.5');
    expect(await hears(bob, 'PRICE_DROP', token.uuid)).toMatchObject({ price: '1.5', oldPrice: '3', currency: 'ETH' });
    expect((await mailTo(bob, /^“Liked” costs less now$/)).text).toContain('1.5 ETH instead of 3 ETH');
    await allNotified();
    expect(await kindsOf(ann, token.uuid)).toEqual([]);
  });
});

/**
 * Holds back the mails of notifications made during `work`, as a server with a long mail delay does, then sends them.
 */
const whileMailsWait = async (work: () => Promise<void>) => {
  const { mail } = all.config;
  mail.noticeDelaySeconds = 3600;
  try {
    await work();
  } finally {
    mail.noticeDelaySeconds = 0;
  }
  await all.sql`update notification set mail_at = now() where mail_at is not null`;
  await allNotified();
};
const subjectsTo = async (person: Person, name: string) =>
  (await mailsTo(person)).map(({ subject }) => subject).filter((subject) => subject.includes(name));
const changePrice = async (as: Person, uuid: string, price: string) => {
  const { body } = await all.call<{ data: Awaited<ReturnType<typeof all.offer>> }>('PUT', `/offer/${uuid}`, {
    as,
    json: { price },
  });
  await all.runSteps(as, body.data);
  await until('the new price to be recorded', async () => {
    const now = await all.offer(uuid);
    return now.price === price && now.status === 'ACTIVE';
  });
};

describe('a delayed mail', () => {
  it('shows the offer’s current price, and is not sent for a withdrawn offer', async () => {
    const token = await all.mint(ann, { name: 'Waited for' });
    await whileMailsWait(async () => {
      const withdrawn = await all.bid(bob, token.uuid, { price: '0.5' });
      const edited = await all.bid(eve, token.uuid, { price: '0.7' });
      await until('both', async () => (await kindsOf(ann, token.uuid)).length === 2);
      await all.call('DELETE', `/offer/${withdrawn.uuid}`, { as: bob });
      await all.becomes(withdrawn.uuid, 'CANCELLED');
      await changePrice(eve, edited.uuid, '0.6');
    });
    expect(await subjectsTo(ann, 'Waited for')).toEqual(['За «Waited for» пропонують 0,6 ETH']);
  });

  it('about a price drop is not sent if the price rose again or the token is sold', async () => {
    const [raised, gone, unchanged] = [
      await all.mint(ann, { name: 'Fickle' }),
      await all.mint(ann, { name: 'Fickle too' }),
      await all.mint(ann, { name: 'Fickle no more' }),
    ];
    const sales: { uuid: string }[] = [];
    for (const token of [raised, gone, unchanged]) {
      await favor(bob, token.uuid);
      sales.push(await all.list(ann, token.uuid, { price: '3' }));
    }
    await whileMailsWait(async () => {
      for (const sale of sales) await changePrice(ann, sale.uuid, '2');
      for (const token of [raised, gone, unchanged]) await hears(bob, 'PRICE_DROP', token.uuid);
      await changePrice(ann, sales[0]?.uuid as string, '4');
      await all.buy(eve, sales[1]?.uuid as string);
      await all.becomes(sales[1]?.uuid as string, 'SOLD');
    });
    expect(await subjectsTo(bob, 'Fickle')).toEqual(['“Fickle no more” costs less now']);
  });
});

/** Inserts an auction as the follower writes it, or a listing. */
const offerOf = async (type: 'AUCTION' | 'SALE', seller: Person, tokenUuid: string, endsIn: string) => {
  const uuid = uuidv7();
  await all.sql`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth,
      quantity, quantity_left, marketplace_bps, royalty_bps, created_at, ends_at)
    select ${uuid}, ${type}, 'ACTIVE', uuid, collection_uuid, category_uuid, network_uuid, ${all.currency('ETH').uuid}, ${seller.uuid}, ${seller.wallet},
      2e18, 2e18, 1, 1, 1000, 0, now() - interval '3 days', now() + ${endsIn}::interval from token where uuid = ${tokenUuid}`;
  return uuid;
};
const auctionOf = (seller: Person, tokenUuid: string, endsIn: string) => offerOf('AUCTION', seller, tokenUuid, endsIn);
const line = (offerUuid: string, event: string, from: string | null, to: string | null, price: string) => all.sql`
  insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address, to_address)
  select ${uuidv7()}, token_uuid, uuid, ${event}, ${price}, currency_uuid, 1, ${from}, ${to} from offer where uuid = ${offerUuid}`;

describe('an auction', () => {
  it('notifies its seller, bidders and likers once before its end, even if the end moves', async () => {
    const token = await all.mint(ann);
    await favor(eve, token.uuid);
    const uuid = await auctionOf(ann, token.uuid, '50 minutes');
    const distant = await auctionOf(ann, token.uuid, '2 hours');
    await line(uuid, 'BID', bob.wallet, null, '2000000000000000000');
    await Promise.all([notifyEndings(all.context), notifyEndings(all.context)]);
    await all.sql`update offer set ends_at = ends_at + interval '5 minutes' where uuid = ${uuid}`;
    await notifyEndings(all.context);
    for (const person of [ann, bob, eve]) {
      const ending = (await notificationsOf(person)).data.filter(
        ({ kind, token: about }) => kind === 'AUCTION_ENDING' && about?.uuid === token.uuid,
      );
      expect(ending).toMatchObject([{ offerUuid: uuid, price: '2', endsAt: expect.any(String) }]);
    }
    await all.sql`update offer set status = 'CANCELLED' where uuid in (${uuid}, ${distant})`;
  });

  it('whose seller moves its end by days is announced again before that, in place of the earlier notices', async () => {
    const token = await all.mint(ann);
    await favor(eve, token.uuid);
    const uuid = await auctionOf(ann, token.uuid, '50 minutes');
    await notifyEndings(all.context);
    await all.sql`update offer set ends_at = ends_at + interval '7 days' where uuid = ${uuid}`;
    await notifyEndings(all.context);
    // A week later.
    await all.sql`update auction_ending_told set ends_at = ends_at - interval '7 days' where offer_uuid = ${uuid}`;
    await all.sql`update notification set ends_at = ends_at - interval '7 days', read_at = now() where offer_uuid = ${uuid}`;
    await all.sql`update offer set ends_at = ends_at - interval '7 days' where uuid = ${uuid}`;
    await Promise.all([notifyEndings(all.context), notifyEndings(all.context)]);
    await notifyEndings(all.context);
    for (const person of [ann, eve]) {
      const ending = (await notificationsOf(person)).data.filter(({ offerUuid }) => offerUuid === uuid);
      expect(ending).toMatchObject([{ kind: 'AUCTION_ENDING', isRead: false }]);
    }
    await all.sql`update offer set status = 'CANCELLED' where uuid = ${uuid}`;
  });

  it('of a hidden seller is announced only once it is restored', async () => {
    const token = await all.mint(ann);
    await favor(bob, token.uuid);
    await all.sql`update app_user set is_hidden = true where uuid = ${ann.uuid}`;
    const uuid = await auctionOf(ann, token.uuid, '50 minutes');
    await notifyEndings(all.context);
    await all.sql`update app_user set is_hidden = false where uuid = ${ann.uuid}`;
    expect(await kindsOf(bob, token.uuid)).toEqual([]);
    await setHidden(uuid, false);
    await notifyEndings(all.context);
    await hears(bob, 'AUCTION_ENDING', token.uuid);
    await all.sql`update offer set status = 'CANCELLED' where uuid = ${uuid}`;
  });
});

it('an auction that many like announces its end to all of them once, a bounded number at a time', async () => {
  const token = await all.mint(ann);
  await crowd(token.uuid, USERS_AT_ONCE + 9);
  const uuid = await auctionOf(ann, token.uuid, '50 minutes');
  await line(uuid, 'BID', bob.wallet, null, '2000000000000000000');
  await notifyEndings(all.context);
  const added = () => addedAtOnce(token.uuid, 'AUCTION_ENDING');
  await until('the last of them', async () => (await added()).length === 2);
  const [first = 0, rest = 0] = await added();
  // The bidder and the seller are in other audiences than the crowd, and each page is one of each audience.
  expect(first).toBeLessThanOrEqual(USERS_AT_ONCE + 2);
  expect(first + rest).toBe(USERS_AT_ONCE + 9 + 2);
  await all.sql`update offer set status = 'CANCELLED' where uuid = ${uuid}`;
});

describe('notification settings', () => {
  it('are all on by default but mails about what one follows; a channel that is turned off gets nothing', async () => {
    const dan = await all.trader();
    await reachable(dan, 'en');
    const before = (await all.call<{ data: NotificationSetting[] }>('GET', '/notification/setting', { as: dan })).body
      .data;
    expect(before.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS]);
    expect(before.filter(({ app, mail }) => !app || !mail).map(({ kind }) => kind)).toEqual([...FOLLOW_KINDS]);
    const after = await setFor(dan, [
      { kind: 'BOUGHT', app: true, mail: false },
      { kind: 'OFFER_RECEIVED', app: false, mail: true },
      { kind: 'SOLD', app: false, mail: false },
    ]);
    expect(after.body.data.filter(({ app, mail }) => !app || !mail)).toHaveLength(3 + FOLLOW_KINDS.length);
    const token = await all.mint(ann, { name: 'Chosen' });
    await all.buy(dan, (await all.list(ann, token.uuid, { price: '1' })).uuid);
    await hears(dan, 'BOUGHT', token.uuid);
    await all.bid(bob, token.uuid, { price: '0.5' });
    expect((await mailTo(dan, /0\.5 ETH offered for “Chosen”/)).text).toContain('/offers/');
    await all.buy(bob, (await all.list(dan, token.uuid, { price: '1' })).uuid);
    await hears(bob, 'BOUGHT', token.uuid);
    await allNotified();
    expect(await kindsOf(dan, token.uuid)).toEqual(['BOUGHT']);
    expect((await mailsTo(dan)).map(({ subject }) => subject)).toEqual(['0.5 ETH offered for “Chosen”']);
    expect((await notificationsOf(dan)).meta.unreadItems).toBe(1);
  });

  it('change by a POST to a mail’s unsubscribe link, not by opening it; a forged link is rejected', async () => {
    const [mail] = await mailsTo(bob);
    const token = /unsubscribe\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
    const url = `/api/notification/unsubscribe?token=${token}`;
    const off = async () =>
      (await all.call<{ data: NotificationSetting[] }>('GET', '/notification/setting', { as: bob })).body.data.filter(
        ({ kind, mail }) => !mail && !isFollowKind(kind),
      );
    const opened = await all.app.inject({ method: 'GET', url });
    expect(opened.statusCode).toBe(200);
    expect(opened.body).toContain('<form method="post">');
    expect(opened.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await off()).toEqual([]);
    const posted = await all.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([posted.statusCode, posted.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await off()).toMatchObject([{ app: true, mail: false }]);
    const turnOn = async () =>
      setFor(
        bob,
        (await off()).map((setting) => ({ ...setting, mail: true })),
      );
    // Mail programs may also send a multipart form (RFC 8058, 3.2).
    await turnOn();
    const inParts = await all.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      payload: '--cut\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--cut--\r\n',
    });
    expect(inParts.statusCode).toBe(200);
    expect(await off()).toMatchObject([{ app: true, mail: false }]);
    for (const method of ['GET', 'POST'] as const)
      expect((await all.app.inject({ method, url: `${url.slice(0, -4)}aaaa` })).statusCode).toBe(404);
    await turnOn();
  });

  it('apply when the mail is due: a mail turned off while delayed is not sent', async () => {
    const jo = await all.trader(false);
    await reachable(jo, 'en');
    const token = await all.mint(ann);
    await whileMailsWait(async () => {
      await line(await auctionOf(ann, token.uuid, '2 days'), 'OUTBID', bob.wallet, jo.wallet, '1000000000000000000');
      await hears(jo, 'OUTBID', token.uuid);
      expect(
        await all.sql`select 1 from notification where user_uuid = ${jo.uuid} and mail_at is not null`,
      ).toHaveLength(1);
      await setFor(jo, [{ kind: 'OUTBID', app: true, mail: false }]);
    });
    expect(await mailsTo(jo)).toEqual([]);
  });
});

describe('the list', () => {
  it('shows the user’s own notifications by page and marks one or all of them as read', async () => {
    const fay = await all.trader(false);
    const token = await all.mint(ann);
    const { uuid } = await auctionOf(ann, token.uuid, '2 days').then((found) => ({ uuid: found }));
    for (let at = 1; at <= 3; at++) await line(uuid, 'OUTBID', bob.wallet, fay.wallet, `${at}000000000000000000`);
    await until('three', async () => (await notificationsOf(fay)).meta.unreadItems === 3);
    const page = await notificationsOf(fay, '?limit=2&sortBy=createdAt:ASC');
    expect(page.meta).toMatchObject({ itemsPerPage: 2, totalItems: 3, totalPages: 2, unreadItems: 3 });
    const mark = (as: Person, json: object) =>
      all.call<{ data: { unreadItems: number } }>('PUT', '/notification/read', { as, json });
    const [first] = page.data as [Notification];
    await mark(eve, { uuids: [first.uuid] });
    expect((await notificationsOf(fay)).meta.unreadItems).toBe(3);
    expect((await mark(fay, { uuids: [first.uuid] })).body.data).toEqual({ unreadItems: 2 });
    expect((await notificationsOf(fay, '?isRead=true')).data.map((one) => one.uuid)).toEqual([first.uuid]);
    expect((await mark(fay, {})).body.data).toEqual({ unreadItems: 0 });
    expect((await all.call('GET', '/notification')).status).toBe(401);
    expect((await all.call('PUT', '/notification/setting', { as: fay, json: { settings: [] } })).status).toBe(400);
  });
});

describe('the workers', () => {
  let work: { uuid: string };
  beforeAll(async () => {
    work = await all.mint(ann);
    await all.stopWorker();
  });
  afterAll(() => void all.startWorker());

  it('process each event once, with several workers and after one dies half-way', async () => {
    const gil = await all.trader(false);
    await reachable(gil, 'en');
    const uuid = await auctionOf(ann, work.uuid, '2 days');
    for (let at = 1; at <= 60; at++) await line(uuid, 'OUTBID', bob.wallet, gil.wallet, String(at));
    // A worker takes the events and dies: its transaction leaves no trace.
    await all.sql
      .begin(async (tx) => {
        await tx`delete from news`;
        throw new Error('killed');
      })
      .catch(() => {});
    const failures: unknown[] = [];
    const notifyAll = async () => {
      while ((await notifyOfHistory(all.context, (error) => failures.push(error))) > 0);
      while ((await sendDueMails(all.context, (error) => failures.push(error))) > 0);
    };
    await Promise.all([notifyAll(), notifyAll(), notifyAll()]);
    await notifyAll();
    expect(failures).toEqual([]);
    expect((await notificationsOf(gil)).meta).toMatchObject({ unreadItems: 60, totalItems: 60 });
    // The hourly limit caps the mails.
    expect(await mailsTo(gil)).toHaveLength(MAX_MAILS_PER_HOUR);
    expect(await all.sql`select 1 from notification where mail_at is not null`).toEqual([]);
  });

  it('try a mail that fails again as a job, which ends after ten tries, and send those behind it', async () => {
    const [ira, jan] = [await all.trader(false), await all.trader(false)];
    await all.sql.unsafe(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on notification_mailed for each row when (new.user_uuid = '${ira.uuid}')
      execute function refuse()`);
    for (const reader of [ira, jan]) {
      await reachable(reader, 'en');
      await line(await auctionOf(ann, work.uuid, '2 days'), 'OUTBID', bob.wallet, reader.wallet, '1');
    }
    await notifyOfHistory(all.context, () => {});
    const failures: unknown[] = [];
    const send = () => sendDueMails(all.context, (error) => failures.push(error));
    await send();
    expect(failures).toHaveLength(1);
    expect(await mailsTo(jan)).toHaveLength(1);
    expect(await send()).toBe(0);
    const jobs = await all.sql`
      select payload ->> 'uuid' as uuid, max_attempts from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'notification-mail'`;
    expect(jobs).toMatchObject([{ max_attempts: 10 }]);
    const [job] = jobs as unknown as [{ uuid: string }];
    await expect(retryMail(all.context, job.uuid)).rejects.toThrow('refused');
    await all.sql`drop trigger refuse on notification_mailed`;
    await retryMail(all.context, job.uuid);
    expect(await mailsTo(ira)).toHaveLength(1);
  });

  it('share the hourly limit of a reader: a worker waits for another that is mailing them', async () => {
    const hal = await all.trader(false);
    await reachable(hal, 'en');
    await line(await auctionOf(ann, work.uuid, '2 days'), 'OUTBID', bob.wallet, hal.wallet, '1');
    await notifyOfHistory(all.context, () => {});
    let writing: Promise<number> | undefined;
    await all.sql.begin(async (other) => {
      await lockReaders(other, [hal.uuid]);
      await other`insert into notification_mailed (user_uuid, kind, happening)
        select ${hal.uuid}, 'OUTBID', number::text from generate_series(1, ${MAX_MAILS_PER_HOUR}::int) as number`;
      let isWritten = false;
      writing = sendDueMails(all.context, () => {}).finally(() => (isWritten = true));
      await until('the other to wait, or to have written', async () => {
        const waiting = await all.sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%no key update%'`;
        return waiting.length > 0 || isWritten;
      });
    });
    await writing;
    expect(await mailsTo(hal)).toEqual([]);
  });
});

// Last: it moves the chain's clock forward.
describe('an auction on the chain', () => {
  beforeAll(newPeople);

  it('sends no OUTBID mail to a bidder who leads again when it is due', async () => {
    const token = await all.mint(ann, { name: 'To and fro' });
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '1', endsIn: 7200 });
    await reachable(eve, 'en');
    await whileMailsWait(async () => {
      await all.bidIn(bob, uuid, '1');
      await all.bidIn(eve, uuid, '2');
      await all.bidIn(bob, uuid, '3');
      await hears(bob, 'OUTBID', token.uuid);
      await hears(eve, 'OUTBID', token.uuid);
    });
    expect(await subjectsTo(bob, 'To and fro')).toEqual([]);
    expect(await subjectsTo(eve, 'To and fro')).toEqual(['You were outbid on “To and fro”']);
  });

  it('notifies the seller of bids, the sale and an end without bids, and bidders when outbid or winning', async () => {
    const [token, unwanted] = [await all.mint(ann), await all.mint(ann)];
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '1', endsIn: 7200 });
    await all.auction(ann, unwanted.uuid, { reservePrice: '1', endsIn: 7200 });
    await all.bidIn(bob, uuid, '1');
    expect(await hears(ann, 'OFFER_RECEIVED', token.uuid)).toMatchObject({ offerType: 'AUCTION', price: '1' });
    await all.bidIn(eve, uuid, '2');
    expect(await hears(bob, 'OUTBID', token.uuid)).toMatchObject({
      offerUuid: uuid,
      price: '2',
      actor: { address: eve.address },
    });
    expect((await mailTo(bob, /^You were outbid/)).text).toContain('bids 2 ETH');
    await all.wait(7300);
    expect(await hears(eve, 'WON', token.uuid)).toMatchObject({ price: '2', actor: { address: ann.address } });
    expect(await hears(ann, 'SOLD', token.uuid)).toMatchObject({ price: '2', actor: { address: eve.address } });
    expect(await hears(ann, 'OFFER_EXPIRED', unwanted.uuid)).toMatchObject({ offerType: 'AUCTION' });
    await mailTo(ann, /^За «.*» не було ставок$/);
    await allNotified();
    expect((await kindsOf(ann, token.uuid)).toSorted()).toEqual(['OFFER_RECEIVED', 'OFFER_RECEIVED', 'SOLD']);
    expect(await kindsOf(bob, token.uuid)).toEqual(['LOST', 'OUTBID']);
    expect(await kindsOf(eve, token.uuid)).toEqual(['WON']);
  });

  it('that is settled tells its seller what they received, its winner, and once each who else has bid', async () => {
    const token = await all.mint(eve, { name: 'Evening', royalty: '5' });
    await all.buy(ann, (await all.list(eve, token.uuid, { price: '0.05' })).uuid);
    await all.becomes((await all.auction(ann, token.uuid, { reservePrice: '0.1' })).uuid, 'ACTIVE');
    const uuid = (await all.tokenOf(token.uuid, ann)).auction?.offerUuid as string;
    for (const [who, price] of [
      [bob, '0.1'],
      [eve, '0.11'],
      [bob, '0.12'],
      [eve, '0.2'],
    ] as const)
      await all.bidIn(who, uuid, price);
    await all.wait(3601);
    expect(await hears(ann, 'SOLD', token.uuid)).toMatchObject({ price: '0.2', received: '0.17' });
    expect(await hears(eve, 'WON', token.uuid)).toMatchObject({ price: '0.2', received: null });
    expect(await hears(bob, 'LOST', token.uuid)).toMatchObject({
      offerUuid: uuid,
      price: '0.2',
      actor: { person: { uuid: eve.uuid } },
    });
    expect((await mailTo(ann, /^Продано: «Evening»$/)).text).toContain('Ви отримуєте 0,17 ETH');
    const mail = await mailTo(bob, /^The auction of “Evening” is over$/);
    expect(mail.text).toContain('for 0.2 ETH');
    expect(mail.text).toContain(`/offers/${uuid}`);
    await allNotified();
    expect((await kindsOf(bob, token.uuid)).filter((kind) => kind === 'LOST')).toHaveLength(1);
    expect(await kindsOf(eve, token.uuid)).not.toContain('LOST');
    expect(await kindsOf(ann, token.uuid)).not.toContain('LOST');
    expect(await subjectsTo(bob, '“Evening” is over')).toHaveLength(1);
  });
});
