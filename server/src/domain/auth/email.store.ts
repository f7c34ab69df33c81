import { isUniqueViolation, type SavepointTx, type Tx } from '../../platform/db/database.ts';
import { endMailTokens } from './auth.store.ts';
import type { UserRow } from './auth.view.ts';

/** Sets the address that waits for confirmation, or clears it (null). */
export const setPendingEmail = async (tx: Tx, userUuid: string, email: string | null): Promise<void> => {
  await tx`update app_user set pending_email = ${email}, updated_at = now() where uuid = ${userUuid}`;
};

/**
 * Sets the new address of an account, and invalidates all links sent to the old one. Deletes an unconfirmed
 * registration with the same address.
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
