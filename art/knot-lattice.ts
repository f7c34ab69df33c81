import type { Point } from '@skarb/server/breeding/art/picture.ts';

/**
 * A knot after Christian Mercat's construction: strands run diagonally through the midpoints of the edges between
 * cells, and bounce where an edge is a wall. The parity of a crossing's position decides which strand is on top, so
 * that over and under alternate.
 */
export interface KnotPlan {
  columns: number;
  rows: number;
  /** True where the cell belongs to the knot. */
  has: (column: number, row: number) => boolean;
  /** Column 0 is adjacent to the last column: a ring. */
  wraps?: boolean;
  /**
   * The wall at the midpoint of an inner edge (lattice coordinates, two units per cell): along the edge or across it.
   */
  wall?: (i: number, j: number) => 'along' | 'across' | undefined;
}

export interface Strand {
  /** Lattice points along the strand, densely sampled. */
  points: Point[];
  /** Short runs of points where this strand is on top. */
  over: Point[][];
  closed: true;
}

type Bounce = 'none' | 'flipX' | 'flipY';

function bounceAt(plan: KnotPlan, i: number, j: number): Bounce {
  const uprightEdge = i % 2 === 0;
  const wrap = (column: number): number => (plan.wraps ? (column + plan.columns) % plan.columns : column);
  const [a, b] = uprightEdge
    ? [plan.has(wrap(i / 2 - 1), (j - 1) / 2), plan.has(wrap(i / 2), (j - 1) / 2)]
    : [plan.has(wrap((i - 1) / 2), j / 2 - 1), plan.has(wrap((i - 1) / 2), j / 2)];
  const kind =
    a && b
      ? plan.wall?.(plan.wraps ? ((i % (plan.columns * 2)) + plan.columns * 2) % (plan.columns * 2) : i, j)
      : 'along';
  if (!kind) return 'none';
  return (kind === 'along') === uprightEdge ? 'flipX' : 'flipY';
}

const bezier = (a: Point, b: Point, c: Point, d: Point, t: number): Point => {
  const u = 1 - t;
  const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [a[0] * w0 + b[0] * w1 + c[0] * w2 + d[0] * w3, a[1] * w0 + b[1] * w1 + c[1] * w2 + d[1] * w3];
};

/** Finds all strands of a plan. */
export function traceKnot(plan: KnotPlan): Strand[] {
  const around = plan.columns * 2;
  const fold = (i: number): number => (plan.wraps ? ((i % around) + around) % around : i);
  const seen = new Set<string>();
  const strands: Strand[] = [];
  const crossings: [number, number][] = [];
  for (let j = 0; j <= plan.rows * 2; j++) {
    for (let i = 0; i < around + (plan.wraps ? 0 : 1); i++) {
      if ((i + j) % 2 === 0) continue;
      const upright = i % 2 === 0;
      const wrap = (column: number): number => (plan.wraps ? (column + plan.columns) % plan.columns : column);
      const inside = upright
        ? plan.has(wrap(i / 2 - 1), (j - 1) / 2) || plan.has(wrap(i / 2), (j - 1) / 2)
        : plan.has(wrap((i - 1) / 2), j / 2 - 1) || plan.has(wrap((i - 1) / 2), j / 2);
      if (inside) crossings.push([i, j]);
    }
  }
  interface Step {
    from: Point;
    to: Point;
    heading: Point;
    leaving: Point;
    bounce: Bounce;
    over: boolean;
  }
  for (const [ci, cj] of crossings) {
    for (const [hx, hy] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      // A state is a crossing and the direction of travel; the opposite direction is the same strand.
      let [i, j, dx, dy] = [ci, cj, hx as number, hy as number];
      const steps: Step[] = [];
      const key = (): string => `${fold(i)},${j},${dx},${dy}`;
      if (seen.has(key())) continue;
      // A boundary point can only be reached from inside.
      const before: [number, number] = [Math.floor((i - dx * 0.5) / 2), Math.floor((j - dy * 0.5) / 2)];
      if (!plan.has(plan.wraps ? (before[0] + plan.columns) % plan.columns : before[0], before[1])) continue;
      while (!seen.has(key())) {
        seen.add(key());
        const bounce = bounceAt(plan, i, j);
        const [ox, oy] = [bounce === 'flipX' ? -dx : dx, bounce === 'flipY' ? -dy : dy];
        seen.add(`${fold(i)},${j},${-ox},${-oy}`);
        const over = bounce === 'none' && dx * dy > 0 === (((i % 2) + 2) % 2 === 0);
        steps.push({
          from: [i - dx / 2, j - dy / 2],
          to: [i + ox / 2, j + oy / 2],
          heading: [dx, dy],
          leaving: [ox, oy],
          bounce,
          over,
        });
        [i, j, dx, dy] = [i + ox, j + oy, ox, oy];
      }
      strands.push(sample(steps));
    }
  }
  return strands;

  function sample(steps: readonly Step[]): Strand {
    const count = steps.length;
    const tangents = steps.map((step, k): Point => {
      // Between two bounces off aligned walls, runs straight along the wall instead of in waves.
      const last = steps[(k - 1 + count) % count]!;
      if (step.bounce !== 'none' && step.bounce === last.bounce)
        return step.bounce === 'flipX' ? [0, step.heading[1]] : [step.heading[0], 0];
      return step.heading;
    });
    const points: Point[] = [];
    const over: Point[][] = [];
    for (const [k, step] of steps.entries()) {
      const enter = tangents[k]!;
      const leave = tangents[(k + 1) % count]!;
      const diagonal = (v: Point): number => (v[0] !== 0 && v[1] !== 0 ? 1 : 0);
      const pull = (v: Point): number => (step.bounce === 'none' ? 0.34 : diagonal(v) ? 0.44 : 0.34);
      const a: Point = [step.from[0] + enter[0] * pull(enter), step.from[1] + enter[1] * pull(enter)];
      const b: Point = [step.to[0] - leave[0] * pull(leave), step.to[1] - leave[1] * pull(leave)];
      for (let s = 0; s < 10; s++) points.push(bezier(step.from, a, b, step.to, s / 10));
      if (step.over)
        over.push(Array.from({ length: 13 }, (_, s) => bezier(step.from, a, b, step.to, 0.02 + (s / 12) * 0.96)));
    }
    return { points, over, closed: true };
  }
}
