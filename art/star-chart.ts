import { mix } from '@skarb/server/breeding/art/colour.ts';
import { frame, tag, type DrawOptions, type Picture } from '@skarb/server/breeding/art/picture.ts';
import { createRandom, type Random } from '@skarb/server/breeding/art/random.ts';
import { comet } from './sky-comet.ts';
import { skyDisc } from './sky-disc.ts';
import {
  drawStar,
  graduation,
  moon,
  phases,
  polar,
  ring,
  starPath,
  sun,
  type Ink,
} from '@skarb/server/breeding/art/sky-marks.ts';
import { orrery } from './sky-orrery.ts';

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

/** Draws a chart of an invented sky in the style of an engraved atlas. */
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
