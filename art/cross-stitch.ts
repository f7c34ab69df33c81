import {
  bands,
  bird,
  combedRhombus,
  cross,
  rhombus,
  rose,
  star,
  tree,
  type Band,
} from '@skarb/server/breeding/art/cross-stitch-motif.ts';
import { Cloth, border, stitchPaths, weave } from './cross-stitch-cloth.ts';
import { frame, n, tag, type DrawOptions, type Picture } from '@skarb/server/breeding/art/picture.ts';
import { createRandom, type Random } from '@skarb/server/breeding/art/random.ts';

/** Cloth and thread colours after the traditional dress of a region. The first thread is the main colour. */
const regions = [
  { name: 'Poltava', cloth: '#E4D6BC', threads: ['#FFFDF6', '#5E7FA3', '#B9853A', '#FFFDF6'] },
  { name: 'Kyiv', cloth: '#F6F0E3', threads: ['#C4161C', '#16130F', '#C4161C', '#16130F'] },
  { name: 'Borshchiv', cloth: '#EFE4CC', threads: ['#17120F', '#A3142B', '#E08A1E', '#2F6B3F'] },
  { name: 'Kosmach', cloth: '#FBF1DC', threads: ['#E2601B', '#7A1020', '#F2B01E', '#1F7A4D'] },
  { name: 'Bukovyna', cloth: '#14100F', threads: ['#E5227A', '#F3B229', '#1FA66A', '#7B4BE0'] },
  { name: 'Polissia', cloth: '#EBDFC8', threads: ['#C2231D', '#C2231D', '#8E1216', '#C2231D'] },
  { name: 'Yavoriv', cloth: '#FAF4E6', threads: ['#15803D', '#1D4ED8', '#DC2626', '#F2B705'] },
  { name: 'Podillia', cloth: '#F4ECDD', threads: ['#15131C', '#4B2A8C', '#C81E3A', '#15131C'] },
  { name: 'Slobozhanshchyna', cloth: '#F7F2E6', threads: ['#C8102E', '#1B3F8B', '#C8102E', '#1B3F8B'] },
  { name: 'Night', cloth: '#121B3D', threads: ['#F4E9CF', '#E8B84B', '#E4572E', '#6FA8DC'] },
] as const;

const layouts = ['Medallion', 'Rushnyk', 'Lattice'] as const;

function bandSet(random: Random): Band[] {
  const pair = random.pick([
    [bands.chain(1, 2, 4)],
    [bands.chain(2, 3, 5)],
    [bands.zigzag(1, 2, 5)],
    [bands.crosses(1, 2)],
    [bands.steps(1, 3)],
    [bands.fret(1)],
    [bands.teeth(1, 4, false), bands.gap(1), bands.teeth(2, 4, true)],
  ]);
  return [bands.line(2), bands.gap(1), ...pair, bands.gap(1), bands.line(2)];
}

const height = (set: readonly Band[]): number => set.reduce((sum, band) => sum + band.rows, 0);

function medallion(cloth: Cloth, random: Random): void {
  const depth = border(cloth, bandSet(random), 4) + 2;
  const cx = (cloth.columns - 1) / 2;
  const cy = (cloth.rows - 1) / 2;
  const room = Math.min(cx, cy) - depth;
  const outer = room - 5;
  cloth.stamp(combedRhombus(outer, 4, 1, 2, random.pick([2, 3])), cx, cy, outer + 4);
  // Either one large star that fills the rhombus, or a smaller one inside a second rhombus with dots between.
  if (random.chance(0.5)) {
    const size = Math.floor((outer - 2) / 3);
    cloth.stamp(
      random.chance(0.65) ? star(size, 1, 2, 3) : rose(Math.round(outer * 0.62), 1, 2, 3),
      cx,
      cy,
      size * 2 + 2,
    );
  } else {
    const inner = outer - 7;
    cloth.stamp(rhombus([...Array<number>(inner).fill(0), 3, 0, 2]), cx, cy, inner + 3);
    const size = Math.floor((inner - 3) / 3);
    cloth.stamp(
      random.chance(0.6) ? star(size, 1, 2, 3) : rose(Math.round(inner * 0.58), 1, 2, 3),
      cx,
      cy,
      size * 2 + 2,
    );
    for (const [sx, sy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      cloth.stamp(rhombus([3, 1]), cx + sx * (inner - 4), cy + sy * (inner - 4), 2);
  }
  for (const [sx, sy] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const) {
    const corner = room - random.fork('corner').int(9, 10);
    const small = random.fork('corner motif').pick([star(4, 2, 1, 3), rose(8, 2, 1, 3), star(4, 1, 1, 2)]);
    cloth.stamp(small, cx + sx * corner, cy + sy * corner, 9);
    cloth.stamp(rhombus([3, 1, 1]), cx + sx * Math.round(outer * 0.34), cy + sy * Math.round(outer * 0.34), 3);
  }
}

function rushnyk(cloth: Cloth, random: Random): void {
  const cx = (cloth.columns - 1) / 2;
  const margin = 5;
  const lay = (set: readonly Band[], top: number): number => {
    let y = top;
    for (const band of set) {
      for (let row = 0; row < band.rows; row++, y++) {
        for (let x = margin; x < cloth.columns - margin; x++) cloth.set(x, y, band.at(x - cx, row));
      }
    }
    return y;
  };
  const first = bandSet(random);
  let second = bandSet(random);
  while (second[2] === first[2] || height(second) === height(first)) second = bandSet(random);
  const top = lay(first, margin);
  const starSize = 4;
  const starRow = top + 3 + starSize * 2;
  const pitch = starSize * 4 + 10;
  const across = Math.floor((cloth.columns - margin * 2 + 4) / pitch);
  const odd = across % 2 === 1;
  for (let i = 0; i < across; i++) {
    const x = Math.round(cx + (i - (across - 1) / 2) * pitch);
    const even = odd ? Math.abs(i - (across - 1) / 2) % 2 === 0 : true;
    cloth.stamp(even ? star(starSize, 1, 2, 3) : rose(starSize * 2, 1, 2, 3), x, starRow, starSize * 2);
    if (i < across - 1) cloth.stamp(cross(4, 2, 3), Math.round(x + pitch / 2), starRow, 4);
  }
  const middle = lay(second, starRow + starSize * 2 + 4);
  const bottomBands = first.toReversed();
  const bottom = cloth.rows - margin - height(bottomBands);
  lay(bottomBands, bottom);
  const foot = bottom - 4;
  const tall = foot - middle - 3;
  cloth.stamp(tree(tall, 1, 2, 3), cx, foot, Math.max(tall, cx));
  const reach = Math.round(tall * 0.3) + 4;
  const side = Math.min(cx - margin - 8, reach + 11);
  for (const left of [true, false]) {
    cloth.stamp(bird(!left, 1, 2, 3), cx + (left ? -1 : 1) * side, foot, 14);
    if (tall > 28) {
      cloth.stamp(star(3, 2, 1, 3), cx + (left ? -1 : 1) * side, foot - tall + 7, 6);
    }
  }
}

function lattice(cloth: Cloth, random: Random): void {
  const depth = border(cloth, bandSet(random), 4) + 1;
  const cx = (cloth.columns - 1) / 2;
  const cy = (cloth.rows - 1) / 2;
  const pitch = random.pick([13, 14, 16]);
  const big = random.pick([star(4, 1, 2, 3), star(4, 1, 1, 2), rose(8, 1, 2, 3)]);
  const small = random.pick([rhombus([3, 1, 0, 2]), cross(4, 3, 2), rose(4, 2, 3, 1)]);
  const field = new Cloth(cloth.columns, cloth.rows);
  const count = Math.ceil(Math.max(cloth.columns, cloth.rows) / pitch / 2) + 2;
  for (let y = 0; y < cloth.rows; y++) {
    for (let x = 0; x < cloth.columns; x++) {
      const u = Math.abs(x - cx) + Math.abs(y - cy);
      const v = Math.abs(Math.abs(x - cx) - Math.abs(y - cy));
      const onU = (u + pitch) % (pitch * 2);
      const onV = (v + pitch) % (pitch * 2);
      if (onU === 0 || onV === 0) field.set(x, y, 2);
      else if (onU === 2 || onV === 2 || onU === pitch * 2 - 2 || onV === pitch * 2 - 2) field.set(x, y, 1);
    }
  }
  for (let i = -count; i <= count; i++) {
    for (let j = -count; j <= count; j++) {
      const x = cx + i * pitch;
      const y = cy + j * pitch;
      if ((i + j) % 2 === 0) field.stamp(big, x, y, 8);
      else field.stamp(small, x, y, 4, true);
    }
  }
  const inner = depth + 1;
  for (let y = inner; y < cloth.rows - inner; y++) {
    for (let x = inner; x < cloth.columns - inner; x++) cloth.set(x, y, field.get(x, y));
  }
}

/** Draws counted cross-stitch after Ukrainian embroidery: each stitch is two crossed threads on woven cloth. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const region = regions[random.fork('region').int(0, regions.length - 1)]!;
  const layout = options.width ? 'Lattice' : random.fork('layout').pick(layouts);
  const width = options.width ?? (layout === 'Rushnyk' ? 960 : 1200);
  const height = options.height ?? 1200;
  const odd = (value: number): number => (value % 2 === 0 ? value - 1 : value);
  const size = Math.max(width, height) / 107;
  const cloth = new Cloth(odd(Math.floor(width / size)), odd(Math.floor(height / size)));
  const composition = random.fork('composition');
  if (layout === 'Medallion') medallion(cloth, composition);
  else if (layout === 'Rushnyk') rushnyk(cloth, composition);
  else lattice(cloth, composition);

  const dx = (width - cloth.columns * size) / 2;
  const dy = (height - cloth.rows * size) / 2;
  const ground = weave(region.cloth, width, height, dx % size, dy % size, size);
  const glow =
    `<radialGradient id="light" cx="0.35" cy="0.25" r="0.95"><stop offset="0" stop-color="#fff" stop-opacity="0.12"/>` +
    `<stop offset="0.55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.16"/></radialGradient>`;
  const body =
    ground +
    tag(
      'g',
      { transform: `translate(${n(dx, 2)} ${n(dy, 2)})` },
      stitchPaths(cloth, size, region.threads, region.cloth, random.fork('hand')),
    ) +
    tag('rect', { width, height, fill: 'url(#light)' });
  const stitches = cloth.cells.reduce((sum, cell) => sum + (cell ? 1 : 0), 0);
  return {
    svg: frame(width, height, body, glow),
    width,
    height,
    traits: [
      { name: 'Region', value: region.name },
      { name: 'Layout', value: layout },
      { name: 'Threads', value: new Set(region.threads).size },
      { name: 'Stitches', value: stitches },
    ],
  };
}
