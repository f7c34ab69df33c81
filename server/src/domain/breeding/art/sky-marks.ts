import { mix, shade } from './colour.ts';
import { n, polyline, tag, type Point } from './picture.ts';
import type { Random } from './random.ts';

/** Elements of a celestial atlas: stars, ticks, digits, phases, constellations. All are paths, so no font is needed. */
export interface Ink {
  name: string;
  deep: string;
  edge: string;
  line: string;
  star: string;
  accent: string;
  mist: string;
}

export const polar = (cx: number, cy: number, r: number, degrees: number): Point => [
  cx + r * Math.cos(((degrees - 90) * Math.PI) / 180),
  cy + r * Math.sin(((degrees - 90) * Math.PI) / 180),
];

export function ring(cx: number, cy: number, r: number): string {
  return `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;
}

/** A star of `points` rays; `waist` is the inner radius as a share of the outer. */
export function starPath(cx: number, cy: number, r: number, points: number, waist: number, turn = 0): string {
  const corners: Point[] = [];
  for (let i = 0; i < points * 2; i++)
    corners.push(polar(cx, cy, i % 2 === 0 ? r : r * waist, turn + (i * 180) / points));
  return polyline(corners, true, 2);
}

// Digits of single strokes on a grid 4 wide and 6 high.
const figures: Record<string, string> = {
  '0': 'M2 0C.5 0 0 1.4 0 3S.5 6 2 6 4 4.6 4 3 3.5 0 2 0Z',
  '1': 'M.8 1.2L2.2 0V6',
  '2': 'M.2 1.5C.3.5 1 0 2 0S3.8.6 3.8 1.7C3.8 3.2 1 4.4 0 6H4',
  '3': 'M.3.9C.8.3 1.3 0 2 0 3 0 3.7.6 3.7 1.5S3 2.8 1.6 2.8C3.2 2.8 4 3.4 4 4.4S3.2 6 2 6C1.200 6 .5 5.700 0 5',
  '4': 'M3 6V0L0 4.200H4',
  '5': 'M3.600 0H.7L.4 2.700C.9 2.300 1.400 2.200 2 2.200 3.200 2.200 4 2.900 4 4S3.200 6 1.900 6C1.100 6 .5 5.700 0 5.100',
  '6': 'M3.500.6C3.100.2 2.600 0 2.100 0 .7 0 0 1.500 0 3.500 0 5.100.7 6 2 6S4 5.200 4 4.100 3.200 2.400 2.100 2.400C1.100 2.400.2 3 0 4',
  '7': 'M0 0H4C2.600 1.900 1.700 3.800 1.500 6',
  '8': 'M2 2.800C.9 2.800.3 2.200.3 1.400S1 0 2 0 3.700.6 3.700 1.400 3.100 2.800 2 2.800ZM2 2.800C.8 2.800 0 3.500 0 4.400S.8 6 2 6 4 5.300 4 4.400 3.200 2.800 2 2.800Z',
  '9': 'M.5 5.400C.9 5.800 1.400 6 1.900 6 3.300 6 4 4.500 4 2.500 4 .9 3.300 0 2 0S0 .8 0 1.900 .8 3.600 1.900 3.600C2.900 3.600 3.800 3 4 2',
};

/** A number centred at (x, y), rotated by `degrees`. */
export function number(value: number, x: number, y: number, height: number, degrees: number, colour: string): string {
  const digits = String(Math.round(value));
  const scale = height / 6;
  const width = digits.length * 5.2 - 1.2;
  let body = '';
  for (const [i, digit] of [...digits].entries())
    body += tag('path', { d: figures[digit]!, transform: `translate(${n(i * 5.2, 2)} 0)` });
  return tag(
    'g',
    {
      transform: `translate(${n(x)} ${n(y)}) rotate(${n(degrees)}) scale(${n(scale, 3)}) translate(${n(-width / 2, 2)} -3)`,
      fill: 'none',
      stroke: colour,
      'stroke-width': n(1.5 / scale, 2),
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    body,
  );
}

/**
 * A graduated ring: a tick every `step` degrees, longer every fifth and tenth, with a number every `numbered` degrees.
 */
export function graduation(
  cx: number,
  cy: number,
  r: number,
  depth: number,
  ink: Ink,
  step = 1,
  numbered = 30,
): string {
  let fine = '';
  let bold = '';
  for (let degree = 0; degree < 360; degree += step) {
    const long = degree % (step * 10) === 0;
    const reach = long ? depth : degree % (step * 5) === 0 ? depth * 0.68 : depth * 0.38;
    const [a, b] = [polar(cx, cy, r, degree), polar(cx, cy, r + reach, degree)];
    const path = `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
    if (long) bold += path;
    else fine += path;
  }
  let body =
    tag('path', { d: fine, stroke: ink.line, 'stroke-width': 1.1, fill: 'none', opacity: 0.9 }) +
    tag('path', { d: bold, stroke: ink.line, 'stroke-width': 2.2, fill: 'none' });
  if (numbered > 0) {
    for (let degree = 0; degree < 360; degree += numbered) {
      const [x, y] = polar(cx, cy, r + depth + 15, degree);
      body += number(degree, x, y, 12, degree, ink.line);
    }
  }
  return body;
}

/** The moon, lit from the right by `phase`: 0 new, 0.5 full, 1 new again. */
export function moon(cx: number, cy: number, r: number, phase: number, ink: Ink): string {
  const lit = phase <= 0.5;
  const bulge = Math.cos(phase * Math.PI * 2);
  const half = `M${n(cx)} ${n(cy - r)}A${n(r)} ${n(r)} 0 0 ${lit ? 1 : 0} ${n(cx)} ${n(cy + r)}A${n(Math.abs(bulge) * r + 0.01)} ${n(r)} 0 0 ${bulge > 0 === lit ? 0 : 1} ${n(cx)} ${n(cy - r)}Z`;
  return (
    tag('circle', { cx, cy, r, fill: shade(ink.edge, -0.03) }) +
    tag('path', { d: half, fill: ink.star }) +
    tag('circle', { cx, cy, r, fill: 'none', stroke: ink.line, 'stroke-width': 1.4 })
  );
}

/** A sun with straight and wavy rays and a calm face. */
export function sun(cx: number, cy: number, r: number, ink: Ink, rays = 12): string {
  let body = '';
  for (let i = 0; i < rays; i++) {
    const at = (i * 360) / rays;
    const half = 180 / rays;
    const straight = polyline(
      [
        polar(cx, cy, r * 1.12, at - half * 0.55),
        polar(cx, cy, r * 1.95, at),
        polar(cx, cy, r * 1.12, at + half * 0.55),
      ],
      true,
    );
    const [a, b, c] = [
      polar(cx, cy, r * 1.12, at + half - half * 0.5),
      polar(cx, cy, r * 1.62, at + half),
      polar(cx, cy, r * 1.12, at + half + half * 0.5),
    ];
    const [p, q] = [polar(cx, cy, r * 1.38, at + half - half * 0.75), polar(cx, cy, r * 1.34, at + half + half * 0.05)];
    body += tag('path', { d: straight, fill: ink.line });
    body += tag('path', {
      d: `M${n(a[0])} ${n(a[1])}Q${n(p[0])} ${n(p[1])} ${n(b[0])} ${n(b[1])}Q${n(q[0])} ${n(q[1])} ${n(c[0])} ${n(c[1])}Z`,
      fill: ink.accent,
    });
  }
  const eye = (dx: number): string =>
    `M${n(cx + dx - r * 0.16)} ${n(cy - r * 0.12)}q${n(r * 0.16)} ${n(r * 0.14)} ${n(r * 0.32)} 0`;
  return (
    body +
    tag('circle', { cx, cy, r: r * 1.02, fill: ink.edge }) +
    tag('circle', { cx, cy, r: r * 0.93, fill: ink.line }) +
    tag('circle', { cx, cy, r: r * 0.8, fill: 'none', stroke: ink.edge, 'stroke-width': r * 0.025, opacity: 0.7 }) +
    tag('path', {
      d: `${eye(-r * 0.3)}${eye(r * 0.3)}M${n(cx)} ${n(cy - r * 0.1)}q${n(-r * 0.14)} ${n(r * 0.3)} ${n(r * 0.02)} ${n(r * 0.34)}M${n(cx - r * 0.2)} ${n(cy + r * 0.42)}q${n(r * 0.2)} ${n(r * 0.15)} ${n(r * 0.4)} 0`,
      fill: 'none',
      stroke: ink.edge,
      'stroke-width': r * 0.05,
      'stroke-linecap': 'round',
    })
  );
}

export interface Star {
  x: number;
  y: number;
  /** 0 the brightest, 5 the faintest. */
  magnitude: number;
}

export function drawStar(star: Star, ink: Ink, warm: boolean): string {
  const { x, y, magnitude } = star;
  const colour = warm ? ink.accent : ink.star;
  if (magnitude < 0.8) {
    return (
      tag('circle', { cx: x, cy: y, r: 15, fill: colour, opacity: 0.13 }) +
      tag('path', { d: starPath(x, y, 14.5, 8, 0.3), fill: mix(ink.line, colour, 0.3) }) +
      tag('path', { d: starPath(x, y, 10.5, 4, 0.26), fill: colour })
    );
  }
  if (magnitude < 1.8) return tag('path', { d: starPath(x, y, 10.5, 6, 0.36), fill: colour });
  if (magnitude < 2.8) return tag('path', { d: starPath(x, y, 7.2, 5, 0.42), fill: colour });
  return tag('circle', {
    cx: x,
    cy: y,
    r: magnitude < 3.8 ? 3 : magnitude < 4.4 ? 2 : 1.3,
    fill: colour,
    opacity: magnitude < 4 ? 1 : 0.8,
  });
}

/** Star groups, each joined by a minimum spanning tree of lines. `inside` decides where stars may be. */
export function constellations(
  random: Random,
  count: number,
  spacing: number,
  inside: (x: number, y: number) => boolean,
  box: readonly [number, number, number, number],
): { stars: Star[]; lines: [Star, Star][] } {
  const centres: Point[] = [];
  for (let attempt = 0; attempt < 4000 && centres.length < count; attempt++) {
    const point: Point = [random.range(box[0], box[2]), random.range(box[1], box[3])];
    if (inside(point[0], point[1]) && centres.every(([x, y]) => Math.hypot(x - point[0], y - point[1]) > spacing))
      centres.push(point);
  }
  const stars: Star[] = [];
  const lines: [Star, Star][] = [];
  for (const [cx, cy] of centres) {
    const group: Star[] = [];
    const lean = random.range(0, Math.PI);
    const wanted = random.int(5, 8);
    for (let attempt = 0; attempt < 300 && group.length < wanted; attempt++) {
      const along = random.gauss(0, spacing * 0.27);
      const aside = random.gauss(0, spacing * 0.17);
      const x = cx + along * Math.cos(lean) - aside * Math.sin(lean);
      const y = cy + along * Math.sin(lean) + aside * Math.cos(lean);
      if (!inside(x, y) || [...group, ...stars].some((other) => Math.hypot(other.x - x, other.y - y) < spacing * 0.19))
        continue;
      group.push({ x, y, magnitude: group.length === 0 ? random.range(0, 0.79) : random.range(0.9, 3.6) });
    }
    const joined = group.slice(0, 1);
    const left = group.slice(1);
    while (left.length > 0) {
      let best: [Star, Star, number] = [joined[0]!, left[0]!, Number.POSITIVE_INFINITY];
      for (const a of joined)
        for (const b of left) {
          const distance = Math.hypot(a.x - b.x, a.y - b.y);
          if (distance < best[2]) best = [a, b, distance];
        }
      lines.push([best[0], best[1]]);
      joined.push(best[1]);
      left.splice(left.indexOf(best[1]), 1);
    }
    stars.push(...group);
  }
  return { stars, lines };
}

/** Lines between stars, with a gap around each star. */
export function constellationLines(lines: readonly (readonly [Star, Star])[]): string {
  let path = '';
  for (const [a, b] of lines) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const gap = (star: Star): number => (star.magnitude < 0.8 ? 19 : star.magnitude < 1.8 ? 14 : 10);
    if (length < gap(a) + gap(b) + 4) continue;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    path += `M${n(a.x + ux * gap(a))} ${n(a.y + uy * gap(a))}L${n(b.x - ux * gap(b))} ${n(b.y - uy * gap(b))}`;
  }
  return path;
}

/** The moon's phases in a row, with the full moon largest in the middle. */
export function phases(ink: Ink, x: number, y: number, span: number, count: number, r: number): string {
  let body = '';
  for (let i = 0; i < count; i++)
    body += moon(
      x - span / 2 + (span * i) / (count - 1),
      y,
      r * (1 - Math.abs(i - (count - 1) / 2) * 0.07),
      (i + 1) / (count + 1),
      ink,
    );
  return body;
}
