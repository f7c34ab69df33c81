import type { HideReason } from '@skarb/schema/hidden';
import type { Image } from '@skarb/schema/media';
import type { ModerationCase, moderationEndpoints } from '@skarb/schema/moderation';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { PendingQuery, Row as AnyRow } from 'postgres';
import { getAddress } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { imageJson } from '../media/media.view.ts';
import { noticeJson, type NoticeJson } from '../hidden/hidden.view.ts';
import type { Subject } from './moderation.rules.ts';

/** The most reports of one subject that a case shows. */
const REPORTS_SHOWN = 10;

type Fragment = PendingQuery<AnyRow[]>;
type PersonRow = {
  uuid: string;
  username: string | null;
  name: string | null;
  avatar: string | null;
  metamaskWallet: string | null;
  isVerified: boolean;
};
type Row = {
  subject_type: Subject['type'];
  subject_uuid: string;
  name: string;
  image: Image | null;
  avatar: string | null;
  creator: PersonRow;
  hidden: NoticeJson | null;
  report_count: number;
  reasons: { reason: HideReason; count: number }[];
  reports: { uuid: string; reason: HideReason; note: string; reporter: PersonRow | null; createdAt: string }[];
  last_at: Date;
};

/** An admin sees every user's name, hidden or not. */
const wholePerson = (sql: Tx, alias: string) => {
  const of = (column: string) => sql(`${alias}.${column}`);
  return sql`jsonb_build_object('uuid', ${of('uuid')}, 'username', ${of('username')}, 'name', ${of('name')},
    'avatar', '/media/' || ${of('avatar')} || '/320.webp', 'metamaskWallet', coalesce(${of('metamask_wallet')}, ${of('former_wallet')}),
    'isVerified', ${of('verified_key')} is not null)`;
};
const toWhole = (person: PersonRow) => ({
  ...person,
  metamaskWallet: person.metamaskWallet && getAddress(person.metamaskWallet),
});

const toCase = (row: Row): ModerationCase => ({
  subjectType: row.subject_type,
  subjectUuid: row.subject_uuid,
  name: row.name,
  image: row.image,
  avatar: row.avatar,
  creator: toWhole(row.creator),
  hidden: row.hidden,
  reportCount: row.report_count,
  reasons: row.reasons,
  reports: row.reports.map((report) => ({ ...report, reporter: report.reporter && toWhole(report.reporter) })),
  lastAt: row.last_at.toISOString(),
});

/** The complete cases of `page (subject_type, subject_uuid, last_at)`, in the given order. */
const casesOf = (sql: Tx, page: Fragment, order: Fragment) => sql<Row[]>`
  with page as materialized (${page})
  select p.subject_type, p.subject_uuid, p.last_at,
    coalesce(t.name, c.name, w.name, w.username, w.metamask_wallet, w.former_wallet, '') as name,
    coalesce(t.card -> 'image', case when m.cid is not null then ${imageJson(sql, 'm')} end) as image,
    case when p.subject_type = 'user' then '/media/' || w.avatar || '/320.webp' end as avatar,
    ${wholePerson(sql, 'w')} as creator,
    ${noticeJson(sql, [
      ['token', 't.uuid'],
      ['collection', 'c.uuid'],
      ['user', 'p.person_uuid'],
    ])} as hidden,
    coalesce(r.total, 0) as report_count, coalesce(r.reasons, '[]') as reasons, coalesce(latest.reports, '[]') as reports
  from (select page.*, case when subject_type = 'user' then subject_uuid end as person_uuid from page) p
  left join token t on p.subject_type = 'token' and t.uuid = p.subject_uuid
  left join collection c on p.subject_type = 'collection' and c.uuid = p.subject_uuid
  left join media m on m.cid = c.image_hash
  join app_user w on w.uuid = coalesce(t.creator_uuid, c.creator_uuid, p.person_uuid)
  left join lateral (
    select sum(n)::int as total, jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc, reason) as reasons
    from (select reason, count(*)::int as n from report
      where subject_type = p.subject_type and subject_uuid = p.subject_uuid and closed_at is null group by reason) by_reason) r on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('uuid', one.uuid, 'reason', one.reason, 'note', one.note, 'reporter', ${wholePerson(sql, 'a')},
      'createdAt', to_char(one.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by one.created_at desc) as reports
    from (select * from report where subject_type = p.subject_type and subject_uuid = p.subject_uuid and closed_at is null
      order by created_at desc limit ${REPORTS_SHOWN}) one
    left join app_user a on a.uuid = one.reporter_uuid) latest on true
  order by ${order}`;

/** The current case of a subject, even without reports. */
export const getCase = async (sql: Tx, { type, uuid }: Subject): Promise<ModerationCase> => {
  const [row] = await casesOf(
    sql,
    sql`select ${type} as subject_type, ${uuid}::uuid as subject_uuid, coalesce(
      (select max(created_at) from report where subject_type = ${type} and subject_uuid = ${uuid} and closed_at is null), now()) as last_at`,
    sql`p.last_at`,
  );
  return toCase(row as Row);
};

/** GET /admin/moderation: subjects with open reports, or subjects that are hidden themselves. */
export const listCases = async (sql: Tx, query: QueryOf<typeof moderationEndpoints.cases>) => {
  const only = query.subjectType ? sql`and subject_type = ${query.subjectType}` : sql``;
  const all =
    query.show === 'hidden'
      ? sql`select subject_type, subject_uuid, created_at as last_at from hidden where true ${only}`
      : sql`select subject_type, subject_uuid, max(created_at) as last_at from report
          where closed_at is null ${only} group by subject_type, subject_uuid`;
  const isUp = query.sortBy === 'createdAt:ASC';
  const order = (alias: string) => {
    const of = (column: string) => sql(`${alias}.${column}`);
    return isUp
      ? sql`${of('last_at')} asc, ${of('subject_uuid')} asc`
      : sql`${of('last_at')} desc, ${of('subject_uuid')} desc`;
  };
  const [rows, [counted]] = await Promise.all([
    casesOf(
      sql,
      sql`select s.* from (${all}) s order by ${order('s')} limit ${query.limit} offset ${offsetOf(query)}`,
      order('p'),
    ),
    sql<
      { total: number }[]
    >`select count(*)::int as total from (select 1 from (${all}) s limit ${TOTAL_CAP + 1}) counted`,
  ]);
  const total = counted?.total ?? 0;
  return { data: rows.map(toCase), meta: metaOf(query, Math.min(total, TOTAL_CAP), total <= TOTAL_CAP) };
};

/** The subject's owner; undefined for an unknown subject or a draft, which only its maker sees. */
export const ownerOf = async (
  sql: Tx,
  { type, uuid }: Subject,
): Promise<{ ownerUuid: string; name: string | null; isHidden: boolean; isErased: boolean } | undefined> => {
  type Found = { owner_uuid: string; name: string | null; is_hidden: boolean; is_erased?: boolean };
  const [row] =
    type === 'token'
      ? await sql<Found[]>`select creator_uuid as owner_uuid, name, is_token_hidden(uuid) as is_hidden from token
          where uuid = ${uuid} and status in ('minting', 'minted')`
      : type === 'collection'
        ? await sql<Found[]>`select creator_uuid as owner_uuid, name, is_hidden from collection where uuid = ${uuid}`
        : await sql<Found[]>`
          select uuid as owner_uuid, null as name, is_hidden, erased_at is not null as is_erased from app_user where uuid = ${uuid}`;
  return (
    row && { ownerUuid: row.owner_uuid, name: row.name, isHidden: row.is_hidden, isErased: row.is_erased ?? false }
  );
};

/**
 * Who owns works of a token or a collection besides its creator, each with one of those works: the token itself, the
 * collection, or each collection of a user that is not hidden separately.
 */
export const holdersOf = async (
  tx: Tx,
  { type, uuid }: Subject,
): Promise<(Subject & { holders: { userUuid: string; tokenUuid: string }[] })[]> => {
  const about = type === 'token' ? tx`t.uuid` : tx`t.collection_uuid`;
  const rows = await tx<{ about: string; user_uuid: string; token_uuid: string }[]>`
    select distinct on (about, user_uuid) ${about} as about, u.uuid as user_uuid, t.uuid as token_uuid
    from token t join ownership h on h.token_uuid = t.uuid join app_user u on u.metamask_wallet = h.owner
    where u.uuid <> t.creator_uuid and ${
      type === 'token'
        ? tx`t.uuid = ${uuid}`
        : type === 'collection'
          ? tx`t.collection_uuid = ${uuid}`
          : tx`t.collection_uuid in (select c.uuid from collection c where c.creator_uuid = ${uuid} and not exists (
              select 1 from hidden where subject_type = 'collection' and subject_uuid = c.uuid))`
    } order by about, user_uuid, token_uuid desc`;
  // In one pass: a creator may have thousands of collections, with thousands of owners each.
  const holders = new Map<string, { userUuid: string; tokenUuid: string }[]>();
  for (const row of rows) {
    const holder = { userUuid: row.user_uuid, tokenUuid: row.token_uuid };
    const others = holders.get(row.about);
    if (others) others.push(holder);
    else holders.set(row.about, [holder]);
  }
  return [...holders].map(([one, all]) => ({ type: type === 'token' ? type : 'collection', uuid: one, holders: all }));
};

/** The name that a verified mark is for, with the row locked; a user's is what pages show. */
export const lockNamed = async (tx: Tx, type: 'collection' | 'user', uuid: string) => {
  type Named = { name: string | null; is_hidden: boolean; verified_key: string | null };
  const [row] =
    type === 'collection'
      ? await tx<Named[]>`select name, is_hidden, verified_key from collection where uuid = ${uuid} for no key update`
      : await tx<Named[]>`
          select coalesce(name, username) as name, is_hidden, verified_key from app_user where uuid = ${uuid} and erased_at is null
          for no key update`;
  return row;
};
