import type { Context } from '../../context.ts';
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
  const found = await setAdmin(db.sql, email.trim().toLowerCase(), isAdmin);
  if (!found) return 'unknown';
  return found.is_email_confirmed ? 'done' : 'unconfirmed';
};
