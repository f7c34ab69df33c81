import { draw as drawCreatureSeries } from '@skarb/server/breeding/art/creature.ts';
import { draw as drawCrossStitch } from './cross-stitch.ts';
import { draw as drawFlowField } from './flow-field.ts';
import { draw as drawKnot } from './knot.ts';
import { draw as drawPaperHills } from './paper-hills.ts';
import { draw as drawPetrykivka } from './petrykivka.ts';
import type { Draw } from '@skarb/server/breeding/art/picture.ts';
import { draw as drawStarChart } from './star-chart.ts';
import { draw as drawTruchet } from './truchet.ts';

/** The series of the seed gallery by name, which is also the file name. */
export const series = {
  'cross-stitch': drawCrossStitch,
  'flow-field': drawFlowField,
  truchet: drawTruchet,
  'paper-hills': drawPaperHills,
  'star-chart': drawStarChart,
  knot: drawKnot,
  petrykivka: drawPetrykivka,
  creature: drawCreatureSeries,
} as const satisfies Record<string, Draw>;

export type SeriesName = keyof typeof series;
