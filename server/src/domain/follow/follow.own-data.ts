import type { OwnData } from '../../platform/own-data.ts';
import { deleteFollowsOf } from './follow.store.ts';

/** The people and collections that a user follows. Who follows the user is the followers' data. */
export const followOwnData: OwnData = {
  tables: ['follow'],
  topics: {
    follows: (sql, { uuid }) => sql`
      select subject_uuid::text as key, person_uuid, collection_uuid, created_at from follow where follower_uuid = ${uuid}`,
  },
  erase: (tx, { uuid }) => deleteFollowsOf(tx, uuid),
};
