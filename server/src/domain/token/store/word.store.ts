import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
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
