import { COMMON_PASSWORDS } from '@skarb/schema/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { refusedField } from '../../platform/http/app-error.ts';

/** The most common passwords of leaked lists, the most common first; all lower-case. */
const COMMON = new Set(dictionary.passwords.slice(0, COMMON_PASSWORDS));
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Refuses a new password that attackers try first: one of the most common ones, or the user's own address or username.
 * There are no composition rules.
 * @param names e-mail address and username, if known
 * @throws AppError 400 `password.breached` or `password.own`, naming `password`
 */
export const checkNewPassword = (password: string, names: readonly (string | null | undefined)[] = []): void => {
  const text = plain(password);
  if (COMMON.has(text))
    throw refusedField(
      'password',
      'password.breached',
      'This password is on lists of leaked passwords. Choose another one',
      'isNotBreached',
    );
  const own = names.flatMap((name) => (name ? [plain(name), plain(name).split('@')[0] ?? ''] : []));
  if (own.includes(text))
    throw refusedField(
      'password',
      'password.own',
      'This password is your own e-mail address or username. Choose another one',
      'isNotOwn',
    );
};
