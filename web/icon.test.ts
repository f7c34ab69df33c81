import { readFileSync } from 'node:fs';
import type { Language } from '@skarb/schema/language';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { draw, icoOf, manifestOf } from './icon.ts';

const words = (language: Language) =>
  JSON.parse(readFileSync(new URL(`locales/${language}/common/app.json`, import.meta.url), 'utf8'));

it.each<[Language, string, string]>([
  ['en', 'en', 'Create'],
  ['ukr', 'uk', 'Створити'],
])('the manifest in %s has its language, what an installation needs, and named shortcuts', (language, lang, create) => {
  const manifest = manifestOf(language, words(language));
  expect(manifest).toMatchObject({ lang, short_name: 'Skarb', start_url: '/nfts', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(manifest.shortcuts.map(({ name, url }) => `${url} ${name}`)).toContain(`/create-nft ${create}`);
});

it('an icon is drawn at its size, and an .ico names the place of each picture in it', async () => {
  const png = await draw(32, 0.86, 0.22);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  const ico = icoOf([
    { side: 16, png: Buffer.from('first') },
    { side: 32, png },
  ]);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(22)]).toEqual([1, 2, 32]);
  const at = ico.readUInt32LE(22 + 12);
  expect(ico.subarray(at, at + ico.readUInt32LE(22 + 8))).toEqual(png);
});
