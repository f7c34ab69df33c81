import { mix } from '@skarb/server/breeding/art/colour.ts';
import { n, smooth, tag, type Point } from '@skarb/server/breeding/art/picture.ts';
import type { Random } from '@skarb/server/breeding/art/random.ts';

/** The three colours of a stroke: shadow, body and highlight. */
export type Tones = readonly [dark: string, body: string, light: string];

const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** A brush whose strokes start thick and end in a point. Rows of strokes form all flowers, leaves and birds. */
export class Brush {
  body = '';
  strokes = 0;
  readonly random: Random;
  constructor(random: Random) {
    this.random = random;
  }

  /** Draws a comma stroke, thick at `from`, pointed at `to`; `bend` is its sideways curve as a share of its length. */
  comma(from: Point, to: Point, width: number, bend: number, tones: Tones, fat = 0.3): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const control: Point = [from[0] + dx * 0.5 - dy * bend, from[1] + dy * 0.5 + dx * bend];
    const at = (t: number): Point => [
      from[0] * (1 - t) ** 2 + control[0] * 2 * t * (1 - t) + to[0] * t * t,
      from[1] * (1 - t) ** 2 + control[1] * 2 * t * (1 - t) + to[1] * t * t,
    ];
    const aside = (t: number, offset: number): Point => {
      const p = at(t);
      const tx = 2 * (1 - t) * (control[0] - from[0]) + 2 * t * (to[0] - control[0]);
      const ty = 2 * (1 - t) * (control[1] - from[1]) + 2 * t * (to[1] - control[1]);
      const size = Math.hypot(tx, ty) || 1;
      return [p[0] - (ty / size) * offset, p[1] + (tx / size) * offset];
    };
    const girth = (t: number): number =>
      (width / 2) *
      (t < fat
        ? Math.sqrt(Math.max(0, 1 - (1 - t / fat) ** 2))
        : (1 - ((t - fat) / (1 - fat)) ** 1.5) * (1 - 0.1 * Math.sin(((t - fat) / (1 - fat)) * Math.PI)));
    const blade = (start: number, end: number, near: number, far: number): string => {
      const times = [0, 0.1, 0.28, 0.5, 0.72, 0.9, 1].map((t) => start + (end - start) * t);
      const there = times.map((t) => aside(t, girth(t) * far));
      const back = times.toReversed().map((t) => aside(t, girth(t) * near));
      return smooth([...there, ...back], true);
    };
    const side = bend >= 0 ? 1 : -1;
    this.body += tag('path', { d: blade(0, 1, -1, 1), fill: tones[1] });
    this.body += tag('path', { d: blade(0.04, 0.98, side * 0.3, side), fill: tones[0] });
    this.body += tag('path', { d: blade(0.07, 0.72, -side * 0.82, -side * 0.2), fill: tones[2] });
    if (length > 34 && width > 9) {
      let hairs = '';
      for (const offset of [-0.45, 0.08, 0.5]) {
        const [a, b, c] = [
          aside(0.12, girth(0.12) * offset),
          aside(0.45, girth(0.45) * offset),
          aside(0.8, girth(0.8) * offset),
        ];
        hairs += `M${n(a[0])} ${n(a[1])}Q${n(b[0])} ${n(b[1])} ${n(c[0])} ${n(c[1])}`;
      }
      this.body += tag('path', {
        d: hairs,
        fill: 'none',
        stroke: mix(tones[1], tones[0], 0.55),
        'stroke-width': 0.9,
        opacity: 0.6,
      });
    }
    this.strokes++;
  }

  /** Draws commas on an arc, with heads outwards and points that meet at `tip`. Degrees are clockwise from the top. */
  fan(
    centre: Point,
    radius: number,
    count: number,
    from: number,
    to: number,
    width: number,
    tones: Tones,
    depth = 1,
    bend = 0.12,
    tip: Point = centre,
  ): void {
    const whole = to - from >= 360;
    for (let i = 0; i < count; i++) {
      const share = whole ? i / count : count === 1 ? 0.5 : i / (count - 1);
      const angle = rad(from + (to - from) * share);
      const head: Point = [centre[0] + Math.sin(angle) * radius, centre[1] - Math.cos(angle) * radius];
      const end: Point = [head[0] + (tip[0] - head[0]) * depth, head[1] + (tip[1] - head[1]) * depth];
      this.comma(
        head,
        end,
        width,
        whole ? bend : bend * (share < 0.5 ? 1 : -1) * Math.min(1, Math.abs(share - 0.5) * 4),
        tones,
      );
    }
  }

  dot(x: number, y: number, r: number, tones: Tones): void {
    this.body +=
      tag('circle', { cx: x, cy: y, r, fill: tones[0] }) +
      tag('circle', { cx: x - r * 0.1, cy: y - r * 0.1, r: r * 0.84, fill: tones[1] }) +
      tag('circle', { cx: x - r * 0.32, cy: y - r * 0.34, r: r * 0.32, fill: tones[2] });
    this.strokes++;
  }

  line(points: readonly Point[], width: number, colour: string): void {
    this.body += tag('path', {
      d: smooth(points),
      fill: 'none',
      stroke: colour,
      'stroke-width': width,
      'stroke-linecap': 'round',
    });
  }

  /** Draws a flower from the front: three rows of petals around a centre of dots. */
  aster(x: number, y: number, r: number, outer: Tones, middle: Tones, heart: Tones, petals = 14): void {
    const turn = this.random.range(0, 360 / petals);
    this.fan([x, y], r, petals, turn, turn + 360, (r * 5.4) / petals, outer, 0.62, 0.16);
    this.fan([x, y], r * 0.72, petals - 2, turn + 9, turn + 369, (r * 4.2) / petals, middle, 0.66, -0.14);
    this.fan([x, y], r * 0.45, petals - 4, turn, turn + 360, (r * 3.2) / petals, outer, 0.8, 0.14);
    this.body += tag('circle', { cx: x, cy: y, r: r * 0.2, fill: heart[0] });
    for (let i = 0; i < 9; i++) {
      const angle = (i / 9) * Math.PI * 2;
      this.dot(x + Math.cos(angle) * r * 0.155, y + Math.sin(angle) * r * 0.155, r * 0.05, heart);
    }
    this.dot(x, y, r * 0.085, heart);
  }

  /** Draws a curly flower from the side: nested fans on sepals. `lean` rotates it, in degrees from the top. */
  curly(x: number, y: number, r: number, lean: number, rows: readonly Tones[], leaf: Tones, heart: Tones): void {
    const group = new Brush(this.random);
    group.fan([0, 0], r, 15, -118, 118, r * 0.3, rows[0]!, 0.55, 0.1, [0, r * 0.45]);
    group.fan([0, r * 0.06], r * 0.76, 11, -104, 104, r * 0.3, rows[1 % rows.length]!, 0.62, 0.1, [0, r * 0.42]);
    group.fan([0, r * 0.12], r * 0.52, 9, -92, 92, r * 0.24, rows[2 % rows.length]!, 0.7, 0.08, [0, r * 0.42]);
    group.fan([0, r * 0.2], r * 0.3, 5, -70, 70, r * 0.17, heart, 0.8, 0.05, [0, r * 0.44]);
    for (let i = 0; i < 7; i++) {
      const angle = rad(-66 + i * 22);
      group.dot(Math.sin(angle) * r * 0.4, r * 0.16 - Math.cos(angle) * r * 0.4, r * 0.034, heart);
    }
    for (const side of [-1, 1]) {
      group.comma([side * r * 0.74, r * 0.42], [0, r * 0.62], r * 0.2, side * 0.22, leaf);
      group.comma([side * r * 0.4, r * 0.28], [0, r * 0.62], r * 0.17, side * 0.2, leaf);
    }
    group.comma([0, r * 0.24], [0, r * 0.66], r * 0.16, 0, leaf);
    this.adopt(group, x, y, lean);
  }

  /** Draws an onion flower: a closed bulb of long petals with a fringe. */
  onion(x: number, y: number, r: number, lean: number, skin: Tones, inner: Tones, leaf: Tones, heart: Tones): void {
    const group = new Brush(this.random);
    group.fan([0, -r * 0.42], r * 0.5, 7, -62, 62, r * 0.14, heart, 0.75, 0.06, [0, r * 0.2]);
    for (const side of [-1, 1]) {
      group.comma([side * r * 0.56, -r * 0.52], [side * r * 0.06, r * 0.62], r * 0.42, side * -0.26, skin, 0.5);
      group.comma([side * r * 0.34, -r * 0.66], [side * r * 0.02, r * 0.56], r * 0.34, side * -0.2, inner, 0.5);
    }
    group.comma([0, -r * 0.76], [0, r * 0.56], r * 0.36, 0.02, skin, 0.45);
    for (let i = 0; i < 5; i++) group.dot(0, -r * 0.5 + i * r * 0.17, r * (0.05 - i * 0.006), heart);
    for (const side of [-1, 1]) {
      group.comma([side * r * 0.66, r * 0.12], [0, r * 0.7], r * 0.17, side * 0.2, leaf);
      group.comma([side * r * 0.36, r * 0.2], [0, r * 0.7], r * 0.15, side * 0.16, leaf);
    }
    this.adopt(group, x, y, lean);
  }

  bud(x: number, y: number, r: number, lean: number, petal: Tones, leaf: Tones): void {
    const group = new Brush(this.random);
    for (const side of [-1, 1])
      group.comma([side * r * 0.34, -r * 0.5], [0, r * 0.4], r * 0.44, side * -0.2, petal, 0.45);
    group.comma([0, -r * 0.8], [0, r * 0.4], r * 0.42, 0.04, petal, 0.45);
    for (const side of [-1, 1]) group.comma([side * r * 0.5, -r * 0.06], [0, r * 0.66], r * 0.22, side * 0.24, leaf);
    group.comma([0, -r * 0.12], [0, r * 0.66], r * 0.2, 0, leaf);
    this.adopt(group, x, y, lean);
  }

  /** Draws a feathered leaf along a curved vein: a row of commas on each side, longest in the middle. */
  leaf(from: Point, to: Point, bow: number, breadth: number, tones: Tones, second: Tones): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const control: Point = [from[0] + dx * 0.5 - dy * bow, from[1] + dy * 0.5 + dx * bow];
    const at = (t: number): Point => [
      from[0] * (1 - t) ** 2 + control[0] * 2 * t * (1 - t) + to[0] * t * t,
      from[1] * (1 - t) ** 2 + control[1] * 2 * t * (1 - t) + to[1] * t * t,
    ];
    const pairs = Math.max(5, Math.round(length / (breadth * 0.2)));
    this.line([from, at(0.25), at(0.5), at(0.75), to], Math.max(2.4, breadth * 0.05), tones[0]);
    for (let i = pairs; i >= 1; i--) {
      const t = i / (pairs + 0.4);
      const foot = at(Math.max(0, t - 0.1));
      const place = at(t);
      const ahead = at(Math.min(1, t + 0.03));
      const direction = Math.atan2(ahead[1] - place[1], ahead[0] - place[0]);
      const reach = breadth * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.86)) ** 0.8 + breadth * 0.06;
      for (const side of [-1, 1]) {
        const angle = direction + side * (0.95 - t * 0.35);
        const head: Point = [place[0] + Math.cos(angle) * reach * 0.62, place[1] + Math.sin(angle) * reach * 0.62];
        this.comma(head, foot, reach * 0.27, side * -0.16, side > 0 ? tones : second);
      }
    }
    const end = at(0.8);
    this.comma([to[0] + (to[0] - end[0]) * 0.3, to[1] + (to[1] - end[1]) * 0.3], end, breadth * 0.22, 0, tones);
  }

  /** Draws a cluster of berries, each on its own stalk from `from`. */
  berries(from: Point, x: number, y: number, r: number, count: number, tones: Tones, stalk: string): void {
    const places: Point[] = [];
    for (let i = 0; i < count; i++) {
      const angle = i * 2.4;
      const distance = Math.sqrt(i + 0.3) * r * 1.35;
      places.push([x + Math.cos(angle) * distance, y + Math.sin(angle) * distance]);
    }
    for (const [px, py] of places)
      this.line([from, [(from[0] + px) / 2 + (py - from[1]) * 0.08, (from[1] + py) / 2], [px, py]], 1.8, stalk);
    for (const [px, py] of places) {
      this.dot(px, py, r, tones);
      this.body += tag('circle', { cx: px + r * 0.36, cy: py + r * 0.4, r: r * 0.14, fill: tones[0] });
    }
  }

  /** Draws a thin curled stalk with small drops, to fill the space between larger forms. */
  sprig(from: Point, to: Point, bow: number, size: number, tones: Tones, stalk: string): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const at = (t: number): Point => [
      from[0] + dx * t - dy * bow * Math.sin(Math.PI * t),
      from[1] + dy * t + dx * bow * Math.sin(Math.PI * t),
    ];
    this.line([0, 0.25, 0.5, 0.75, 1].map(at), 2, stalk);
    const count = Math.max(3, Math.round(Math.hypot(dx, dy) / (size * 0.85)));
    for (let i = 1; i <= count; i++) {
      const t = i / count;
      const [p, q] = [at(t), at(t - 0.06)];
      const direction = Math.atan2(p[1] - q[1], p[0] - q[0]);
      const grown = size * (1.1 - t * 0.5);
      if (i === count)
        this.comma([p[0] + Math.cos(direction) * grown, p[1] + Math.sin(direction) * grown], p, grown * 0.5, 0, tones);
      else
        for (const side of [-1, 1]) {
          const angle = direction + side * 0.85;
          this.comma(
            [p[0] + Math.cos(angle) * grown, p[1] + Math.sin(angle) * grown],
            p,
            grown * 0.42,
            side * -0.14,
            tones,
          );
        }
    }
  }

  adopt(group: Brush, x: number, y: number, lean: number, scale = 1, flip = false): void {
    this.body += tag(
      'g',
      {
        transform: `translate(${n(x)} ${n(y)}) rotate(${n(lean)})${scale === 1 && !flip ? '' : ` scale(${flip ? -scale : scale} ${scale})`}`,
      },
      group.body,
    );
    this.strokes += group.strokes;
  }
  /** Draws a group several times, with its paths in the document once. The id must be unique in the document. */
  repeat(id: string, group: Brush, transforms: readonly string[]): void {
    this.body += `<defs><g id="${id}">${group.body}</g></defs>${transforms.map((transform) => tag('use', { 'xlink:href': `#${id}`, transform })).join('')}`;
    this.strokes += group.strokes * transforms.length;
  }
}
