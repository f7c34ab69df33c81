import type { Band, Motif } from '@skarb/server/breeding/art/cross-stitch-motif.ts';
import { mix, shade } from '@skarb/server/breeding/art/colour.ts';
import { n, tag } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';

/** Counted cloth: the thread of each cell. */
export class Cloth {
  readonly cells: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.cells = new Uint8Array(columns * rows);
  }
  set(x: number, y: number, thread: number): void {
    if (x >= 0 && y >= 0 && x < this.columns && y < this.rows) this.cells[y * this.columns + x] = thread;
  }
  get(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows ? this.cells[y * this.columns + x]! : 0;
  }
  /** Stamps a motif centred at a cell; empty cells of the motif keep what is there. */
  stamp(motif: Motif, cx: number, cy: number, reach: number, clear = false): void {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const thread = motif(x, y);
        if (thread) this.set(cx + x, cy + y, thread);
        else if (clear && Math.abs(x) + Math.abs(y) <= reach) this.set(cx + x, cy + y, 0);
      }
    }
  }
}

/**
 * Draws a frame of bands around the cloth, mitred on the diagonals so that the corners are symmetric.
 * @returns its depth
 */
export function border(cloth: Cloth, set: readonly Band[], inset: number): number {
  const cx = (cloth.columns - 1) / 2;
  const cy = (cloth.rows - 1) / 2;
  let depth = inset;
  for (const band of set) {
    for (let row = 0; row < band.rows; row++, depth++) {
      for (let x = depth; x < cloth.columns - depth; x++) {
        const thread = band.at(x - cx, row);
        cloth.set(x, depth, thread);
        cloth.set(x, cloth.rows - 1 - depth, thread);
      }
      for (let y = depth + 1; y < cloth.rows - 1 - depth; y++) {
        const thread = band.at(y - cy, row);
        cloth.set(depth, y, thread);
        cloth.set(cloth.columns - 1 - depth, y, thread);
      }
    }
  }
  return depth;
}

/** The stitches of a cloth as paths: a shadow, then two strokes per stitch, the upper one with a highlight. */
export function stitchPaths(
  cloth: Cloth,
  size: number,
  threads: readonly string[],
  clothColour: string,
  random: Random,
): string {
  let shadow = '';
  const under = ['', '', '', '', ''];
  const over = ['', '', '', '', ''];
  const arm = size * 0.84;
  for (let y = 0; y < cloth.rows; y++) {
    for (let x = 0; x < cloth.columns; x++) {
      const thread = cloth.get(x, y);
      if (!thread) continue;
      // Random offsets, so that the stitches look made by hand.
      const left = x * size + size * 0.08 + random.range(-0.35, 0.35);
      const top = y * size + size * 0.08 + random.range(-0.35, 0.35);
      const reach = arm + random.range(-0.25, 0.25);
      under[thread] += `M${n(left)} ${n(top)}l${n(reach)} ${n(reach)}`;
      over[thread] += `M${n(left)} ${n(top + reach)}l${n(reach)} ${n(-reach)}`;
      shadow += `M${n(left + 0.6)} ${n(top + 1.2)}l${n(reach)} ${n(reach)}m${n(-reach)} 0l${n(reach)} ${n(-reach)}`;
    }
  }
  const line = (path: string, colour: string, width: number, extra: Record<string, string | number> = {}): string =>
    path ? tag('path', { d: path, stroke: colour, 'stroke-width': width, ...extra }) : '';
  let body = line(shadow, mix(clothColour, '#000000', 0.55), size * 0.46, { opacity: 0.4 });
  for (let i = 1; i <= 4; i++) {
    const colour = threads[i - 1]!;
    body += line(under[i]!, shade(colour, -0.06), size * 0.46);
    body += line(over[i]!, shade(colour, -0.12), size * 0.5);
    body += line(over[i]!, colour, size * 0.38);
    body += line(over[i]!, shade(colour, 0.08), size * 0.1, { opacity: 0.8 });
  }
  return tag('g', { fill: 'none', 'stroke-linecap': 'round' }, body);
}

/** Draws even-weave cloth: threads over and under, with a hole at the corner of each stitch. */
export function weave(colour: string, width: number, height: number, left: number, top: number, size: number): string {
  const half = size / 2;
  let [threads, gaps, holes] = ['', '', ''];
  for (let y = top - size; y < height + size; y += half) {
    threads += `M0 ${n(y + half / 2, 2)}H${width}`;
    gaps += `M0 ${n(y, 2)}H${width}`;
  }
  for (let x = left - size; x < width + size; x += half) gaps += `M${n(x, 2)} 0V${height}`;
  for (let y = top - size; y < height + size; y += size) holes += `M${n(left - size, 2)} ${n(y, 2)}H${n(width + size)}`;
  return (
    tag('rect', { width, height, fill: colour }) +
    tag('path', { d: threads, stroke: shade(colour, 0.03), 'stroke-width': half * 0.5, opacity: 0.7 }) +
    tag('path', { d: gaps, stroke: shade(colour, -0.075), 'stroke-width': 0.7, opacity: 0.55 }) +
    tag('path', {
      d: holes,
      stroke: shade(colour, -0.2),
      'stroke-width': 2.8,
      'stroke-linecap': 'round',
      'stroke-dasharray': `0.01 ${n(size - 0.01, 4)}`,
      opacity: 0.75,
    })
  );
}
