import { shade } from '@skarb/server/breeding/art/colour.ts';
import { n, polyline, tag, type Point } from '@skarb/server/breeding/art/picture.ts';

/** A ribbon to draw: its whole path, and the sections that pass over another ribbon, as points on the page. */
export interface Ribbon {
  path: string;
  over: readonly (readonly Point[])[];
  colour: string;
  closed: boolean;
}

export interface RibbonStyle {
  width: number;
  /** The colour of the gap beside a ribbon where it passes over another. */
  gap: string;
  /** The width of that gap in units. */
  clearance: number;
  /** A line along the middle: lighter, darker or none. */
  core: 'light' | 'dark' | 'pair' | 'none';
}

/**
 * The strokes of a ribbon from the widest to the finest. `path` returns the path of a stroke by the number of strokes
 * above it.
 */
function layers(path: (above: number) => string, colour: string, style: RibbonStyle): string {
  const strokes: [colour: string, share: number][] = [
    [shade(colour, -0.22), 1],
    [shade(colour, -0.06), 0.84],
    [colour, 0.66],
    [shade(colour, 0.06), 0.36],
  ];
  if (style.core === 'light') strokes.push([shade(colour, 0.2, 0.7), 0.1]);
  if (style.core === 'dark') strokes.push([shade(colour, -0.26), 0.14]);
  if (style.core === 'pair') strokes.push([shade(colour, -0.26), 0.36], [shade(colour, 0.08), 0.2]);
  return strokes
    .map(([stroke, share], i) =>
      tag('path', { d: path(strokes.length - 1 - i), stroke, 'stroke-width': n(style.width * share, 2) }),
    )
    .join('');
}

/** The points without the first and last `amount` units of the path. */
function trim(points: readonly Point[], amount: number): Point[] {
  const cut = (way: readonly Point[]): Point[] => {
    let left = amount;
    for (let i = 1; i < way.length; i++) {
      const [a, b] = [way[i - 1]!, way[i]!];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length > left)
        return [[a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length], ...way.slice(i)];
      left -= length;
    }
    return way.slice(-2);
  };
  return cut(cut(points).toReversed()).toReversed();
}

/**
 * Draws ribbons that pass over and under each other: first the whole paths, then each "over" section on top with a gap
 * beside it.
 */
export function layRibbons(ribbons: readonly Ribbon[], style: RibbonStyle): string {
  let body = '';
  const gap = (d: string): string =>
    d ? tag('path', { d, stroke: style.gap, 'stroke-width': style.width + style.clearance * 2 }) : '';
  for (const { path, colour } of ribbons) body += gap(path) + layers(() => path, colour, style);
  // At the end of a section, each stroke is slightly longer than the one below, otherwise the seam would be visible as
  // a line.
  const overpasses = (ribbon: Ribbon, above: number): string =>
    ribbon.over.map((points) => polyline(trim(points, above * 0.9), false, 2)).join('');
  for (const ribbon of ribbons) body += gap(overpasses(ribbon, 7));
  for (const ribbon of ribbons)
    if (ribbon.over.length > 0) body += layers((above) => overpasses(ribbon, above), ribbon.colour, style);
  return tag('g', { fill: 'none', 'stroke-linejoin': 'round' }, body);
}
