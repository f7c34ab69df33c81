import { INVITING_KINDS, NOTIFICATION_KINDS, type SettingKind } from '@skarb/schema/notification-kind';
import type { NotificationSetting } from '@skarb/schema/notification';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/database.ts';
import type { Told as MailTold } from './notification.mail.ts';
import type { Note } from './notification.note.ts';
import type { Asked, BirthLine, Line, Notice } from './notification.rules.ts';

type LineRow = {
  history_uuid: string;
  event: string;
  token_uuid: string;
  offer_uuid: string;
  offer_type: Line['offerType'];
  offer_status: Line['offerStatus'];
  is_edition: boolean;
  is_newest: boolean;
  starts_at: Date | null;
  maker: string;
  from_address: string | null;
  to_address: string | null;
  tx_hash: string | null;
  price: string | null;
  currency_uuid: string | null;
  quantity: string | null;
  created_at: Date;
};

/**
 * Takes lines that are due, for this transaction alone. What another worker or the follower holds at this moment is
 * left for later, and all that telling will refer to is held from here on: so it never waits for them, nor they for it
 * in a circle.
 */
export const takeNews = async (tx: Tx, limit: number): Promise<Line[]> => {
  const rows = await tx<LineRow[]>`
    select h.uuid as history_uuid, h.event, h.token_uuid, o.uuid as offer_uuid, o.type as offer_type, o.status as offer_status, t.type = 'ERC1155' as is_edition, o.starts_at, o.maker,
      h.from_address, h.to_address, h.tx_hash, h.price, h.currency_uuid, h.quantity, h.created_at,
      not exists (select 1 from history later where later.offer_uuid = o.uuid and later.event in ('LISTED', 'EDITED')
        and (later.created_at, later.uuid) > (h.created_at, h.uuid)) as is_newest
    from news n join history h on h.uuid = n.history_uuid join offer o on o.uuid = h.offer_uuid join token t on t.uuid = h.token_uuid
    where n.run_at <= now() order by n.run_at, n.history_uuid limit ${limit}
    for update of n skip locked for key share of h, o, t skip locked`;
  return rows.map((row) => ({
    historyUuid: row.history_uuid,
    event: row.event,
    tokenUuid: row.token_uuid,
    offerUuid: row.offer_uuid,
    offerType: row.offer_type,
    offerStatus: row.offer_status,
    isEdition: row.is_edition,
    isNewest: row.is_newest,
    startsAt: row.starts_at,
    maker: row.maker,
    from: row.from_address,
    to: row.to_address,
    txHash: row.tx_hash,
    price: row.price === null ? null : BigInt(row.price),
    currencyUuid: row.currency_uuid,
    quantity: row.quantity === null ? null : Number(row.quantity),
    createdAt: row.created_at,
  }));
};

/** Lines of breeding that are due, for this transaction alone; they are about no offer. */
export const takeBirths = async (tx: Tx, limit: number): Promise<BirthLine[]> =>
  (
    await tx<(Omit<BirthLine, 'price'> & { price: string | null })[]>`
      select h.uuid as "historyUuid", h.event, h.token_uuid as "tokenUuid", h.from_address as "from", coalesce(lost.breeder, h.to_address) as "to",
        h.tx_hash as "txHash", h.price, h.currency_uuid as "currencyUuid", lost.uuid as "breedingUuid"
      from news n join history h on h.uuid = n.history_uuid join token t on t.uuid = h.token_uuid
      left join breeding lost on h.event = 'BREEDING_LOST' and lost.matron_uuid = h.token_uuid and lost.number is not null
        and lost.lost_tx_hash = h.tx_hash
      where n.run_at <= now() and h.event in ('BORN', 'SIRED', 'BREEDING_LOST') order by n.run_at, n.history_uuid limit ${limit}
      for update of n skip locked for key share of h, t skip locked`
  ).map((row) => ({ ...row, price: row.price === null ? null : BigInt(row.price) }));

export const dropNews = (tx: Tx, historyUuid: string) => tx`delete from news where history_uuid = ${historyUuid}`;
export const putOffNews = (tx: Tx, historyUuid: string, until: Date) =>
  tx`update news set run_at = ${until} where history_uuid = ${historyUuid}`;
/** Lines whose offer is no more concern nobody. */
export const dropStrayNews = (sql: Tx) => sql`
  delete from news using history h where h.uuid = news.history_uuid and h.offer_uuid is null and h.event not in ('BORN', 'SIRED', 'BREEDING_LOST')`;

/**
 * What was asked for a token before its offer's terms of now: by the order these replaced, by the cheapest of the other
 * sales that stand, or else by the last sale of the past three months.
 */
export const findAsked = async (tx: Tx, line: Line): Promise<Asked | undefined> => {
  type Row = { is_cheapest: boolean; now_eth: string; eth: string | null; price: string; currency_uuid: string };
  const [row] = await tx<Row[]>`
    select t.sale_offer_uuid is not distinct from o.uuid as is_cheapest, trunc(o.price_eth)::text as now_eth,
      trunc(before.price_eth)::text as eth, before.price, before.currency_uuid
    from offer o join token t on t.uuid = o.token_uuid
    left join lateral (
      select * from (
        select old.price, old.price_eth, o.currency_uuid, 1 as rank from seaport_order s
        join seaport_order old on old.order_hash = s.replaces where s.order_hash = o.order_hash
        union all
        select price, price_eth, currency_uuid, 1 from offer
        where token_uuid = o.token_uuid and type = 'SALE' and status = 'ACTIVE' and uuid <> o.uuid
        union all
        (select h.price, h.price * c.eth_rate * ('1e' || (18 - c.decimals))::numeric, h.currency_uuid, 2
         from history h join currency c on c.uuid = h.currency_uuid join offer other on other.uuid = h.offer_uuid and other.type = 'SALE'
         where h.token_uuid = o.token_uuid and h.offer_uuid <> o.uuid and h.event in ('LISTED', 'EDITED')
           and h.created_at < ${line.createdAt} and h.created_at > now() - interval '90 days'
         order by h.created_at desc, h.uuid desc limit 1)
      ) asks order by rank, price_eth limit 1) before on true
    where o.uuid = ${line.offerUuid}`;
  if (!row) return undefined;
  return {
    isCheapest: row.is_cheapest,
    nowEth: BigInt(row.now_eth),
    before:
      row.eth === null ? null : { eth: BigInt(row.eth), price: BigInt(row.price), currencyUuid: row.currency_uuid },
  };
};

type Told = Pick<Line, 'tokenUuid'> & {
  /** Both null for what is about no offer. */
  offerUuid: string | null;
  offerType: Line['offerType'] | null;
  historyUuid: string | null;
  price: bigint | null;
  currencyUuid: string | null;
  quantity: number | null;
  breedingUuid?: string | null;
  endsAt?: Date;
};

/** Users an audience is made of, in the order of their ids. */
const peopleOf = (tx: Tx, { audience }: Pick<Notice, 'audience'>, told: Told) => {
  // An auction made straight on the chain has no account to it, but perhaps its seller has one by now.
  if (audience === 'maker')
    return tx`select coalesce(o.maker_uuid, u.uuid) from offer o left join app_user u on u.metamask_wallet = o.maker where o.uuid = ${told.offerUuid}`;
  if (audience === 'holders')
    return tx`select u.uuid from ownership h join app_user u on u.metamask_wallet = h.owner where h.token_uuid = ${told.tokenUuid}`;
  if (audience === 'favourers') return tx`select user_uuid from favorite where token_uuid = ${told.tokenUuid}`;
  return tx`select uuid from app_user where metamask_wallet = ${audience.wallet}`;
};

/**
 * Tells an audience, each by the ways he has not turned off; telling twice changes nothing. Nobody is invited to trade
 * what is hidden.
 * @param mailAt when mails about it may be written; null where this server sends none
 */
export const addNotifications = async (
  tx: Tx,
  notice: Pick<Notice, 'kind' | 'audience' | 'actor' | 'oldPrice' | 'happening'>,
  told: Told,
  mailAt: Date | null,
): Promise<void> => {
  const people = await tx<{ uuid: string; app: boolean; mail: boolean }[]>`
    select u.uuid, coalesce(s.app, true) as app, coalesce(s.mail, true) and u.is_email_confirmed and u.email is not null as mail
    from app_user u left join notification_setting s on s.user_uuid = u.uuid and s.kind = ${notice.kind}
    where u.uuid in (${peopleOf(tx, notice, told)}) and u.metamask_wallet is distinct from ${notice.actor} and u.erased_at is null
      ${INVITING_KINDS.includes(notice.kind) ? tx`and not is_token_hidden(${told.tokenUuid})` : tx``}
    order by u.uuid`;
  const wanted = people.filter(({ app, mail }) => app || (mail && mailAt));
  if (wanted.length === 0) return;
  await tx`
    insert into notification (uuid, user_uuid, kind, token_uuid, offer_uuid, offer_type, breeding_uuid, history_uuid, price, old_price,
      currency_uuid, quantity, actor, ends_at, is_shown, mail_at, happening)
    select n.uuid, n.user_uuid, ${notice.kind}, ${told.tokenUuid}, ${told.offerUuid}, ${told.offerType}, ${told.breedingUuid ?? null}, ${told.historyUuid},
      ${told.price === null ? null : String(told.price)}, ${notice.oldPrice == null ? null : String(notice.oldPrice)},
      ${told.currencyUuid}, ${told.quantity}, ${notice.actor}, ${told.endsAt ?? null}, n.app,
      case when n.mail then ${mailAt}::timestamptz end, ${notice.happening}
    from unnest(${wanted.map(() => uuidv7())}::uuid[], ${wanted.map(({ uuid }) => uuid)}::uuid[],
      ${wanted.map(({ app }) => String(app))}::text[]::boolean[], ${wanted.map(({ mail }) => String(mail))}::text[]::boolean[]) as n (uuid, user_uuid, app, mail)
    on conflict do nothing`;
};

/** An auction that ends soon and was not told of. Locked for this transaction; one that is busy is left for later. */
export const takeEndingAuction = async (
  tx: Tx,
  withinSeconds: number,
): Promise<(Told & { offerUuid: string }) | undefined> => {
  type Row = {
    uuid: string;
    token_uuid: string;
    price: string;
    currency_uuid: string;
    quantity: string;
    ends_at: Date;
  };
  const [row] = await tx<Row[]>`
    select o.uuid, o.token_uuid, o.price, o.currency_uuid, o.quantity, o.ends_at
    from offer o join token t on t.uuid = o.token_uuid
    -- The time that decides is the chain's where that is ahead.
    cross join (select greatest(now(), (select max(block_time) from chain_cursor)) as now) as clock
    where o.type = 'AUCTION' and o.status = 'ACTIVE' and o.ends_at > clock.now and o.ends_at <= clock.now + ${withinSeconds} * interval '1 second'
      -- One that was opened for little longer than that is no news to anybody.
      and o.ends_at - coalesce(o.starts_at, o.created_at) > ${withinSeconds * 2} * interval '1 second'
      and not exists (select 1 from auction_ending_told told where told.offer_uuid = o.uuid)
    limit 1 for key share of o, t skip locked`;
  if (!row) return undefined;
  // Another worker may have been faster.
  const mine = await tx`insert into auction_ending_told (offer_uuid) values (${row.uuid}) on conflict do nothing`;
  if (mine.count === 0) return undefined;
  return {
    tokenUuid: row.token_uuid,
    offerUuid: row.uuid,
    offerType: 'AUCTION',
    historyUuid: null,
    price: BigInt(row.price),
    currencyUuid: row.currency_uuid,
    quantity: Number(row.quantity),
    endsAt: row.ends_at,
  };
};

/** Wallets that have bid in an auction. */
export const biddersOf = async (tx: Tx, offerUuid: string): Promise<string[]> =>
  (
    await tx<{ wallet: string }[]>`
      select distinct from_address as wallet from history
      where offer_uuid = ${offerUuid} and event = 'BID' and from_address is not null`
  ).map(({ wallet }) => wallet);

/** Marks as read what is named, or everything. */
export const markRead = (sql: Tx, userUuid: string, uuids: string[] | undefined) => sql`
  update notification set read_at = now() where user_uuid = ${userUuid} and is_shown and read_at is null
    ${uuids ? sql`and uuid = any(${uuids}::uuid[])` : sql``}`;

/** Keeps what somebody wants to hear of. */
export const putSettings = async (tx: Tx, userUuid: string, settings: NotificationSetting[]): Promise<void> => {
  // The last word of a kind counts.
  const byKind = new Map(settings.map((setting) => [setting.kind, setting]));
  for (const kind of NOTIFICATION_KINDS) {
    const setting = byKind.get(kind);
    if (setting)
      await tx`insert into notification_setting (user_uuid, kind, app, mail) values (${userUuid}, ${kind}, ${setting.app}, ${setting.mail})
        on conflict (user_uuid, kind) do update set app = excluded.app, mail = excluded.mail`;
  }
};

/** Turns the mails of one kind off. @returns whose they were, with his language; undefined where he is no more */
export const stopMails = async (
  tx: Tx,
  userUuid: string,
  kind: SettingKind,
): Promise<{ language: 'en' | 'ukr' } | undefined> => {
  const [user] = await tx<
    { language: 'en' | 'ukr' }[]
  >`select language from app_user where uuid = ${userUuid} for key share`;
  if (user)
    await tx`insert into notification_setting (user_uuid, kind, app, mail) values (${userUuid}, ${kind}, true, false)
      on conflict (user_uuid, kind) do update set mail = false`;
  return user;
};

/** Tells somebody what the marketplace says about something of his, by the ways he has not turned off. */
export const addNote = async (tx: Tx, userUuid: string, note: Note, canMail: boolean): Promise<void> => {
  const uuid = uuidv7();
  await tx`
    insert into notification (uuid, user_uuid, kind, token_uuid, act, subject_type, subject_uuid, reason, note, is_shown, mail_at, happening)
    select ${uuid}, u.uuid, 'NOTE', ${note.subjectType === 'token' ? note.subjectUuid : null}, ${note.act}, ${note.subjectType},
      ${note.subjectUuid}, ${note.reason}, ${note.text}, coalesce(s.app, true),
      case when ${canMail} and coalesce(s.mail, true) and u.is_email_confirmed and u.email is not null then now() end, ${uuid}
    from app_user u left join notification_setting s on s.user_uuid = u.uuid and s.kind = 'NOTE'
    where u.uuid = ${userUuid} and (coalesce(s.app, true) or (${canMail} and coalesce(s.mail, true)))`;
};

/**
 * Adds a notification of a sign-in from a new device; users cannot turn these off.
 * @param maxPerDay further sign-ins of the same 24 hours add none
 */
export const addSignIn = async (
  tx: Tx,
  userUuid: string,
  { ip, userAgent }: { ip: string; userAgent: string | null },
  maxPerDay: number,
): Promise<void> => {
  const uuid = uuidv7();
  await tx`
    insert into notification (uuid, user_uuid, kind, ip, user_agent, is_shown, happening)
    select ${uuid}, ${userUuid}, 'SIGN_IN', ${ip}, ${userAgent}, true, ${uuid}
    where (select count(*) from notification where user_uuid = ${userUuid} and kind = 'SIGN_IN'
      and created_at > now() - interval '1 day') < ${maxPerDay}`;
};

/** Takes back what invited people to trade these tokens, mails that wait included. */
export const dropInvitations = (tx: Tx, tokenUuids: string[]) => tx`
  delete from notification where token_uuid = any(${tokenUuids}::uuid[]) and kind = any(${[...INVITING_KINDS]}::text[])`;

/** A notification whose mail is to be written now; of a NOTE with what it says. */
export type DueMail = Omit<MailTold, 'email' | 'kind'> & {
  kind: SettingKind;
  act: Note['act'];
  subject_type: Note['subjectType'];
  subject_uuid: string;
  subject_name: string | null;
  reason: Note['reason'];
  note: string;
  uuid: string;
  user_uuid: string;
  email: string | null;
  is_wanted: boolean;
  happening: string;
};

/**
 * Takes mails that are due, for this transaction alone. What has changed while they waited is told as it stands now; what
 * invites to something that is no more is not wanted, nor is a lost lead that was won back.
 */
export const takeDueMails = (tx: Tx, limit: number): Promise<DueMail[]> => tx<DueMail[]>`
  select n.uuid, n.user_uuid, u.email, u.language, n.kind, n.happening, n.token_uuid, t.name as token_name, n.offer_uuid, n.offer_type, n.breeding_uuid,
    trim_scale(case when n.kind = 'AUCTION_ENDING' or n.kind = 'OFFER_RECEIVED' and o.type = 'BID' then o.price else n.price end
      * ('1e-' || c.decimals)::numeric)::text as price,
    trim_scale(n.old_price * ('1e-' || c.decimals)::numeric)::text as old_price, c.name as currency, n.quantity, t.type = 'ERC1155' as is_edition, n.actor,
    coalesce(a.name, a.username) as actor_name, case n.kind when 'AUCTION_ENDING' then o.ends_at else n.ends_at end as ends_at,
    n.act, n.subject_type, n.subject_uuid, coalesce(t.name, about.name) as subject_name, n.reason, n.note,
    u.is_email_confirmed and u.email is not null and coalesce(s.mail, true) and case
      when n.kind = 'AUCTION_ENDING' then coalesce(o.status = 'ACTIVE' and o.ends_at > now(), false)
      when n.kind = 'PRICE_DROP' then coalesce(o.status = 'ACTIVE' and o.price = n.price, false)
      when n.kind = 'OFFER_RECEIVED' and n.offer_type = 'BID' then coalesce(o.status = 'ACTIVE', false)
      when n.kind = 'OUTBID' then house.highest_bidder is distinct from u.metamask_wallet
      else true end as is_wanted
  from notification n join app_user u on u.uuid = n.user_uuid left join token t on t.uuid = n.token_uuid
  left join collection about on n.subject_type = 'collection' and about.uuid = n.subject_uuid
  left join offer o on o.uuid = n.offer_uuid left join auction house on house.offer_uuid = n.offer_uuid
  left join currency c on c.uuid = n.currency_uuid left join app_user a on a.metamask_wallet = n.actor and a.is_wallet_public
  left join notification_setting s on s.user_uuid = n.user_uuid and s.kind = n.kind
  where n.mail_at <= now() order by n.mail_at limit ${limit} for update of n skip locked`;

/** Holds readers' accounts, always in one order: who writes to one of them now is alone until its transaction ends. */
export const holdReaders = (tx: Tx, userUuids: string[]) =>
  tx`select 1 from app_user where uuid = any(${userUuids}::uuid[]) order by uuid for no key update`;

/** Nothing more is to be written for these. */
export const endMails = (tx: Tx, uuids: string[]) =>
  tx`update notification set mail_at = null where uuid = any(${uuids}::uuid[])`;

/** Notes a mail to a reader who is held: two workers would count the same mails otherwise. @returns whether it is to be written: not when it was before, nor when its reader had too many just now */
export const noteMailed = async (tx: Tx, mail: DueMail, mostAnHour: number): Promise<boolean> => {
  const noted = await tx`
    insert into notification_mailed (user_uuid, kind, happening)
    select ${mail.user_uuid}, ${mail.kind}, ${mail.happening}
    where (select count(*) from notification_mailed where user_uuid = ${mail.user_uuid} and created_at > now() - interval '1 hour') < ${mostAnHour}
    on conflict do nothing`;
  return noted.count > 0;
};

/** What nobody looks at any more goes. */
export const sweepNotifications = async (sql: Tx): Promise<void> => {
  await sql`delete from notification where created_at < now() - interval '1 year' or (read_at < now() - interval '90 days')`;
  await sql`delete from notification_mailed where created_at < now() - interval '60 days'`;
  await dropStrayNews(sql);
};
