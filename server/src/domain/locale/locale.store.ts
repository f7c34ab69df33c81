import type { Sql } from '../../platform/db/database.ts';

/** The most keys stored: made-up keys beyond are dropped, known ones are still counted. */
const KEPT_MAX = 5000;

/** Stores reported keys, or counts those already stored. */
export const addMissingWords = (
  sql: Sql,
  language: string,
  namespace: string,
  words: Record<string, string>,
): Promise<unknown> => {
  const keys = Object.keys(words).sort();
  return sql`
    insert into missing_word (language, namespace, key, shown)
    select ${language}, ${namespace}, key, shown
    from unnest(${keys}::text[], ${keys.map((key) => words[key] as string)}::text[]) as reported (key, shown)
    where (select count(*) from missing_word) < ${KEPT_MAX}
      or exists (select 1 from missing_word known where known.language = ${language} and known.namespace = ${namespace} and known.key = reported.key)
    order by key
    on conflict (language, namespace, key) do update
      set shown = excluded.shown, reports = missing_word.reports + 1, updated_at = now()`;
};
