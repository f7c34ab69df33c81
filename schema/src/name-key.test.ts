import { expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

it.each([
  ['Вітер і скло', '  ВІТЕР, і скло! '],
  ['Paris', 'Раris'],
  ['Illusions', '1llusi0ns'],
  ['Modern', 'Modem'],
  ['HOPE', 'НОРЕ'],
  ['HOPE', 'ΗΟΡΕ'],
  ['Cafe', 'Café'],
  ['Ann Art', 'Ａｎｎ​Ａｒｔ'],
  ['✦', '✦ '],
])('“%s” may be taken for “%s”', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

it.each([
  ['Вітер', 'Вечір'],
  ['Amber', 'Ember'],
  ['Fields I', 'Fields II'],
  ['✦', '✧'],
])('“%s” is not taken for “%s”', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));
