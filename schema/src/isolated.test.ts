import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it.each(['فَنَّان', 'נעמה (2)', 'Ann \u200fBondar', '𞤀𞤣'])('isolates “%s” from the sentence around it', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['Ann Bondar', 'Оля', '夜の鳥', 'Ωmega', '🦊 12', ''])('leaves “%s” as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
