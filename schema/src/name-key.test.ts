import { expect, it } from 'vitest';
import { isPlainName, mixesAlphabets, nameKey, nameKeys } from './name-key.ts';

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
  ['✦', '✦\u200b'],
  ['Ivan', 'I\u3164v\u115fa\u1160n\uffa0'],
  ['Ivan', 'Iv\u00ada\u2060n\u{e0041}'],
  ['Iryna', 'ɪʀʏɴᴀ'],
  ['Soren', 'Søren'],
  ['Lodz', 'Łódź'],
  ['Bohdan', 'Boħđan'],
  ['Oksana', 'ʼOksana'],
  ['Мар’яна', 'Марʼяна'],
  ['Hope', 'հօpе'],
  ['Hope', 'ᎻᎾᏢᎬ'],
  ['Hope', 'ꓧꓳꓑꓰ'],
  ['Hope', 'ⲎⲞⲢⲈ'],
  ['Hope', 'ᕼᗝᑭᗴ'],
  ['Ann', '🅰🅝🄽 🇺🇦'],
  ['Ann', '𝔸𝓷𝖓'],
  ['Caesar', 'Cæsar'],
])('“%s” may be taken for “%s”', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

it.each([
  ['Вітер', 'Вечір'],
  ['Amber', 'Ember'],
  ['Fields I', 'Fields II'],
  ['✦', '✧'],
  ['Гра', 'Яра'],
])('“%s” is not taken for “%s”', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));

it('a Greek name is found in capitals and in small letters', () => {
  expect(nameKeys('ΕΛΕΝΗ')).toContain(nameKey('Ελένη'));
  expect(nameKeys('Ελένη')).toContain(nameKey('ΕΛΕΝΗ'));
});

it.each(['Мар’яна', 'Ірина ❤️ ☮︎', '👩‍🎨 🏳️‍🌈 👁️‍🗨️ 🫱🏻‍🫲🏿 1️⃣ 🇺🇦 🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'می‌خواهم', 'ශ්‍රී', '葛󠄀城', 'שלום', '李明'])(
  '“%s” is a plain name',
  (name) => expect(isPlainName(name)).toBe(true),
);

it.each([
  ['a zero-width space', 'An\u200bn'],
  ['a joiner between letters that do not join', 'An\u200dn'],
  ['a joiner between digits', '1\u200d2'],
  ['a selector that selects nothing', 'Ann\ufe0f'],
  ['tags without a flag', 'Ann😀\u{e0041}\u{e007f}'],
  ['a Hangul filler', '\u3164'],
  ['a soft hyphen', 'An\u00adn'],
  ['a blank of Braille', 'Ann\u2800'],
  ['an override of the direction', 'gpj.\u202eexe'],
  ['an isolate', '\u2067Bob\u2069'],
  ['a mark of the direction', 'Bob\u200f'],
  ['a line end', 'Ann\nBob'],
  ['a control character', 'Ann\u0085'],
  ['a character of private use', 'Ann\ue000'],
])('a name with %s is not plain', (_what, name) => expect(isPlainName(name)).toBe(false));

it.each(['Аnn', 'Оlena Koval', 'olena_kоval', 'Zелена', 'Αnna', 'Ꭺnna', 'Веb3', 'Раra'])(
  '“%s” mixes alphabets within a word',
  (name) => expect(mixesAlphabets(name)).toBe(true),
);

it.each([
  'Ann',
  'Мар’яна Ґалаґан',
  'Марʼяна',
  'Олена Koval',
  'olena_ковал',
  'IT-митець',
  'Артем 2.0',
  'Café №5 ❤️',
  'Ελένη',
  'DJ太郎',
  'Annさん',
  'Ｔシャツ',
  'می‌خواهم',
])('“%s” has one alphabet in each word', (name) => expect(mixesAlphabets(name)).toBe(false));
