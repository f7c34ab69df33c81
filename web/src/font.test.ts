import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The font faces of font.css that have files. */
const faces = [...readFileSync(new URL('./font.css', import.meta.url), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)]
  .map(([, rules = '']) => Object.fromEntries([...rules.matchAll(/([\w-]+):\s+([^;]+);/g)].map(([, a, b]) => [a, b])))
  .filter((rules) => 'font-weight' in rules);

it('all files of a family have the same range of weights: browsers join only such faces by their characters', () => {
  const families = [...new Set(faces.map((rules) => rules['font-family']))];
  expect(families).toEqual(["'Work Sans'", "'Onest'"]);
  for (const family of families) {
    const own = faces.filter((rules) => rules['font-family'] === family);
    expect(new Set(own.map((rules) => rules['font-weight'])).size, family).toBe(1);
  }
});
