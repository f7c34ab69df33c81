import sharp, { type Sharp } from 'sharp';
import { createRandom, type Random } from './art/random.ts';

/** Side of the child's square picture in pixels; the parents' pictures are cropped to a square. */
const SIDE = 1200;

const numberOf = (seed: bigint): number => Number(seed & 0xffffffffn);
const covered = (bytes: Buffer): Sharp =>
  sharp(bytes, { pages: 1, limitInputPixels: 100_000_000 })
    .autoOrient()
    .flatten({ background: '#101014' })
    .toColourspace('srgb')
    .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' });

type Wave = { phase: number; length: number; height: number };
/** A wavy line across the rotated square, as points. */
const line = (at: number, waves: readonly Wave[]): string[] => {
  const points: string[] = [];
  for (let along = -SIDE; along <= 2 * SIDE; along += 16) {
    const swing = waves.reduce((sum, { phase, length, height }) => sum + Math.sin(phase + along / length) * height, 0);
    points.push(`${along.toFixed(0)} ${(at + swing).toFixed(1)}`);
  }
  return points;
};

/** The layout of the ribbons: the rotation in degrees, the edges as paths, and the areas of the sire's ribbons. */
const ribbons = (random: Random): { turn: number; edges: string[]; sires: string[] } => {
  const count = random.int(6, 9);
  const turn = random.range(0, 180);
  // All edges share the same waves, each with a slightly later phase, so that ribbons flow and never cross.
  const waves = [
    { phase: random.range(0, 6.28), length: random.range(190, 270), height: random.range(36, 60) },
    { phase: random.range(0, 6.28), length: random.range(80, 120), height: random.range(8, 16) },
  ];
  const width = (SIDE * 1.5) / count;
  const lines = Array.from({ length: count + 1 }, (_, at) =>
    line(
      -SIDE * 0.25 + (at + random.range(-0.22, 0.22)) * width,
      waves.map((wave) => ({ ...wave, phase: wave.phase + at * 0.32 })),
    ),
  );
  const isSires = lines.slice(1).map(() => random.chance(0.5));
  // Both parents are always visible.
  const middle = Math.floor(count / 2);
  isSires[middle - 1] = !isSires[middle];
  const sires = isSires.flatMap((is, at) =>
    is ? [`M${(lines[at] as string[]).join('L')}L${(lines[at + 1] as string[]).toReversed().join('L')}Z`] : [],
  );
  const edges = lines
    .slice(1, -1)
    .flatMap((points, at) => (isSires[at] !== isSires[at + 1] ? [`M${points.join('L')}`] : []));
  return { turn, edges, sires };
};

const drawing = (turn: number, body: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%">` +
      `<feGaussianBlur stdDeviation="9"/></filter></defs><g transform="rotate(${turn.toFixed(2)} ${SIDE / 2} ${SIDE / 2})">${body}</g></svg>`,
  );

/** Shifts a picture's average brightness and colour towards another's. */
const graded = async (picture: Buffer, towards: Buffer, share: number): Promise<Buffer> => {
  const [own, other] = await Promise.all([sharp(picture).stats(), sharp(towards).stats()]);
  const shifts = [0, 1, 2].map(
    (channel) => ((other.channels[channel]?.mean ?? 0) - (own.channels[channel]?.mean ?? 0)) * share,
  );
  return sharp(picture).linear([1, 1, 1], shifts).png({ compressionLevel: 1 }).toBuffer();
};

/**
 * Weaves two pictures into one WebP: ribbons of the sire's picture run through the matron's. The seed decides the
 * number, course and parent of the ribbons; the same pictures and seed give the same result.
 */
export const weave = async (matron: Buffer, sire: Buffer, seed: bigint): Promise<Buffer> => {
  const random = createRandom(numberOf(seed));
  // One after the other: decoding both at once would take twice the memory.
  const square = (bytes: Buffer) => covered(bytes).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  const matronSquare = await square(matron);
  const sireSquare = await square(sire);
  const { turn, edges, sires } = ribbons(random);
  const [ground, thread] = [await graded(matronSquare, sireSquare, 0.18), await graded(sireSquare, matronSquare, 0.18)];
  const mask = await sharp(drawing(turn, `<path d="${sires.join('')}" fill="#fff"/>`))
    .extractChannel('alpha')
    .toBuffer();
  const over = await sharp(thread).joinChannel(mask).png({ compressionLevel: 1 }).toBuffer();
  const path = edges.join('');
  const shadow = drawing(
    turn,
    `<path d="${path}" fill="none" stroke="#08060c" stroke-width="26" opacity="0.5" filter="url(#soft)"/>`,
  );
  const seam = drawing(
    turn,
    `<path d="${path}" fill="none" stroke="#120c14" stroke-width="6" opacity="0.55"/><path d="${path}" fill="none" stroke="#f3dfae" stroke-width="2.4" opacity="0.95"/>`,
  );
  return sharp(ground)
    .composite([{ input: over }, { input: shadow }, { input: seam }])
    .removeAlpha()
    .webp({ quality: 90, effort: 4, smartSubsample: true })
    .toBuffer();
};
