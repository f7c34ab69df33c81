import { writeFile } from 'node:fs/promises';
import sharp, { type OverlayOptions } from 'sharp';
import { renderPng } from '@skarb/server/breeding/art/render.ts';
import { series, type SeriesName } from '../art/series.ts';

/** Arranges pictures in `columns` on a dark background, each fitted into a square of `side` pixels. */
export async function contactSheet(svgs: readonly string[], columns: number, side: number): Promise<Buffer> {
  const gap = Math.round(side / 16);
  const rows = Math.ceil(svgs.length / columns);
  const pictures: OverlayOptions[] = [];
  for (const [i, svg] of svgs.entries()) {
    const input = await renderPng(svg, side);
    const { width = side, height = side } = await sharp(input).metadata();
    pictures.push({
      input,
      left: gap + (i % columns) * (side + gap) + Math.round((side - width) / 2),
      top: gap + Math.floor(i / columns) * (side + gap) + Math.round((side - height) / 2),
    });
  }
  return sharp({
    create: {
      width: gap + columns * (side + gap),
      height: gap + rows * (side + gap),
      channels: 3,
      background: '#0B0C10',
    },
  })
    .composite(pictures)
    .png()
    .toBuffer();
}

/**
 * `contact-sheet.ts out.png` draws the whole gallery; `out.png series [first seed [count [columns [side]]]]` draws
 * seeds of one series.
 */
async function main([out, name, from = '1', count = '12', columns = '4', side = '440']: string[]): Promise<void> {
  if (!out)
    throw new Error('Usage: tsx local/contact-sheet.ts <out.png> [series] [first seed] [count] [columns] [side]');
  if (!name) {
    const { catalogue } = await import('./seed-catalogue.ts');
    const byCollection = catalogue.collections.flatMap(({ series: name }) =>
      catalogue.tokens.filter((token) => token.collection === name),
    );
    const svgs = byCollection.map((token) => series[token.collection](token.seed).svg);
    await writeFile(out, await contactSheet(svgs, 9, 240));
    return;
  }
  const draw = series[name as SeriesName];
  if (!draw) throw new Error(`There is no series ${name}. There are: ${Object.keys(series).join(', ')}`);
  const svgs = Array.from({ length: Number(count) }, (_, i) => draw(Number(from) + i).svg);
  await writeFile(out, await contactSheet(svgs, Number(columns), Number(side)));
}

if (process.argv[1]?.endsWith('contact-sheet.ts')) await main(process.argv.slice(2));
