import { mix } from '@skarb/server/breeding/art/colour.ts';
import { firebird } from './petrykivka-bird.ts';
import { Brush } from './petrykivka-brush.ts';
import { paints, type Paints } from './petrykivka-paints.ts';
import { frame, tag, type DrawOptions, type Picture } from '@skarb/server/breeding/art/picture.ts';
import { createRandom, type Random } from '@skarb/server/breeding/art/random.ts';

const compositions = ['Bouquet', 'Wreath', 'Bird'] as const;
const blooms = ['curly', 'onion', 'aster'] as const;

function bloom(
  brush: Brush,
  kind: (typeof blooms)[number],
  x: number,
  y: number,
  r: number,
  lean: number,
  p: Paints,
  first: number,
): void {
  const tones = [0, 1, 2].map((i) => p.flowers[(first + i) % 3]!);
  if (kind === 'curly') brush.curly(x, y, r, lean, tones, p.leaf, p.heart);
  else if (kind === 'onion') brush.onion(x, y, r * 1.05, lean, tones[0]!, tones[1]!, p.leaf, p.heart);
  else brush.aster(x, y, r * 0.9, tones[0]!, tones[1]!, p.heart, r > 80 ? 16 : 12);
}

/** Draws the half to the right of the axis x = 0 and mirrors it. */
function bouquet(random: Random, p: Paints, scale: number, id: string): Brush {
  const half = new Brush(random);
  const middle = random.pick(blooms);
  const side = random.pick(blooms.filter((kind) => kind !== middle));
  const upper = random.pick(blooms.filter((kind) => kind !== side));
  const first = random.int(0, 2);
  const stalk = p.stalk;
  half.line(
    [
      [0, 500],
      [30, 400],
      [110, 310],
      [212, 235],
    ],
    5,
    stalk,
  );
  half.line(
    [
      [0, 330],
      [60, 120],
      [150, -60],
      [225, -150],
    ],
    5,
    stalk,
  );
  half.line(
    [
      [0, 430],
      [90, 420],
      [170, 430],
      [245, 415],
    ],
    4,
    stalk,
  );
  half.line(
    [
      [0, 40],
      [50, -160],
      [92, -280],
      [117, -368],
    ],
    4,
    stalk,
  );
  const vase = random.chance(0.45);
  if (!vase) half.leaf([10, 480], [330, 520], -0.2, 92, p.leaf, p.fern);
  half.leaf([60, 330], [392, 310], 0.22, 96, p.leaf, p.leaf);
  half.leaf([70, 110], [372, 20], 0.22, 96, p.fern, p.leaf);
  half.leaf([140, -60], [360, -290], 0.25, 84, p.leaf, p.fern);
  half.leaf([30, -150], [200, -480], 0.2, 76, p.leaf, p.leaf);
  half.leaf([20, 260], [132, 160], 0.3, 54, p.fern, p.fern);
  half.sprig([110, 310], [120, 130], -0.2, 24, p.fern, stalk);
  half.sprig([250, 130], [400, 175], 0.2, 24, p.fern, stalk);
  half.sprig([225, -160], [395, -140], -0.2, 22, p.fern, stalk);
  half.sprig([95, -300], [262, -412], 0.2, 22, p.flowers[(first + 2) % 3]!, stalk);
  if (!vase) half.sprig([0, 480], [104, 545], 0.14, 22, p.fern, stalk);
  half.sprig([0, 240], [104, 70], -0.24, 24, random.chance(0.5) ? p.fern : p.flowers[(first + 1) % 3]!, stalk);
  half.sprig([0, 150], [62, 20], -0.18, 20, p.fern, stalk);
  half.berries([250, -210], 318, -368, 11, random.int(6, 8), p.berry, stalk);
  half.berries([150, 400], 345, 405, 10.5, random.int(6, 8), p.berry, stalk);
  half.berries([56, 210], 84, 300, 9, 5, p.berry, stalk);
  half.bud(120, -392, 52, 12, p.flowers[(first + 1) % 3]!, p.leaf);
  bloom(half, upper, 238, -176, 82, 30, p, first + 1);
  bloom(half, side, 240, 205, 104, 48, p, first + 2);
  const whole = new Brush(random);
  whole.line(
    [
      [0, 540],
      [0, 200],
      [0, -80],
    ],
    6,
    stalk,
  );
  whole.repeat(id, half, ['scale(1 1)', 'scale(-1 1)']);
  whole.line(
    [
      [0, -100],
      [0, -280],
      [0, -446],
    ],
    5,
    stalk,
  );
  whole.bud(0, -470, 62, 0, p.flowers[first]!, p.leaf);
  for (const s of [-1, 1]) whole.comma([s * 50, -396], [0, -326], 22, s * 0.2, p.leaf);
  bloom(whole, middle, 0, -120, middle === 'aster' ? 158 : 176, 0, p, first);
  bloom(whole, random.pick(['curly', 'aster']), 0, 330, 92, 0, p, first + 1);
  if (vase) pot(whole, p, first);
  const out = new Brush(random);
  out.adopt(whole, 0, 0, 0, scale);
  return out;
}

/** Draws the painted pot of the bouquet. */
function pot(brush: Brush, p: Paints, first: number): void {
  const [dark, body, light] = p.flowers[(first + 1) % 3]!;
  brush.body += tag('path', { d: 'M-84 424C-150 470-128 548-66 566H66C128 548 150 470 84 424Z', fill: body });
  brush.body += tag('path', { d: 'M40 424H84C150 470 128 548 66 566H20C86 530 96 470 40 424Z', fill: dark });
  brush.body += tag('path', { d: 'M-98 410H98V430H-98Z', fill: p.heart[1], stroke: p.heart[0], 'stroke-width': 2 });
  for (let k = -4; k <= 4; k++)
    brush.comma(
      [k * 20, 452 + (4 - Math.abs(k)) * 2.4],
      [k * 15, 478 + (4 - Math.abs(k)) * 2],
      15,
      0,
      k % 2 ? p.heart : p.leaf,
    );
  for (let k = -5; k <= 5; k++) brush.dot(k * 19, 498 + (5 - Math.abs(k)) * 1.4, 5.2, p.heart);
  for (let k = -3; k <= 3; k++)
    brush.comma([k * 23, 546 - Math.abs(k) * 2], [k * 23, 518], 15, 0, k % 2 ? p.leaf : [dark, light, '#FFFFFF']);
}

function wreath(random: Random, p: Paints, inner: number): Brush {
  const sectors = random.pick([6, 8]);
  const great = random.pick(blooms);
  const small = random.pick(blooms.filter((kind) => kind !== great));
  const first = random.int(0, 2);
  const part = new Brush(random);
  const pitch = 360 / sectors;
  const r = 362;
  const on = (degrees: number, radius: number): [number, number] => [
    Math.sin((degrees * Math.PI) / 180) * radius,
    -Math.cos((degrees * Math.PI) / 180) * radius,
  ];
  const wide = sectors === 6;
  part.leaf(on(4, r - 40), on(pitch * 0.62, r + 132), 0.22, 70, p.leaf, p.fern);
  part.leaf(on(-4, r - 40), on(-pitch * 0.62, r + 132), -0.22, 70, p.fern, p.leaf);
  part.sprig(on(pitch / 2, r - 10), on(pitch / 2, r + 158), 0.06, 20, p.fern, p.stalk);
  part.sprig(on(0, r - 60), on(pitch * 0.3, r - 148), 0.2, 18, p.fern, p.stalk);
  part.sprig(on(0, r - 60), on(-pitch * 0.3, r - 148), -0.2, 18, p.fern, p.stalk);
  part.berries(on(pitch / 2, r - 20), ...on(pitch / 2, r - 112), 8.5, wide ? 7 : 5, p.berry, p.stalk);
  const bloomPart = new Brush(random);
  bloom(bloomPart, small, ...on(pitch / 2, r + 6), wide ? 62 : 48, pitch / 2, p, first + 1);
  bloom(bloomPart, great, ...on(0, r + 22), wide ? 106 : 90, 0, p, first);
  const whole = new Brush(random);
  const turns = Array.from({ length: sectors }, (_, i) => `rotate(${i * pitch})`);
  whole.repeat('leaves', part, turns);
  whole.repeat('blooms', bloomPart, turns);
  if (inner > 0) {
    whole.aster(0, 0, inner, p.flowers[(first + 2) % 3]!, p.flowers[first]!, p.heart, 18);
    for (let i = 0; i < sectors * 2; i++) {
      const [x, y] = on((i * pitch) / 2 + pitch / 4, inner + 26);
      whole.dot(x, y, i % 2 ? 5.5 : 8, i % 2 ? p.heart : p.berry);
    }
  }
  return whole;
}

/**
 * Draws flowers and birds in the style of Petrykivka painting: all forms consist of brush strokes that start thick and
 * end in a point.
 */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const p = random.fork('paints').pick(paints);
  const composition = options.width
    ? 'Bouquet'
    : random.fork('composition').weighted([
        ['Bouquet', 4],
        ['Wreath', 4],
        ['Bird', 2],
      ] as const satisfies [(typeof compositions)[number], number][]);
  const width = options.width ?? (composition === 'Bouquet' ? 960 : 1200);
  const height = options.height ?? 1200;
  const hand = random.fork('hand');
  const brush = new Brush(hand);
  if (options.width) {
    const scale = (height * 0.9) / 1120;
    const count = Math.ceil(width / (860 * scale)) | 1;
    for (let i = 0; i < count; i++)
      brush.adopt(
        bouquet(random.fork(`part${i % 2}`), p, scale, `half${i}`),
        width / 2 + (i - (count - 1) / 2) * 850 * scale,
        height / 2,
        0,
      );
  } else if (composition === 'Bouquet') brush.adopt(bouquet(hand, p, 0.93, 'half'), width / 2, height / 2 - 4, 0);
  else if (composition === 'Wreath') brush.adopt(wreath(hand, p, 112), 600, 600, 0, 1.03);
  else {
    brush.adopt(wreath(hand, p, 0), 600, 600, 0, 1.03);
    brush.adopt(firebird(hand, p), 566, 606, 0, 0.62);
  }
  const edge = mix(p.ground, p.stalk, 0.75);
  let rim = '';
  if (!options.width && composition !== 'Bouquet') {
    const sprout = new Brush(random.fork('corners'));
    const tones = p.flowers[sprout.random.int(0, 2)]!;
    sprout.leaf([0, 0], [-92, -46], 0.16, 46, p.leaf, p.fern);
    sprout.leaf([0, 0], [92, -46], -0.16, 46, p.leaf, p.fern);
    sprout.sprig([0, 8], [-70, 42], 0.16, 16, p.fern, p.stalk);
    sprout.sprig([0, 8], [70, 42], -0.16, 16, p.fern, p.stalk);
    sprout.bud(0, -40, 48, 0, tones, p.leaf);
    brush.repeat(
      'corner',
      sprout,
      [45, 135, 225, 315].map((turn) => `translate(600 600) rotate(${turn}) translate(0 -640)`),
    );
  }
  if (!options.width) {
    rim =
      tag('rect', {
        x: 30,
        y: 30,
        width: width - 60,
        height: height - 60,
        fill: 'none',
        stroke: edge,
        'stroke-width': 2.5,
        rx: 10,
      }) +
      tag('rect', {
        x: 40,
        y: 40,
        width: width - 80,
        height: height - 80,
        fill: 'none',
        stroke: mix(p.ground, p.heart[1], 0.8),
        'stroke-width': 1.2,
        rx: 6,
      });
  }
  return {
    svg: frame(width, height, tag('rect', { width, height, fill: p.ground }) + rim + brush.body),
    width,
    height,
    traits: [
      { name: 'Ground', value: p.name },
      { name: 'Composition', value: composition },
      { name: 'Brush strokes', value: brush.strokes },
    ],
  };
}
