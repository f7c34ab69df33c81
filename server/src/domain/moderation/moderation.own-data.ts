import type { OwnData } from '../../platform/own-data.ts';
import { eraseModerator } from './moderation.store.ts';

/** Reports made, and admin acts about the account. Its owner may not see who reported it or which admin acted. */
export const moderationOwnData: OwnData = {
  tables: ['report', 'hidden', 'audit_entry'],
  topics: {
    reports: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, subject_type, subject_uuid, reason, note, created_at, closed_at, closed_as from report where reporter_uuid = ${uuid}`,
    'admin-acts-about-me': (sql, { uuid }) => sql`
      select uuid::text as key, created_at, act, detail from audit_entry where subject_type = 'user' and subject_uuid = ${uuid}`,
    'admin-acts-by-me': (sql, { uuid }) => sql`
      select uuid::text as key, created_at, act, subject_type, subject_uuid from audit_entry where admin_uuid = ${uuid}`,
    hidden: (sql, { uuid }) => sql`
      select subject_type || ' ' || subject_uuid as key, subject_type, subject_uuid, reason, note, created_at from hidden
      where (subject_type = 'user' and subject_uuid = ${uuid})
        or (subject_type = 'collection' and subject_uuid in (select uuid from collection where creator_uuid = ${uuid}))
        or (subject_type = 'token' and subject_uuid in (select uuid from token where creator_uuid = ${uuid}))`,
  },
  erase: (tx, { uuid }) => eraseModerator(tx, uuid),
};
