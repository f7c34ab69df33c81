import { FOLLOW_KINDS, INVITING_KINDS, NOTIFICATION_KINDS, type SettingKind } from '@skarb/schema/notification-kind';
import type { Language } from '@skarb/schema/language';
import type { NotificationSetting } from '@skarb/schema/notification';
import type { Fragment } from 'postgres';
import { uuidv7 } from 'uuidv7';
import { amountOf } from '../../platform/db/amount.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { isBlockedOrLeaving } from '../auth/auth.view.ts';
import { weiOf } from '../price/price.ether.ts';
import type { MailFacts } from './notification.mail.ts';
import type { Note } from './notification.note.ts';
import { isOver, received } from './notification.view.ts';
import type { Audience, Draft, OfferEvent, PreviousPrice, TokenEvent } from './notification.rules.ts';

type EventRow = {
  history_uuid: string;
  event: string;
  token_uuid: string;
  offer_uuid: string;
  offer_type: OfferEvent['offerType'];
  offer_status: OfferEvent['offerStatus'];
  is_over: boolean;
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
  after_uuid: string | null;
};

/** The user whom an event was announced to last, where it has more than one call announces to. */
type Progress = { after: string | null };

/** Whether an event, a notice to people who follow something, or a mail is due. */
export const isAnythingDue = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ is_due: boolean }[]>`
    select exists (select 1 from news where run_at <= now()) or exists (select 1 from follow_news where run_at <= now())
      or exists (select 1 from notification where mail_at <= now()) as is_due`;
  return row?.is_due ?? false;
};

/**
 * Locks pending events of offers for this transaction, with every row that their notifications refer to. Rows that
 * another worker or the follower has locked are skipped: no one waits, so there is no deadlock.
 */
export const takeOfferEvents = async (tx: Tx, limit: number): Promise<(OfferEvent & Progress)[]> => {
  const rows = await tx<EventRow[]>`
    select h.uuid as history_uuid, h.event, h.token_uuid, o.uuid as offer_uuid, o.type as offer_type, o.status as offer_status, ${isOver(tx)} as is_over, t.type = 'ERC1155' as is_edition, o.starts_at, o.maker,
      h.from_address, h.to_address, h.tx_hash, h.price, h.currency_uuid, h.quantity, h.created_at, n.after_uuid,
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
    isOver: row.is_over,
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
    after: row.after_uuid,
  }));
};

/** Locks pending events without an offer in the same way. */
export const takeTokenEvents = async (tx: Tx, limit: number): Promise<(TokenEvent & Progress)[]> =>
  (
    await tx<(Omit<TokenEvent, 'price' | 'quantity'> & Progress & { price: string | null; quantity: string | null })[]>`
      select h.uuid as "historyUuid", h.event, h.token_uuid as "tokenUuid", h.from_address as "from", coalesce(lost.breeder, h.to_address) as "to",
        h.tx_hash as "txHash", h.price, h.currency_uuid as "currencyUuid", lost.uuid as "breedingUuid", n.after_uuid as after, h.quantity,
        case when gift.first = h.uuid then gift.works end as works
      from news n join history h on h.uuid = n.history_uuid join token t on t.uuid = h.token_uuid
      left join breeding lost on h.event = 'BREEDING_LOST' and lost.matron_uuid = h.token_uuid and lost.number is not null
        and lost.lost_tx_hash = h.tx_hash
      -- The activity has the transfers that belong to no trade.
      left join lateral (
        select count(distinct m.token_uuid)::int as works, (array_agg(m.uuid order by m.created_at, m.uuid))[1] as first
        from history m join activity a on a.history_uuid = m.uuid and a.kind = 'TRANSFER' join token mt on mt.uuid = m.token_uuid and mt.is_counted
        where m.chain_id = h.chain_id and m.block_number = h.block_number and m.tx_hash = h.tx_hash
          and m.from_address = h.from_address and m.to_address = h.to_address) gift on h.event = 'TRANSFERRED'
      where n.run_at <= now() and h.event in ('MINTED', 'TRANSFERRED', 'BORN', 'SIRED', 'BREEDING_LOST') order by n.run_at, n.history_uuid limit ${limit}
      for update of n skip locked for key share of h, t skip locked`
  ).map((row) => ({
    ...row,
    price: row.price === null ? null : BigInt(row.price),
    quantity: row.quantity === null ? null : Number(row.quantity),
  }));

/** Removes an event that is handled. */
export const dropEvent = (tx: Tx, historyUuid: string) => tx`delete from news where history_uuid = ${historyUuid}`;
/** Lets an event wait until a time. */
export const deferEvent = (tx: Tx, historyUuid: string, until: Date) =>
  tx`update news set run_at = ${until} where history_uuid = ${historyUuid}`;
/** Lets an event wait for its turn after the others, with the users after this one still to be notified. */
export const continueEvent = (tx: Tx, historyUuid: string, after: string) =>
  tx`update news set after_uuid = ${after}, run_at = now() where history_uuid = ${historyUuid}`;
/** Drops pending events whose offer has been deleted. */
const dropStrayEvents = (sql: Tx) => sql`
  delete from news using history h where h.uuid = news.history_uuid and h.offer_uuid is null and h.event not in ('MINTED', 'TRANSFERRED', 'BORN', 'SIRED', 'BREEDING_LOST')`;

/**
 * The asking price of a token before the offer's current terms: of the replaced order or the cheapest other active
 * listing, whichever is lower, or else of the last listing of the past 90 days. Both are compared at the rates of now: in one
 * currency, the amounts decide.
 */
export const findPreviousPrice = async (tx: Tx, event: OfferEvent): Promise<PreviousPrice | undefined> => {
  type Row = { is_cheapest: boolean; now_eth: string; eth: string | null; price: string; currency_uuid: string };
  const ether = (price: Fragment) => weiOf(tx, price, tx`c.eth_rate`, tx`c.decimals`);
  const [row] = await tx<Row[]>`
    select t.sale_offer_uuid is not distinct from o.uuid as is_cheapest, trunc(${ether(tx`o.price`)})::text as now_eth,
      trunc(before.eth)::text as eth, before.price, before.currency_uuid
    from offer o join token t on t.uuid = o.token_uuid join currency c on c.uuid = o.currency_uuid
    left join lateral (
      select asks.*, ${ether(tx`asks.price`)} as eth from (
        select old.price, o.currency_uuid, 1 as rank from seaport_order s
        join seaport_order old on old.order_hash = s.replaces where s.order_hash = o.order_hash
        union all
        select price, currency_uuid, 1 from offer
        where token_uuid = o.token_uuid and type = 'SALE' and status = 'ACTIVE' and not is_hidden and uuid <> o.uuid
        union all
        (select h.price, h.currency_uuid, 2
         from history h join offer other on other.uuid = h.offer_uuid and other.type = 'SALE' and not other.is_hidden
         where h.token_uuid = o.token_uuid and h.offer_uuid <> o.uuid and h.event in ('LISTED', 'EDITED')
           and h.created_at < ${event.createdAt} and h.created_at > now() - interval '90 days'
         order by h.created_at desc, h.uuid desc limit 1)
      ) asks join currency c on c.uuid = asks.currency_uuid order by rank, eth limit 1) before on true
    where o.uuid = ${event.offerUuid}`;
  if (!row) return undefined;
  return {
    isCheapest: row.is_cheapest,
    nowEth: BigInt(row.now_eth),
    before:
      row.eth === null ? null : { eth: BigInt(row.eth), price: BigInt(row.price), currencyUuid: row.currency_uuid },
  };
};

/** What a notification is about. */
type About = Pick<OfferEvent, 'tokenUuid'> & {
  /** Both null without an offer. */
  offerUuid: string | null;
  offerType: OfferEvent['offerType'] | null;
  historyUuid: string | null;
  price: bigint | null;
  currencyUuid: string | null;
  quantity: number | null;
  breedingUuid?: string | null;
  works?: number | null;
  endsAt?: Date;
};

/** SQL of the uuids of an audience's users. */
const usersOf = (tx: Tx, audience: Exclude<Audience, 'followers'>, about: About) => {
  // An auction created outside the marketplace has no account, but its seller may have registered since.
  if (audience === 'maker')
    return tx`select coalesce(o.maker_uuid, u.uuid) from offer o left join app_user u on u.metamask_wallet = o.maker where o.uuid = ${about.offerUuid}`;
  if (audience === 'holders')
    return tx`select u.uuid from ownership h join app_user u on u.metamask_wallet = h.owner
      where h.token_uuid = ${about.tokenUuid} and not ${isBlockedOrLeaving(tx, 'u')}`;
  if (audience === 'bidders')
    return tx`select u.uuid from history h join app_user u on u.metamask_wallet = h.from_address where h.offer_uuid = ${about.offerUuid} and h.event = 'BID'`;
  if (audience === 'likers') return tx`select user_uuid from favorite where token_uuid = ${about.tokenUuid}`;
  return tx`select uuid from app_user where metamask_wallet = ${audience.wallet}`;
};

/** A notification that is not gathered. */
type DirectDraft = Draft & { audience: Exclude<Audience, 'followers'> };

/**
 * An offer for a work and a new price cost nothing, and reach every holder or liker: of one actor a reader is notified of this
 * many in 24 hours. What is on the chain is not limited.
 */
export const FREE_NOTICES_PER_DAY = 50;
/** A sent work costs the sender next to nothing: of one sender, and of all, a reader is notified of this many in 24 hours. */
export const RECEIVED_PER_DAY = { ofOne: 10, ofAll: 50 };
const isFreeAct = ({ kind, audience }: Pick<DirectDraft, 'kind' | 'audience'>) =>
  (kind === 'OFFER_RECEIVED' && audience === 'holders') || kind === 'PRICE_DROP';

/** Users that one call notifies: a token that many like delays no other event. */
export const USERS_AT_ONCE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies the next users of an audience, in the app and by mail as each has set; repeating it changes nothing. It sends no
 * invitations to trade what is hidden.
 * @param mailAt when the mails are due; null where this server sends none
 * @returns the last of them, when there may be more
 */
export const addNotifications = async (
  tx: Tx,
  draft: DirectDraft,
  about: About & Progress,
  mailAt: Date | null,
): Promise<string | undefined> => {
  const users = await tx<{ uuid: string; app: boolean; mail: boolean; is_reader: boolean }[]>`
    select u.uuid, coalesce(s.app, true) as app, coalesce(s.mail, true) and u.is_email_confirmed and u.email is not null as mail,
      u.erased_at is null
        -- Without an actor nobody is left out, also people without a wallet.
        ${draft.actor === null ? tx`` : tx`and u.metamask_wallet is distinct from ${draft.actor}`}
        ${
          INVITING_KINDS.includes(draft.kind)
            ? tx`and not is_token_hidden(${about.tokenUuid}) and not exists (select 1 from offer where uuid = ${about.offerUuid} and is_hidden)`
            : tx``
        }
        ${
          isFreeAct(draft)
            ? tx`and (select count(*) from (select 1 from notification d where d.user_uuid = u.uuid and d.kind = ${draft.kind}
                and d.actor = ${draft.actor} and d.is_shown and d.created_at > now() - interval '1 day' limit ${FREE_NOTICES_PER_DAY}) d) < ${FREE_NOTICES_PER_DAY}`
            : tx``
        }
        ${
          draft.kind === 'RECEIVED'
            ? tx`and not exists (select 1 from app_user a where a.metamask_wallet = ${draft.actor} and (a.is_hidden or a.blocked_at is not null))
                and (select coalesce(bool_and(d.of_one < ${RECEIVED_PER_DAY.ofOne} and d.of_all < ${RECEIVED_PER_DAY.ofAll}), true) from (
                  select count(*) filter (where d.actor = ${draft.actor}) as of_one, count(*) as of_all from notification d
                  where d.user_uuid = u.uuid and d.kind = 'RECEIVED' and d.is_shown and d.created_at > now() - interval '1 day') d)`
            : tx``
        } as is_reader
    from (select uuid from (${usersOf(tx, draft.audience, about)}) of (uuid) where uuid > ${about.after ?? FIRST}
      group by uuid order by uuid limit ${USERS_AT_ONCE}) page
    join app_user u on u.uuid = page.uuid left join notification_setting s on s.user_uuid = u.uuid and s.kind = ${draft.kind}
    order by u.uuid`;
  const last = users.length === USERS_AT_ONCE ? users.at(-1)?.uuid : undefined;
  const wanted = users.filter(({ is_reader, app, mail }) => is_reader && (app || (mail && mailAt)));
  if (wanted.length === 0) return last;
  await tx`
    insert into notification (uuid, user_uuid, kind, token_uuid, offer_uuid, offer_type, breeding_uuid, history_uuid, price, old_price,
      currency_uuid, quantity, works, actor, ends_at, is_shown, mail_at, happening)
    select n.uuid, n.user_uuid, ${draft.kind}, ${about.tokenUuid}, ${about.offerUuid}, ${about.offerType}, ${about.breedingUuid ?? null}, ${about.historyUuid},
      ${about.price === null ? null : String(about.price)}, ${draft.oldPrice == null ? null : String(draft.oldPrice)},
      ${about.currencyUuid}, ${about.quantity}, ${about.works ?? null}, ${draft.actor}, ${about.endsAt ?? null}, n.app,
      case when n.mail then ${mailAt}::timestamptz end, ${draft.occurrence}
    from unnest(${wanted.map(() => uuidv7())}::uuid[], ${wanted.map(({ uuid }) => uuid)}::uuid[],
      ${wanted.map(({ app }) => String(app))}::text[]::boolean[], ${wanted.map(({ mail }) => String(mail))}::text[]::boolean[]) as n (uuid, user_uuid, app, mail)
    on conflict do nothing`;
  return last;
};

/**
 * An auction that ends soon and has not been announced to all, locked for this transaction; locked ones are skipped. One
 * whose end has moved by `withinSeconds` or more is announced again, in place of the notices of the earlier end.
 * @returns `announcedEnd`: the end as it was when this announcement began
 */
export const takeEndingAuction = async (
  tx: Tx,
  withinSeconds: number,
): Promise<(About & Progress & { offerUuid: string; announcedEnd: Date | null }) | undefined> => {
  const within = tx`${withinSeconds} * interval '1 second'`;
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
    -- The chain's time counts where it is ahead.
    cross join (select greatest(now(), (select max(block_time) from chain_cursor)) as now) as clock
    where o.type = 'AUCTION' and o.status = 'ACTIVE' and not o.is_hidden and o.ends_at > clock.now and o.ends_at <= clock.now + ${within}
      -- An auction barely longer than the notice itself is not announced.
      and o.ends_at - coalesce(o.starts_at, o.created_at) > ${withinSeconds * 2} * interval '1 second'
      and not exists (select 1 from auction_ending_told announced where announced.offer_uuid = o.uuid and announced.after_uuid is null
        and (announced.ends_at is null or o.ends_at < announced.ends_at + ${within}))
    limit 1 for key share of o, t skip locked`;
  if (!row) return undefined;
  // Another worker may have announced it meanwhile.
  const isMoved = tx`announced.ends_at is not null and excluded.ends_at >= announced.ends_at + ${within}`;
  const [claimed] = await tx<{ after_uuid: string | null; ends_at: Date | null }[]>`
    insert into auction_ending_told as announced (offer_uuid, ends_at) values (${row.uuid}, ${row.ends_at})
    on conflict (offer_uuid) do update set after_uuid = case when not (${isMoved}) then announced.after_uuid end,
      ends_at = case when ${isMoved} then excluded.ends_at else announced.ends_at end
    where announced.after_uuid is not null or ${isMoved}
    returning after_uuid, ends_at`;
  if (!claimed) return undefined;
  await tx`
    delete from notification where offer_uuid = ${row.uuid} and kind = 'AUCTION_ENDING'
      and ends_at <= ${claimed.ends_at}::timestamptz - ${within}`;
  return {
    after: claimed.after_uuid,
    tokenUuid: row.token_uuid,
    offerUuid: row.uuid,
    offerType: 'AUCTION',
    historyUuid: null,
    price: BigInt(row.price),
    currencyUuid: row.currency_uuid,
    quantity: Number(row.quantity),
    endsAt: row.ends_at,
    announcedEnd: claimed.ends_at,
  };
};

/** Records whom an auction's end was announced to last; undefined when all know. */
export const continueEnding = (tx: Tx, offerUuid: string, after: string | undefined) =>
  tx`update auction_ending_told set after_uuid = ${after ?? null} where offer_uuid = ${offerUuid}`;

/** Marks the given notifications as read, or all. */
export const markRead = (sql: Tx, userUuid: string, uuids: string[] | undefined) => sql`
  update notification set read_at = now() where user_uuid = ${userUuid} and is_shown and read_at is null
    ${uuids ? sql`and uuid = any(${uuids}::uuid[])` : sql``}`;

/** Stores settings of kinds. */
export const putSettings = async (tx: Tx, userUuid: string, settings: NotificationSetting[]): Promise<void> => {
  // The last setting of a kind counts.
  const byKind = new Map(settings.map((setting) => [setting.kind, setting]));
  for (const kind of NOTIFICATION_KINDS) {
    const setting = byKind.get(kind);
    if (setting)
      await tx`insert into notification_setting (user_uuid, kind, app, mail) values (${userUuid}, ${kind}, ${setting.app}, ${setting.mail})
        on conflict (user_uuid, kind) do update set app = excluded.app, mail = excluded.mail`;
  }
};

/** Stops a user's mails of one kind. @returns the user's language; undefined if the account is deleted */
export const stopMails = async (
  tx: Tx,
  userUuid: string,
  kind: SettingKind,
): Promise<{ language: Language } | undefined> => {
  const [user] = await tx<
    { language: Language }[]
  >`select language from app_user where uuid = ${userUuid} for key share`;
  if (user)
    await tx`insert into notification_setting (user_uuid, kind, app, mail) values (${userUuid}, ${kind}, true, false)
      on conflict (user_uuid, kind) do update set mail = false`;
  return user;
};

/** A reader of a note, and their work by which they are concerned: the page that the note leads to. */
export type NoteReader = { userUuid: string; tokenUuid: string | null };

/**
 * Adds a note for each of these readers, in the app and by mail as they have set.
 * @param mailMinutes from now until the mails are due; null without mails
 */
export const addNotes = async (
  tx: Tx,
  readers: readonly NoteReader[],
  note: Note,
  mailMinutes: number | null,
): Promise<void> => {
  const canMail = mailMinutes !== null;
  await tx`
    insert into notification (uuid, user_uuid, kind, token_uuid, act, subject_type, subject_uuid, reason, note, is_shown, mail_at, happening)
    select n.uuid, u.uuid, 'NOTE', n.token_uuid, ${note.act}, ${note.subjectType}, ${note.subjectUuid}, ${note.reason}, ${note.text},
      coalesce(s.app, true),
      case when ${canMail} and coalesce(s.mail, true) and u.is_email_confirmed and u.email is not null then now() + ${mailMinutes} * interval '1 minute' end, n.uuid::text
    from unnest(${columnOf(readers.map(() => uuidv7()))}::uuid[], ${columnOf(readers.map(({ userUuid }) => userUuid))}::uuid[],
      ${columnOf(readers.map(({ tokenUuid }) => tokenUuid))}::uuid[]) as n (uuid, user_uuid, token_uuid)
    join app_user u on u.uuid = n.user_uuid left join notification_setting s on s.user_uuid = u.uuid and s.kind = 'NOTE'
    where coalesce(s.app, true) or (${canMail} and coalesce(s.mail, true))`;
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

/** Deletes the invitations to trade what is hidden of these tokens and their offers, with their pending mails. */
export const withdrawInvitations = (tx: Tx, tokenUuids: string[]) => tx`
  delete from notification n using token t join collection c on c.uuid = t.collection_uuid
  where n.token_uuid = any(${tokenUuids}::uuid[]) and n.kind = any(${[...INVITING_KINDS]}::text[]) and t.uuid = n.token_uuid
    and (c.is_hidden or exists (select 1 from hidden where subject_type = 'token' and subject_uuid = t.uuid)
      or exists (select 1 from offer o where o.uuid = n.offer_uuid and o.is_hidden)
      or exists (select 1 from app_user u where u.uuid = n.subject_uuid and u.is_hidden))`;

/**
 * Marks the invitations to trade an offer as read: it is over, so there is nothing to do. Skips those that their readers
 * are marking at the moment.
 */
export const readInvitations = (tx: Tx, offerUuid: string) => tx`
  update notification set read_at = now() where uuid in (
    select uuid from notification where offer_uuid = ${offerUuid} and read_at is null and kind = any(${[...INVITING_KINDS]}::text[])
    for update skip locked)`;

/** A notification whose mail is due; a NOTE with its content. */
export type DueMail = Omit<MailFacts, 'email' | 'kind'> & {
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
  /** Whether its reader has a confirmed address and wants mails of the kind. */
  can_be_mailed: boolean;
  /** The offer's current type; null if it is deleted. */
  current_offer_type: MailFacts['offer_type'];
  offer_is_active: boolean | null;
  offer_has_price: boolean;
  offer_price: string | null;
  offer_ends_at: Date | null;
  is_highest_bidder: boolean;
  occurrence: string;
};

/** Locks notifications whose mails are due for this transaction, with the facts that decide whether the mail is still true. */
export const takeDueMails = async (tx: Tx, limit: number): Promise<DueMail[]> => {
  // Each worker asks every second, and mostly in vain: PostgreSQL takes longer to plan the join than to run it.
  const due = await tx<{ uuid: string }[]>`
    select uuid from notification where mail_at <= now() order by mail_at limit ${limit} for update skip locked`;
  if (due.length === 0) return [];
  return findMails(
    tx,
    due.map(({ uuid }) => uuid),
  );
};

/** Notifications with the facts that their mails need. */
export const findMails = (tx: Tx, uuids: string[]): Promise<DueMail[]> =>
  tx<DueMail[]>`
    select n.uuid, n.user_uuid, u.email, u.language, n.kind, n.happening as occurrence, n.token_uuid, t.name as token_name, t.card->'localization' as localization, n.offer_uuid, n.offer_type, n.breeding_uuid,
      ${amountOf(tx, 'n.price')} as price,
      ${received(tx)} as received, ${amountOf(tx, 'o.price')} as offer_price,
      ${amountOf(tx, 'n.old_price')} as old_price, c.name as currency, n.quantity, n.works, t.type = 'ERC1155' as is_edition, n.actor,
      case when not a.is_hidden then coalesce(a.name, a.username) end as actor_name, n.ends_at, o.ends_at as offer_ends_at,
      n.act, n.subject_type, n.subject_uuid, coalesce(about.name, t.name) as subject_name, n.reason, n.note,
      u.is_email_confirmed and u.email is not null and coalesce(s.mail, n.kind <> all(${[...FOLLOW_KINDS]})) as can_be_mailed,
      o.type as current_offer_type, o.status = 'ACTIVE' as offer_is_active, coalesce(o.price = n.price, false) as offer_has_price,
      house.highest_bidder is not distinct from u.metamask_wallet as is_highest_bidder
    from notification n join app_user u on u.uuid = n.user_uuid left join token t on t.uuid = n.token_uuid
    left join collection about on n.subject_type = 'collection' and about.uuid = n.subject_uuid
    left join offer o on o.uuid = n.offer_uuid left join auction house on house.offer_uuid = n.offer_uuid
    left join currency c on c.uuid = n.currency_uuid left join app_user a on a.metamask_wallet = n.actor and a.is_wallet_public
    left join notification_setting s on s.user_uuid = n.user_uuid and s.kind = n.kind
    where n.uuid = any(${uuids}::uuid[]) order by n.mail_at`;

/** Locks readers' accounts, in the order of their uuids, so that each is mailed by one worker at a time. */
export const lockReaders = (tx: Tx, userUuids: string[]) =>
  tx`select 1 from app_user where uuid = any(${userUuids}::uuid[]) order by uuid for no key update`;

/** Marks the mails of these notifications as done. */
export const endMails = (tx: Tx, uuids: string[]) =>
  tx`update notification set mail_at = null where uuid = any(${uuids}::uuid[])`;

/**
 * Records a mail to a reader, whose account must be locked: workers would count the same mails otherwise.
 * @returns false if the occurrence was mailed before, or the reader got `maxPerHour` mails within the hour
 */
export const recordMail = async (tx: Tx, mail: DueMail, maxPerHour: number): Promise<boolean> => {
  const recorded = await tx`
    insert into notification_mailed (user_uuid, kind, happening)
    select ${mail.user_uuid}, ${mail.kind}, ${mail.occurrence}
    where (select count(*) from notification_mailed where user_uuid = ${mail.user_uuid} and created_at > now() - interval '1 hour') < ${maxPerHour}
    on conflict do nothing`;
  return recorded.count > 0;
};

/** Deletes old notifications, old records of mails, and pending events whose offer has been deleted. */
export const sweepNotifications = async (sql: Tx): Promise<void> => {
  await sql`delete from notification where created_at < now() - interval '1 year' or (read_at < now() - interval '90 days')`;
  await sql`delete from notification_mailed where created_at < now() - interval '60 days'`;
  await dropStrayEvents(sql);
};

/** Deletes the notifications of a user, the record of those mailed, and their settings. */
export const deleteNotificationsOf = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from notification where user_uuid = ${userUuid}`;
  await tx`delete from notification_mailed where user_uuid = ${userUuid}`;
  await tx`delete from notification_setting where user_uuid = ${userUuid}`;
};
