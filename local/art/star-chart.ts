import { mix, shade } from './colour.ts';
import { createNoise, octaves } from './noise.ts';
import { frame, n, polyline, tag, type DrawOptions, type Picture, type Point } from './picture.ts';
import { createRandom, type Random } from './random.ts';
import {
  constellationLines,
  constellations,
  drawStar,
  graduation,
  moon,
  number,
  polar,
  ring,
  starPath,
  sun,
  type Ink,
  type Star,
} from './sky-marks.ts';

const inks: readonly Ink[] = [
  {
    name: 'Ultramarine',
    deep: '#1D3FA6',
    edge: '#08103A',
    line: '#EBC15A',
    star: '#FFF7DF',
    accent: '#FF8A6B',
    mist: '#9DB8FF',
  },
  {
    name: 'Prussian',
    deep: '#115077',
    edge: '#051A2F',
    line: '#F2CB6B',
    star: '#FFFBEA',
    accent: '#FF7F66',
    mist: '#9CD6EE',
  },
  {
    name: 'Verdigris',
    deep: '#0D5F63',
    edge: '#031C22',
    line: '#F2B27A',
    star: '#FFF4E2',
    accent: '#FFDE7A',
    mist: '#8FE0CF',
  },
  {
    name: 'Aubergine',
    deep: '#562A80',
    edge: '#170829',
    line: '#F5BE9E',
    star: '#FFF3EA',
    accent: '#FF7D9C',
    mist: '#D2A6FF',
  },
  {
    name: 'Ivory',
    deep: '#FBF3DF',
    edge: '#EAD9AE',
    line: '#23357A',
    star: '#16224F',
    accent: '#C22B2B',
    mist: '#5D7BC4',
  },
  {
    name: 'Indigo and silver',
    deep: '#3434A0',
    edge: '#0A0A2C',
    line: '#DCE6F7',
    star: '#FFFFFF',
    accent: '#FFC857',
    mist: '#B6BEFF',
  },
];

const charts = ['Planisphere', 'Hemispheres', 'Orrery', 'Comet'] as const;

/** A disc of sky: grid, milky way, field stars, ecliptic and constellations. Returns how many stars it shows. */
function skyDisc(
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

  // The milky way: a stippled band along an arc, with a dark rift where the noise says so.
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

function corner(random: Random, ink: Ink, x: number, y: number, kind: string): string {
  if (kind === 'sun') return sun(x, y, 31, ink, 12);
  if (kind === 'moon')
    return (
      moon(x, y, 38, random.pick([0.14, 0.2, 0.8]), ink) +
      tag('path', {
        d: ring(x, y, 50),
        fill: 'none',
        stroke: ink.line,
        'stroke-width': 1,
        'stroke-dasharray': '1 6',
        'stroke-linecap': 'round',
      })
    );
  if (kind === 'compass') {
    return (
      tag('path', { d: starPath(x, y, 58, 8, 0.3, 22.5), fill: 'none', stroke: ink.line, 'stroke-width': 1 }) +
      tag('path', { d: starPath(x, y, 58, 4, 0.22), fill: ink.line }) +
      tag('path', { d: starPath(x, y, 36, 4, 0.3, 45), fill: ink.accent }) +
      tag('circle', { cx: x, cy: y, r: 8, fill: ink.edge, stroke: ink.line, 'stroke-width': 1.5 })
    );
  }
  let body = '';
  for (const [i, r] of [16, 30, 44, 58].entries()) {
    const [px, py] = polar(x, y, r, random.range(0, 360));
    body +=
      tag('path', { d: ring(x, y, r), fill: 'none', stroke: ink.line, 'stroke-width': 1 }) +
      tag('circle', { cx: px, cy: py, r: [3, 4.5, 6, 4][i]!, fill: i === 2 ? ink.accent : ink.star });
  }
  return body + tag('circle', { cx: x, cy: y, r: 7, fill: ink.line });
}

function border(ink: Ink, width: number, height: number): string {
  const rect = (inset: number, weight: number): string =>
    tag('rect', {
      x: inset,
      y: inset,
      width: width - inset * 2,
      height: height - inset * 2,
      fill: 'none',
      stroke: ink.line,
      'stroke-width': weight,
    });
  let body = rect(34, 1) + rect(41, 3);
  for (const [x, y] of [
    [37.5, 37.5],
    [width - 37.5, 37.5],
    [37.5, height - 37.5],
    [width - 37.5, height - 37.5],
  ] as const) {
    body +=
      tag('rect', { x: x - 13, y: y - 13, width: 26, height: 26, fill: ink.edge }) +
      tag('path', { d: starPath(x, y, 15, 4, 0.3), fill: ink.line });
  }
  return body;
}

function phases(ink: Ink, x: number, y: number, span: number, count: number, r: number): string {
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

function orrery(random: Random, ink: Ink, cx: number, cy: number, reach: number): string {
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
    // The way a world has come glows behind it and thins out.
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

function comet(random: Random, ink: Ink, width: number, height: number): { body: string; stars: number } {
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
  // The tail: hundreds of hairs leaving the head, spreading and curving.
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

/** A chart of a sky that never was, as an atlas would engrave it. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const random = createRandom(seed);
  const ink = random.fork('ink').pick(inks);
  const wide = Boolean(options.width && options.width > (options.height ?? 1200) * 1.2);
  const kind = wide ? 'Hemispheres' : random.fork('chart').pick(charts);
  const width = options.width ?? (kind === 'Comet' ? 960 : 1200);
  const height = options.height ?? (kind === 'Hemispheres' ? 800 : 1200);
  const part = random.fork('parts');
  let defs = `<radialGradient id="ground" r="0.75"><stop offset="0" stop-color="${mix(ink.deep, ink.edge, 0.55)}"/><stop offset="1" stop-color="${ink.edge}"/></radialGradient><clipPath id="window"><rect x="84" y="84" width="${width - 168}" height="${height - 294}"/></clipPath>`;
  let body = tag('rect', { width, height, fill: 'url(#ground)' });
  let stars = 0;
  const corners = part.shuffle(['sun', 'moon', 'compass', 'orbits']);
  if (kind === 'Planisphere' || kind === 'Orrery') {
    const r = kind === 'Planisphere' ? 468 : 520;
    if (kind === 'Planisphere') {
      const disc = skyDisc(random.fork('sky'), ink, 600, 600, r, part.int(10, 13), 'disc');
      defs += disc.defs;
      stars = disc.stars;
      body +=
        disc.body +
        tag('path', {
          d: ring(600, 600, r + 6) + ring(600, 600, r + 10),
          fill: 'none',
          stroke: ink.line,
          'stroke-width': 1,
        }) +
        graduation(600, 600, r + 10, 15, ink);
    } else {
      const dust = random.fork('dust');
      for (let i = 0; i < 420; i++, stars++)
        body += drawStar(
          { x: dust.range(60, 1140), y: dust.range(60, 1140), magnitude: 5 - dust.next() ** 3 * 1.6 },
          { ...ink, star: mix(ink.star, ink.deep, 0.3) },
          false,
        );
      body += orrery(random.fork('orrery'), ink, 600, 600, r);
    }
    for (const [i, [x, y]] of (
      [
        [112, 112],
        [1088, 112],
        [112, 1088],
        [1088, 1088],
      ] as const
    ).entries())
      body += corner(part, ink, x, y, corners[i]!);
  } else if (kind === 'Hemispheres') {
    const r = Math.min(height * 0.3, width * 0.193);
    for (const [i, side] of [-1, 1].entries()) {
      const cx = width / 2 + side * (r + 44);
      const disc = skyDisc(random.fork(`sky${i}`), ink, cx, height / 2, r, part.int(4, 5), `disc${i}`);
      defs += disc.defs;
      stars += disc.stars;
      body +=
        disc.body +
        tag('path', { d: ring(cx, height / 2, r + 5), fill: 'none', stroke: ink.line, 'stroke-width': 1 }) +
        graduation(cx, height / 2, r + 5, 11, ink, 2, 30);
    }
    body += phases(ink, width / 2, height - 88, Math.min(width * 0.5, 620), 9, 19);
    body += sun(width / 2, 98, 24, ink, 12) + corner(part, ink, width / 2, height / 2 + r * 0.86, 'orbits');
    for (const side of [-1, 1])
      body += tag('path', { d: starPath(width / 2 + side * r * 1.9, 96, 15, 8, 0.4), fill: ink.line });
  } else {
    const track = comet(random.fork('comet'), ink, width, height);
    body += track.body;
    stars = track.stars;
  }
  return {
    svg: frame(width, height, body + border(ink, width, height), defs),
    width,
    height,
    traits: [
      { name: 'Ink', value: ink.name },
      { name: 'Chart', value: kind },
      { name: 'Stars', value: stars },
    ],
  };
}
