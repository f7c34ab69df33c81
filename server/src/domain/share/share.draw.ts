import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions } from 'sharp';
import { drawablePartOf } from './share.text.rules.ts';

/** Runs in a process of the pool: see media.work.ts. */

/** The size that link previews are made for. */
const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const INK = { ground: '#0B0C10', mat: '#12141A', soft: '#C5CAD6', bright: '#F4F5F7' };
const GOLD = '#E8B84B';
/** The picture is in a square at the left, the words at its right. */
const SQUARE = PREVIEW_SIZE.height;
const MARGIN = 56;
const TEXT_LEFT = SQUARE + 48;
const TEXT_WIDTH = PREVIEW_SIZE.width - TEXT_LEFT - MARGIN;
/** Everything longer would leave no room; pages show it whole. */
const LENGTH = 80;

const font = (name: string) => fileURLToPath(new URL(`../../../font/${name}.ttf`, import.meta.url));
const FONTS = [
  'work-sans-latin',
  'work-sans-latin-ext',
  'onest-cyrillic',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-emoji',
].map(font);
const FAMILIES = 'Work Sans, Onest, Noto Sans Arabic, Noto Sans Hebrew, Noto Emoji';

/** A user's text as Pango markup, which is XML: nothing of it can become a tag. */
export const markupOf = (text: string, colour: string, weight: number): string => {
  const drawn = drawablePartOf(text);
  const short = [...drawn].length > LENGTH ? `${[...drawn].slice(0, LENGTH - 1).join('')}…` : drawn;
  const escaped = short.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return short && `<span foreground="${colour}" weight="${weight}" insert_hyphens="false">${escaped}</span>`;
};

type Words = { data: Buffer; width: number; height: number };
const write = async (markup: string, size: number, fontfile: string = FONTS[0] as string): Promise<Words> => {
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${FAMILIES} ${size}`,
      fontfile,
      width: TEXT_WIDTH,
      wrap: 'word-char',
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

let loaded: Promise<unknown> | undefined;
/** A font is found by its family once its file has been named. */
const loadFonts = () => (loaded ??= Promise.all(FONTS.map((file) => write('a', 10, file))));

const MARK = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="8 8 48 48" fill="${GOLD}"><path d="M8 28v-4C8 15.2 15.2 8 24 8h16c8.8 0 16 7.2 16 16v4h-8L32 12 16 28z"/><path d="M8 32h8l16 16 16-16h8v18a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z"/><path d="m32 19 11 11-11 11-11-11z"/></svg>`;
const rectangle = (width: number, height: number, fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${fill}"/></svg>`,
  );

/** A portrait as a circle. */
const round = async (path: string, side: number): Promise<Buffer> => {
  const circle = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="50%" cy="50%" r="50%"/></svg>`,
  );
  return sharp(path)
    .resize(side, side, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: circle, blend: 'dest-in' }])
    .png()
    .toBuffer();
};
/** Sides of the portrait on the mat, and above the words. */
const PORTRAIT = 380;
const FACE = 112;

/** The picture whole on its mat; a portrait as a circle. */
const hang = async (path: string, isRound: boolean): Promise<OverlayOptions[]> => {
  if (isRound) {
    const place = (SQUARE - PORTRAIT) / 2;
    return [{ input: await round(path, PORTRAIT), left: place, top: place }];
  }
  const most = SQUARE - 2 * MARGIN;
  const { data, info } = await sharp(path)
    .resize(most, most, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.round((SQUARE - info.width) / 2), Math.round((SQUARE - info.height) / 2)];
  return [{ input: data, left, top }];
};

/** Draws the picture of a link preview as JPEG. */
export const drawPreview = async ({
  label,
  title,
  by,
  picture,
  face,
  isRound,
  target,
}: {
  label: string;
  title: string;
  by: string;
  /** The file of the picture. */ picture?: string;
  /** That of a portrait above the words. */ face?: string;
  isRound: boolean;
  target: string;
}): Promise<void> => {
  await loadFonts();
  // A long title is smaller, so that it never takes more than four lines.
  const titleSize = [...title].length > 24 ? 50 : [...title].length > 14 ? 58 : 68;
  const lines = [
    { markup: markupOf(label, GOLD, 500), size: 26, after: 28 },
    { markup: markupOf(title, INK.bright, 600), size: titleSize, after: 32 },
    { markup: markupOf(by, INK.soft, 400), size: 30, after: 0 },
  ].filter(({ markup }) => markup);
  const parts: OverlayOptions[] = [{ input: rectangle(SQUARE, SQUARE, INK.mat), left: 0, top: 0 }];
  if (picture) parts.push(...(await hang(picture, isRound)));
  else parts.push({ input: Buffer.from(MARK(260)), left: (SQUARE - 260) / 2, top: (SQUARE - 260) / 2 });
  const written: (Words & { after: number })[] = [];
  for (const { markup, size, after } of lines) written.push({ ...(await write(markup, size)), after });
  const above = face ? FACE + 28 : 0;
  const height = above + written.reduce((sum, line) => sum + line.height + line.after, 0);
  // In the middle of what the name of the site leaves.
  let top = Math.max(MARGIN, Math.round((PREVIEW_SIZE.height - 60 - height) / 2));
  if (face) parts.push({ input: await round(face, FACE), left: TEXT_LEFT, top });
  top += above;
  for (const line of written) {
    if (top + line.height > PREVIEW_SIZE.height - MARGIN) break;
    parts.push({ input: line.data, left: TEXT_LEFT, top });
    top += line.height + line.after;
  }
  const name = await write(markupOf('Skarb', INK.bright, 600), 30);
  const foot = PREVIEW_SIZE.height - MARGIN;
  parts.push({ input: Buffer.from(MARK(34)), left: TEXT_LEFT, top: foot - 34 });
  parts.push({ input: name.data, left: TEXT_LEFT + 46, top: foot - 34 + Math.round((34 - name.height) / 2) });
  await sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: INK.ground } })
    .composite(parts)
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(target);
};
