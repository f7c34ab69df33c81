import type { FollowedEntry, followEndpoints } from '@skarb/schema/follow';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { ListMeta } from '@skarb/schema/primitive';
import { forbidden, notFound } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';
import { collectionsOf } from '../collection/collection.view.ts';
import { seesHiddenOf } from '../hidden/hidden.view.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import type { Subject } from './follow.store.ts';

type Row = { uuid: string; created_at: Date; person: PersonJson | null; followers: number; total: number };

/**
 * The people and collections that somebody follows, the newest first. From the primary: whoever has just followed somebody
 * looks for them here. Nobody follows more than `FOLLOWS_MAX`.
 */
export const readFollowed = async (
  sql: Tx,
  callerUuid: string,
  query: QueryOf<typeof followEndpoints.followed>,
): Promise<{ data: FollowedEntry[]; meta: ListMeta }> => {
  const rows = await sql<Row[]>`
    select f.subject_uuid as uuid, f.created_at, ${personJson(sql, 'u')} as person,
      coalesce((select followers from person_count p where p.uuid = f.person_uuid), 0) as followers, count(*) over ()::int as total
    from follow f left join app_user u on u.uuid = f.person_uuid left join collection c on c.uuid = f.collection_uuid
    where f.follower_uuid = ${callerUuid} and u.is_hidden is not true and c.is_hidden is not true
    order by f.created_at desc, f.subject_uuid limit ${query.limit} offset ${offsetOf(query)}`;
  const collections = await collectionsOf(
    sql,
    rows.filter(({ person }) => person === null).map(({ uuid }) => uuid),
  );
  const data = rows.map(({ uuid, created_at: at, person, followers }): FollowedEntry => {
    const collection = collections.find((one) => one.uuid === uuid) ?? null;
    return {
      uuid,
      followedAt: at.toISOString(),
      isFollowed: true,
      followerCount: collection?.followerCount ?? followers,
      person: person && toPerson(person),
      collection,
    };
  });
  return { data, meta: metaOf(query, rows[0]?.total ?? 0) };
};

/**
 * The person or the collection with an id.
 * @throws AppError 404 for an unknown one, a deleted account, and one that is hidden from the caller; 403 `follow.self`
 * for the caller's own
 */
export const requireSubject = async (sql: Tx, uuid: string, callerUuid: string): Promise<Subject> => {
  const [row] = await sql<{ is_collection: boolean; owner_uuid: string; is_hidden: boolean }[]>`
    select false as is_collection, uuid as owner_uuid, is_hidden from app_user where uuid = ${uuid} and erased_at is null
    union all
    select true, creator_uuid, is_hidden from collection where uuid = ${uuid}`;
  if (!row || (row.is_hidden && !(await seesHiddenOf(sql, row.owner_uuid, callerUuid)))) throw notFound('follow');
  if (row.owner_uuid === callerUuid)
    throw forbidden('follow.self', 'You cannot follow yourself or your own collection');
  return { uuid, isCollection: row.is_collection };
};
