import { shade } from '@skarb/server/breeding/art/colour.ts';
import { traceKnot, type KnotPlan, type Strand } from './knot-lattice.ts';
import type { Pigments } from './knot-pigments.ts';
import { n, polyline, tag, type Point } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';
import { layRibbons } from './ribbon.ts';

/** Random walls inside a knot, symmetric in all four quarters. */
export function symmetricWalls(
  random: Random,
  columns: number,
  rows: number,
  share: number,
): NonNullable<KnotPlan['wall']> {
  const chosen = new Map<string, 'along' | 'across' | undefined>();
  const square = columns === rows;
  return (i, j) => {
    let x = Math.abs(i - columns);
    let y = Math.abs(j - rows);
    // On a square, mirrors the pattern in the diagonals too.
    if (square && y > x) [x, y] = [y, x];
    const key = `${x},${y}`;
    if (!chosen.has(key))
      chosen.set(key, random.chance(share) ? (random.chance(0.62) ? 'along' : 'across') : undefined);
    return chosen.get(key);
  };
}

/** Random walls that repeat around a ring, mirrored within each repeat. */
function ringWalls(random: Random, repeat: number, rows: number, share: number): NonNullable<KnotPlan['wall']> {
  const chosen = new Map<string, 'along' | 'across' | undefined>();
  return (i, j) => {
    const place = i % (repeat * 2);
    const key = `${Math.min(place, repeat * 2 - place)},${Math.abs(j - rows)}`;
    if (!chosen.has(key)) chosen.set(key, random.chance(share) ? (random.chance(0.7) ? 'across' : 'along') : undefined);
    return chosen.get(key);
  };
}

/** A page on which knots, panels, rings and dots are drawn. */
export class Page {
  body = '';
  strands = 0;
  crossings = 0;
  readonly palette: Pigments;
  readonly random: Random;
  constructor(palette: Pigments, random: Random) {
    this.palette = palette;
    this.random = random;
  }

  /** Draws a knot: `place` maps lattice points to the page, `unit` is the width of a cell on the page. */
  knot(plan: KnotPlan, place: (point: Point) => Point, unit: number, field: string, colours: readonly string[]): void {
    const strands = traceKnot(plan);
    this.strands += strands.length;
    const order = strands.toSorted((a: Strand, b: Strand) => b.points.length - a.points.length);
    // A strand and its mirror image share a colour: the key contains only values that mirroring does not change.
    const colourOf = new Map<string, string>();
    const pick = (strand: Strand): string => {
      let [x, y] = [0, 0];
      for (const [px, py] of strand.points) {
        x += plan.wraps ? 0 : Math.abs(px - plan.columns);
        y += Math.abs(py - plan.rows);
      }
      const key = `${[Math.round(x), Math.round(y)].toSorted((a, b) => a - b).join()},${strand.points.length}`;
      const colour = (!plan.wraps && colourOf.get(key)) || colours[colourOf.size % colours.length]!;
      colourOf.set(plan.wraps ? `${colourOf.size}` : key, colour);
      return colour;
    };
    const ribbons = order.map((strand) => ({
      path: polyline(strand.points.map(place), true),
      over: strand.over.map((run) => run.map(place)),
      colour: pick(strand),
      closed: true,
    }));
    for (const strand of strands) this.crossings += strand.over.length;
    this.body += layRibbons(ribbons, {
      width: unit * 0.37,
      gap: shade(field, -0.03),
      clearance: unit * 0.06,
      core: unit > 46 ? 'pair' : 'light',
    });
  }

  /** Draws a rectangular panel: a knot on a coloured field with a gold border. */
  panel(
    x: number,
    y: number,
    columns: number,
    rows: number,
    unit: number,
    field: string,
    colours: readonly string[],
    share: number,
    has: KnotPlan['has'] = (i, j) => i >= 0 && j >= 0 && i < columns && j < rows,
  ): void {
    const pad = unit * 0.16;
    const box = { x: x - pad, y: y - pad, width: columns * unit + pad * 2, height: rows * unit + pad * 2 };
    this.body += tag('rect', { ...box, fill: field, rx: unit * 0.1 });
    this.body += tag('rect', {
      ...box,
      fill: 'none',
      stroke: this.palette.ribbons[0],
      'stroke-width': unit * 0.055,
      rx: unit * 0.1,
    });
    const wall = symmetricWalls(this.random, columns, rows, share);
    this.knot({ columns, rows, has, wall }, ([i, j]) => [x + (i * unit) / 2, y + (j * unit) / 2], unit, field, colours);
  }

  ring(
    cx: number,
    cy: number,
    inner: number,
    rows: number,
    columns: number,
    unit: number,
    field: string,
    colours: readonly string[],
    repeat: number,
  ): void {
    const outer = inner + rows * unit;
    const pad = unit * 0.16;
    const band = (r: number): string =>
      `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;
    const gold = this.palette.ribbons[0];
    this.body += tag('path', {
      d: band(outer + pad) + band(Math.max(0.1, inner - pad)),
      fill: field,
      'fill-rule': 'evenodd',
      stroke: gold,
      'stroke-width': unit * 0.055,
    });
    const plan: KnotPlan = {
      columns,
      rows,
      wraps: true,
      has: (_, j) => j >= 0 && j < rows,
      wall: ringWalls(this.random, repeat, rows, 0.2),
    };
    this.knot(
      plan,
      ([i, j]) => {
        const angle = (i / (columns * 2)) * Math.PI * 2 - Math.PI / 2;
        const radius = inner + (j * unit) / 2;
        return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius];
      },
      unit,
      field,
      colours,
    );
  }

  /** Draws rows of dots around a rectangle, like the red lead dots of the Book of Kells. */
  dots(x: number, y: number, width: number, height: number, gap: number, colour: string): void {
    const [columns, rows] = [Math.round(width / gap), Math.round(height / gap)];
    for (let i = 0; i <= columns; i++)
      for (const top of [y, y + height])
        this.body += tag('circle', { cx: x + (width * i) / columns, cy: top, r: gap * 0.19, fill: colour });
    for (let j = 1; j < rows; j++)
      for (const left of [x, x + width])
        this.body += tag('circle', { cx: left, cy: y + (height * j) / rows, r: gap * 0.19, fill: colour });
  }

  dotRing(cx: number, cy: number, r: number, gap: number, colour: string): void {
    const count = Math.round((Math.PI * 2 * r) / gap);
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2;
      this.body += tag('circle', {
        cx: cx + Math.cos(angle) * r,
        cy: cy + Math.sin(angle) * r,
        r: gap * 0.19,
        fill: colour,
      });
    }
  }
}
