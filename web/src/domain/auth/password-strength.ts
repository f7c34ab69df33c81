/** Loaded when a user starts to type a password: the word lists are 400 KB, half of that compressed. */
import { COMMON_PASSWORDS } from '@skarb/schema/limits';
import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

zxcvbnOptions.setOptions({ dictionary, graphs: adjacencyGraphs });
const common = new Set(dictionary.passwords.slice(0, COMMON_PASSWORDS));

/**
 * How well a password resists guessing: 0 to 4, or why the server will refuse it.
 * @param own the user's e-mail address and username, as far as they are known
 */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; refused?: 'common' | 'own' };

export const strengthOf = (password: string, own: readonly string[]): Strength => {
  const text = password.normalize('NFKC').toLowerCase();
  if (common.has(text)) return { score: 0, refused: 'common' };
  const names = own.filter(Boolean).flatMap((name) => [name.toLowerCase(), name.toLowerCase().split('@')[0] ?? '']);
  if (names.includes(text)) return { score: 0, refused: 'own' };
  return { score: zxcvbn(password, names).score };
};
