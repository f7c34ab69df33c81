import type { Context } from '../../context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { setAdmin } from './auth.store.ts';

/**
 * Grants or revokes the admin role of the account with an e-mail address. Requires a confirmed address, since an
 * unconfirmed one proves no ownership.
 * @returns `done`, or why nothing changed
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
