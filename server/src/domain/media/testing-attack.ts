/** Files for denial-of-service tests: each is small and expensive to read. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/**
 * A PNG of these parts, whether they agree or not.
 * @param format bits, colour type, compression, filter and interlacing, as in its header; by default 8 bits of RGB
 */
export const pngOf = (width: number, height: number, data: Buffer, format = [8, 2, 0, 0, 0]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(format, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Number of bytes of a PNG's picture data before compression; in an interlaced PNG, each pass has its own rows. */
const rawBytes = (width: number, height: number, pixelBytes: number, isInterlaced: boolean): number => {
  if (!isInterlaced) return height * (1 + width * pixelBytes);
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [w, h] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    return sum + (w > 0 && h > 0 ? h * (1 + w * pixelBytes) : 0);
  }, 0);
};

/**
 * A black PNG.
 * @param isWhole false: only the header has the full size, and there is hardly any picture data
 */
export const blackPng = (
  width: number,
  height: number,
  { isInterlaced = false, isDeep = false, isWhole = true } = {},
): Buffer => {
  const bytes = isWhole ? rawBytes(width, height, isDeep ? 8 : 3, isInterlaced) : 1000;
  const format = [isDeep ? 16 : 8, isDeep ? 6 : 2, 0, 0, isInterlaced ? 1 : 0];
  return pngOf(width, height, deflateSync(Buffer.alloc(bytes)), format);
};

/** A GIF of one pixel and many frames. */
export const manyFrames = (frames: number): Buffer => {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
};

const svg = (body: string, more = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1600" height="1600" ${more}>${body}</svg>`,
  );
const REGION = 'x="0" y="0" width="1" height="1"';
const filter = (steps: string) => `<filter id="f" ${REGION}>${steps}</filter>`;
const filtered = '<rect width="1600" height="1600" fill="#345" filter="url(#f)"/>';

/**
 * Makes a backtracking regular expression for data URLs start again at each position: 15 s for 240 kB with an earlier
 * one.
 */
export const manyAddresses = (bytes = 240_000): Buffer => svg(`<desc>${'data:'.repeat(bytes / 5)}</desc>`);
/** For tests of the tokenizer and of earlier regular expressions: a long run of openings that never close. */
export const unended = (piece: string, bytes = 4_000_000): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${piece.repeat(bytes / piece.length)}`);
export const expensiveFilters = (steps: number): Buffer =>
  svg(
    filter(
      '<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="6"/><feMorphology operator="dilate" radius="8"/>'.repeat(
        steps / 2,
      ),
    ) + filtered,
  );
export const cheapFilters = (steps: number): Buffer =>
  svg(filter('<feGaussianBlur stdDeviation="50"/>'.repeat(steps)) + filtered);
/** The same filter on many elements, by a style sheet. */
export const filteredBySheet = (parts: number): Buffer =>
  svg(
    `<style>rect { filter: url(#f) }</style>${filter('<feTurbulence baseFrequency="0.9" numOctaves="6"/>')}${'<rect width="1600" height="1600"/>'.repeat(parts)}`,
  );
/** Elements used by elements: eight times as many at each level, masked, so that each needs a layer. */
export const nestedUses = (depth: number): Buffer =>
  svg(
    `<mask id="m"><rect width="1600" height="1600" fill="#fff"/></mask><g id="u0"><rect width="1600" height="1600" mask="url(#m)" opacity=".5"/></g>` +
      Array.from(
        { length: depth },
        (_, at) => `<g id="u${at + 1}" opacity=".9" mask="url(#m)">${`<use xlink:href="#u${at}"/>`.repeat(8)}</g>`,
      ).join(''),
  );

/** A progressive JPEG of one colour. */
export const progressiveJpeg = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345' } })
    .jpeg({ progressive: true })
    .toBuffer();
/** A noisy JPEG with an orientation tag, as phone cameras write them. */
export const turnedJpeg = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 50 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
/** A picture of one colour in a format that is decoded as a whole. */
export const plain = (side: number, format: 'webp' | 'avif' | 'gif' | 'jpeg' | 'png'): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345' } })
    .toFormat(format, format === 'webp' ? { lossless: true, effort: 0 } : format === 'avif' ? { effort: 0 } : {})
    .toBuffer();

/** Binary glTF 2.0 from its description and its data; `tree` as bytes is written as it is. */
export const glb = (tree: object | Buffer, data?: Buffer): Buffer => {
  const part = (type: string, bytes: Buffer, fill: string) => {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, fill)]);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(padded.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, padded]);
  };
  const json = Buffer.isBuffer(tree) ? tree : Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...tree }));
  const parts = [part('JSON', json, ' '), ...(data ? [part('BIN\0', data, '\0')] : [])];
  const head = Buffer.alloc(12);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + Buffer.concat(parts).length, 8);
  return Buffer.concat([head, ...parts]);
};
