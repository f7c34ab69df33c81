import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';

/** Runs in a process of the pool: see media.work.ts. */

/** The longer side of a rendered drawing: enough for a large screen, bounded for a poster-sized one. */
const SIDE_MIN = 1600;
const SIDE_MAX = 4096;
const EMBEDDED_MAX = 20;
const ELEMENTS_MAX = 100_000;
/**
 * A filter step is computed for each pixel that it covers, each time the filter is used. Drawings within these limits
 * render well within the process's time on an idle machine; the time limit is the last bound (bench/media-attack.ts).
 */
const FILTER_STEPS_MAX = 32;
const EXPENSIVE_STEPS_MAX = 2;
const OCTAVES_MAX = 6;
const RADIUS_MAX = 8;
const EXPENSIVE = new Set(
  'feTurbulence feMorphology feConvolveMatrix feDiffuseLighting feSpecularLighting feDisplacementMap feImage feTile'.split(
    ' ',
  ),
);
/** Encodings that read the same as ASCII; in others this parser and the renderer could read different drawings. */
const ENCODINGS = /^(utf-?8|us-ascii|iso-8859-1)$/i;

/** Why a drawing is refused, as a sentence for the user. */
export class SvgRefusal extends Error {
  override name = 'SvgRefusal';
}

/** An embedded picture as its bytes; undefined for a link to anything else. */
const embeddedIn = (link: string): Buffer | undefined => {
  const text = link.trim();
  if (text.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const comma = text.indexOf(',');
  const [type = '', ...options] = text.slice(5, Math.max(5, comma)).toLowerCase().split(';');
  if (/^(font|application|text\/css)/.test(type)) return undefined;
  if (type.includes('svg') || !options.includes('base64')) throw new SvgRefusal('it holds another drawing as data');
  const data = text.slice(comma + 1);
  return Buffer.from(data.includes('%') ? decodeURIComponent(data) : data, 'base64');
};

/**
 * Reads a drawing once from start to end, and refuses what costs too much to render.
 * @returns the embedded pictures, and whether it uses filters
 */
export const inspect = (text: string): { embedded: Buffer[]; isFiltered: boolean } => {
  const embedded: Buffer[] = [];
  let [elements, uses, steps, expensive, filtered] = [0, 0, 0, 0, 0];
  let isSheetFiltering = false;
  let sheet: string | undefined;
  const readSheet = (css: string) => {
    const words = css.toLowerCase();
    if (words.includes('@import')) throw new SvgRefusal('it includes other files');
    return words.includes('filter') || words.includes('\\');
  };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new SvgRefusal('it is not well-formed', { cause: error });
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !ENCODINGS.test(encoding)) throw new SvgRefusal('it is not written in UTF-8');
  });
  parser.on('doctype', (doctype) => {
    if (doctype.toUpperCase().includes('<!ENTITY')) throw new SvgRefusal('it declares entities');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') throw new SvgRefusal('it includes other files');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > ELEMENTS_MAX) throw new SvgRefusal(`it has more than ${ELEMENTS_MAX} parts`);
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'use') uses++;
    if (local === 'style') sheet = '';
    if (local.startsWith('fe')) steps++;
    if (EXPENSIVE.has(local)) expensive++;
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('xmlns') && value.includes('XInclude')) throw new SvgRefusal('it includes other files');
      if (key === 'filter' || (key === 'style' && readSheet(value))) filtered++;
      if (key === 'numOctaves' && !(Number.parseFloat(value) <= OCTAVES_MAX))
        throw new SvgRefusal('a filter in it is too fine');
      if ((key === 'radius' || key === 'order') && value.split(/[\s,]/).some((part) => Number(part) > RADIUS_MAX))
        throw new SvgRefusal('a filter in it is too wide');
      if (key === 'href' || key.endsWith(':href')) {
        const bytes = embeddedIn(value);
        if (bytes) embedded.push(bytes);
        if (embedded.length > EMBEDDED_MAX) throw new SvgRefusal(`it holds more than ${EMBEDDED_MAX} pictures`);
      }
    }
  });
  const onText = (piece: string) => {
    if (sheet !== undefined) sheet += piece;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => {
    if (sheet === undefined || !name.endsWith('style')) return;
    if (readSheet(sheet)) isSheetFiltering = true;
    sheet = undefined;
  });
  parser.write(text).close();
  if (isSheetFiltering) filtered += elements;
  // Each `<use>` may draw every filtered element again, so count the worst case.
  const times = filtered * Math.max(1, uses);
  if (steps > 0 && filtered > 0) {
    if (steps * times > FILTER_STEPS_MAX) throw new SvgRefusal('it is filtered too often');
    if (expensive * times > EXPENSIVE_STEPS_MAX) throw new SvgRefusal('its filters take too much work');
  }
  return { embedded, isFiltered: steps > 0 && filtered > 0 };
};

/** The renderer decodes embedded pictures, so their headers must meet the same limits. */
const checkEmbedded = async (embedded: Buffer[]) => {
  let pixels = 0;
  for (const bytes of embedded) {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    pixels += width * height;
    if (pixels > IMAGE_MAX_PIXELS / 4) throw new SvgRefusal('the pictures in it are too large');
  }
};

/**
 * Renders an SVG as PNG. The renderer (librsvg) runs no scripts and, reading from memory, follows no references out of
 * the file. What could exhaust time or memory is refused before; anything missed ends this process only.
 * @throws SvgRefusal
 */
export const rasterise = async (bytes: Buffer): Promise<Buffer> => {
  try {
    const { embedded, isFiltered } = inspect(bytes.toString('utf8'));
    await checkEmbedded(embedded);
    const { width, height } = await sharp(bytes, { limitInputPixels: false, density: 72 }).metadata();
    const longer = Math.max(width, height);
    const side = Math.min(isFiltered ? SIDE_MIN : SIDE_MAX, Math.max(SIDE_MIN, longer));
    const density = Math.min(100_000, Math.max(1, (72 * side) / longer));
    return await sharp(bytes, { density, limitInputPixels: IMAGE_MAX_PIXELS })
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 6 })
      .toBuffer();
  } catch (error) {
    if (error instanceof SvgRefusal) throw error;
    throw new SvgRefusal('it cannot be drawn', { cause: error });
  }
};
