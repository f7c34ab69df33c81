import { thumbHashToRGBA } from 'thumbhash';

const SIDE = 8;
const kept = new Map<string, string>();

/**
 * Converts a thumbhash (base64) to an 8 × 8 bitmap in a data URL of 330 characters, which the browser blurs when it
 * scales it up. The library's own PNG of 32 pixels would be ten times as large in every rendered page.
 * @returns undefined if the hash is invalid
 */
export const placeholderUrl = (thumbhash: string): string | undefined => {
  const known = kept.get(thumbhash);
  if (known !== undefined) return known || undefined;
  let url = '';
  try {
    url = draw(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)));
  } catch {
    // An invalid hash must not break the page.
  }
  if (kept.size > 2000) kept.clear();
  kept.set(thumbhash, url);
  return url || undefined;
};

const draw = (hash: Uint8Array): string => {
  const { w, h, rgba } = thumbHashToRGBA(hash);
  const file = new Uint8Array(54 + SIDE * SIDE * 3);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(2, file.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, SIDE, true);
  // A negative height means that rows start at the top.
  view.setInt32(22, -SIDE, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const from =
        4 *
        (Math.min(h - 1, Math.floor(((y + 0.5) * h) / SIDE)) * w + Math.min(w - 1, Math.floor(((x + 0.5) * w) / SIDE)));
      const [red = 0, green = 0, blue = 0] = rgba.subarray(from, from + 3);
      file.set([blue, green, red], 54 + 3 * (y * SIDE + x));
    }
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...file))}`;
};
