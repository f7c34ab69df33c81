import { n, tag, type Point } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';
import {
  constellationLines,
  constellations,
  drawStar,
  number,
  phases,
  polar,
  ring,
  starPath,
  type Ink,
} from '@skarb/server/breeding/art/sky-marks.ts';

/** Draws a comet on a sky grid, with a ruler and the phases of the moon below. */
export function comet(random: Random, ink: Ink, width: number, height: number): { body: string; stars: number } {
  const [left, top, right, bottom] = [84, 84, width - 84, height - 210];
  let grid = '';
  const pole: Point = [width * random.range(0.2, 0.8), top - height * 0.35];
  for (let i = 1; i < 14; i++) grid += ring(pole[0], pole[1], height * 0.13 * i);
  for (let degree = 90; degree <= 270; degree += 7.5) {
    const [a, b] = [polar(pole[0], pole[1], height * 0.13, degree), polar(pole[0], pole[1], height * 2, degree)];
    grid += `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
  }
  let body = tag(
    'g',
    { 'clip-path': 'url(#window)' },
    tag('path', { d: grid, fill: 'none', stroke: ink.line, 'stroke-width': 0.8, opacity: 0.3 }),
  );
  const inside = (x: number, y: number): boolean => x > left + 26 && x < right - 26 && y > top + 26 && y < bottom - 26;
  const head: Point = [width * random.range(0.27, 0.4), height * random.range(0.5, 0.62)];
  const lean = random.range(28, 42);
  const tail = height * 0.62;
  const near = (x: number, y: number): boolean => {
    const [tx, ty] = [Math.sin((lean * Math.PI) / 180), -Math.cos((lean * Math.PI) / 180)];
    const along = (x - head[0]) * tx + (y - head[1]) * ty;
    const aside = Math.abs((x - head[0]) * ty - (y - head[1]) * tx);
    return along > -50 && aside < 44 + along * 0.16;
  };
  const figure = constellations(random.fork('figures'), 9, 215, (x, y) => inside(x, y) && !near(x, y), [
    left,
    top,
    right,
    bottom,
  ]);
  const scatter = random.fork('scatter');
  let stars = 0;
  for (let i = 0; i < 620; i++) {
    const star = {
      x: scatter.range(left + 8, right - 8),
      y: scatter.range(top + 8, bottom - 8),
      magnitude: 5 - scatter.next() ** 3 * 2.4,
    };
    if (figure.stars.some((other) => Math.hypot(other.x - star.x, other.y - star.y) < 16)) continue;
    body += drawStar(star, ink, scatter.chance(0.06));
    stars++;
  }
  body += tag('path', { d: constellationLines(figure.lines), stroke: ink.line, 'stroke-width': 2.5, fill: 'none' });
  for (const star of figure.stars) body += drawStar(star, ink, star.magnitude < 0.8 && scatter.chance(0.3));
  // The tail: hundreds of thin curves that spread from the head.
  const hairs = ['', '', ''];
  for (let i = 0; i < 320; i++) {
    const spread = scatter.gauss(0, 0.1);
    const length = tail * scatter.range(0.2, 1) * (1 - Math.abs(spread) * 1.6);
    const angle = lean + spread * 80;
    const start = polar(head[0], head[1], scatter.range(4, 24), lean + scatter.range(-95, 95));
    const middle = polar(start[0], start[1], length * 0.5, angle - 3);
    const end = polar(start[0], start[1], length, angle + 5);
    hairs[i % 3] += `M${n(start[0])} ${n(start[1])}Q${n(middle[0])} ${n(middle[1])} ${n(end[0])} ${n(end[1])}`;
  }
  const tones = [ink.mist, ink.line, ink.star];
  body += tag(
    'g',
    { 'clip-path': 'url(#window)' },
    hairs
      .map((path, i) =>
        tag('path', {
          d: path,
          fill: 'none',
          stroke: tones[i],
          'stroke-width': 1.5,
          opacity: 0.5,
          'stroke-linecap': 'round',
        }),
      )
      .join(''),
  );
  for (const [r, opacity] of [
    [46, 0.14],
    [32, 0.25],
    [21, 0.5],
  ] as const)
    body += tag('circle', { cx: head[0], cy: head[1], r, fill: ink.star, opacity });
  body +=
    tag('path', { d: starPath(head[0], head[1], 34, 8, 0.36, 10), fill: ink.accent }) +
    tag('path', { d: starPath(head[0], head[1], 22, 8, 0.5, 32), fill: ink.star });
  let ruler = '';
  for (let x = left, i = 0; x <= right + 0.1; x += (right - left) / 72, i++)
    ruler += `M${n(x)} ${bottom}v${i % 6 === 0 ? 16 : 8}M${n(x)} ${top}v${i % 6 === 0 ? -14 : -7}`;
  for (let i = 0; i <= 6; i++) body += number(i * 15, left + ((right - left) * i) / 6, bottom + 30, 11, 0, ink.line);
  body +=
    tag('path', { d: ruler, stroke: ink.line, 'stroke-width': 1.1 }) +
    tag('rect', {
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
      fill: 'none',
      stroke: ink.line,
      'stroke-width': 2.6,
    });
  return { body: body + phases(ink, width / 2, height - 112, width * 0.62, 9, 25), stars: stars + figure.stars.length };
}
