import { mix, shade } from './colour.ts';
import { rhombus } from './cross-stitch-motif.ts';
import type { Frame } from './creature-frame.ts';
import { accents, coats, type CreatureGenes } from './creature-traits.ts';
import { n, smooth, tag, type Point } from './picture.ts';
import type { Random } from './random.ts';
import { starPath } from './sky-marks.ts';

/** The pattern on the coat; the caller clips it to the body. */
export function coatPattern(genes: CreatureGenes, frame: Frame, random: Random, eyeLine: number): string {
  const coat = coats[genes.Coat];
  const [dark, body] = accents[genes.Accent];
  const { x } = frame;
  const belly = 1006 - (1006 - frame.top) * 0.24;
  switch (genes.Pattern) {
    case 'Belly': {
      const rx = frame.half(belly) * 0.66;
      let lines = '';
      for (let i = 0; i < 3; i++)
        lines += `M${n(x - rx * 0.3)} ${n(belly - 50 + i * 56)}Q${n(x)} ${n(belly - 32 + i * 56)} ${n(x + rx * 0.3)} ${n(belly - 50 + i * 56)}`;
      return (
        tag('ellipse', {
          cx: x,
          cy: belly + 24,
          rx,
          ry: 170,
          fill: mix(coat.light, '#FFFFFF', genes.Coat === 'Snow' ? 0 : 0.25),
          opacity: genes.Coat === 'Snow' ? 1 : 0.9,
        }) +
        tag('path', {
          d: lines,
          fill: 'none',
          stroke: coat.body,
          'stroke-width': 8,
          'stroke-linecap': 'round',
          opacity: genes.Coat === 'Snow' ? 0 : 0.6,
        })
      );
    }
    case 'Spots': {
      const laid: [number, number, number][] = [];
      let spots = '';
      for (let attempt = 0; attempt < 500 && laid.length < 26; attempt++) {
        const r = random.range(16, 50);
        const [sx, sy] = [x + random.range(-380, 380), random.range(frame.top + 20, 1000)];
        if (Math.abs(sx - x) < 190 && Math.abs(sy - eyeLine - 50) < 150) continue;
        if (laid.some(([ox, oy, or]) => Math.hypot(ox - sx, oy - sy) < or + r + 20)) continue;
        laid.push([sx, sy, r]);
        spots +=
          tag('ellipse', { cx: sx, cy: sy, rx: r, ry: r * 0.9, fill: body, opacity: 0.92 }) +
          tag('ellipse', { cx: sx, cy: sy, rx: r * 0.55, ry: r * 0.5, fill: mix(body, dark, 0.4), opacity: 0.5 });
      }
      return spots;
    }
    case 'Stripes': {
      let path = '';
      for (let y = frame.top + 36, i = 0; y < 1000; y += 74, i++) {
        for (const side of [-1, 1]) {
          const edge = frame.half(y) + 20;
          const reach = edge * (Math.abs(y - eyeLine - 40) < 130 ? 0.24 : 0.52) * random.range(0.85, 1.1);
          path += `M${n(x + side * edge)} ${n(y - 20)}Q${n(x + side * (edge - reach * 0.6))} ${n(y - 4)} ${n(x + side * (edge - reach))} ${n(y + 22)}Q${n(x + side * (edge - reach * 0.5))} ${n(y + 28)} ${n(x + side * edge)} ${n(y + 22)}Z`;
        }
      }
      return tag('path', { d: path, fill: genes.Coat === 'Ink' ? body : mix(coat.dark, dark, 0.15), opacity: 0.88 });
    }
    case 'Scales': {
      let path = '';
      let filled = '';
      const size = 62;
      for (let row = 0, y = eyeLine + 190; y < 1040; y += size * 0.62, row++) {
        for (let i = -7; i <= 7; i++) {
          const sx = x + (i + (row % 2) * 0.5) * size;
          const d = `M${n(sx - size / 2)} ${n(y)}A${n(size / 2)} ${n(size / 2)} 0 0 0 ${n(sx + size / 2)} ${n(y)}`;
          path += d;
          if (random.chance(0.3)) filled += `${d}Z`;
        }
      }
      return (
        tag('path', { d: filled, fill: body, opacity: 0.85 }) +
        tag('path', { d: path, fill: 'none', stroke: coat.dark, 'stroke-width': 7, opacity: 0.55 })
      );
    }
    case 'Icing': {
      const edge: Point[] = [];
      const base = Math.min(frame.top + 96, eyeLine - 86);
      for (let i = 0; i <= 10; i++)
        edge.push([
          x - 400 + i * 80,
          base + (i % 2 ? random.range(14, 42) : random.range(-34, -12)) + Math.abs(i - 5) ** 2 * 5.2,
        ]);
      const path = `${smooth(edge)}L${n(x + 420)} ${n(frame.top - 60)}H${n(x - 420)}Z`;
      let sprinkles = '';
      for (let i = 0; i < 26; i++) {
        const [sx, sy, turn] = [
          x + random.gauss(0, 110),
          frame.top + random.range(16, Math.max(40, base - frame.top - 18)),
          random.range(0, Math.PI),
        ];
        sprinkles += tag('path', {
          d: `M${n(sx)} ${n(sy)}l${n(Math.cos(turn) * 15)} ${n(Math.sin(turn) * 15)}`,
          stroke: random.pick(['#FF6B6B', '#4FA3F7', '#3DBB7A', '#FFFFFF']),
          'stroke-width': 7,
          'stroke-linecap': 'round',
        });
      }
      return (
        tag('path', { d: path, fill: dark, opacity: 0.4, transform: 'translate(0 10)' }) +
        tag('path', { d: path, fill: body }) +
        sprinkles
      );
    }
    case 'Stars': {
      const laid: Point[] = [];
      let stars = '';
      for (let attempt = 0; attempt < 500 && laid.length < 22; attempt++) {
        const [sx, sy] = [x + random.range(-340, 340), random.range(frame.top + 30, 985)];
        if (Math.abs(sx - x) < 190 && Math.abs(sy - eyeLine - 50) < 150) continue;
        if (laid.some(([ox, oy]) => Math.hypot(ox - sx, oy - sy) < 84)) continue;
        laid.push([sx, sy]);
        stars += tag('path', {
          d: starPath(sx, sy, random.range(18, 40), 5, 0.5, random.range(0, 72)),
          fill: body,
          'stroke-linejoin': 'round',
          stroke: body,
          'stroke-width': 7,
        });
      }
      return stars;
    }
    case 'Patch': {
      const blob = (cx: number, cy: number, r: number): string =>
        smooth(
          Array.from({ length: 9 }, (_, i): Point => {
            const angle = (i / 9) * Math.PI * 2;
            const reach = r * random.range(0.85, 1.15);
            return [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach];
          }),
          true,
        );
      const tone = genes.Coat === 'Snow' || genes.Coat === 'Ink' ? body : coat.light;
      return (
        tag('path', { d: blob(x + 118, eyeLine - 4, 122), fill: tone }) +
        tag('path', { d: blob(x - 210, 900, 130), fill: tone }) +
        tag('path', { d: blob(x + 240, 800, 80), fill: tone })
      );
    }
    case 'Embroidery': {
      const cell = 12.5;
      const rows = 11;
      const top = belly - 30;
      let stitches = '';
      const red = genes.Coat === 'Poppy' || genes.Coat === 'Rose' ? '#1B1B2A' : '#C8102E';
      const motif = rhombus([2, 1, 0, 1, 1]);
      const paths = ['', ''];
      for (let i = -34; i <= 34; i++) {
        for (let row = 0; row < rows; row++) {
          const place = ((((i + 5) % 10) + 10) % 10) - 5;
          const thread =
            row === 0 || row === rows - 1 ? 2 : motif(place, row - 5) || (Math.abs(place) === 5 && row === 5 ? 2 : 0);
          if (!thread) continue;
          const drop = (i / 34) ** 2 * -46;
          const [sx, sy] = [x + i * cell - cell / 2 + 1.5, top + row * cell + drop + 1.5];
          paths[thread - 1] +=
            `M${n(sx)} ${n(sy)}l${n(cell - 3)} ${n(cell - 3)}m0 ${n(3 - cell)}l${n(3 - cell)} ${n(cell - 3)}`;
        }
      }
      stitches +=
        tag('path', { d: paths[0], stroke: red, 'stroke-width': 4.6, 'stroke-linecap': 'round', fill: 'none' }) +
        tag('path', { d: paths[1], stroke: '#17120F', 'stroke-width': 4.6, 'stroke-linecap': 'round', fill: 'none' });
      const reach = 34 * cell;
      const band = `M${n(x - reach)} ${n(top - 64)}Q${n(x)} ${n(top + 34)} ${n(x + reach)} ${n(top - 64)}V${n(top + rows * cell - 28)}Q${n(x)} ${n(top + rows * cell + 72)} ${n(x - reach)} ${n(top + rows * cell - 28)}Z`;
      return (
        tag('path', { d: band, fill: dark, opacity: 0.35, transform: 'translate(0 8)' }) +
        tag('path', { d: band, fill: '#FBF5E6' }) +
        stitches
      );
    }
  }
}

const grounds: Record<CreatureGenes['Backdrop'], { sky: string; glow: string; hill: string; mark: string }> = {
  Meadow: { sky: '#BFE6C3', glow: '#E4F6D6', hill: '#7CC47F', mark: '#FFFFFF' },
  Dusk: { sky: '#F7A98A', glow: '#FFD9A8', hill: '#D9657A', mark: '#FFF0D8' },
  Honey: { sky: '#F8CB52', glow: '#FFE8A3', hill: '#E39A22', mark: '#FFF6D8' },
  Bathhouse: { sky: '#8EDCDD', glow: '#CFF4EC', hill: '#3FA7B5', mark: '#FFFFFF' },
  Paper: { sky: '#F2E7D3', glow: '#FFF9EC', hill: '#DFC6A0', mark: '#D98B6A' },
  Lavender: { sky: '#CBB8F3', glow: '#EADFFF', hill: '#9674D8', mark: '#FFFFFF' },
  Snowfall: { sky: '#A9CFEF', glow: '#DDF0FC', hill: '#F4FAFE', mark: '#FFFFFF' },
  Midnight: { sky: '#171E4C', glow: '#2E3F8C', hill: '#0C1130', mark: '#FFE9A8' },
  Hearth: { sky: '#6E1B2C', glow: '#B8403A', hill: '#3E0D1D', mark: '#FFC857' },
};

/** The background of a creature: a glow behind it, a hill below, small marks in the air. */
export function backdrop(genes: CreatureGenes, random: Random, width: number, height: number): string {
  const { sky, glow, hill, mark } = grounds[genes.Backdrop];
  const [cx, cy] = [width / 2, height * 0.55];
  const unit = height / 1200;
  let body = tag('rect', { width, height, fill: sky });
  for (const [r, share] of [
    [500, 0.35],
    [420, 0.6],
    [335, 1],
  ] as const)
    body += tag('circle', { cx, cy, r: r * unit, fill: mix(sky, glow, share) });
  const marks = Math.round((width / height) * 30);
  const laid: Point[] = [];
  for (let attempt = 0; attempt < marks * 12 && laid.length < marks; attempt++) {
    const [x, y] = [random.range(30, width - 30), random.range(30, height * 0.74)];
    if (laid.some(([ox, oy]) => Math.hypot(ox - x, oy - y) < 110 * unit) || Math.hypot(x - cx, y - cy) < 350 * unit)
      continue;
    laid.push([x, y]);
    const s = random.range(8, 20) * unit;
    const turn = random.range(0, 90);
    const opacity = 0.85;
    if (genes.Backdrop === 'Midnight') body += tag('path', { d: starPath(x, y, s, 4, 0.3), fill: mark, opacity });
    else if (genes.Backdrop === 'Meadow') {
      for (let i = 0; i < 5; i++)
        body += tag('circle', {
          cx: x + Math.cos((i * 72 + turn) * 0.01745) * s * 0.7,
          cy: y + Math.sin((i * 72 + turn) * 0.01745) * s * 0.7,
          r: s * 0.5,
          fill: mark,
          opacity,
        });
      body += tag('circle', { cx: x, cy: y, r: s * 0.42, fill: '#F7C93C' });
    } else if (genes.Backdrop === 'Snowfall' || genes.Backdrop === 'Lavender')
      body += tag('path', {
        d: [0, 60, 120]
          .map(
            (a) =>
              `M${n(x - Math.cos((a + turn) * 0.01745) * s)} ${n(y - Math.sin((a + turn) * 0.01745) * s)}L${n(x + Math.cos((a + turn) * 0.01745) * s)} ${n(y + Math.sin((a + turn) * 0.01745) * s)}`,
          )
          .join(''),
        stroke: mark,
        'stroke-width': 4 * unit,
        'stroke-linecap': 'round',
        opacity,
      });
    else if (genes.Backdrop === 'Bathhouse')
      body +=
        tag('circle', { cx: x, cy: y, r: s, fill: 'none', stroke: mark, 'stroke-width': 4 * unit, opacity }) +
        tag('circle', { cx: x - s * 0.35, cy: y - s * 0.35, r: s * 0.2, fill: mark });
    else if (genes.Backdrop === 'Honey')
      body += tag('path', {
        d: `M${[0, 60, 120, 180, 240, 300].map((a) => `${n(x + Math.cos(a * 0.01745) * s)} ${n(y + Math.sin(a * 0.01745) * s)}`).join('L')}Z`,
        fill: 'none',
        stroke: mark,
        'stroke-width': 4 * unit,
        opacity,
      });
    else if (genes.Backdrop === 'Hearth')
      body += tag('path', {
        d: `M${n(x)} ${n(y - s)}Q${n(x + s * 0.7)} ${n(y)} ${n(x)} ${n(y + s)}Q${n(x - s * 0.7)} ${n(y)} ${n(x)} ${n(y - s)}Z`,
        fill: mark,
        opacity,
        transform: `rotate(${n(turn - 45)} ${n(x)} ${n(y)})`,
      });
    else if (genes.Backdrop === 'Dusk')
      body += tag('path', {
        d: `M${n(x - s * 1.2)} ${n(y)}Q${n(x - s * 0.6)} ${n(y - s * 0.8)} ${n(x)} ${n(y)}Q${n(x + s * 0.6)} ${n(y - s * 0.8)} ${n(x + s * 1.2)} ${n(y)}`,
        fill: 'none',
        stroke: mark,
        'stroke-width': 4.5 * unit,
        'stroke-linecap': 'round',
        opacity,
      });
    else
      body += tag('path', {
        d: `M${n(x - s * 0.7)} ${n(y)}h${n(s * 1.4)}M${n(x)} ${n(y - s * 0.7)}v${n(s * 1.4)}`,
        stroke: mark,
        'stroke-width': 5 * unit,
        'stroke-linecap': 'round',
        opacity,
      });
  }
  return (
    body +
    tag('ellipse', { cx, cy: height * 1.5, rx: width * 1.15, ry: height * 0.71, fill: hill }) +
    tag('ellipse', {
      cx: cx + width * 0.12,
      cy: height * 1.55,
      rx: width * 1.2,
      ry: height * 0.655,
      fill: shade(hill, genes.Backdrop === 'Snowfall' ? -0.03 : -0.05),
    })
  );
}
