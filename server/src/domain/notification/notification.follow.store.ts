/** Notices to followers: gathered for an hour, and sent to a bounded number of followers at a time (docs/decisions/0040). */
import { FOLLOW_KINDS, type FollowKind } from '@skarb/schema/notification-kind';
import { uuidv7 } from 'uuidv7';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';

/** How long what a person or a collection does is gathered into one notice. */
const GATHER_SECONDS = 3600;
/** The most works that one notice counts. */
const WORKS_MAX = 1000;
/** The most notices of followed people and collections that one user gets in 24 hours. */
const FOLLOW_NOTICES_PER_DAY = 40;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** An event that followers are notified of. `actor` is the wallet of the maker or seller. */
export type FollowEvent = { kind: FollowKind; tokenUuid: string; historyUuid: string; actor: string | null };

/**
 * Adds events to what is gathered for the followers of their people and collections, where there are any. Rows are locked
 * in one order, since workers gather at the same time.
 * @param delaySeconds until the first notice: a short reorg undoes what is wrong before
 */
export const gatherFollowEvents = async (tx: Tx, events: FollowEvent[], delaySeconds: number): Promise<void> => {
  if (events.length === 0) return;
  await tx`
    with event as materialized (
      select e.kind, e.history_uuid, e.place, t.uuid as token, t.collection_uuid, t.creator_uuid, u.uuid as person
      from unnest(${columnOf(events.map(({ kind }) => kind))}::text[], ${columnOf(events.map(({ tokenUuid }) => tokenUuid))}::uuid[],
        ${columnOf(events.map(({ historyUuid }) => historyUuid))}::uuid[], ${columnOf(events.map(({ actor }) => actor))}::text[])
        with ordinality as e (kind, token_uuid, history_uuid, actor, place)
      join token t on t.uuid = e.token_uuid and t.is_counted
      left join app_user u on u.metamask_wallet = e.actor and not u.is_hidden
      where not exists (select 1 from history h join offer o on o.uuid = h.offer_uuid where h.uuid = e.history_uuid and o.is_hidden)),
    subject as (
      select e.kind, e.person as uuid, e.person, e.token, e.history_uuid, e.place from event e join person_count p on p.uuid = e.person
      -- A child is a work of its collection, but not of the wallet that it was minted to.
      where p.followers > 0 and (e.kind <> 'NEW_WORK' or e.creator_uuid = e.person)
      union all
      select e.kind, c.uuid, e.person, e.token, e.history_uuid, e.place from event e join collection c on c.uuid = e.collection_uuid
      where c.followers > 0)
    insert into follow_news as n (kind, subject_uuid, person_uuid, token_uuids, history_uuid, run_at, ends_at)
    select kind, uuid, case when count(distinct person) = 1 and count(person) = count(*) then (array_agg(person))[1] end,
      (array_agg(distinct token))[1:${WORKS_MAX}::int], (array_agg(history_uuid order by place desc))[1], now() + ${delaySeconds} * interval '1 second',
      now() + ${GATHER_SECONDS} * interval '1 second'
    from subject group by kind, uuid order by kind, uuid
    on conflict (kind, subject_uuid) do update set
      person_uuid = case when n.person_uuid = excluded.person_uuid then n.person_uuid end, history_uuid = excluded.history_uuid,
      token_uuids = (select (array_agg(distinct work))[1:${WORKS_MAX}::int] from unnest(n.token_uuids || excluded.token_uuids) work)`;
};

type News = {
  kind: FollowKind;
  subject_uuid: string;
  person_uuid: string | null;
  history_uuid: string | null;
  after_uuid: string | null;
  announced: number;
  works: number;
  occurrence: string;
  is_over: boolean;
};

/**
 * Sends one gathered notice to its next followers. The first pass through them is soon; the second one, at the end of the
 * hour, counts the works again where more came. Workers may run it at the same time.
 * @param most followers of one call, so that no other notification waits for a long list
 * @param mailAt when the mails are due; null where this server sends none
 * @returns whether something was due
 */
export const sendFollowNotices = async (tx: Tx, most: number, mailAt: Date | null): Promise<boolean> => {
  const [news] = await tx<News[]>`
    select kind, subject_uuid, person_uuid, history_uuid, after_uuid, announced, cardinality(token_uuids) as works,
      subject_uuid || ' ' || to_char(started_at at time zone 'utc', 'YYYYMMDDHH24MISSMS') as occurrence,
      now() >= ends_at as is_over
    from follow_news where run_at <= now() order by run_at limit 1 for update skip locked`;
  if (!news) return false;
  const it = tx`kind = ${news.kind} and subject_uuid = ${news.subject_uuid}`;
  const isBeginning = news.after_uuid === null;
  if (isBeginning && news.works === news.announced) {
    await tx`delete from follow_news where ${it}`;
    return true;
  }
  const followers = await tx<{ uuid: string }[]>`
    select follower_uuid as uuid from follow where subject_uuid = ${news.subject_uuid} and follower_uuid > ${news.after_uuid ?? FIRST}
    order by follower_uuid limit ${most}`;
  await addFollowNotices(
    tx,
    news,
    followers.map(({ uuid }) => uuid),
    mailAt,
  );
  const announced = isBeginning ? news.works : news.announced;
  if (followers.length === most)
    await tx`update follow_news set after_uuid = ${followers.at(-1)?.uuid as string}, announced = ${announced} where ${it}`;
  else if (news.is_over) await tx`delete from follow_news where ${it}`;
  else
    await tx`update follow_news set after_uuid = null, announced = ${announced}, run_at = ends_at
      where ${it}`;
  return true;
};

/** Adds the notice for these followers, or counts its works again. */
const addFollowNotices = async (tx: Tx, news: News, followers: string[], mailAt: Date | null): Promise<void> => {
  const { kind, works, occurrence, person_uuid: person, subject_uuid: subject } = news;
  if (followers.length === 0 || news.history_uuid === null) return;
  const isMailed = tx`coalesce(s.mail, false) and u.is_email_confirmed and u.email is not null and ${mailAt}::timestamptz is not null`;
  const single = works === 1;
  await tx`
    insert into notification (uuid, user_uuid, kind, token_uuid, offer_uuid, offer_type, history_uuid, price, currency_uuid, quantity, actor, ends_at,
      subject_type, subject_uuid, is_shown, mail_at, happening)
    select n.uuid, u.uuid, ${kind}, t.uuid, case when ${single} then o.uuid end, case when ${single} then o.type end, h.uuid,
      case when ${single} then h.price end, case when ${single} then h.currency_uuid end, ${works}, coalesce(h.from_address, h.to_address),
      case when ${single} and o.type = 'AUCTION' then o.ends_at end, case when exists (select 1 from collection where uuid = ${subject}) then 'collection' else 'user' end, ${subject},
      coalesce(s.app, true), case when ${isMailed} then ${mailAt}::timestamptz end, ${occurrence}
    from unnest(${followers.map(() => uuidv7())}::uuid[], ${followers}::uuid[]) as n (uuid, follower)
    join app_user u on u.uuid = n.follower and u.erased_at is null and u.blocked_at is null
    join history h on h.uuid = ${news.history_uuid} join token t on t.uuid = h.token_uuid and t.is_counted left join offer o on o.uuid = h.offer_uuid
    left join notification_setting s on s.user_uuid = u.uuid and s.kind = ${kind}
    where (coalesce(s.app, true) or ${isMailed}) and u.metamask_wallet is distinct from coalesce(h.from_address, h.to_address)
      -- Hidden since it was gathered.
      and o.is_hidden is not true and not exists (select 1 from app_user where uuid = ${subject} and is_hidden)
      -- Whoever follows the person, too, gets that person's notice.
      and (${person}::uuid is null or ${person}::uuid = ${subject} or not exists (
        select 1 from follow p where p.follower_uuid = u.uuid and p.subject_uuid = ${person}::uuid))
      and not exists (select 1 from notification d where d.user_uuid = u.uuid and d.kind = ${kind} and d.history_uuid = h.uuid and d.happening <> ${occurrence})
      and (select count(*) from (select 1 from notification d where d.user_uuid = u.uuid and d.kind = any(${[...FOLLOW_KINDS]}::text[])
        and d.happening <> ${occurrence} and d.created_at > now() - interval '1 day' limit ${FOLLOW_NOTICES_PER_DAY}) d) < ${FOLLOW_NOTICES_PER_DAY}
    order by u.uuid
    on conflict (user_uuid, kind, happening) where kind in ('NEW_WORK', 'NEW_LISTING') do update set
      quantity = excluded.quantity, token_uuid = excluded.token_uuid, history_uuid = excluded.history_uuid, offer_uuid = excluded.offer_uuid,
      offer_type = excluded.offer_type, price = excluded.price, currency_uuid = excluded.currency_uuid, ends_at = excluded.ends_at`;
};
