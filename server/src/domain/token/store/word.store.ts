import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';

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
