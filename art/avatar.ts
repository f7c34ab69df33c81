import { series, type SeriesName } from './series.ts';

/** A part of a drawing; `crop` is in the drawing's units. */
export interface Detail {
  series: SeriesName;
  seed: number;
  /** Draws the picture in this width and height instead of the series' default. */
  shape?: readonly [width: number, height: number];
  crop: readonly [left: number, top: number, width: number, height: number];
}

/**
 * A detail of a drawing as a document whose long side is 1200 units: a user's avatar, which is a square and readable at 32
 * pixels, or a collection's cover.
 */
export function drawDetail({ series: name, seed, shape, crop }: Detail): string {
  const { svg } = series[name](seed, shape && { width: shape[0], height: shape[1] });
  const scale = 1200 / Math.max(crop[2], crop[3]);
  return svg.replace(
    /viewBox="[^"]*" width="[^"]*" height="[^"]*"/,
    `viewBox="${crop.join(' ')}" width="${crop[2] * scale}" height="${crop[3] * scale}"`,
  );
}

/**
 * For each series, a wide shape and a crop that the drawing fills to the edges, because a banner may be cut anywhere.
 */
const banners: Record<SeriesName, Omit<Detail, 'series' | 'seed'>> = {
  'cross-stitch': { shape: [2400, 1600], crop: [500, 567, 1400, 466] },
  'flow-field': { shape: [2000, 780], crop: [100, 90, 1800, 600] },
  truchet: { shape: [2000, 800], crop: [170, 120, 1660, 553] },
  'paper-hills': { shape: [1800, 600], crop: [0, 0, 1800, 600] },
  'star-chart': { crop: [80, 427, 1040, 346] },
  knot: { shape: [2000, 800], crop: [140, 114, 1720, 573] },
  petrykivka: { shape: [1800, 600], crop: [0, 0, 1800, 600] },
  creature: { shape: [1800, 600], crop: [0, 0, 1800, 600] },
};

/** A profile's banner, three times as wide as high, drawn for that shape. */
export function drawBanner(name: SeriesName, seed: number): string {
  return drawDetail({ series: name, seed, ...banners[name] });
}
