import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../local/seed-catalogue.ts';
import { inUkrainian } from '../local/seed-words.ts';
import { drawBanner, drawDetail } from './avatar.ts';
import { drawCreature, genesFromSeed } from '@skarb/server/breeding/art/creature.ts';
import { creatureTraitNames, creatureTraits, type CreatureGenes } from '@skarb/server/breeding/art/creature-traits.ts';
import { traceKnot } from './knot-lattice.ts';
import type { Picture } from '@skarb/server/breeding/art/picture.ts';
import { renderPng } from '@skarb/server/breeding/art/render.ts';
import { series } from './series.ts';

/** What a generated SVG must not contain: invalid numbers, and anything that is fetched or needs a font. */
const forbidden = /NaN|Infinity|undefined|<text|<image|<script|<filter|@import|url\((?!#)|href="(?!#)/;

const drawings = new Map<string, Picture>();
/** A token's drawing, cached for all tests of this file. */
function drawingOf({ key, collection, seed }: (typeof catalogue.tokens)[number]): Picture {
  const picture = drawings.get(key) ?? series[collection](seed);
  drawings.set(key, picture);
  return picture;
}

describe('the series', () => {
  it.each(Object.entries(series))(
    '%s draws the same picture from the same seed, and a different one from another seed',
    (name, draw) => {
      const [token, other] = catalogue.tokens.filter(({ collection }) => collection === name);
      expect(draw(token!.seed)).toEqual(drawingOf(token!));
      expect(drawingOf(other!).svg).not.toBe(drawingOf(token!).svg);
    },
  );

  it.each(catalogue.tokens.map((token) => [token.key, token] as const))(
    '%s is a complete, self-contained drawing below the size limit, with its traits',
    (_, token) => {
      const { svg, width, height, traits } = drawingOf(token);
      expect(svg).not.toMatch(forbidden);
      expect(svg.length).toBeLessThan(2_000_000);
      expect(svg.length).toBeGreaterThan(5_000);
      expect(Math.max(width, height)).toBe(1200);
      expect(Math.min(width, height) / 1200).toBeGreaterThan(0.6);
      expect(traits.length).toBeGreaterThanOrEqual(3);
      const all = [...traits, ...token.properties];
      expect(all.length).toBeLessThanOrEqual(20);
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      for (const { name, value } of all) {
        expect(name.trim()).toBe(name);
        expect(name).not.toBe('');
        expect(String(value)).not.toBe('');
      }
    },
  );

  it('shows more than one palette and more than one form in each collection', () => {
    for (const { series: name } of catalogue.collections) {
      const traits = catalogue.tokens
        .filter((token) => token.collection === name)
        .map((token) => drawingOf(token).traits);
      const firsts = new Set(traits.map(([trait]) => trait?.value));
      expect({ name, varied: firsts.size >= 4 }).toEqual({ name, varied: true });
    }
  });

  it('names every property and every value in Ukrainian, apart from numbers', () => {
    const inEnglish = catalogue.tokens.flatMap((token) =>
      [...drawingOf(token).traits, ...token.properties]
        .map((property) => inUkrainian(token.collection, property))
        .flatMap(({ name, value }) => [name, value])
        .filter((word) => typeof word === 'string' && !/\p{Script=Cyrillic}/u.test(word))
        .map((word) => `${token.key}: ${word}`),
    );
    expect(inEnglish).toEqual([]);
  });

  it('has no two identical pictures', () => {
    const seen = new Set(catalogue.tokens.map((token) => drawingOf(token).svg));
    expect(seen.size).toBe(catalogue.tokens.length);
  });
});

describe('pictures as pixels', () => {
  it.each(Object.entries(series))('%s renders 1600 pixels long, in colour and under 4 MB', async (name) => {
    const token = catalogue.tokens.find(({ collection }) => collection === name)!;
    const png = await renderPng(drawingOf(token).svg);
    const { width, height, hasAlpha, format } = await sharp(png).metadata();
    expect({ format, long: Math.max(width, height), hasAlpha }).toEqual({ format: 'png', long: 1600, hasAlpha: false });
    expect(png.length).toBeLessThan(4_000_000);
    const { channels, entropy } = await sharp(png).stats();
    // A grey or empty picture has almost no entropy and no deviation.
    expect(entropy).toBeGreaterThan(1.5);
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(15);
  });

  it('refuses a drawing without a size instead of guessing one', () => {
    expect(() => renderPng('<svg xmlns="http://www.w3.org/2000/svg"/>')).toThrow(/width and height/);
  });

  it('crops avatars and covers to squares, and banners to three to one', () => {
    for (const { avatar, banner } of catalogue.people) {
      const face = drawDetail(avatar);
      expect(face).not.toMatch(forbidden);
      expect(avatar.crop[2]).toBe(avatar.crop[3]);
      const drawn = drawBanner(banner.series, banner.seed);
      const [, width, height] = /viewBox="[^"]*" width="([\d.]+)" height="([\d.]+)"/.exec(drawn) ?? [];
      expect(Number(width) / Number(height)).toBeCloseTo(3, 1);
    }
    for (const { cover } of catalogue.collections) {
      expect(drawDetail(cover)).not.toMatch(forbidden);
      expect(cover.crop[2]).toBe(cover.crop[3]);
    }
  });
});

describe('a creature', () => {
  const genes = genesFromSeed(1);

  it('is drawn from its genes alone', () => {
    expect(drawCreature({ ...genes })).toEqual(drawCreature(genes));
    expect(drawCreature(genes).traits).toEqual(creatureTraitNames.map((name) => ({ name, value: genes[name] })));
  });

  it.each(creatureTraitNames)('looks different with every variant of %s', (trait) => {
    const drawn = creatureTraits[trait].map(
      (variant) => drawCreature({ ...genes, [trait]: variant } as CreatureGenes).svg,
    );
    for (const svg of drawn) expect(svg).not.toMatch(forbidden);
    expect(new Set(drawn).size).toBe(creatureTraits[trait].length);
  });

  it('shows common variants more often than rare ones', () => {
    const count = (body: string): number =>
      Array.from({ length: 600 }, (_, i) => genesFromSeed(i)).filter((one) => one.Body === body).length;
    expect(count(creatureTraits.Body[0])).toBeGreaterThan(2 * count(creatureTraits.Body.at(-1)!));
  });
});

describe('a knot', () => {
  it('alternates over and under along every strand', () => {
    const has = (column: number, row: number): boolean => column >= 0 && row >= 0 && column < 5 && row < 4;
    const strands = traceKnot({ columns: 5, rows: 4, has });
    const over = strands.reduce((sum, strand) => sum + strand.over.length, 0);
    // Each inner edge between two cells is one crossing: 4·4 vertical and 5·3 horizontal ones; exactly one strand is on
    // top at each.
    expect(over).toBe(4 * 4 + 5 * 3);
    const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
    for (const { points, over: runs } of strands) {
      const order: boolean[] = [];
      for (const [k, [x, y]] of points.entries()) {
        // Bounces never touch lattice points, so a sampled lattice point is the centre of a crossing.
        if (!near(x, Math.round(x)) || !near(y, Math.round(y))) continue;
        const [nextX, nextY] = points[(k + 1) % points.length]!;
        const onTop = runs.some((run) => {
          const [[fromX, fromY], [midX, midY], [toX, toY]] = [run[0]!, run[6]!, run[12]!];
          // A strand may cross itself: the run on top must have the same direction as this pass.
          return near(midX, x) && near(midY, y) && (toX - fromX) * (nextX - x) + (toY - fromY) * (nextY - y) > 0.01;
        });
        order.push(onTop);
      }
      expect(order.length).toBeGreaterThan(1);
      for (const [k, onTop] of order.entries()) expect(onTop).toBe(!order[(k + 1) % order.length]);
    }
  });
});
