import type { Point } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';

type Port = string;
export interface Piece {
  ends: readonly [Point, Point];
  /** Centre of the arc; absent for a straight piece. */
  hub?: Point;
  /** Points where this piece is on top of another, with its direction there (a unit vector). */
  over: [at: Point, along: Point][];
  /** The whole piece is on top of what it crosses. */
  onTop?: boolean;
}
export interface Tile {
  x: number;
  y: number;
  size: number;
}

export const port = ([x, y]: Point): Port => `${x * 2},${y * 2}`;
/** How a tile connects the `size` ports on each of its sides. */
export type TileKind = 'sweep' | 'fans' | 'weave';

export function quadtree(
  random: Random,
  columns: number,
  rows: number,
  largest: number,
  split: readonly number[],
): Tile[] {
  const tiles: Tile[] = [];
  const divide = (x: number, y: number, size: number, level: number): void => {
    if (size > 1 && random.chance(split[level] ?? 0)) {
      const half = size / 2;
      for (const [i, j] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        divide(x + i * half, y + j * half, half, level + 1);
    } else tiles.push({ x, y, size });
  };
  for (let y = 0; y < rows; y += largest) for (let x = 0; x < columns; x += largest) divide(x, y, largest, 0);
  return tiles;
}

function arc(hub: Point, radius: number, sx: number, sy: number): Piece {
  return {
    ends: [
      [hub[0] + radius * sx, hub[1]],
      [hub[0], hub[1] + radius * sy],
    ],
    hub,
    over: [],
  };
}

export function fill(tile: Tile, kind: TileKind, random: Random): Piece[] {
  const { x, y, size } = tile;
  const pieces: Piece[] = [];
  const radii = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 0.5);
  if (kind === 'weave') {
    const vertical = radii(size).map((at): Piece => ({
      ends: [
        [x + at, y],
        [x + at, y + size],
      ],
      over: [],
    }));
    const level = radii(size).map((at): Piece => ({
      ends: [
        [x, y + at],
        [x + size, y + at],
      ],
      over: [],
    }));
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const crossing: Point = [x + i + 0.5, y + j + 0.5];
        if ((x + i + y + j) % 2 === 0) vertical[i]!.over.push([crossing, [0, 1]]);
        else level[j]!.over.push([crossing, [1, 0]]);
      }
    }
    return [...vertical, ...level];
  }
  if (kind === 'fans') {
    for (const [i, j] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      for (const r of radii(size / 2)) pieces.push(arc([x + i * size, y + j * size], r, i ? -1 : 1, j ? -1 : 1));
    }
    return pieces;
  }
  const flip = random.chance(0.5);
  const a: Point = [x + (flip ? size : 0), y];
  const b: Point = [x + (flip ? 0 : size), y + size];
  const first = radii(size).map((r) => arc(a, r, flip ? -1 : 1, 1));
  const second = radii(size).map((r) => arc(b, r, flip ? 1 : -1, -1));
  // The two sweeps cross at angles too flat to alternate over and under, so one is on top.
  for (const [i, piece] of first.entries()) piece.onTop = i + 0.5 + (size - 0.5) > size * Math.SQRT2;
  return [...first, ...second];
}

/** Mirrors a piece in the middle of `columns`, of `rows`, or of both (0: not mirrored). */
export function reflect(piece: Piece, columns: number, rows: number): Piece {
  const turn = ([x, y]: Point): Point => [columns ? columns - x : x, rows ? rows - y : y];
  return {
    ends: [turn(piece.ends[0]), turn(piece.ends[1])],
    hub: piece.hub && turn(piece.hub),
    onTop: piece.onTop,
    over: piece.over.map(([at, [ax, ay]]) => [turn(at), [columns ? -ax : ax, rows ? -ay : ay]]),
  };
}

/** Joins pieces to strands from port to port, so that a strand keeps its colour across all tiles. */
export function trace(pieces: readonly Piece[]): { pieces: Piece[]; from: Point[]; closed: boolean }[] {
  const at = new Map<Port, Piece[]>();
  for (const piece of pieces) for (const end of piece.ends) at.set(port(end), [...(at.get(port(end)) ?? []), piece]);
  const seen = new Set<Piece>();
  const follow = (start: Piece, from: Point): { pieces: Piece[]; from: Point[]; closed: boolean } => {
    const way: Piece[] = [];
    const entries: Point[] = [];
    let piece: Piece | undefined = start;
    let enter = from;
    while (piece && !seen.has(piece)) {
      seen.add(piece);
      way.push(piece);
      entries.push(enter);
      enter = port(piece.ends[0]) === port(enter) ? piece.ends[1] : piece.ends[0];
      piece = at.get(port(enter))!.find((other) => !seen.has(other));
    }
    return { pieces: way, from: entries, closed: port(enter) === port(from) };
  };
  const strands: { pieces: Piece[]; from: Point[]; closed: boolean }[] = [];
  for (const piece of pieces)
    for (const end of piece.ends)
      if (at.get(port(end))!.length === 1 && !seen.has(piece)) strands.push(follow(piece, end));
  for (const piece of pieces) if (!seen.has(piece)) strands.push(follow(piece, piece.ends[0]));
  return strands;
}
