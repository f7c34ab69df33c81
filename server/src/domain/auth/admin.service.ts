import type { Context } from '../../context.ts';
import { recordAudit } from '../audit/audit.ts';
import { setAdmin } from './auth.store.ts';

/**
 * Makes the account of an e-mail address an admin's, or an ordinary one again. An address that nobody has confirmed
 * is nobody's.
 * @returns what was done, or why nothing was
 */
export const changeAdmin = async (
  { db }: Pick<Context, 'db'>,
  email: string,
  isAdmin: boolean,
): Promise<'done' | 'unknown' | 'unconfirmed'> => {
  return db.sql.begin(async (tx) => {
    const found = await setAdmin(tx, email.trim().toLowerCase(), isAdmin);
    if (!found) return 'unknown';
    const { user, role } = found;
    if (role !== user.role)
      await recordAudit(tx, {
        adminUuid: null,
        act: 'user.role',
        subjectType: 'user',
        subjectUuid: user.uuid,
        detail: { role: { from: user.role, to: role }, by: 'npm run admin' },
      });
    return user.is_email_confirmed ? 'done' : 'unconfirmed';
  });
};
