import { thumbHashToAverageRGBA } from 'thumbhash';

type Colour = readonly [number, number, number];
/** ink-900 and ink-700 of the palette. */
const DARK: Colour = [18, 20, 26];
const LIGHT: Colour = [42, 46, 58];
/** The share of the work's own colour in its mat. */
const TINT = 0.1;
/** Every thumbhash begins with these: the average colour and the proportions. */
const HEADER_BYTES = 5;

const kept = new Map<string, string>();

/**
 * The colour of the mat around a work: dark, with a tint of the work. A dark work gets a lighter mat, so that its edge is
 * visible; a light one a darker mat, so that it does not glare.
 * @param thumbhash base64
 * @returns a CSS colour; undefined if the hash is invalid
 */
export const matOf = (thumbhash: string): string | undefined => {
  const known = kept.get(thumbhash);
  if (known !== undefined) return known || undefined;
  let colour = '';
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    // The library reads missing bytes as zeros.
    if (bytes.length < HEADER_BYTES) throw new RangeError('The hash is too short');
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    const lightness = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const mixed = [r, g, b].map((own, at) => {
      const ground = lightness * (DARK[at] ?? 0) + (1 - lightness) * (LIGHT[at] ?? 0);
      return Math.round((1 - TINT) * ground + TINT * 255 * own);
    });
    if (mixed.every(Number.isFinite)) colour = `rgb(${mixed.join(' ')})`;
  } catch {
    // An invalid hash must not break the page.
  }
  if (kept.size > 2000) kept.clear();
  kept.set(thumbhash, colour);
  return colour || undefined;
};
