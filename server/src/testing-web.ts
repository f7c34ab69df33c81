import { LANGUAGES } from '@skarb/schema/limits';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a built web app of one page that shows its URL and the number of renders so far. `/search` reads the API, as in
 * the real app.
 * @returns the folder for WEB_DIST
 */
export const buildTestWeb = (folder: string): string => {
  for (const part of [
    'dist/client/assets',
    'dist/server',
    ...LANGUAGES.map((language) => `locales/${language}/common`),
  ])
    mkdirSync(join(folder, part), { recursive: true });
  for (const language of LANGUAGES)
    writeFileSync(
      join(folder, `locales/${language}/common/app.json`),
      JSON.stringify({ note: 'Ціни — в ETH, а не в злотих. З продажу', mail: 'Not for browsers' }),
    );
  const manifest = {
    'page.tsx': { file: 'assets/app.js', imports: ['lists.tsx'] },
    'lists.tsx': { file: 'assets/lists.js' },
  };
  writeFileSync(join(folder, 'dist/client/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'dist/client/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'dist/client/sw.js'), "const VERSION = '%version%';");
  writeFileSync(join(folder, 'dist/client/assets/app.js'), 'export {};');
  writeFileSync(join(folder, 'dist/client/assets/lists.js'), 'export const lists = [];');
  writeFileSync(join(folder, 'dist/client/assets/app.css'), 'body{margin:0}');
  writeFileSync(
    join(folder, 'dist/client/index.html'),
    '<html lang="%lang%"><head><!--head--><link rel="stylesheet" href="/assets/app.css"><!--styles--></head><!--app--><!--data--></html>',
  );
  writeFileSync(
    join(folder, 'dist/server/entry-server.js'),
    `let renders = 0;
     export const render = async ({ url, currency, read }) => ({
       kind: url.startsWith('/nowhere') ? 'none' : 'page', head: '', data: currency, files: ['page.tsx'],
       status: url.startsWith('/search?') && (await read('/search', { params: {}, query: Object.fromEntries(new URL(url, 'http://a').searchParams) })).status === 429 ? 503 : 200,
       styles: '[data-style="0"]{width:' + url.length + 'px}',
       app: JSON.stringify([++renders, url]),
     });`,
  );
  return join(folder, 'dist');
};
