import { columnOf } from '../../../platform/db/column.ts';
import type { Fragment, Sql, Tx } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/text-parts.ts';
import { termsOf } from '../token.terms.ts';

/** Adds the words of these tokens' names, collections and properties to those that corrections of a search know. */
export const addWords = async (tx: Tx, tokenUuids: string[]): Promise<void> => {
  if (tokenUuids.length === 0) return;
  // In one order, so that two transactions with the same new words do not wait for each other.
  await tx`
    insert into search_word
    select distinct word from token cross join words_to_find(ts_filter(search, '{a,b,c}')) word
    where uuid = any(${columnOf(tokenUuids)}::uuid[]) order by word
    on conflict do nothing`;
};

/** Removes the words of an account's name that are in no other name and in no work. */
export const forgetWordsOf = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`
    delete from search_word where word in (select words_to_find(person_words(name, username)) from app_user where uuid = ${userUuid})
      and not exists (select 1 from app_user u where u.uuid <> ${userUuid} and u.is_wallet_public and not u.is_hidden
        and person_terms(u.name, u.username, u.role) @@ plainto_tsquery('simple', word))
      and not exists (select 1 from token t where ${termsOf(tx, 't')} @@ plainto_tsquery('simple', word))`;
};

/** Whether a public work or person has a row's word. */
const isUsed = (sql: Tx): Fragment => sql`(
  exists (select 1 from token t where t.is_counted and ${termsOf(sql, 't')} @@ plainto_tsquery('simple', word))
  or exists (select 1 from app_user u where u.is_wallet_public and not u.is_hidden
    and person_terms(u.name, u.username, u.role) @@ plainto_tsquery('simple', word)))`;

/** Words that one sweep looks up. */
const WORDS_AT_ONCE = 50;
/** About so many works with a word are looked at first: most words are in use, and a common one is in a third of all works. */
const WORKS_OF_A_WORD = 50;

/**
 * Removes words that no public work, collection or person has any more, among the next ones of the alphabet. A word that
 * comes back at this moment may be lost until its next use: a correction less, which is all that words are for.
 * @param after where the last sweep ended; '' to begin
 * @returns where this one ended; '' after the last word
 */
export const sweepWords = async (sql: Sql, after: string): Promise<string> => {
  const rows = await sql.begin(async (tx) => {
    await tx`select set_config('gin_fuzzy_search_limit', ${WORKS_OF_A_WORD}::text, true)`;
    return tx<{ word: string; is_used: boolean }[]>`
      select word, ${isUsed(tx)} as is_used
      from (select word from search_word where word > ${after} order by word limit ${WORDS_AT_ONCE}) next order by word`;
  });
  for (const { word } of rows.filter(({ is_used }) => !is_used))
    await sql`
      delete from search_word where word = ${word} and not ${isUsed(sql)}
        and not exists (select 1 from collection where not is_hidden and ${contains(sql, sql`name`, word, 1)})`;
  return rows.length < WORDS_AT_ONCE ? '' : (rows.at(-1)?.word ?? '');
};
