import { isPlainName, mixesAlphabets, nameKey, ONE_ALPHABET, PLAIN_NAME } from '@skarb/schema/name-key';
import { mayTakeUsername } from '@skarb/schema/username';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField, refusedField } from '../../platform/http/app-error.ts';
import { isVerifiedName } from './auth.view.ts';

/**
 * Refuses names that a user chooses and that mislead: with characters that nobody sees, with alphabets mixed within a
 * word, or that may be taken for a verified user's. Pages may show either, so each is checked alone. Callers pass only names
 * that change: a name of before stays.
 * @param userUuid null for a new user
 * @throws AppError 400 on `name` or `username`, `auth.nameVerified` for that of a verified user
 */
export const requireOwnUserName = async (
  tx: Tx,
  userUuid: string | null,
  names: { name?: string | null | undefined; username?: string | null | undefined },
): Promise<void> => {
  for (const field of ['name', 'username'] as const) {
    const name = names[field];
    if (!name) continue;
    if (!isPlainName(name)) throw invalidField(field, 'isPlainName', PLAIN_NAME);
    // The schema knows fewer letters, because a browser loads it.
    if (field === 'username' && !mayTakeUsername(nameKey(name)))
      throw invalidField(field, 'custom', 'is kept for the marketplace itself');
    const [found] = await tx<{ is_verified: boolean }[]>`select ${isVerifiedName(tx, name, userUuid)} as is_verified`;
    if (found?.is_verified)
      throw refusedField(
        field,
        'auth.nameVerified',
        'A verified user is called so, or looks so: choose another name',
        'isVerifiedName',
      );
    if (mixesAlphabets(name)) throw invalidField(field, 'isOneAlphabet', ONE_ALPHABET);
  }
};
