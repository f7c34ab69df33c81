import { mix } from '@skarb/server/breeding/art/colour.ts';
import { createNoise, octaves } from './noise.ts';
import { n, tag } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';
import {
  constellationLines,
  constellations,
  drawStar,
  polar,
  ring,
  type Ink,
  type Star,
} from '@skarb/server/breeding/art/sky-marks.ts';

/** Draws a sky disc: grid, milky way, field stars, ecliptic and constellations. @returns also the number of stars */
export function skyDisc(
  random: Random,
  ink: Ink,
  cx: number,
  cy: number,
  r: number,
  groups: number,
  id: string,
): { body: string; defs: string; stars: number } {
  const defs =
    `<radialGradient id="${id}"><stop offset="0" stop-color="${ink.deep}"/><stop offset="1" stop-color="${mix(ink.deep, ink.edge, 0.72)}"/></radialGradient>` +
    `<clipPath id="${id}c"><circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}"/></clipPath>`;
  let body = tag('circle', { cx, cy, r, fill: `url(#${id})` });
  let grid = '';
  for (const share of [0.25, 0.5, 0.75]) grid += ring(cx, cy, r * share);
  for (let hour = 0; hour < 24; hour++) {
    const [a, b] = [
      polar(cx, cy, hour % 6 === 0 ? 0 : r * (hour % 2 === 0 ? 0.08 : 0.25), hour * 15),
      polar(cx, cy, r, hour * 15),
    ];
    grid += `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
  }
  body += tag('path', { d: grid, fill: 'none', stroke: ink.line, 'stroke-width': 0.8, opacity: 0.32 });

  // The milky way: a stippled band along an arc, with dark gaps according to the noise.
  const noise = octaves(createNoise(random.fork('mist')), 3);
  const lean = random.range(0, 360);
  const bow = random.range(0.25, 0.6) * r;
  const dots = ['', '', ''];
  const dust = random.fork('dust');
  for (let i = 0; i < r * 24; i++) {
    const along = dust.range(-1.05, 1.05) * r;
    const aside = dust.gauss(0, 0.15 * r);
    const bend = bow * (1 - (along / r) ** 2) - bow * 0.45;
    const [x0, y0] = [along, aside + bend];
    const angle = (lean * Math.PI) / 180;
    const [x, y] = [x0 * Math.cos(angle) - y0 * Math.sin(angle), x0 * Math.sin(angle) + y0 * Math.cos(angle)];
    if (Math.hypot(x, y) > r - 3 || noise((cx + x) / 90, (cy + y) / 90) + 0.16 < dust.range(-0.2, 0.35)) continue;
    const size = dust.int(0, 2);
    dots[size] += `M${n(cx + x)} ${n(cy + y)}h.01`;
  }
  for (const [size, path] of dots.entries())
    body += tag('path', {
      d: path,
      stroke: ink.mist,
      'stroke-width': 1.2 + size * 0.7,
      'stroke-linecap': 'round',
      opacity: 0.8 - size * 0.1,
    });

  const ecliptic = polar(cx, cy, r * 0.3, lean + random.range(40, 140));
  const er = r * 0.69;
  let marks = '';
  for (let degree = 0; degree < 360; degree += 5) {
    const reach = degree % 30 === 0 ? 10 : 4.5;
    const [a, b] = [
      polar(ecliptic[0], ecliptic[1], er - reach, degree),
      polar(ecliptic[0], ecliptic[1], er + reach, degree),
    ];
    marks += `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
  }
  body += tag(
    'g',
    { 'clip-path': `url(#${id}c)`, fill: 'none', stroke: ink.accent },
    tag('path', { d: ring(ecliptic[0], ecliptic[1], er), 'stroke-width': 1.8 }) +
      tag('path', { d: marks, 'stroke-width': 1.1 }),
  );

  const inside = (x: number, y: number): boolean => Math.hypot(x - cx, y - cy) < r * 0.91;
  const figure = constellations(random.fork('figures'), groups, (r * 1.55) / Math.sqrt(groups), inside, [
    cx - r,
    cy - r,
    cx + r,
    cy + r,
  ]);
  const scatter = random.fork('scatter');
  const field: Star[] = [];
  for (let i = 0; i < r * 0.75; i++) {
    const [x, y] = polar(cx, cy, Math.sqrt(scatter.next()) * (r - 8), scatter.range(0, 360));
    if (figure.stars.some((star) => Math.hypot(star.x - x, star.y - y) < 15)) continue;
    field.push({ x, y, magnitude: 5 - scatter.next() ** 3 * 2.4 });
  }
  for (const star of field) body += drawStar(star, ink, scatter.chance(0.05));
  body += tag('path', { d: constellationLines(figure.lines), stroke: ink.line, 'stroke-width': 2.5, fill: 'none' });
  for (const star of figure.stars) body += drawStar(star, ink, star.magnitude < 0.8 && scatter.chance(0.3));
  body += tag('path', { d: ring(cx, cy, r), fill: 'none', stroke: ink.line, 'stroke-width': 3.4 });
  return { body, defs, stars: field.length + figure.stars.length };
}
