/**
 * Checks the table of names that cannot change (docs/glossary.md): each word is in the glossary, each table and column in
 * the migrations, and each name of Solidity in the contracts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableWriters } from './table-writers.mjs';
import { ROOT, trackedFiles } from './tracked-files.mjs';

const textOf = (/** @type {RegExp} */ names) =>
  trackedFiles()
    .filter((file) => names.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
const namesIn = (/** @type {string} */ cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
const hasWord = (/** @type {string} */ text, /** @type {string} */ word) => new RegExp(`\\b${word}\\b`).test(text);

/** @param {string} text of the glossary @returns {string[]} what its table of names says wrongly */
export function wrongNames(text) {
  const [words, names = ''] = text.split('## Names that cannot change');
  const migrations = textOf(/^server\/migrations\/.+\.sql$/);
  const contracts = textOf(/^contracts\/src\/.+\.sol$/);
  const rows = [...names.matchAll(/^\| (?!word|---)(.+?) \| (.*?) ?\| (.*?) ?\| (.*?) ?\|$/gm)];
  if (rows.length === 0) return ['the table has no rows'];
  return rows.flatMap(([, word, sql, solidity]) => [
    ...(words.includes(`| **${word}** |`) ? [] : [`${word} is no word of the glossary`]),
    ...namesIn(sql)
      .filter((name) => {
        const [table, column] = name.split('.');
        return !(table in tableWriters) || (column !== undefined && !hasWord(migrations, column));
      })
      .map((name) => `SQL has no ${name}`),
    ...namesIn(solidity)
      .filter((name) => !hasWord(contracts, name))
      .map((name) => `Solidity has no ${name}`),
  ]);
}

export const readGlossary = () => readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8');
