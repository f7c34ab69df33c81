import { mix, shade } from '@skarb/server/breeding/art/colour.ts';
import { frame, n, tag, type DrawOptions, type Picture, type Point } from '@skarb/server/breeding/art/picture.ts';
import { createRandom } from '@skarb/server/breeding/art/random.ts';
import { layRibbons, type Ribbon } from './ribbon.ts';
import { fill, port, quadtree, reflect, trace, type TileKind } from './truchet-tiles.ts';

const palettes = [
  {
    name: 'Terracotta',
    ground: '#F3E3CB',
    bed: '#2B1A1E',
    threads: ['#E2582F', '#F4B860', '#F7EBD5', '#2F8F83', '#B2362B'],
  },
  {
    name: 'Harbour',
    ground: '#0D2A3F',
    bed: '#071722',
    threads: ['#F25F4C', '#F7C948', '#E9F1F2', '#3AAFB9', '#1F6FA8'],
  },
  {
    name: 'Orchard',
    ground: '#F6EED8',
    bed: '#173024',
    threads: ['#D7263D', '#F2B134', '#7DBB4A', '#F7F1DE', '#2B7A4B'],
  },
  {
    name: 'Neon Loom',
    ground: '#130E26',
    bed: '#0A0716',
    threads: ['#FF3D81', '#7C5CFF', '#21D4C8', '#FFC83D', '#F4EFFF'],
  },
  {
    name: 'Blush',
    ground: '#FBE6DF',
    bed: '#3A1730',
    threads: ['#E84A7A', '#FF9B71', '#FFE0B8', '#6B3FA0', '#F7F1F0'],
  },
  {
    name: 'Delft',
    ground: '#EEF3F7',
    bed: '#0F2350',
    threads: ['#2456C9', '#7FB0F5', '#F7FAFF', '#F2B544', '#1B357F'],
  },
  {
    name: 'Saffron',
    ground: '#E9A21B',
    bed: '#3B1505',
    threads: ['#FFF3D6', '#C3271B', '#F7C548', '#7A1E3A', '#1E6F6B'],
  },
  { name: 'Pine', ground: '#0F2F2A', bed: '#061815', threads: ['#E8D8A8', '#D9763B', '#5FB58C', '#F2EFE4', '#C0392B'] },
] as const;

/** Draws a four-pointed star in the empty centre of a large tile. */
function sparkle(cx: number, cy: number, r: number, colour: string, bed: string): string {
  const reach = r * 1.25;
  const points: Point[] = [
    [cx, cy - reach],
    [cx + reach, cy],
    [cx, cy + reach],
    [cx - reach, cy],
  ];
  const path = points
    .map(
      ([x, y], i) => `${i === 0 ? `M${n(points[3]![0])} ${n(points[3]![1])}` : ''}Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}`,
    )
    .join('');
  return (
    tag('path', { d: path, fill: colour }) +
    tag('circle', { cx, cy, r: r * 0.36, fill: colour }) +
    tag('circle', { cx, cy, r: r * 0.17, fill: bed })
  );
}

/**
 * Draws multi-scale Truchet tiles: the ports of tiles of 1, 2, 4 and 8 units meet on one lattice, so that ribbons cross
 * all sizes.
 */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const palette = random.fork('palette').pick(palettes);
  const temper = random.fork('temper').pick([
    { name: 'Great', across: 16, split: [0.35, 0.45, 0.3] },
    { name: 'Mixed', across: 16, split: [0.75, 0.5, 0.4] },
    { name: 'Fine', across: 32, split: [0.8, 0.6, 0.45] },
  ]);
  const portrait = random.fork('shape').chance(0.42);
  // A panel's sides are multiples of the largest tile; the sheet's size leaves the same margin on all sides.
  const width = options.width ?? (portrait ? (temper.across === 16 ? 842 : 960) : 1200);
  const height = options.height ?? 1200;
  const short = Math.min(width, height);
  const margin = 125 * Math.min(1, short / 842);
  const unit = options.width ? (short - margin) / 16 : (width - margin) / temper.across;
  const columns = Math.floor((width - margin) / unit / 8 + 0.02) * 8;
  const rows = Math.floor((height - margin) / unit / 8 + 0.02) * 8;
  const mood = random.fork('mood').pick([
    { name: 'Looped', weave: 0.1 },
    { name: 'Woven', weave: 0.42 },
    { name: 'Balanced', weave: 0.25 },
  ]);
  const symmetry = random.fork('symmetry').weighted([
    ['None', 3],
    ['Mirror', 3],
    ['Kaleidoscope', 3],
  ] as const);
  const layout = random.fork('tiles');
  const mirrored = symmetry !== 'None' && columns % 16 === 0;
  const turned = symmetry === 'Kaleidoscope' && rows % 16 === 0;
  const tiles = quadtree(layout, mirrored ? columns / 2 : columns, turned ? rows / 2 : rows, 8, temper.split);
  const medallions: string[] = [];
  const dx = (width - columns * unit) / 2;
  const dy = (height - rows * unit) / 2;
  const folds = [
    [false, false],
    ...(mirrored ? [[true, false]] : []),
    ...(turned ? [[false, true]] : []),
    ...(mirrored && turned ? [[true, true]] : []),
  ] as [boolean, boolean][];
  const pieces = tiles.flatMap((tile) => {
    const kind: TileKind =
      layout.chance(mood.weave) && tile.size > 1
        ? 'weave'
        : tile.size === 1 || tile.size === 4
          ? tile.size === 4 && layout.chance(0.3)
            ? 'fans'
            : 'sweep'
          : 'fans';
    if (kind === 'fans' && tile.size >= 4) {
      const colour = layout.pick(palette.threads);
      for (const [flipX, flipY] of folds) {
        const x = tile.x + tile.size / 2;
        const y = tile.y + tile.size / 2;
        medallions.push(
          sparkle(
            dx + (flipX ? columns - x : x) * unit,
            dy + (flipY ? rows - y : y) * unit,
            tile.size * 0.2 * unit,
            colour,
            palette.bed,
          ),
        );
      }
    }
    const laid = fill(tile, kind, layout);
    return folds.flatMap(([flipX, flipY]) =>
      flipX || flipY ? laid.map((piece) => reflect(piece, flipX ? columns : 0, flipY ? rows : 0)) : laid,
    );
  });
  const strands = trace(pieces);
  const paint = random.fork('paint');
  const onPage = ([x, y]: Point): Point => [dx + x * unit, dy + y * unit];
  const place = (point: Point): string =>
    onPage(point)
      .map((value) => n(value))
      .join(' ');
  // A strand and its mirror image get one colour: the choice depends only on values that mirroring does not change.
  const chosen = new Map<string, string>();
  const colourOf = (strand: (typeof strands)[number]): string => {
    let [x, y] = [0, 0];
    for (const piece of strand.pieces) {
      const [a, b] = piece.ends;
      x += mirrored ? Math.abs((a[0] + b[0]) / 2 - columns / 2) : (a[0] + b[0]) / 2;
      y += turned ? Math.abs((a[1] + b[1]) / 2 - rows / 2) : (a[1] + b[1]) / 2;
    }
    const key = `${n(x)},${n(y)},${strand.pieces.length}`;
    const colour =
      chosen.get(key) ?? paint.weighted(palette.threads.map((thread, i) => [thread, 5 - i * 0.7] as const));
    chosen.set(key, colour);
    return colour;
  };
  const ribbons = strands.map((strand): Ribbon => {
    let path = `M${place(strand.from[0]!)}`;
    const over: Point[][] = [];
    for (const [i, piece] of strand.pieces.entries()) {
      const from = strand.from[i]!;
      const to = port(piece.ends[0]) === port(from) ? piece.ends[1] : piece.ends[0];
      if (piece.hub) {
        const { hub } = piece;
        const [a, b] = [
          [from[0] - hub[0], from[1] - hub[1]],
          [to[0] - hub[0], to[1] - hub[1]],
        ] as const;
        const sweep = a[0] * b[1] - a[1] * b[0] > 0 ? 1 : 0;
        const radius = Math.hypot(a[0], a[1]);
        const r = n(radius * unit, 2);
        path += `A${r} ${r} 0 0 ${sweep} ${place(to)}`;
        if (piece.onTop) {
          const turn = (Math.PI / 2) * (sweep ? 1 : -1);
          over.push(
            Array.from({ length: 25 }, (_, k): Point => {
              const [cos, sin] = [Math.cos((turn * k) / 24), Math.sin((turn * k) / 24)];
              return onPage([hub[0] + a[0] * cos - a[1] * sin, hub[1] + a[0] * sin + a[1] * cos]);
            }),
          );
        }
      } else path += `L${place(to)}`;
      for (const [at, [ax, ay]] of piece.over) {
        const [rx, ry] = [ax * 0.48, ay * 0.48];
        over.push([onPage([at[0] - rx, at[1] - ry]), onPage([at[0] + rx, at[1] + ry])]);
      }
    }
    return { path: strand.closed ? `${path}Z` : path, over, colour: colourOf(strand), closed: strand.closed };
  });
  const inset = unit * 0.5;
  const body =
    tag('rect', { width, height, fill: palette.ground }) +
    tag('rect', {
      x: dx - inset,
      y: dy - inset,
      width: columns * unit + inset * 2,
      height: rows * unit + inset * 2,
      fill: palette.bed,
      rx: unit * 0.35,
    }) +
    tag('rect', {
      x: dx - inset * 1.8,
      y: dy - inset * 1.8,
      width: columns * unit + inset * 3.6,
      height: rows * unit + inset * 3.6,
      fill: 'none',
      stroke: mix(palette.ground, palette.bed, 0.5),
      'stroke-width': 1.6,
      rx: unit * 0.5,
    }) +
    medallions.join('') +
    layRibbons(ribbons, {
      width: unit * 0.62,
      gap: shade(palette.bed, -0.02),
      clearance: unit * 0.09,
      core: random.fork('core').pick(['light', 'pair', 'dark']),
    });
  return {
    svg: frame(width, height, body),
    width,
    height,
    traits: [
      { name: 'Palette', value: palette.name },
      { name: 'Scale', value: temper.name },
      { name: 'Weave', value: mood.name },
      { name: 'Symmetry', value: turned ? 'Kaleidoscope' : mirrored ? 'Mirror' : 'None' },
      { name: 'Strands', value: strands.length },
    ],
  };
}
