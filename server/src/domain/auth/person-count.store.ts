import type { Tx } from '../../platform/db/database.ts';

/** Adds to the numbers of followers of these people. */
export const addPersonFollowers = (tx: Tx, uuids: string[], by: number) => tx`
  insert into person_count as p (uuid, followers) select uuid, ${by}::int from unnest(${uuids.toSorted()}::uuid[]) uuid
  on conflict (uuid) do update set followers = p.followers + ${by}::int`;
