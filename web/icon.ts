/**
 * Draws the icons of the installed app from the mark, and writes its manifest in each language, into the built client.
 * `tsx web/icon.ts` after `vite build`.
 */
import { LANGUAGES, tagOf, type Language } from '@skarb/schema/language';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const GROUND = '#0B0C10';
const mark = readFileSync(at('public/logo.svg'));

/** The mark on the ground. @param share of the side that it takes: a maskable icon may be cut to a circle of 80 % */
export const draw = async (side: number, share: number, corner = 0): Promise<Buffer> => {
  const inner = Math.round(side * share);
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" rx="${Math.round(side * corner)}" fill="${GROUND}"/></svg>`;
  const drawn = await sharp(mark, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  return sharp(Buffer.from(ground))
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
};

/** An .ico with PNG pictures of these sides, which every browser reads. */
export const icoOf = (pictures: readonly { side: number; png: Buffer }[]): Buffer => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

/** Where the shortcuts of the icon lead, with the keys of their names below `nav`. */
const SHORTCUTS: readonly (readonly [url: string, key: keyof Words['nav']])[] = [
  ['/nfts', 'gallery'],
  ['/create-nft', 'create'],
  ['/profile', 'profile'],
];

type Words = { name: string; tagline: string; nav: Record<'gallery' | 'create' | 'profile', string> };

/** @param words of `app.json` in one language */
export const manifestOf = (language: Language, words: Words) => ({
  id: '/nfts',
  name: `${words.name} · ${words.tagline}`,
  short_name: words.name,
  description: words.tagline,
  lang: tagOf(language),
  dir: 'ltr',
  start_url: '/nfts',
  scope: '/',
  display: 'standalone',
  background_color: GROUND,
  theme_color: GROUND,
  categories: ['art', 'shopping'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: SHORTCUTS.map(([url, key]) => ({
    name: words.nav[key],
    url,
    icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
});

/** Writes a manifest for each language. @param locales the folder of all languages' words */
export const writeManifests = (locales: string, out: string): void => {
  for (const language of LANGUAGES) {
    const words: Words = JSON.parse(readFileSync(`${locales}/${language}/common/app.json`, 'utf8'));
    writeFileSync(`${out}/${language}.webmanifest`, JSON.stringify(manifestOf(language, words)));
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = (name: string) => at(`dist/client/${name}`);
  mkdirSync(at('dist/client'), { recursive: true });
  for (const side of [192, 512]) writeFileSync(out(`icon-${side}.png`), await draw(side, 0.72, 0.22));
  writeFileSync(out('icon-maskable-512.png'), await draw(512, 0.56));
  writeFileSync(out('apple-touch-icon.png'), await draw(180, 0.66));
  const sides = [16, 32, 48];
  const pictures = await Promise.all(sides.map(async (side) => ({ side, png: await draw(side, 0.86, 0.22) })));
  writeFileSync(out('favicon.ico'), icoOf(pictures));
  writeManifests(at('locales'), at('dist/client'));
}
