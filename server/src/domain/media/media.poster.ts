import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import sharp from 'sharp';

/** Side of a drawn poster, in pixels. */
const SIDE = 1200;
const BARS = 72;
const WINDOW_BYTES = 8192;

/** Pseudo-random numbers 0–1 seeded by a text. */
const randomOf = (text: string) => {
  let pool = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    if (at === pool.length) {
      pool = createHash('sha256').update(pool).digest();
      at = 0;
    }
    return (pool[at++] as number) / 255;
  };
};

/**
 * The activity along a file, 0–1 per bar: the loudness of 16-bit WAV samples, the change of bytes of compressed sound,
 * scaled between its lowest and highest part.
 */
const livelinessOf = async (path: string): Promise<number[]> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, 4096));
    await file.read(head, 0, head.length, 0);
    const isWave = head.toString('latin1', 0, 4) === 'RIFF' && head.length > 36 && head.readUInt16LE(34) === 16;
    const data = isWave ? head.indexOf('data') + 8 : 0;
    const start = Math.max(data, 0);
    const levels: number[] = [];
    const window = Buffer.alloc(WINDOW_BYTES);
    for (let bar = 0; bar < BARS; bar++) {
      const position = start + 2 * Math.floor(((size - start) * bar) / BARS / 2);
      const { bytesRead } = await file.read(window, 0, WINDOW_BYTES, position);
      let sum = 0;
      let count = 1;
      if (isWave) for (let at = 0; at + 1 < bytesRead; at += 2, count++) sum += (window.readInt16LE(at) / 32768) ** 2;
      else
        for (let at = 1; at < bytesRead; at++, count++)
          sum += (((window[at] as number) - (window[at - 1] as number)) / 255) ** 2;
      levels.push(Math.sqrt(sum / count));
    }
    const low = isWave ? 0 : Math.min(...levels);
    const high = Math.max(...levels);
    return levels.map((level) => (high > low ? (level - low) / (high - low) : 0.3));
  } finally {
    await file.close();
  }
};

const sound = (levels: number[], ink: string) => {
  const step = (SIDE - 240) / BARS;
  return levels
    .map((level, index) => {
      const height = 16 + level * 520;
      return `<rect x="${(120 + index * step).toFixed(1)}" y="${(SIDE / 2 - height / 2).toFixed(1)}" width="${(step * 0.56).toFixed(1)}" height="${height.toFixed(1)}" rx="${(step * 0.28).toFixed(1)}" fill="${ink}" opacity="${(0.45 + 0.55 * level).toFixed(2)}"/>`;
    })
    .join('');
};

/** Rings of a rotating sphere, for a model. */
const model = (random: () => number, ink: string) => {
  const turn = random() * 360;
  const rings = Array.from({ length: 9 }, (_, index) => {
    const share = (index + 1) / 10;
    return `<ellipse cx="600" cy="600" rx="${360 * Math.abs(Math.cos(share * Math.PI))}" ry="360"/><ellipse cx="600" cy="${600 - 360 * Math.cos(share * Math.PI)}" rx="${360 * Math.sin(share * Math.PI)}" ry="${70 * Math.sin(share * Math.PI)}"/>`;
  });
  return `<g fill="none" stroke="${ink}" stroke-width="2.5" opacity=".8" transform="rotate(${turn.toFixed(1)} 600 600)">${rings.join('')}<circle cx="600" cy="600" r="360"/></g>`;
};

/** Film frames with a play sign, for a video. */
const film = (random: () => number, ink: string, second: string) => {
  const frames = Array.from({ length: 7 }, (_, index) => {
    const x = 150 + index * 110 + random() * 40;
    const height = 380 + random() * 320;
    return `<rect x="${x.toFixed(1)}" y="${(600 - height / 2).toFixed(1)}" width="240" height="${height.toFixed(1)}" rx="28" fill="${index % 2 ? ink : second}" opacity="${(0.1 + random() * 0.22).toFixed(2)}"/>`;
  });
  return `${frames.join('')}<circle cx="600" cy="600" r="92" fill="none" stroke="${ink}" stroke-width="5"/><path d="M572 548 L652 600 L572 652 Z" fill="${ink}"/>`;
};

/**
 * A poster for a file without a picture, drawn from its CID, and for sound from its bytes: the same file always gets
 * the same poster.
 * @returns PNG
 */
export const drawPoster = async (kind: 'video' | 'audio' | 'model', cid: string, path: string): Promise<Buffer> => {
  const random = randomOf(cid);
  const hue = Math.round(random() * 360);
  const other = (hue + 40 + Math.round(random() * 60)) % 360;
  const ink = `hsl(${other} 70% 72%)`;
  const second = `hsl(${hue} 60% 60%)`;
  const drawing =
    kind === 'audio'
      ? sound(await livelinessOf(path), ink)
      : kind === 'model'
        ? model(random, ink)
        : film(random, ink, second);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="${random().toFixed(2)}" y2="1"><stop offset="0" stop-color="hsl(${hue} 38% 20%)"/><stop offset="1" stop-color="hsl(${other} 42% 9%)"/></linearGradient>
      <radialGradient id="glow" cx="${(0.2 + random() * 0.6).toFixed(2)}" cy="${(0.15 + random() * 0.5).toFixed(2)}" r=".75"><stop offset="0" stop-color="${second}" stop-opacity=".5"/><stop offset="1" stop-color="${second}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#sky)"/><rect width="${SIDE}" height="${SIDE}" fill="url(#glow)"/>${drawing}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
};
