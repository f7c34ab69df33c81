import type { Detail } from './avatar.ts';
import type { SeriesName } from './series.ts';

export const categories = ['Ornament', 'Abstract', 'Landscape', 'Astronomy', 'Folk painting', 'Characters'] as const;
export type SeedCategory = (typeof categories)[number];

export interface SeedCollection {
  /** The series that draws it, also its key: each series is one collection. */
  series: SeriesName;
  /** At most 32 characters. */
  name: string;
  description: string;
  /** Username. */
  creator: string;
  category: SeedCategory;
  type: 'ERC721' | 'ERC1155';
  /** For `drawDetail`. */
  cover: Detail;
  /** Its creator has opened it for breeding. */
  breedable: boolean;
}

const square = (left: number, top: number, side: number): Detail['crop'] => [left, top, side, side];

export const collections: readonly SeedCollection[] = [
  {
    series: 'cross-stitch',
    name: 'Rushnyk Machine',
    description:
      'Ukrainian embroidery by rule: ten regions, their threads and their cloth, stitched cross by cross. Come close, every stitch is two threads and off by a hair.',
    creator: 'oksana_stitch',
    category: 'Ornament',
    type: 'ERC721',
    cover: { series: 'cross-stitch', seed: 21, crop: square(300, 300, 600) },
    breedable: false,
  },
  {
    series: 'flow-field',
    name: 'Currents',
    description:
      'A thousand strokes a sheet, laid into a current so that none touches another. Water, wheat, wind and once a stove.',
    creator: 'marko_currents',
    category: 'Abstract',
    type: 'ERC721',
    cover: { series: 'flow-field', seed: 23, crop: square(90, 90, 760) },
    breedable: false,
  },
  {
    series: 'truchet',
    name: 'Loom of Four Tiles',
    description:
      'Truchet tiles of four sizes whose threads always meet. Each design is printed in a numbered edition; the colour stays with the thread wherever it goes.',
    creator: 'tess_loom',
    category: 'Abstract',
    type: 'ERC1155',
    cover: { series: 'truchet', seed: 24, crop: square(90, 90, 1020) },
    breedable: false,
  },
  {
    series: 'paper-hills',
    name: 'Paper Carpathians',
    description:
      'Mountains cut from six to eight sheets of paper, lit from above. What you see between the ranges is air.',
    creator: 'ivanna_paper',
    category: 'Landscape',
    type: 'ERC721',
    cover: { series: 'paper-hills', seed: 29, crop: square(180, 60, 840) },
    breedable: false,
  },
  {
    series: 'star-chart',
    name: 'Atlas of Quiet Skies',
    description:
      'Eight plates of an atlas for navigators who are not going anywhere: planispheres, orreries, two comets. Small editions.',
    creator: 'celeste_atlas',
    category: 'Astronomy',
    type: 'ERC1155',
    cover: { series: 'star-chart', seed: 39, crop: square(100, 100, 1000) },
    breedable: false,
  },
  {
    series: 'knot',
    name: 'Over Under',
    description:
      'Interlace after the gospel books of Durrow, Kells and Lindisfarne. Every crossing is true: follow any ribbon and it goes over, under, over.',
    creator: 'niamh_knots',
    category: 'Ornament',
    type: 'ERC721',
    cover: { series: 'knot', seed: 27, crop: square(60, 60, 1080) },
    breedable: false,
  },
  {
    series: 'petrykivka',
    name: 'Petrykivka Gardens',
    description:
      'Bouquets, wreaths and firebirds in the manner of the village of Petrykivka, built from about a thousand brush strokes that start fat and end in a point.',
    creator: 'lesia_tsvit',
    category: 'Folk painting',
    type: 'ERC1155',
    cover: { series: 'petrykivka', seed: 4, crop: square(60, 60, 1080) },
    breedable: false,
  },
  {
    series: 'creature',
    name: 'Domovyky',
    description:
      'House spirits of the first generation. Ten traits each: body, coat, pattern, eyes, mouth, horns, ears, limbs, accent and home.',
    creator: 'taras_hai',
    category: 'Characters',
    type: 'ERC721',
    cover: { series: 'creature', seed: 42, crop: square(0, 0, 1200) },
    breedable: true,
  },
];
