import { mix, ramp, shade } from '@skarb/server/breeding/art/colour.ts';
import { createNoise, octaves, type Noise } from './noise.ts';
import { cabin, church, circle, cloud, deer, fir, oak, softShadow } from './paper-shapes.ts';
import { frame, n, tag, type DrawOptions, type Picture, type Point } from '@skarb/server/breeding/art/picture.ts';
import { createRandom, type Random } from '@skarb/server/breeding/art/random.ts';

const palettes = [
  {
    name: 'Dawn',
    sky: ['#F6B79B', '#FDEBCB'],
    disc: '#EF5B45',
    layers: ['#F3AE93', '#DE7680', '#A64873', '#632B62', '#2D143F'],
    night: false,
  },
  {
    name: 'Midnight',
    sky: ['#0A1242', '#3355A8'],
    disc: '#FDF4D2',
    layers: ['#6389D6', '#3F65B8', '#24438C', '#12255A', '#060D29'],
    night: true,
  },
  {
    name: 'Autumn',
    sky: ['#F9D58B', '#FDF2D6'],
    disc: '#E4482A',
    layers: ['#F2C063', '#E8922F', '#CB5B1E', '#86301B', '#421511'],
    night: false,
  },
  {
    name: 'Winter',
    sky: ['#A9D2E8', '#EFF7F8'],
    disc: '#FFB48A',
    layers: ['#E3F0F5', '#ABD1E5', '#6CA5CB', '#366E9E', '#173B63'],
    night: false,
  },
  {
    name: 'Emerald',
    sky: ['#BFE6C8', '#F8F9DA'],
    disc: '#F8C93C',
    layers: ['#A9DBA0', '#5DB97F', '#268E69', '#11614F', '#083733'],
    night: false,
  },
  {
    name: 'Violet hour',
    sky: ['#3D2280', '#F58AA2'],
    disc: '#FFE2A0',
    layers: ['#C765A6', '#8F4299', '#5C2A82', '#381A60', '#1A0A38'],
    night: true,
  },
  {
    name: 'Lagoon',
    sky: ['#15788A', '#F7DA9B'],
    disc: '#FB6F44',
    layers: ['#8CC9B0', '#45A09A', '#1D7480', '#114D62', '#08293D'],
    night: false,
  },
  {
    name: 'Rose snow',
    sky: ['#F8C6CE', '#FFF4EC'],
    disc: '#E4526E',
    layers: ['#FAE7EA', '#F2BDC9', '#DF87A4', '#A94C83', '#59235A'],
    night: false,
  },
  {
    name: 'Ember night',
    sky: ['#1B0B2B', '#C2364A'],
    disc: '#FFC857',
    layers: ['#D4495A', '#98294F', '#64194A', '#3B103A', '#1A0720'],
    night: true,
  },
] as const;
type Palette = (typeof palettes)[number];

const signs = ['Church', 'Cabin', 'Deer', 'Lone oak', 'Birds'] as const;

interface Ridge {
  path: string;
  top: number;
  at: (x: number) => number;
}

function ridge(noise: Noise, depth: number, base: number, width: number, height: number, offset: number): Ridge {
  const steepness = 1 - depth;
  const scale = 1 / (width * (0.2 + depth * 0.34));
  const at = (x: number): number => {
    const hills = noise(x * scale + offset, offset * 3.1);
    // Far ranges use the absolute value of the noise, which gives peaks; near ones are smooth.
    const peaks = 1 - Math.abs(noise(x * scale * 1.6 + offset * 2, 7.7 + offset)) * 2.2;
    const fine = noise(x * scale * 7, offset) * 0.09 * (0.4 + steepness);
    return (
      base -
      height * (0.1 + steepness * 0.06) * (hills * (0.8 - steepness * 0.15) + peaks * 0.5 * steepness ** 1.4 + fine)
    );
  };
  let path = `M-20 ${n(height + 40)}`;
  let top = height;
  for (let x = -20; x <= width + 20; x += 5) {
    const y = at(x);
    top = Math.min(top, y);
    path += `L${x} ${n(y)}`;
  }
  return { path: `${path}L${n(width + 20)} ${n(height + 40)}Z`, top, at };
}

function heavens(
  palette: Palette,
  random: Random,
  width: number,
  height: number,
  phase: string,
  shadow: string,
): { body: string; disc: Point } {
  const cx = width * random.pick([random.range(0.26, 0.4), random.range(0.6, 0.74)]);
  const cy = height * random.range(0.24, 0.36);
  const r = Math.min(width, height) * random.range(0.085, 0.125);
  let body = '';
  if (palette.night) {
    for (let i = 0; i < 130; i++) {
      const [x, y] = [random.range(0, width), random.range(0, height * 0.62)];
      body += tag('circle', {
        cx: x,
        cy: y,
        r: random.range(0.7, 2.1),
        fill: '#FFF6DC',
        opacity: random.range(0.35, 0.95),
      });
    }
  }
  // Rings of increasingly light sheets; the sun or moon is in the hole they leave.
  for (let i = 5; i >= 1; i--) {
    const ring = circle(cx, cy, r * (1 + i * 0.55));
    body +=
      softShadow(ring, 9, 0.16, shadow, 3) +
      tag('path', {
        d: ring,
        fill: mix(palette.sky[0], mix(palette.sky[1], palette.disc, 0.16), 0.28 + (6 - i) * 0.115),
      });
  }
  const disc = circle(cx, cy, r);
  body += softShadow(disc, 10, 0.22, shadow, 4);
  if (phase === 'Crescent') {
    const path = `M${n(cx + r * 0.34)} ${n(cy - r * 0.94)}A${n(r)} ${n(r)} 0 1 0 ${n(cx + r * 0.94)} ${n(cy + r * 0.34)}A${n(r * 0.8)} ${n(r * 0.8)} 0 0 1 ${n(cx + r * 0.34)} ${n(cy - r * 0.94)}Z`;
    body += softShadow(path, 7, 0.2, shadow, 3) + tag('path', { d: path, fill: palette.disc });
  } else {
    body += tag('path', { d: disc, fill: palette.disc });
    if (palette.night)
      for (const [x, y, s] of [
        [-0.3, -0.2, 0.2],
        [0.28, 0.3, 0.26],
        [0.3, -0.4, 0.12],
        [-0.2, 0.45, 0.12],
      ] as const)
        body += tag('circle', { cx: cx + x * r, cy: cy + y * r, r: r * s, fill: shade(palette.disc, -0.06) });
  }
  return { body, disc: [cx, cy] };
}

/** Draws a landscape of layered paper: each range is a nearer, darker sheet with a soft shadow on the one behind. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const palette = random.fork('palette').pick(palettes);
  const portrait = !options.width && random.fork('shape').chance(0.3);
  const width = options.width ?? (portrait ? 960 : 1200);
  const height = options.height ?? (portrait ? 1200 : 960);
  const count = random.fork('count').int(6, 8);
  const sign = random.fork('sign').pick(signs);
  const phase = random.fork('phase').chance(palette.night ? 0.45 : 0)
    ? 'Crescent'
    : palette.night
      ? 'Full moon'
      : 'Sun';
  const shadow = mix(palette.layers[4], '#000000', 0.35);
  const noise = octaves(createNoise(random.fork('noise')), 3, 0.42);
  const wood = random.fork('wood');
  const scale = Math.min(width, height) / 960;

  let defs = `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky[0]}"/><stop offset="0.68" stop-color="${palette.sky[1]}"/></linearGradient>`;
  const sky = heavens(palette, random.fork('heavens'), width, height, phase, shadow);
  let body = tag('rect', { width, height, fill: 'url(#sky)' }) + sky.body;

  const drift = random.fork('clouds');
  const paperWhite = palette.night ? mix(palette.sky[0], palette.sky[1], 0.75) : mix(palette.sky[1], '#FFFFFF', 0.55);
  const mist = palette.night ? mix(mix(palette.sky[1], palette.layers[0], 0.35), '#FFFFFF', 0.12) : palette.sky[1];
  const clouds = (amount: number, from: number, to: number): void => {
    for (let i = 0; i < amount; i++) {
      const [x, y] = [width * drift.range(0.05, 0.95), height * drift.range(from, to)];
      const path = cloud(drift, x, y, 280 * scale * drift.range(0.6, 1.2));
      if (Math.hypot(x - sky.disc[0], (y - sky.disc[1]) * 1.6) < 230 * scale) continue;
      body += softShadow(path, 8, 0.14, shadow, 5) + tag('path', { d: path, fill: paperWhite });
    }
  };
  clouds(drift.int(3, 5), 0.1, 0.44);
  if (sign === 'Birds') {
    const flock = random.fork('birds');
    for (let i = 0; i < 9; i++) {
      const x = sky.disc[0] + flock.gauss(0, 0.13) * width;
      const y = sky.disc[1] + flock.range(0.02, 0.16) * height;
      const s = flock.range(8, 19) * scale;
      body += tag('path', {
        d: `M${n(x - s)} ${n(y - s * 0.42)}Q${n(x - s * 0.4)} ${n(y - s * 0.5)} ${n(x)} ${n(y)}Q${n(x + s * 0.4)} ${n(y - s * 0.5)} ${n(x + s)} ${n(y - s * 0.42)}Q${n(x + s * 0.45)} ${n(y - s * 0.2)} ${n(x)} ${n(y + s * 0.22)}Q${n(x - s * 0.45)} ${n(y - s * 0.2)} ${n(x - s)} ${n(y - s * 0.42)}Z`,
        fill: palette.layers[3],
      });
    }
  }

  for (let i = 0; i < count; i++) {
    const depth = i / (count - 1);
    const base = height * (0.5 + depth ** 1.12 * 0.42);
    const line = ridge(noise, depth, base, width, height, i * 13.7 + 2);
    const colour = ramp(palette.layers, depth);
    let path = '';
    if (depth > 0.25) {
      const size = (14 + depth * 74) * scale;
      const gap = size * 0.42;
      for (let x = -10; x < width + 10; x += gap * wood.range(0.7, 1.5)) {
        const thick = noise(x / (230 * scale) + i * 31, i * 5.5);
        if (thick < 0.02 + (1 - depth) * 0.12) continue;
        path += fir(x, line.at(x) + size * 0.1, size * wood.range(0.55, 1.15) * (0.75 + thick));
      }
    }
    let extra = '';
    const place = count - 3;
    if (i === place && sign !== 'Birds') {
      // Places the sign at the highest point of its range, away from the edges.
      let spot = width * 0.5;
      for (let x = width * 0.2; x < width * 0.8; x += 8)
        if (line.at(x) + Math.abs(x - width / 2) * 0.05 < line.at(spot) + Math.abs(spot - width / 2) * 0.05) spot = x;
      const foot = line.at(spot) + 6 * scale;
      const glow = palette.night ? '#FFD36B' : mix(palette.disc, '#FFF3D0', 0.45);
      if (sign === 'Church')
        [path, extra] = [path + church(spot, foot, 118 * scale), church.windows(spot, foot, 118 * scale, glow)];
      if (sign === 'Cabin')
        [path, extra] = [path + cabin(spot, foot, 76 * scale), cabin.windows(spot, foot, 76 * scale, glow, paperWhite)];
      if (sign === 'Deer') path += deer(spot, foot, 86 * scale);
      if (sign === 'Lone oak') path += oak(spot, foot, 150 * scale);
    }
    const fade = `fade${i}`;
    defs += `<linearGradient id="${fade}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(line.top)}" x2="0" y2="${n(line.top + height * 0.26)}"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, mist, 0.62 * (1 - depth) ** 0.8 + 0.02)}"/></linearGradient>`;
    const cut = line.path + path;
    body += softShadow(line.path, (10 + depth * 20) * scale, 0.3 + depth * 0.1, shadow, -3);
    if (path) body += softShadow(path, (3 + depth * 5) * scale, 0.22, shadow, -1, 3);
    // Draws the light edge of the sheet below its face, so that only the outer half is visible.
    body += tag('path', { d: cut, fill: 'none', stroke: shade(colour, 0.08), 'stroke-width': 2.6 });
    body += tag('path', { d: cut, fill: `url(#${fade})` });
    body += extra;
    if (i === 1 || i === 2) clouds(drift.int(0, 1), 0.5 + i * 0.05, 0.58 + i * 0.05);
  }

  let picture = body;
  let margin = 0;
  if (!options.width) {
    // A mat with a bevel, as paper theatres are framed.
    margin = 58;
    const mat = palette.night ? mix(palette.layers[4], '#07060C', 0.25) : mix(palette.sky[1], '#FFFDF8', 0.78);
    const window = `M${margin} ${margin}H${n(width - margin)}V${n(height - margin)}H${margin}Z`;
    picture =
      body +
      softShadow(window, 26, 0.5, shadow, 4, 16) +
      tag('path', { d: `M0 0H${width}V${height}H0Z${window}`, fill: mat, 'fill-rule': 'evenodd' }) +
      tag('path', {
        d: window,
        fill: 'none',
        stroke: mix(mat, '#FFFFFF', palette.night ? 0.16 : 0.8),
        'stroke-width': 5,
      }) +
      tag('path', { d: window, fill: 'none', stroke: shade(mat, -0.13), 'stroke-width': 1.2 });
  }
  return {
    svg: frame(width, height, picture, defs),
    width,
    height,
    traits: [
      { name: 'Hour', value: palette.name },
      { name: 'Light', value: phase },
      { name: 'Sign', value: sign },
      { name: 'Sheets', value: count },
    ],
  };
}
