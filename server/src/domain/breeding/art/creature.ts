import { mix } from './colour.ts';
import { backdrop, coatPattern } from './creature-coat.ts';
import { eyes, mouth } from './creature-face.ts';
import type { Frame } from './creature-frame.ts';
import { horns } from './creature-horns.ts';
import { ears, limbs } from './creature-parts.ts';
import {
  bodies,
  coats,
  creatureTraitNames,
  creatureTraits,
  type CreatureGenes,
  type CreatureTrait,
} from './creature-traits.ts';
import { frame as closeFrame, n, smooth, tag, type DrawOptions, type Picture, type Point } from './picture.ts';
import { createRandom } from './random.ts';

/** Genes of a first-generation creature; variants earlier in their list are more frequent. */
export function genesFromSeed(seed: number): CreatureGenes {
  const random = createRandom(seed);
  const choose = <K extends CreatureTrait>(trait: K): CreatureGenes[K] => {
    const variants = creatureTraits[trait] as unknown as readonly CreatureGenes[K][];
    return random.fork(trait).weighted(variants.map((variant, i) => [variant, 1.35 - i / variants.length] as const));
  };
  return Object.fromEntries(creatureTraitNames.map((trait) => [trait, choose(trait)])) as unknown as CreatureGenes;
}

/**
 * The seed of random details (such as the position of a spot). It depends only on the genes: equal genes, equal
 * pictures.
 */
function seedOf(genes: CreatureGenes): number {
  let hash = 0x811c9dc5;
  for (const trait of creatureTraitNames)
    for (const letter of genes[trait]) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** The outline's other coordinate where coordinate `key` (0: x, 1: y) equals `at`, interpolated linearly. */
function between(points: readonly Point[], key: 0 | 1, at: number): number {
  const value = key === 0 ? 1 : 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    if (at >= a[key] && at <= b[key])
      return a[value] + ((b[value] - a[value]) * (at - a[key])) / (b[key] - a[key] || 1);
  }
  return points[points.length - 1]![value];
}

function creatureBody(genes: CreatureGenes, x: number, clip: string): { body: string; defs: string } {
  const outline = bodies[genes.Body];
  const coat = coats[genes.Coat];
  const path = smooth(
    [
      ...outline.map(([dx, y]): Point => [x + dx, y]),
      ...outline
        .slice(1, -1)
        .toReversed()
        .map(([dx, y]): Point => [x - dx, y]),
    ],
    true,
  );
  const top = outline[0]![1];
  const body: Frame = { x, top, half: (y) => between(outline, 1, y), crown: (dx) => between(outline, 0, dx), clip };
  const random = createRandom(seedOf(genes));
  const tall = 1006 - top;
  const eyeLine =
    top +
    tall *
      (genes.Body === 'Sprout'
        ? 0.46
        : genes.Body === 'Dumpling'
          ? 0.34
          : genes.Body === 'Gourd' || genes.Body === 'Bell'
            ? 0.29
            : 0.32);
  const mouthLine =
    eyeLine +
    (genes.Eyes === 'Cyclops'
      ? 146
      : genes.Eyes === 'Owl'
        ? 118
        : genes.Eyes === 'Happy' || genes.Eyes === 'Button'
          ? 84
          : 106);

  const defs =
    tag('clipPath', { id: clip }, tag('path', { d: path })) +
    `<radialGradient id="${clip}g" gradientUnits="userSpaceOnUse" cx="${n(x - 110)}" cy="${n(top + tall * 0.26)}" r="${n(tall * 0.95)}">` +
    `<stop offset="0" stop-color="${mix(coat.body, coat.light, 0.42)}"/><stop offset="0.45" stop-color="${coat.body}"/><stop offset="1" stop-color="${mix(coat.body, coat.dark, 0.92)}"/></radialGradient>`;
  // Short hairs follow the outline, so that the skin looks like a coat.
  let hair = '';
  for (let i = 0; i < 90; i++) {
    const y = random.range(top + 60, 980);
    const side = random.chance(0.5) ? 1 : -1;
    const hx = x + side * body.half(y) * Math.sqrt(random.range(0.5, 0.95));
    const reach = random.range(12, 24);
    hair += `M${n(hx)} ${n(y)}q${n(side * 5)} ${n(reach * 0.5)} ${n(side * 2)} ${n(reach)}`;
  }
  const arms = limbs(genes, body);
  const room = body.half(eyeLine);
  return {
    defs,
    body:
      tag('ellipse', { cx: x, cy: 1030, rx: body.half(900) * 1.22, ry: 40, fill: '#14101C', opacity: 0.26 }) +
      ears(genes, body) +
      arms.behind +
      (genes.Horns === 'Crown' ? '' : horns(genes, body)) +
      tag('path', { d: path, fill: `url(#${clip}g)` }) +
      tag(
        'g',
        { 'clip-path': `url(#${clip})` },
        tag('path', {
          d: hair,
          fill: 'none',
          stroke: coat.dark,
          'stroke-width': 4,
          'stroke-linecap': 'round',
          opacity: 0.28,
        }) +
          coatPattern(genes, body, random.fork('pattern'), eyeLine) +
          tag('path', {
            d: path,
            fill: 'none',
            stroke: '#FFFFFF',
            'stroke-width': 16,
            opacity: 0.16,
            transform: 'translate(7 9)',
          }) +
          tag('path', {
            d: path,
            fill: 'none',
            stroke: mix(coat.dark, '#0A0614', 0.5),
            'stroke-width': 26,
            opacity: 0.17,
            transform: 'translate(-10 -12)',
          }),
      ) +
      (genes.Horns === 'Crown' ? horns(genes, body) : '') +
      arms.front +
      mouth(genes, x, mouthLine, room) +
      eyes(genes, x, eyeLine, room),
  };
}

/** Draws a creature from its genes; the same genes always give the same picture. */
export function drawCreature(genes: CreatureGenes): Picture {
  const random = createRandom(seedOf(genes));
  const { body, defs } = creatureBody(genes, 600, 'coat');
  const ground = backdrop(genes, random.fork('backdrop'), 1200, 1200);
  return {
    svg: closeFrame(
      1200,
      1200,
      ground + tag('g', { transform: 'translate(600 1040) scale(1.13) translate(-600 -1030)' }, body),
      defs,
    ),
    width: 1200,
    height: 1200,
    traits: creatureTraitNames.map((name) => ({ name, value: genes[name] })),
  };
}

/** A creature from a seed; with a width, a row of related creatures. */
export function draw(seed: number, options: DrawOptions = {}): Picture {
  const genes = genesFromSeed(seed);
  if (!options.width) return drawCreature(genes);
  const [width, height] = [options.width, options.height ?? 1200];
  const random = createRandom(seed);
  const scale = (height / 1200) * 0.98;
  const count = Math.max(1, Math.floor(width / (640 * scale)));
  let body = '';
  let defs = '';
  for (let i = 0; i < count; i++) {
    const one = creatureBody(genesFromSeed(seed * 31 + i * 7 + 1), 0, `kin${i}`);
    defs += one.defs;
    body += tag(
      'g',
      {
        transform: `translate(${n((width * (i + 0.5)) / count)} ${n(height - 1150 * scale + random.range(0, 40))}) scale(${n(scale, 3)})`,
      },
      one.body,
    );
  }
  const ground = backdrop(genes, random.fork('backdrop'), width, height);
  return { svg: closeFrame(width, height, ground + body, defs), width, height, traits: [] };
}
