import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { catalogue } from '../local/seed-catalogue.ts';
import { inventUsername } from '../server/src/domain/auth/auth.rules.ts';
import { asked, canBePart } from './short-names.mjs';
import { sourcesIn } from './words.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every word that generated names consist of. */
const invented = () => {
  const names = Array.from({ length: 1000 }, (_, at) => inventUsername(() => at / 1000).split('_'));
  const of = (place) => [...new Set(names.map((name) => name[place]))];
  return { qualities: of(0), things: of(1) };
};
const { people, collections, tokens } = catalogue;
const seeded = [...people, ...collections, ...tokens].flatMap(({ name, username }) => [name, username ?? name]);

test('a text that could be part of a generated name is found, and no other', () => {
  const words = invented();
  expect(words.qualities).toContain('kind');
  expect(words.things).toContain('fern');
  for (const text of ['Kind', 'Owl', '404', 'd_fern_3', 'fern_39']) expect(canBePart(text, words, [])).toBe(true);
  for (const text of ['Kind of', 'Save', 'fern_kind', '1.25', 'kind_fern_x'])
    expect(canBePart(text, words, [])).toBe(false);
  expect(canBePart('Quiet', words, ['x'])).toBe(true);
  expect(canBePart('Tulips', words, ['Firebird in the Tulips'])).toBe(true);
});

test('lookups are read with and without `exact`', () => {
  const source = `
    page.getByRole('button', { name: 'Kind' });
    page.getByRole('button', { name: 'Wise', exact: true });
    page.getByLabel("Owl").fill('x');
    page.getByText('Calm', { exact: true });
    page.getByRole('list');
    page.getByText(/Wild/);`;
  expect(asked(source)).toEqual([
    { text: 'Kind', line: 2 },
    { text: 'Owl', line: 4 },
  ]);
});

test('no browser test looks up a text that could be part of another account’s name', () => {
  const words = invented();
  const found = sourcesIn(join(ROOT, 'e2e'), /\.m?ts$/).flatMap(({ name, source }) =>
    asked(source)
      .filter(({ text }) => canBePart(text, words, seeded))
      .map(({ text, line }) => `${relative(ROOT, join(ROOT, 'e2e', name))}:${line} asks for “${text}” without exact`),
  );
  expect(found).toEqual([]);
});
