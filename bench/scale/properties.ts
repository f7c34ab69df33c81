/** What a worker derives some seconds after each change, and triggers collect: a generated or migrated market lacks it. */
import type { Sql } from 'postgres';
import { advanceFacets } from '../../server/src/domain/token/facet.jobs.ts';
import { advanceProperties } from '../../server/src/domain/token/property.jobs.ts';

/** Derives the properties and ranks of all collections that lack them, what tokens have together, and the words of a search. */
export const deriveMissing = async (sql: Sql): Promise<void> => {
  await sql`
    insert into property_change (collection_uuid, has_other_tokens, due_at)
    select uuid, true, now() from collection c
    where items > 0 and not exists (select 1 from collection_property p where p.collection_uuid = c.uuid)
    on conflict (collection_uuid) do update set due_at = now()`;
  await sql`
    insert into search_word
    select words_to_find(ts_filter(search, '{a,b,c}')) from token where is_counted and not exists (select 1 from search_word)
    union select words_to_find(words_in(name)) from collection where not exists (select 1 from search_word)
    union select words_to_find(person_words(name, username)) from app_user where is_wallet_public and not exists (select 1 from search_word)
    on conflict do nothing`;
  while ((await advanceProperties({ db: { sql } } as never)) > 0);
  while ((await advanceFacets({ db: { sql } } as never)) > 0);
  await sql`analyze token_rarity, collection_property, trait_count, search_word`;
};
