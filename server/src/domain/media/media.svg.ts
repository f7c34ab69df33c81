import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';
import sharp from 'sharp';

/** The longer side of what a drawing becomes: enough for a large screen, bounded for a poster-sized one. */
const SIDE_MIN = 1600;
const SIDE_MAX = 4096;
const EMBEDDED_MAX = 20;

/** Why a drawing is refused, in words for its maker. */
export class SvgRefusal extends Error {
  override name = 'SvgRefusal';
}

/** Pictures inside the drawing are decoded by the renderer, so their headers must hold the same limits. */
const checkEmbedded = async (text: string) => {
  const embedded = [...text.matchAll(/data:([\w.+-]+\/[\w.+-]+)?([^,"')\s]*),([^"')]*)/gi)].filter(
    ([, type]) => !type || /^image\//i.test(type),
  );
  if (embedded.length > EMBEDDED_MAX) throw new SvgRefusal(`it holds more than ${EMBEDDED_MAX} pictures`);
  let pixels = 0;
  for (const [, type, options, data] of embedded) {
    if (/svg/i.test(type ?? '') || !/base64/i.test(options ?? ''))
      throw new SvgRefusal('it holds another drawing as data');
    const { width, height } = await sharp(Buffer.from(decodeURIComponent(data ?? ''), 'base64'), {
      limitInputPixels: false,
    }).metadata();
    pixels += width * height;
    if (pixels > IMAGE_MAX_PIXELS / 4) throw new SvgRefusal('the pictures in it are too large');
  }
};

/**
 * Draws an SVG as a PNG. The renderer (librsvg) runs no script and, as it reads from memory, follows no reference out of
 * the file; what could make it run out of memory is refused before.
 * @throws SvgRefusal
 */
export const rasterise = async (bytes: Buffer): Promise<Buffer> => {
  const text = bytes.toString('utf8');
  if (/<!ENTITY/i.test(text)) throw new SvgRefusal('it declares entities');
  if (/XInclude/i.test(text)) throw new SvgRefusal('it includes other files');
  try {
    await checkEmbedded(text);
    const { width, height } = await sharp(bytes, { limitInputPixels: false, density: 72 }).metadata();
    const longer = Math.max(width, height);
    const side = Math.min(SIDE_MAX, Math.max(SIDE_MIN, longer));
    const density = Math.min(100_000, Math.max(1, (72 * side) / longer));
    return await sharp(bytes, { density, limitInputPixels: IMAGE_MAX_PIXELS })
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .png({ compressionLevel: 6 })
      .toBuffer();
  } catch (error) {
    if (error instanceof SvgRefusal) throw error;
    throw new SvgRefusal('it cannot be drawn', { cause: error });
  }
};
