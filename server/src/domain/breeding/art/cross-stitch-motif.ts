/**
 * Motifs of counted embroidery. A motif is a function from a cell, counted from its centre, to a thread (1…4; 0 is bare
 * cloth). A motif that uses only |x| and |y| is symmetric by construction.
 */
export type Motif = (x: number, y: number) => number;

/** The eight-pointed star (ruzha): eight parallelograms around a centre, split by the axes and the diagonals. Reaches 2n cells. */
export function star(size: number, upright: number, level: number, heart: number): Motif {
  return (x, y) => {
    const [a, b] = [Math.abs(x), Math.abs(y)];
    if (a + b <= 1) return heart;
    if (a === b && a <= size) return a % 3 === 2 ? heart : 0;
    if (a === 0 || b === 0) return 0;
    if (a <= size && b > a && b <= a + size) return upright;
    if (b <= size && a > b && a <= b + size) return level;
    return 0;
  };
}

/** Nested rhombi: `rings` lists the thread for each step outwards from the heart. */
export function rhombus(rings: readonly number[]): Motif {
  return (x, y) => rings[Math.abs(x) + Math.abs(y)] ?? 0;
}

/** A rhombus whose edge grows teeth outwards, as on the sleeves of Podillia. Reaches radius + teeth cells. */
export function combedRhombus(radius: number, teeth: number, thread: number, tip: number, step = 3): Motif {
  return (x, y) => {
    const [a, b] = [Math.abs(x), Math.abs(y)];
    const distance = a + b;
    if (distance === radius || distance === radius - 1) return thread;
    if (distance <= radius || distance > radius + teeth) return 0;
    const along = Math.abs(a - b);
    const parity = (radius + step) % 2 === 0 ? 0 : 1;
    if ((along + parity) % (step * 2) > 1 || along > radius) return 0;
    return distance === radius + teeth ? tip : thread;
  };
}

/** A rose as counted from printed patterns: lobed rings around a heart. */
export function rose(radius: number, outer: number, inner: number, heart: number, lobes = 8): Motif {
  return (x, y) => {
    const distance = Math.hypot(x, y);
    const angle = Math.atan2(Math.abs(y), Math.abs(x));
    const wave = Math.cos(angle * lobes);
    const edge = radius * (0.86 + 0.17 * wave);
    if (distance > edge) return 0;
    if (distance > edge * 0.72) return outer;
    if (distance > edge * 0.58) return 0;
    if (distance > radius * 0.3) return Math.abs(wave) < 0.35 ? outer : inner;
    return distance > radius * 0.2 ? 0 : heart;
  };
}

/** A cross with forked arms, the filler between larger motifs. Reaches `size` cells. */
export function cross(size: number, thread: number, heart: number): Motif {
  return (x, y) => {
    const [a, b] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
    if (a > size) return 0;
    if (a + b === 0) return heart;
    if (b === 0) return thread;
    if (a === size && b <= 2) return thread;
    if (b === 1 && a === size - 2) return heart;
    return 0;
  };
}

/**
 * The tree of life: a stem, branches climbing in pairs with leaves and buds, a flower on top, from y = 0 to -height.
 */
export function tree(height: number, stem: number, leaf: number, flower: number): Motif {
  const crown = Math.max(3, Math.round(height * 0.17));
  const bloom = star(Math.ceil(crown / 2), flower, flower, leaf);
  const tiers = Math.max(2, Math.round((height - crown * 2) / 8));
  const gap = (height - crown * 2) / tiers;
  return (x, y) => {
    const a = Math.abs(x);
    const up = -y;
    const top = bloom(x, up - (height - crown));
    if (top) return top;
    if (up < 0 || up > height - crown) return 0;
    if (a === 0) return stem;
    if (up <= 1) return a <= 4 - up ? stem : 0;
    for (let tier = 0; tier < tiers; tier++) {
      const foot = Math.round(3 + tier * gap);
      const reach = Math.round(height * 0.3 * (1 - (tier / tiers) * 0.55)) + 1;
      const rise = up - foot;
      if (a <= reach && rise === a) return stem;
      const bud = Math.abs(a - reach) + Math.abs(rise - reach - 1);
      if (bud <= 2) return bud === 0 ? leaf : bud === 1 ? flower : flower;
      if (a > 1 && a < reach && a % 3 === 2 && (rise === a - 1 || rise === a - 2)) return leaf;
    }
    return 0;
  };
}

const birdRows = [
  '......33......',
  '......111.....',
  '.....11311....',
  '.....1111122..',
  '......111.....',
  '11....1111....',
  '131..111111...',
  '.131112221111.',
  '..13112222211.',
  '...1112222111.',
  '....111111111.',
  '.....1111111..',
  '.......2.2....',
  '......22.22...',
];

/** A bird that looks right, or left if `left`. Its feet are at y = 0. */
export function bird(left: boolean, body: number, wing: number, mark: number): Motif {
  const threads = [0, body, wing, mark];
  return (x, y) => {
    const column = (left ? -x : x) + 7;
    return threads[Number(birdRows[y + 13]?.[column] ?? 0) || 0] ?? 0;
  };
}

/**
 * A border: the thread by the distance along the edge (from its middle, so that both ends match) and by the row across
 * it.
 */
export interface Band {
  rows: number;
  at: (along: number, row: number) => number;
}

const fretRows = ['11111.11', '1...1.1.', '1.1.1.1.', '1.111.1.', '1.....1.', '1111111.'];

export const bands = {
  line: (thread: number): Band => ({ rows: 1, at: () => thread }),
  gap: (rows: number): Band => ({ rows, at: () => 0 }),
  dots: (thread: number): Band => ({ rows: 1, at: (along) => (Math.abs(along) % 2 === 0 ? thread : 0) }),
  teeth: (thread: number, height: number, flip: boolean): Band => ({
    rows: height,
    at: (along, row) => {
      const place = Math.abs(((Math.abs(along) + height) % (height * 2)) - height);
      return place >= (flip ? height - row : row + 1) ? thread : 0;
    },
  }),
  zigzag: (thread: number, second: number, height: number): Band => ({
    rows: height * 2 + 1,
    at: (along, row) => {
      const period = height * 2;
      const place = Math.abs(along) % period;
      const crest = place <= height ? place : period - place;
      const distance = row - crest - Math.floor(height / 2);
      if (distance === 0 || distance === 1) return thread;
      const below = Math.abs(((Math.abs(along) + height) % period) - height);
      if (row >= height * 2 - 1 - 0 && below <= row - (height * 2 - 1)) return second;
      if (row <= 1 && Math.abs(place - height) <= 1 - row) return second;
      return 0;
    },
  }),
  chain: (edge: number, heart: number, radius: number): Band => ({
    rows: radius * 2 + 1,
    at: (along, row) => {
      const period = radius * 2;
      const place = Math.abs(((Math.abs(along) + radius) % period) - radius);
      const distance = place + Math.abs(row - radius);
      if (distance === radius || distance === radius - 1) return edge;
      if (distance <= Math.max(0, radius - 4)) return heart;
      return 0;
    },
  }),
  crosses: (edge: number, heart: number): Band => ({
    rows: 5,
    at: (along, row) => {
      const place = Math.abs(((Math.abs(along) + 4) % 8) - 4);
      const rise = Math.abs(row - 2);
      if (place === 4) return rise === 0 ? heart : 0;
      if (place === rise) return place === 0 ? heart : edge;
      return place + rise === 2 && place * rise === 0 ? edge : 0;
    },
  }),
  fret: (thread: number): Band => ({
    rows: 6,
    at: (along, row) => (fretRows[row]![(((along % 8) + 8) % 8) as number] === '1' ? thread : 0),
  }),
  steps: (thread: number, second: number): Band => ({
    rows: 6,
    at: (along, row) => {
      const place = Math.abs(((Math.abs(along) + 6) % 12) - 6);
      const level = Math.floor(place / 2) * 2;
      if (row === level || row === level + 1) return thread;
      return row > level + 2 && place < 2 ? second : 0;
    },
  }),
};
