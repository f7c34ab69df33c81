import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { endMailTokens, type SavepointTx } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';

/** Notes which address waits to be confirmed, or that none does any more. */
export const setPendingEmail = async (tx: Tx, userUuid: string, email: string | null): Promise<void> => {
  await tx`update app_user set pending_email = ${email}, updated_at = now() where uuid = ${userUuid}`;
};

/**
 * Gives an account its new address, and ends every link that went to the old one. A registration under the address
 * that nobody confirmed goes.
 * @returns undefined when another account has confirmed the address meanwhile
 */
export const changeEmail = async (tx: SavepointTx, userUuid: string, email: string): Promise<UserRow | undefined> => {
  await tx`delete from app_user where lower(email) = ${email} and uuid <> ${userUuid} and not is_email_confirmed`;
  try {
    const [row] = await tx.savepoint(
      (inner) => inner<UserRow[]>`update app_user set email = ${email}, is_email_confirmed = true, pending_email = null,
        updated_at = now() where uuid = ${userUuid} returning *`,
    );
    await endMailTokens(tx, userUuid, ['confirm', 'change', 'reset']);
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};
