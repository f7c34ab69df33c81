/** People by the words of their names. Only those who have published or traded something are found. */
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { BEGINNING_MAX, oneOfEach, prefixesOf, wordsOf } from '../../platform/db/text-parts.ts';

/** A name that more creators have names nobody. */
const CREATORS_MAX = 20;
/** A shorter text is the beginning of too many names. */
const NAME_MIN = 3;

/**
 * The condition that the name or nickname of a user `u` has all words of a text, each as the beginning of one; undefined
 * if the text has no words.
 * @param areCreators only of people who have created something
 */
export const isPersonNamed = (sql: Tx, text: string, areCreators: boolean): Fragment | undefined => {
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  const beginnings = words.map((word) => [[...word].slice(0, BEGINNING_MAX).join('')]);
  const terms = oneOfEach([...beginnings, ...(areCreators ? [['=CREATOR', '=ADMIN']] : [])]);
  // Longer words are compared whole.
  const whole = words.some((word) => [...word].length > BEGINNING_MAX)
    ? sql`and person_words(u.name, u.username) @@ ${prefixesOf(words)}::tsquery`
    : sql``;
  return sql`u.is_wallet_public and not u.is_hidden and person_terms(u.name, u.username, u.role) @@ ${terms}::tsquery ${whole}`;
};

/** The creators whose name or nickname a text is. None if it is short, or the name of many. */
export const creatorsNamed = async (sql: Tx, text: string): Promise<string[]> => {
  const named = text.trim().length < NAME_MIN ? undefined : isPersonNamed(sql, text, true);
  if (!named) return [];
  const found = await sql<{ uuid: string }[]>`select u.uuid from app_user u where ${named} limit ${CREATORS_MAX + 1}`;
  return found.length > CREATORS_MAX ? [] : found.map(({ uuid }) => uuid);
};
