import { FOLLOWS_MAX } from '@skarb/schema/limits';
import type { Context } from '../../context.ts';
import { conflict } from '../../platform/http/app-error.ts';
import { addFollow, removeFollow } from './follow.store.ts';
import { requireSubject } from './follow.view.ts';

type Needs = Pick<Context, 'db'>;

/**
 * Follows a person or a collection. Idempotent.
 * @throws AppError 404 for an unknown, hidden or deleted one, 403 `follow.self`, 409 `follow.limit` above 500
 */
export const follow = async ({ db }: Needs, callerUuid: string, subjectUuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const subject = await requireSubject(tx, subjectUuid.toLowerCase(), callerUuid);
    if (!(await addFollow(tx, callerUuid, subject, FOLLOWS_MAX)))
      throw conflict('follow.limit', `You follow ${FOLLOWS_MAX} already: stop following some first`);
  });
};

/** Stops following, also what is hidden or unknown. Idempotent. */
export const unfollow = async ({ db }: Needs, callerUuid: string, subjectUuid: string): Promise<void> => {
  await db.sql.begin((tx) => removeFollow(tx, callerUuid, subjectUuid.toLowerCase()));
};
