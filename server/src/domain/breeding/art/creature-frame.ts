import { smooth, type Point } from './picture.ts';

/** The geometry of a body to which its parts are attached. */
export interface Frame {
  x: number;
  top: number;
  /** Half the body's width at a height. */
  half: (y: number) => number;
  /** The y coordinate of the crown at an offset from the axis. */
  crown: (dx: number) => number;
  clip: string;
}

/** A tapering limb along points, `from` to `to` units thick, as one shape. */
export function tube(points: readonly Point[], from: number, to: number): string {
  const sides: [Point[], Point[]] = [[], []];
  for (const [i, [x, y]] of points.entries()) {
    const [a, b] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const w = (from + ((to - from) * i) / (points.length - 1)) / 2;
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    sides[0].push([x + nx * w, y + ny * w]);
    sides[1].unshift([x - nx * w, y - ny * w]);
  }
  return smooth([...sides[0], ...sides[1]], true);
}

/** Draws something on the left (-1) and on the right (1). */
export const both = (draw: (side: number) => string): string => draw(-1) + draw(1);
