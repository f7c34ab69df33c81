import type { Dashboard } from '@skarb/schema/admin';
import type { AuditAct, AuditEntry, AuditSubject } from '@skarb/schema/audit';
import { forEachLanguage, LANGUAGE_FALLBACK, type Language } from '@skarb/schema/language';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { personJson, toPerson, type PersonJson } from '../auth/auth.view.ts';

export type AuditFilter = {
  adminUuid?: string | undefined;
  act?: AuditAct | undefined;
  subjectType?: AuditSubject | undefined;
  subjectUuid?: string | undefined;
};

/** One page of audit entries, newest first. Their UUIDv7 ids sort by time. */
export const listAudit = async (
  sql: Tx,
  { adminUuid, act, subjectType, subjectUuid, ...page }: AuditFilter & { page: number; limit: number },
): Promise<{ data: AuditEntry[]; meta: ListMeta }> => {
  const found = sql`from audit_entry e where true
    ${adminUuid ? sql`and e.admin_uuid = ${adminUuid}` : sql``}
    ${act ? sql`and e.act = ${act}` : sql``}
    ${subjectType ? sql`and e.subject_type = ${subjectType}` : sql``}
    ${subjectUuid ? sql`and e.subject_uuid = ${subjectUuid}` : sql``}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from (select 1 ${found} limit ${TOTAL_CAP + 1}) capped`;
  type Row = {
    uuid: string;
    created_at: Date;
    act: AuditAct;
    subject_type: AuditSubject;
    subject_uuid: string | null;
    subject_name: string | null;
    subject_names: Partial<Record<Language, string>> | null;
    detail: Record<string, unknown>;
    admin: PersonJson | null;
  };
  const rows = await sql<Row[]>`
    with page as (select e.* ${found} order by e.uuid desc limit ${page.limit} offset ${offsetOf(page)})
    select p.uuid, p.created_at, p.act, p.subject_type, p.subject_uuid, p.detail, ${personJson(sql, 'a')} as admin,
      case p.subject_type
        when 'user' then (select coalesce(name, username, email, metamask_wallet, former_wallet) from app_user where uuid = p.subject_uuid)
        when 'token' then (select name from token where uuid = p.subject_uuid)
        when 'collection' then (select name from collection where uuid = p.subject_uuid)
        when 'category' then (select name from category where uuid = p.subject_uuid)
        when 'currency' then (select name from currency where uuid = p.subject_uuid)
        when 'network' then (select human_name from network where uuid = p.subject_uuid)
        when 'exhibition' then (select words->'title'->>${LANGUAGE_FALLBACK} from exhibition where uuid = p.subject_uuid)
      end as subject_name,
      case p.subject_type
        when 'category' then (select jsonb_strip_nulls(jsonb_build_object('ukr', name_ukr)) from category where uuid = p.subject_uuid)
        when 'exhibition' then (select words->'title' from exhibition where uuid = p.subject_uuid)
      end as subject_names
    from page p left join app_user a on a.uuid = p.admin_uuid order by p.uuid desc`;
  const total = counted?.total ?? 0;
  return {
    data: rows.map((row) => ({
      uuid: row.uuid,
      createdAt: row.created_at.toISOString(),
      admin: row.admin && toPerson(row.admin),
      act: row.act,
      subjectType: row.subject_type,
      subjectUuid: row.subject_uuid,
      subjectName: row.subject_name,
      ...(row.subject_names && {
        subjectNames: { ...forEachLanguage(() => row.subject_name ?? ''), ...row.subject_names },
      }),
      detail: row.detail,
    })),
    meta: metaOf(page, Math.min(total, TOTAL_CAP), total <= TOTAL_CAP),
  };
};

const LOST = { most: 10, days: 30 };
/** Who and what has lost the verified mark by a new name lately and not got it again, the newest first. */
export const listLostMarks = async (sql: Tx): Promise<Dashboard['lostMarks']> => {
  const rows = await sql<(Omit<Dashboard['lostMarks'][number], 'at'> & { at: Date })[]>`
    select e.subject_type as "subjectType", e.subject_uuid as "subjectUuid", coalesce(c.name, u.name, u.username) as name,
      e.detail->'name'->>'from' as "nameThen", e.created_at as at
    from audit_entry e left join collection c on c.uuid = e.subject_uuid left join app_user u on u.uuid = e.subject_uuid
    where e.act = 'moderation.markLost' and e.created_at > now() - make_interval(days => ${LOST.days})
      and not coalesce(c.is_hidden, u.is_hidden) and coalesce(c.name, u.name, u.username) is not null
      and not exists (
        select 1 from audit_entry later where later.subject_uuid = e.subject_uuid and later.uuid > e.uuid
        and later.act in ('moderation.verify', 'moderation.markLost'))
    order by e.uuid desc limit ${LOST.most}`;
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};
