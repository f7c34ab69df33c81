/** What was meant by a text that finds nothing: in the other alphabet, without misspellings. */
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { wordsOf } from '../../platform/db/text-parts.ts';
import { frequenciesOf, shareOf } from '../token/token.statistics.ts';
import { distanceOf, inOtherAlphabet, nearest, variantsOf } from './search.rules.ts';

/** Words that are compared with a misspelt one. */
const CANDIDATES = 2000;
/** The nearest words that may be names of artists. */
const NAMES_READ = 20;
/** A word of at least this many characters is also searched without the others. */
const ALONE_MIN = 4;

/** Each is a search. */
const ALONE_TRIED = 6;

/** What has the words that a text may mean: everything public, or artists’ names alone. */
type Scope = 'everything' | 'artists';
const ARTISTS = `('=CREATOR' | '=ADMIN')`;

/** Those of some words that begin a word of an artist’s name or nickname. */
const namesAmong = async (sql: Tx, words: readonly string[]): Promise<string[]> =>
  (
    await sql<{ word: string }[]>`
      select word from unnest(${columnOf(words)}::text[]) word where exists (
        select 1 from app_user u where u.is_wallet_public and not u.is_hidden
          and person_terms(u.name, u.username, u.role) @@ (quote_literal(word)::tsquery && ${ARTISTS}::tsquery))`
  ).map(({ word }) => word);

/** The words of a text as they were probably meant: with `undefined` for those that nothing is like. */
const respell = async (sql: Tx, text: string, scope: Scope): Promise<{ word: string; meant: string | undefined }[]> => {
  const frequencies = await frequenciesOf(sql);
  const meant = new Map<string, string | undefined>();
  const words = wordsOf(text);
  for (const word of new Set(words)) {
    if (distanceOf(word) === 0 || /\p{N}/u.test(word)) {
      meant.set(word, word);
      continue;
    }
    const rows = await sql<{ word: string }[]>`
      (select word from search_word where word >= ${word} order by word limit 1)
      union all (select word from search_word where word_variants(word) && ${variantsOf(word)}::text[] limit ${CANDIDATES})`;
    const candidates = [...new Set(rows.map((row) => row.word))];
    const near = nearest(word, candidates, (one) => shareOf(frequencies, [one]));
    if (scope === 'artists') {
      const names = await namesAmong(sql, [...new Set([word, ...near.slice(0, NAMES_READ)])]);
      meant.set(word, names.includes(word) ? word : near.find((one) => names.includes(one)));
    } else meant.set(word, candidates.some((one) => one.startsWith(word)) ? word : near[0]);
  }
  return words.map((word) => ({ word, meant: meant.get(word) }));
};

/** The words of the nickname that begins with a text once it has no underscores: “taras hai” for “tarashai”. */
const nicknameOf = async (sql: Tx, text: string): Promise<string | undefined> => {
  const [word = '', ...others] = wordsOf(text);
  if (word.length < ALONE_MIN || others.length > 0) return undefined;
  const [row] = await sql<{ joined: string; words: string }[]>`
    select lower(replace(username, '_', '')) as joined, lower(replace(username, '_', ' ')) as words from app_user
    where is_wallet_public and not is_hidden and username like '%\\_%'
      and lower(replace(username, '_', '')) collate "C" >= ${word}
    order by lower(replace(username, '_', '')) collate "C" limit 1`;
  return row?.joined.startsWith(word) ? row.words : undefined;
};

/** What may be meant by a text that finds nothing, the most probable first. */
async function* correctionsOf(sql: Tx, text: string, scope: Scope) {
  const nickname = await nicknameOf(sql, text);
  if (nickname) yield nickname;
  const other = inOtherAlphabet(text);
  if (other) yield other;
  const spellings = [];
  for (const one of other ? [text, other] : [text]) {
    const words = await respell(sql, one, scope);
    spellings.push(words);
    yield words.map(({ word, meant }) => meant ?? word).join(' ');
  }
  // Without the words that nothing is like, then each of a text with such words alone: those that leave most of the text first.
  const left = spellings.flatMap((words) => {
    const known = words.flatMap(({ meant }) => meant ?? []);
    const isAsTyped = words.every(({ word, meant }) => word === meant);
    return [known, ...(isAsTyped ? [] : known.map((word) => [word]))];
  });
  const most = left.filter((words) => words.some((word) => [...word].length >= ALONE_MIN));
  for (const words of most.toSorted((a, b) => b.join('').length - a.join('').length).slice(0, ALONE_TRIED))
    yield words.join(' ');
}

/** What the first correction finds that finds anything, of a text that finds nothing itself. */
export const findCorrected = async <F>(
  sql: Tx,
  text: string,
  find: (corrected: string) => Promise<F>,
  isFound: (found: F) => boolean,
  scope: Scope = 'everything',
): Promise<{ corrected: string; found: F } | undefined> => {
  const tried = new Set([wordsOf(text).join(' ')]);
  for await (const corrected of correctionsOf(sql, text, scope)) {
    if (tried.has(corrected)) continue;
    tried.add(corrected);
    const found = await find(corrected);
    if (isFound(found)) return { corrected, found };
  }
  return undefined;
};
