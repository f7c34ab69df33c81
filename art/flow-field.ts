import { ramp, shade } from '@skarb/server/breeding/art/colour.ts';
import { createNoise, octaves, type Noise } from './noise.ts';
import {
  frame,
  n,
  polyline,
  tag,
  type DrawOptions,
  type Picture,
  type Point,
} from '@skarb/server/breeding/art/picture.ts';
import { createRandom, type Random } from '@skarb/server/breeding/art/random.ts';

const palettes = [
  {
    name: 'Ember',
    ground: '#1B0A14',
    stops: ['#5A1034', '#B3153F', '#FF4B2B', '#FFA930', '#FFF0C2'],
    accent: '#5CE1E6',
  },
  { name: 'Lagoon', ground: '#032029', stops: ['#07505C', '#0B9A9E', '#5FE0BE', '#F8F4C8'], accent: '#FF6B4A' },
  {
    name: 'Wheat',
    ground: '#F4E7C6',
    stops: ['#A8441A', '#E37C12', '#F2AE14', '#1C6A94', '#0E3358'],
    accent: '#D1223B',
  },
  {
    name: 'Iris',
    ground: '#140D2F',
    stops: ['#3A22A0', '#7A45E0', '#D467E8', '#FF9CC0', '#FFE6C0'],
    accent: '#4DE3C1',
  },
  { name: 'Fjord', ground: '#EDF1EA', stops: ['#062A52', '#0B5F96', '#22A0AE', '#F59A36'], accent: '#E4432F' },
  { name: 'Poppy', ground: '#F7ECDC', stops: ['#14204A', '#C20F36', '#F53D1D', '#FBA63F'], accent: '#1F8A8C' },
  { name: 'Moss', ground: '#0B1A12', stops: ['#14532D', '#3F9B3A', '#A9DC5A', '#FBF98A'], accent: '#FF7AA8' },
  { name: 'Steppe', ground: '#0C1B48', stops: ['#1C4FAE', '#3F8BE6', '#F4C42C', '#FFEE9E'], accent: '#FF5A4E' },
  { name: 'Glacier', ground: '#08132E', stops: ['#164A9C', '#2F8DEB', '#8FD6FF', '#FFFFFF'], accent: '#FFA06A' },
] as const;

type Palette = (typeof palettes)[number];
const currents = ['Delta', 'Vortex', 'Stones', 'Bloom'] as const;
type Current = (typeof currents)[number];

/** The direction of the flow at a point, in radians. NaN where there is none. */
type Field = (x: number, y: number) => number;

interface Stone {
  x: number;
  y: number;
  r: number;
}

function placeStones(random: Random, width: number, height: number): Stone[] {
  const stones: Stone[] = [];
  const scale = Math.min(width, height);
  for (let attempt = 0; attempt < 400 && stones.length < 7; attempt++) {
    const r = scale * (stones.length === 0 ? random.range(0.17, 0.21) : random.range(0.035, 0.11));
    const stone = {
      x: random.range(width * 0.14 + r, width * 0.86 - r),
      y: random.range(height * 0.14 + r, height * 0.86 - r),
      r,
    };
    if (stones.every((other) => Math.hypot(other.x - stone.x, other.y - stone.y) > (other.r + stone.r) * 1.35))
      stones.push(stone);
  }
  return stones;
}

function makeField(
  current: Current,
  random: Random,
  noise: Noise,
  width: number,
  height: number,
  stones: readonly Stone[],
): Field {
  const lean = random.range(-0.5, 0.5);
  const scale = random.range(520, 760);
  const drift = (x: number, y: number): number => noise(x / scale, y / scale);
  if (current === 'Vortex') {
    const eddies = Array.from({ length: random.int(2, 4) }, (_, i) => ({
      x: width * random.range(0.18, 0.82),
      y: height * random.range(0.18, 0.82),
      spin: i % 2 === 0 ? 1 : -1,
      reach: Math.min(width, height) * random.range(0.22, 0.4),
    }));
    return (x, y) => {
      let vx = Math.cos(lean) * 0.55;
      let vy = Math.sin(lean) * 0.55;
      for (const eddy of eddies) {
        const dx = x - eddy.x;
        const dy = y - eddy.y;
        const pull = Math.exp(-(dx * dx + dy * dy) / (2 * eddy.reach * eddy.reach)) * 2.4;
        const distance = Math.hypot(dx, dy) + 1;
        vx += ((-dy / distance) * eddy.spin - (dx / distance) * 0.22) * pull;
        vy += ((dx / distance) * eddy.spin - (dy / distance) * 0.22) * pull;
      }
      return Math.atan2(vy, vx) + drift(x, y) * 0.7;
    };
  }
  if (current === 'Stones') {
    // Ideal flow around each stone: the gradient of x(1 + r²/d²), summed over the stones.
    return (x, y) => {
      let vx = 1;
      let vy = drift(x, y) * 0.9 + lean * 0.4;
      for (const stone of stones) {
        const dx = x - stone.x;
        const dy = y - stone.y;
        const squared = dx * dx + dy * dy;
        if (squared < stone.r * stone.r) return Number.NaN;
        const strength = ((stone.r * 1.02) ** 2 / squared ** 2) * 1;
        const along = vx * dx + vy * dy;
        vx -= 2 * strength * along * dx - strength * squared * vx;
        vy -= 2 * strength * along * dy - strength * squared * vy;
      }
      return Math.atan2(vy, vx);
    };
  }
  if (current === 'Bloom') {
    const cx = width * random.range(0.4, 0.6);
    const cy = height * random.range(0.42, 0.6);
    const petals = random.int(3, 6);
    const twist = random.range(0.7, 1.25) * (random.chance(0.5) ? 1 : -1);
    return (x, y) => {
      const angle = Math.atan2(y - cy, x - cx);
      const distance = Math.hypot(x - cx, y - cy) / Math.min(width, height);
      return (
        angle + twist + Math.sin(angle * petals + distance * 6) * 0.55 + drift(x, y) * 1.1 * Math.min(1, distance * 2)
      );
    };
  }
  return (x, y) => lean + drift(x, y) * 2.6 + noise(x / 210 + 40, y / 210) * 0.35;
}

interface Stroke {
  points: Point[];
  gap: number;
}

/** Evenly spaced streamlines after Jobard and Lefer (1997): a line ends before it comes too close to another. */
function streamlines(
  field: Field,
  gapAt: Noise,
  random: Random,
  box: readonly [number, number, number, number],
  longest: number,
): Stroke[] {
  const [left, top, right, bottom] = box;
  const cell = 9;
  const columns = Math.ceil((right - left) / cell) + 1;
  const rows = Math.ceil((bottom - top) / cell) + 1;
  const grid: number[][] = Array.from({ length: columns * rows }, () => []);
  const free = (x: number, y: number, gap: number): boolean => {
    const gx = Math.floor((x - left) / cell);
    const gy = Math.floor((y - top) / cell);
    for (let j = Math.max(0, gy - 1); j <= Math.min(rows - 1, gy + 1); j++) {
      for (let i = Math.max(0, gx - 1); i <= Math.min(columns - 1, gx + 1); i++) {
        const near = grid[j * columns + i]!;
        for (let k = 0; k < near.length; k += 2) {
          const dx = near[k]! - x;
          const dy = near[k + 1]! - y;
          if (dx * dx + dy * dy < gap * gap) return false;
        }
      }
    }
    return true;
  };
  const step = 5;
  const walk = (x0: number, y0: number, sign: number, limit: number): Point[] => {
    const points: Point[] = [];
    let [x, y] = [x0, y0];
    for (let i = 0; i < limit; i++) {
      const first = field(x, y);
      const angle = field(x + Math.cos(first) * step * 0.5 * sign, y + Math.sin(first) * step * 0.5 * sign);
      if (Number.isNaN(angle)) break;
      x += Math.cos(angle) * step * sign;
      y += Math.sin(angle) * step * sign;
      if (x < left || x > right || y < top || y > bottom || !free(x, y, gapAt(x, y) * 0.72)) break;
      points.push([x, y]);
    }
    return points;
  };
  const strokes: Stroke[] = [];
  const tries = ((right - left) * (bottom - top)) / 22;
  for (let i = 0; i < tries; i++) {
    const x = random.range(left, right);
    const y = random.range(top, bottom);
    const gap = gapAt(x, y);
    if (Number.isNaN(field(x, y)) || !free(x, y, gap)) continue;
    const limit = Math.round(longest * random.range(0.3, 1));
    const points = [...walk(x, y, -1, limit).reverse(), [x, y] as const, ...walk(x, y, 1, limit)];
    if (points.length < 5) continue;
    for (const [px, py] of points)
      grid[Math.floor((py - top) / cell) * columns + Math.floor((px - left) / cell)]!.push(px, py);
    strokes.push({ points, gap });
  }
  return strokes;
}

function paint(strokes: readonly Stroke[], palette: Palette, tone: Noise, random: Random): string {
  const layers = new Map<string, string>();
  for (const stroke of strokes) {
    const [x, y] = stroke.points[stroke.points.length >> 1]!;
    const place = Math.round((tone(x, y) + random.gauss(0, 0.045)) * 28) / 28;
    const accent = random.chance(0.014);
    const colour = accent ? palette.accent : ramp(palette.stops, place);
    const weight = Math.round(stroke.gap * random.pick([0.55, 0.68, 0.8, 0.92]) * 4) / 4;
    const key = `${colour}|${n(weight)}`;
    layers.set(
      key,
      (layers.get(key) ?? '') + polyline(stroke.points.filter((_, i, all) => i % 2 === 0 || i === all.length - 1)),
    );
  }
  let body = '';
  for (const [key, path] of layers) {
    const [colour, weight] = key.split('|');
    body += tag('path', { d: path, stroke: colour!, 'stroke-width': weight! });
  }
  return tag('g', { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }, body);
}

/** Draws thousands of fine strokes along a current; none touches another. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const palette = random.fork('palette').pick(palettes);
  const current = random.fork('current').pick(currents);
  const shape = random.fork('shape').weighted([
    [[960, 1200], 3],
    [[1200, 1200], 2],
    [[1200, 960], 2],
  ] as const);
  const width = options.width ?? shape[0];
  const height = options.height ?? shape[1];
  const margin = Math.min(width, height) * 0.075;
  const noise = octaves(createNoise(random.fork('noise')), 2);
  const stones = current === 'Stones' ? placeStones(random.fork('stones'), width, height) : [];
  const field = makeField(current, random.fork('field'), noise, width, height, stones);
  const fold = random.fork('tone');
  const slope = fold.range(0, Math.PI * 2);
  const reach = Math.max(width, height);
  const tone: Noise = (x, y) => {
    const across = ((x - width / 2) * Math.cos(slope) + (y - height / 2) * Math.sin(slope)) / reach;
    const warp = noise(x / 430 + 9, y / 430 + 3) * 0.5;
    return 0.5 + across * 1.0 + warp + (noise(x / 150 - 20, y / 150) > 0.2 ? 0.18 : 0);
  };
  const gapAt: Noise = (x, y) => 4.5 + noise(x / 260 - 5, y / 260 + 12) * 3.6;
  const box = [margin, margin, width - margin, height - margin] as const;
  const strokes = streamlines(
    field,
    (x, y) => Math.max(2.7, Math.min(7, gapAt(x, y))),
    random.fork('seeds'),
    box,
    current === 'Delta' ? 52 : 44,
  );
  let body = tag('rect', { width, height, fill: palette.ground }) + paint(strokes, palette, tone, random.fork('paint'));
  for (const [i, stone] of stones.entries()) {
    const colour = ramp(palette.stops, (i * 0.37 + 0.15) % 1);
    let rings = '';
    for (let r = stone.r - 6; r > 4; r -= 7)
      rings += `M${n(stone.x - r)} ${n(stone.y)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0`;
    body += tag('path', {
      d: rings,
      fill: 'none',
      stroke: i === 0 ? palette.accent : shade(colour, 0.02),
      'stroke-width': 5.2,
    });
  }
  return {
    svg: frame(width, height, body),
    width,
    height,
    traits: [
      { name: 'Palette', value: palette.name },
      { name: 'Current', value: current },
      { name: 'Strokes', value: strokes.length },
    ],
  };
}
