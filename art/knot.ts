import { mix } from '@skarb/server/breeding/art/colour.ts';
import { Page, symmetricWalls } from './knot-page.ts';
import { palettes } from './knot-pigments.ts';
import {
  frame,
  polyline,
  tag,
  type DrawOptions,
  type Picture,
  type Point,
} from '@skarb/server/breeding/art/picture.ts';
import { createRandom } from '@skarb/server/breeding/art/random.ts';

const forms = ['Carpet page', 'Roundel', 'Panel', 'High cross'] as const;

function rotate<T>(items: readonly T[], by: number): T[] {
  return items.map((_, i) => items[(i + by) % items.length]!);
}

function carpet(page: Page, width: number, height: number): void {
  const { palette, random } = page;
  const columns = random.pick([11, 13]);
  const unit = (width - 150) / columns;
  const rows = Math.floor((height - 150) / unit);
  const x = (width - columns * unit) / 2;
  const y = (height - rows * unit) / 2;
  const border = 2;
  page.dots(
    x - unit * 0.42,
    y - unit * 0.42,
    columns * unit + unit * 0.84,
    rows * unit + unit * 0.84,
    13,
    palette.ribbons[1],
  );
  page.panel(
    x,
    y,
    columns,
    rows,
    unit,
    palette.fields[0],
    palette.ribbons.slice(0, 2),
    0.2,
    (i, j) =>
      i >= 0 &&
      j >= 0 &&
      i < columns &&
      j < rows &&
      (i < border || j < border || i >= columns - border || j >= rows - border),
  );
  const pad = unit * 0.3;
  const inner = {
    x: x + border * unit + pad,
    y: y + border * unit + pad,
    width: (columns - border * 2) * unit - pad * 2,
    height: (rows - border * 2) * unit - pad * 2,
  };
  page.body += tag('rect', { ...inner, fill: palette.vellum, stroke: palette.ribbons[0], 'stroke-width': unit * 0.06 });
  // Two or three panels, one above the other, the middle one large.
  const across = random.pick([5, 7]);
  const cell = (inner.width - unit * 0.9) / across;
  const room = Math.floor((inner.height - unit * 1.1 - cell * 0.7) / cell);
  const middle = Math.min(room - 2, across);
  const side = Math.floor((room - middle) / 2);
  const left = inner.x + (inner.width - across * cell) / 2;
  const total = (middle + side * 2) * cell + (side > 0 ? cell * 0.7 * 2 : 0);
  let top = inner.y + (inner.height - total) / 2;
  if (side > 0) {
    page.panel(left, top, across, side, cell, palette.fields[2], rotate(palette.ribbons, 3), 0.22);
    top += side * cell + cell * 0.7;
  }
  page.panel(left, top, across, middle, cell, palette.fields[1], rotate(palette.ribbons, 1), 0.26);
  top += middle * cell + cell * 0.7;
  if (side > 0) page.panel(left, top, across, side, cell, palette.fields[2], rotate(palette.ribbons, 3), 0.22);
}

function roundel(page: Page, width: number, height: number): void {
  const { palette, random } = page;
  const [cx, cy] = [width / 2, height / 2];
  const reach = Math.min(width, height) / 2 - 62;
  const unit = reach / 9.4;
  const repeat = random.pick([4, 6]);
  const outer = reach - unit * 0.5;
  page.dotRing(cx, cy, reach - 4, 13, palette.ribbons[1]);
  page.ring(
    cx,
    cy,
    outer - unit * 3 - unit * 0.1,
    3,
    24 + (repeat === 6 ? 0 : 4),
    unit,
    palette.fields[0],
    palette.ribbons.slice(0, 3),
    repeat,
  );
  const second = outer - unit * 3.9;
  page.body += tag('circle', {
    cx,
    cy,
    r: second + unit * 0.26,
    fill: palette.fields[2],
    stroke: palette.ribbons[0],
    'stroke-width': unit * 0.055,
  });
  page.dotRing(cx, cy, second + unit * 0.08 - unit * 0.04, 12, palette.ribbons[3]);
  page.ring(cx, cy, second - unit * 2.55, 2, 16, unit * 1.1, palette.fields[1], rotate(palette.ribbons, 2), 4);
  const heart = second - unit * 3.25;
  page.body += tag('circle', {
    cx,
    cy,
    r: heart + unit * 0.1,
    fill: palette.fields[0],
    stroke: palette.ribbons[0],
    'stroke-width': unit * 0.055,
  });
  const cell = (heart * 1.36) / 3;
  const wall = symmetricWalls(random, 3, 3, 0.12);
  const turn = Math.PI / 4;
  page.knot(
    { columns: 3, rows: 3, has: (i, j) => i >= 0 && j >= 0 && i < 3 && j < 3, wall },
    ([i, j]) => {
      const [x, y] = [((i - 3) * cell) / 2, ((j - 3) * cell) / 2];
      return [cx + x * Math.cos(turn) - y * Math.sin(turn), cy + x * Math.sin(turn) + y * Math.cos(turn)];
    },
    cell,
    palette.fields[0],
    rotate(palette.ribbons, 1),
  );
  // A triquetra-like knot of three cells in each corner.
  const small = unit * 1.02;
  for (const [sx, sy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const x = sx ? width - 74 - small * 3 : 74;
    const y = sy ? height - 74 - small * 3 : 74;
    const has = (i: number, j: number): boolean =>
      i >= 0 && j >= 0 && i < 3 && j < 3 && (sx ? 2 - i : i) + (sy ? 2 - j : j) <= 2;
    page.knot(
      { columns: 3, rows: 3, has },
      ([i, j]) => [x + (i * small) / 2, y + (j * small) / 2],
      small,
      palette.vellum,
      [mix(palette.ribbons[1], palette.fields[0], 0.12)],
    );
  }
}

function panel(page: Page, width: number, height: number): void {
  const { palette, random } = page;
  const across = random.pick([7, 8, 9]);
  const unit = (Math.min(width, height) - 190) / across;
  const columns = Math.round((width - 190) / unit);
  const rows = Math.round((height - 190) / unit);
  const x = (width - columns * unit) / 2;
  const y = (height - rows * unit) / 2;
  page.dots(
    x - unit * 0.4,
    y - unit * 0.4,
    columns * unit + unit * 0.8,
    rows * unit + unit * 0.8,
    14,
    palette.ribbons[1],
  );
  page.panel(
    x,
    y,
    columns,
    rows,
    unit,
    palette.fields[random.int(0, 2)]!,
    random.shuffle(palette.ribbons),
    random.pick([0.16, 0.24, 0.3]),
  );
}

function highCross(page: Page, width: number, height: number): void {
  const { palette } = page;
  const unit = Math.min((height - 170) / 15, (width - 150) / 11);
  const [cx, top] = [width / 2, (height - unit * 15) / 2];
  const hub = top + unit * 5.5;
  page.dots(58, 58, width - 116, height - 116, 14, palette.ribbons[1]);
  page.ring(cx, hub, unit * 2.75, 1, 24, unit * 1.05, palette.fields[2], rotate(palette.ribbons, 2), 6);
  const columns = 11;
  const rows = 15;
  const has = (i: number, j: number): boolean => {
    if (i < 0 || j < 0 || i >= columns || j >= rows) return false;
    if (j >= 4 && j <= 6) return i >= 0;
    if (j >= 13) return i >= 3 && i <= 7;
    return i >= 4 && i <= 6;
  };
  const x = cx - (columns * unit) / 2;
  const pad = unit * 0.2;
  const outline: Point[] = [
    [4, 0],
    [7, 0],
    [7, 4],
    [11, 4],
    [11, 7],
    [7, 7],
    [7, 13],
    [8, 13],
    [8, 15],
    [3, 15],
    [3, 13],
    [4, 13],
    [4, 7],
    [0, 7],
    [0, 4],
    [4, 4],
  ];
  const path = polyline(
    outline.map(([i, j]) => [x + i * unit, top + j * unit] as const),
    true,
  );
  page.body += tag('path', {
    d: path,
    fill: palette.ribbons[0],
    stroke: palette.ribbons[0],
    'stroke-width': pad * 2 + unit * 0.14,
    'stroke-linejoin': 'round',
  });
  page.body += tag('path', {
    d: path,
    fill: palette.fields[0],
    stroke: palette.fields[0],
    'stroke-width': pad * 2,
    'stroke-linejoin': 'round',
  });
  const random = page.random;
  const chosen = new Map<string, 'along' | 'across' | undefined>();
  page.knot(
    {
      columns,
      rows,
      has,
      wall: (i, j) => {
        const key = `${Math.abs(i - columns)},${j}`;
        if (!chosen.has(key)) chosen.set(key, random.chance(0.17) ? 'along' : undefined);
        return chosen.get(key);
      },
    },
    ([i, j]) => [x + (i * unit) / 2, top + (j * unit) / 2],
    unit,
    palette.fields[0],
    rotate(palette.ribbons, 0),
  );
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    page.body += tag('circle', {
      cx: cx + sx * unit * 2.06,
      cy: hub + sy * unit * 2.06,
      r: unit * 0.34,
      fill: palette.ribbons[1],
      stroke: palette.ribbons[0],
      'stroke-width': unit * 0.1,
    });
  }
}

/** Draws interlace as in insular gospel books; strands alternate over and under at the crossings. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const palette = random.fork('palette').pick(palettes);
  const form = options.width ? 'Panel' : random.fork('form').pick(forms);
  const width = options.width ?? (form === 'Carpet page' || form === 'High cross' ? 960 : 1200);
  const height = options.height ?? 1200;
  const page = new Page(palette, random.fork('page'));
  const grain = `<radialGradient id="light" cx="0.4" cy="0.35" r="0.85"><stop offset="0" stop-color="#fff" stop-opacity="0.14"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="${palette.ink}" stop-opacity="0.2"/></radialGradient>`;
  page.body +=
    tag('rect', { width, height, fill: palette.vellum }) + tag('rect', { width, height, fill: 'url(#light)' });
  page.body += tag('rect', {
    x: 34,
    y: 34,
    width: width - 68,
    height: height - 68,
    fill: 'none',
    stroke: palette.ribbons[1],
    'stroke-width': 2,
    opacity: 0.7,
  });
  if (form === 'Carpet page') carpet(page, width, height);
  else if (form === 'Roundel') roundel(page, width, height);
  else if (form === 'Panel') panel(page, width, height);
  else highCross(page, width, height);
  return {
    svg: frame(width, height, page.body, grain),
    width,
    height,
    traits: [
      { name: 'Palette', value: palette.name },
      { name: 'Form', value: form },
      { name: 'Strands', value: page.strands },
      { name: 'Crossings', value: page.crossings },
    ],
  };
}
