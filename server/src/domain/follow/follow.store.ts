import type { Tx } from '../../platform/db/database.ts';
import { addPersonFollowers } from '../auth/person-count.store.ts';
import { addCollectionFollowers } from '../collection/collection.store.ts';

export type Subject = { uuid: string; isCollection: boolean };

const count = async (tx: Tx, { uuid, isCollection }: Subject, by: 1 | -1): Promise<void> => {
  if (isCollection) await addCollectionFollowers(tx, [uuid], by);
  else await addPersonFollowers(tx, [uuid], by);
};

/**
 * Follows; following twice changes nothing.
 * @returns false if the account follows `most` already
 */
export const addFollow = async (tx: Tx, followerUuid: string, subject: Subject, most: number): Promise<boolean> => {
  const { uuid, isCollection } = subject;
  // Of two at once, the second one counts the first.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`follow ${followerUuid}`}, 0))`;
  const added = await tx`
    insert into follow (follower_uuid, person_uuid, collection_uuid)
    select ${followerUuid}, ${isCollection ? null : uuid}::uuid, ${isCollection ? uuid : null}::uuid
    where (select count(*) from follow where follower_uuid = ${followerUuid}) < ${most}
    on conflict do nothing`;
  if (added.count > 0) {
    await count(tx, subject, 1);
    return true;
  }
  const known = await tx`select 1 from follow where follower_uuid = ${followerUuid} and subject_uuid = ${uuid}`;
  return known.length > 0;
};

/** Stops following; what is not followed stays so. */
export const removeFollow = async (tx: Tx, followerUuid: string, subjectUuid: string): Promise<void> => {
  const [row] = await tx<{ is_collection: boolean }[]>`
    delete from follow where follower_uuid = ${followerUuid} and subject_uuid = ${subjectUuid}
    returning collection_uuid is not null as is_collection`;
  if (row) await count(tx, { uuid: subjectUuid, isCollection: row.is_collection }, -1);
};

/** Deletes what an account follows, and who follows it. */
export const deleteFollowsOf = async (tx: Tx, userUuid: string): Promise<void> => {
  const gone = await tx<{ subject_uuid: string; is_collection: boolean }[]>`
    delete from follow where follower_uuid = ${userUuid} returning subject_uuid, collection_uuid is not null as is_collection`;
  const uuids = (isCollection: boolean) =>
    gone.filter((row) => row.is_collection === isCollection).map((row) => row.subject_uuid);
  await addCollectionFollowers(tx, uuids(true), -1);
  await addPersonFollowers(tx, uuids(false), -1);
  const { count: followers } = await tx`delete from follow where person_uuid = ${userUuid}`;
  if (followers > 0) await addPersonFollowers(tx, [userUuid], -followers);
};
