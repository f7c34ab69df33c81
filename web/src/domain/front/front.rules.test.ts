import { expect, it } from 'vitest';
import { beginningOf } from './front.rules.ts';

it.each([
  ['A short text.', 'A short text.'],
  ['One. Two is here! Is three? Four goes on and on.', 'One. Two is here! Is three?'],
  [
    'The first sentence is longer than all that fits, and is whole. The second.',
    'The first sentence is longer than all that fits, and is whole.',
  ],
  ['Вона сказала: «Так!» Далі нічого. Кінець.\nДругий абзац.', 'Вона сказала: «Так!» Далі нічого.'],
])('a lead shows whole sentences of %j', (text, shown) => expect(beginningOf(text, 35)).toBe(shown));
