/**
 * Finds words that this repository replaced by standard terms (docs/glossary.md), in code, comments, tests, documents and the
 * English interface. A word list cannot judge a sentence; it keeps the worst habits from returning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, trackedFiles } from './tracked-files.mjs';

const READ =
  /\.(?:tsx?|mjs|mts|sol|sql|css|html|md|yaml|yml)$|^web\/locales\/en\/.*\.json$|^Dockerfile$|^\.env\.example$/;
/** This list with its test, generated files, and the stories of the seeded works: they are about characters. */
const SKIPPED = /^(?:tools\/plain-words\.|bench\/results\/|schema\/src\/calls\/|contracts\/abi\/|art\/pieces-)/;

/** Names of applied migrations never change. */
const APPLIED = /^server\/migrations\//;

/** Names that contain a replaced word and stay: of tables and columns, of jobs, and of error codes. */
const KEPT =
  /\b(?:is_told|told_at|set_aside_told|auction_ending_told|redraw-tokens|too_dear|[a-z_]+_away)\b|(?<![A-Za-z])tooDear(?![a-z])/g;

/** The words of identifiers: `toldOf` → `told Of`, `told_at` → `told at`. */
const splitNames = (text) =>
  text.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])/g, ' ');

/** @type {{ word: RegExp, use: string }[]} */
export const REPLACED = [
  { word: /\bpurses?\b/i, use: 'bidder balance, or wallet' },
  { word: /\banew\b/i, use: 'again, or new' },
  { word: /\bonce more\b/i, use: 'again' },
  { word: /\b(?:un)?told\b|\btellings?\b/i, use: 'notified, reported, emitted or revealed' },
  { word: /\bwhose (?:it|they) (?:is|are|was|were)\b/i, use: 'its owner' },
  { word: /\b(?:he|him|his|himself)\b/i, use: 'they, them, their' },
  { word: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { word: /\ball the same\b/i, use: 'anyway, or also' },
  { word: /\b(?:lies|lie|lay) in\b/i, use: 'is in, or is held by' },
  { word: /\bput(?:s|ting)? away\b/i, use: 'dismiss' },
  { word: /\bnobody is asked\b/i, use: 'without a prompt' },
  { word: /\bas (?:it|they) stands?\b/i, use: 'in its current state' },
  { word: /\bdesk\b/i, use: 'dashboard' },
  { word: /\bthe house\b(?! spirit)/i, use: 'the auction house' },
  { word: /\b(?:taken|takes|take|took|taking) back\b/i, use: 'undo, withdraw or cancel' },
  { word: /\bstrangers?\b/i, use: 'anyone, or a third party' },
  { word: /\b(?:kept|steady)-press\b/i, use: 'the name of what replaced it' },
  { word: /\bleash\b/i, use: 'exit with the parent' },
  { word: /\bwish(?:es)?\b/i, use: 'request' },
  { word: /\bdeeds?\b/i, use: 'action' },
  { word: /\btell ?\(|\b(?:const|function) tell\b|\btell of\b/i, use: 'notify, report or send' },
  { word: /\bdear\b(?! Ann)/i, use: 'expensive' },
  { word: /\bbeats?\b/i, use: 'heartbeat' },
  { word: /\bredraws?\b/i, use: 'rebuild' },
  { word: /\bin (?:turn|time)\(/i, use: 'withLock, withTimeout' },
  { word: /\b(?:is|are|chain|database|server|issuer|provider|storage) away\b|(?<!\.)\baway\(/i, use: 'unavailable' },
  {
    word: /(?:^|^[\s*/-]+|[.:!?] |\| )Who (?:has|have|chose|lost|accepts|buys|sells|sold|owns|signs)\b/,
    use: 'people who',
  },
  { word: /(?:\/\*\* |\/\/ |^\s*\* |[.;] )So many\b/, use: 'at most this many' },
  { word: /\bstandings?\b/i, use: 'bid position, bid outcome, or open' },
  { word: /\b(?:mail|registration) turn\b/i, use: 'mail slot' },
];

/** Most files have none: one search of the whole text instead of one for each word and line. */
const ANY = new RegExp(REPLACED.map(({ word }) => word.source).join('|'), 'i');

/**
 * @param {string} text of a file
 * @returns {{ line: number, word: string, use: string }[]} the replaced words in it
 */
export function replacedWords(text) {
  const names = splitNames(text.replace(KEPT, ''));
  if (!ANY.test(names)) return [];
  return names.split('\n').flatMap((content, index) =>
    REPLACED.flatMap(({ word, use }) => {
      const found = word.exec(content);
      return found ? [{ line: index + 1, word: found[0], use }] : [];
    }),
  );
}

/** Each replaced word of the repository, as `file:line: "word": use …`; line 0 is the file's name. */
export function checkWords() {
  const files = trackedFiles().filter((file) => !SKIPPED.test(file) && !APPLIED.test(file));
  const named = files.flatMap((file) =>
    replacedWords(file.replace(/[-./]/g, ' ')).map(({ word, use }) => `${file}:0: "${word}": use ${use}`),
  );
  const written = trackedFiles()
    .filter((file) => READ.test(file) && !SKIPPED.test(file))
    .flatMap((file) =>
      replacedWords(readFileSync(join(ROOT, file), 'utf8')).map(
        ({ line, word, use }) => `${file}:${line}: "${word}": use ${use}`,
      ),
    );
  return [...named, ...written];
}
