/**
 * Makes the three small fonts in src/font from the complete ones: the characters of English and Ukrainian pages, and the
 * letters with accents of names, in the weights that are used (400 to 600). 21, 9 and 7 KB instead of 50 and 16, ahead of
 * the pictures on a slow phone.
 * Other letters come from the complete files, by unicode-range (font.css). `node web/font/subset.mjs`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
/** For the pictures of link previews, which the server draws: the drawing library reads no woff2. */
const DRAWN = [
  {
    from: '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2',
    to: 'work-sans-latin.ttf',
    text: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}${range(0x2010, 0x2027)}\u2030\u2039\u203a\u20ac\u2122\u2212\u0131\u0152\u0153`,
  },
  {
    from: '@fontsource-variable/work-sans/files/work-sans-latin-ext-wght-normal.woff2',
    to: 'work-sans-latin-ext.ttf',
    text: `${range(0x100, 0x24f)}${range(0x1e00, 0x1eff)}`,
  },
  {
    from: '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2',
    to: 'onest-cyrillic.ttf',
    text: `\u02bc\u0301\u2116${range(0x400, 0x45f)}\u0490\u0491`,
  },
  {
    from: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
    to: 'noto-sans-arabic.ttf',
    text: `${range(0x600, 0x6ff)}${range(0x750, 0x77f)}`,
  },
  {
    from: '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
    to: 'noto-sans-hebrew.ttf',
    text: `${range(0x591, 0x5c7)}${range(0x5d0, 0x5ea)}${range(0x5ef, 0x5f4)}`,
  },
  {
    // In one colour, that of the text around it.
    from: '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff2',
    to: 'noto-emoji.ttf',
    text: `\u200d\ufe0f${(range(0x80, 0x1fbff).match(/\p{Extended_Pictographic}|\p{RI}|\p{Emoji_Modifier}/gu) ?? []).join('')}`,
    hasOneWeight: true,
  },
];
/** The unicode-range in font.css lists the same characters. */
const SETS = [
  {
    from: '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2',
    to: 'work-sans-basic.woff2',
    text: `${range(0x20, 0x7e)}\u00a0\u00ab\u00b7\u00bb\u00d7${range(0x2013, 0x2014)}${range(0x2018, 0x201a)}${range(0x201c, 0x201e)}\u2022\u2026\u20ac\u2212`,
  },
  {
    from: '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2',
    to: 'work-sans-accents.woff2',
    text: `${range(0xc0, 0xd6)}${range(0xd8, 0xf6)}${range(0xf8, 0xff)}`,
  },
  {
    from: '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2',
    to: 'onest-ukr.woff2',
    text: `\u02bc\u0301\u0404\u0406\u0407${range(0x410, 0x44f)}\u0454\u0456\u0457\u0490\u0491\u2116`,
  },
];
const make = async ({ from, to, text, hasOneWeight = false }, targetFormat, folder) => {
  const font = await subsetFont(readFileSync(require.resolve(from)), text, {
    targetFormat,
    ...(!hasOneWeight && { variationAxes: { wght: { min: 400, max: 600 } } }),
  });
  writeFileSync(new URL(`${folder}/${to}`, import.meta.url), font);
  console.log(to, font.length);
};
for (const set of SETS) await make(set, 'woff2', '../src/font');
for (const set of DRAWN) await make(set, 'truetype', '../../server/font');
