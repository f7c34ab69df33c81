import { mix } from '@skarb/server/breeding/art/colour.ts';
import { n, tag } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';
import { graduation, number, polar, ring, sun, type Ink } from '@skarb/server/breeding/art/sky-marks.ts';

/** Draws planets in their orbits around a sun, each with a glowing trail. */
export function orrery(random: Random, ink: Ink, cx: number, cy: number, reach: number): string {
  let body =
    graduation(cx, cy, reach - 34, 16, ink, 1, 30) +
    tag('path', {
      d: ring(cx, cy, reach - 34) + ring(cx, cy, reach - 40),
      fill: 'none',
      stroke: ink.line,
      'stroke-width': 1.8,
    });
  const worlds = random.int(6, 8);
  const tones = [ink.accent, ink.star, ink.mist, ink.line];
  for (let i = 0; i < worlds; i++) {
    const r = reach * (0.24 + (0.62 * i) / (worlds - 1));
    const at = random.range(0, 360);
    const [x, y] = polar(cx, cy, r, at);
    const size = random.range(12, 18) * (i > worlds - 4 ? 1.8 : 1);
    const tone = tones[(i + 1) % tones.length]!;
    // The trail of a planet glows and fades out.
    for (let piece = 0; piece < 26; piece++) {
      const [a, b] = [polar(cx, cy, r, at - piece * 5), polar(cx, cy, r, at - piece * 5 - 5.2)];
      body += tag('path', {
        d: `M${n(a[0])} ${n(a[1])}A${n(r)} ${n(r)} 0 0 0 ${n(b[0])} ${n(b[1])}`,
        fill: 'none',
        stroke: tone,
        'stroke-width': 8 * (1 - piece / 26),
        opacity: 0.9 * (1 - piece / 26),
      });
    }
    body += tag('path', {
      d: ring(cx, cy, r),
      fill: 'none',
      stroke: ink.line,
      'stroke-width': 1.6,
      opacity: 0.8,
      'stroke-dasharray': i % 3 === 2 ? '2 7' : undefined,
    });
    let ticks = '';
    for (let degree = 0; degree < 360; degree += 360 / (12 * (1 + (i % 3)))) {
      const [a, b] = [polar(cx, cy, r - 4, degree), polar(cx, cy, r + 4, degree)];
      ticks += `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`;
    }
    body += tag('path', { d: ticks, stroke: ink.line, 'stroke-width': 1, opacity: 0.7 });
    body += tag('circle', { cx: x, cy: y, r: size + 6, fill: mix(ink.deep, ink.edge, 0.6) });
    if (i === worlds - 2)
      body += tag('ellipse', {
        cx: x,
        cy: y,
        rx: size * 1.9,
        ry: size * 0.55,
        fill: 'none',
        stroke: ink.line,
        'stroke-width': 3,
        transform: `rotate(-22 ${n(x)} ${n(y)})`,
      });
    body +=
      tag('circle', { cx: x, cy: y, r: size, fill: tone }) +
      tag('path', {
        d: `M${n(x)} ${n(y - size)}A${n(size)} ${n(size)} 0 0 1 ${n(x)} ${n(y + size)}A${n(size * 0.55)} ${n(size)} 0 0 0 ${n(x)} ${n(y - size)}Z`,
        fill: ink.edge,
        opacity: 0.28,
      });
    if (i === worlds - 2)
      body += tag('path', {
        d: `M${n(x - size * 1.9)} ${n(y)}A${n(size * 1.9)} ${n(size * 0.55)} 0 0 0 ${n(x + size * 1.9)} ${n(y)}`,
        fill: 'none',
        stroke: ink.line,
        'stroke-width': 3,
        transform: `rotate(-22 ${n(x)} ${n(y)})`,
      });
    for (let m = 0; m < (i > 1 ? random.int(0, 3) : 0); m++) {
      const [mx, my] = polar(x, y, size + 13 + m * 7, random.range(0, 360));
      body += tag('circle', { cx: mx, cy: my, r: 2.6, fill: ink.star });
    }
    const [lx, ly] = polar(cx, cy, r + 15, at + 7 + size * 0.4);
    body += number(i + 1, lx, ly, 10, 0, ink.line);
  }
  return (
    body + tag('circle', { cx, cy, r: reach * 0.2, fill: ink.line, opacity: 0.1 }) + sun(cx, cy, reach * 0.098, ink, 16)
  );
}
