import type { Detail } from './avatar.ts';
import type { SeriesName } from './series.ts';

/** A user of the seed gallery. */
export interface SeedPerson {
  /** Counts from 0; the wallet is `seedPerson(index)` of keys.ts. */
  index: number;
  /** Digits, letters and underscores. */
  username: string;
  name: string;
  /** At most 256 characters. */
  bio: string;
  /** For `drawDetail`. */
  avatar: Detail;
  /** For `drawBanner(series, seed)`. */
  banner: { series: SeriesName; seed: number };
}

const square = (left: number, top: number, side: number): Detail['crop'] => [left, top, side, side];

export const people: readonly SeedPerson[] = [
  {
    index: 0,
    username: 'oksana_stitch',
    name: 'Oksana Vereshchak',
    bio: 'Embroiderer from Poltava who learned to code because the cloth ran out. Counted cross-stitch, one stitch at a time, by hand or by rule.',
    avatar: { series: 'cross-stitch', seed: 33, crop: square(400, 400, 400) },
    banner: { series: 'cross-stitch', seed: 2 },
  },
  {
    index: 1,
    username: 'marko_currents',
    name: 'Marko Dniprov',
    bio: 'Hydrologist by day. I draw what the river would draw if somebody gave it a pen. Kyiv, left bank.',
    avatar: { series: 'flow-field', seed: 12, crop: square(470, 390, 460) },
    banner: { series: 'flow-field', seed: 15 },
  },
  {
    index: 2,
    username: 'tess_loom',
    name: 'Tess Okafor',
    bio: 'Textile designer, Lagos and Rotterdam. My loom has four tiles and no threads.',
    avatar: { series: 'truchet', seed: 30, crop: square(330, 330, 540) },
    banner: { series: 'truchet', seed: 19 },
  },
  {
    index: 3,
    username: 'ivanna_paper',
    name: 'Іванна Гуцуляк',
    bio: 'Ріжу гори з паперу у Верховині. Тіні справжні, ножі гострі, кава міцна. Paper cutter from the Carpathians.',
    avatar: { series: 'paper-hills', seed: 9, crop: square(80, 90, 640) },
    banner: { series: 'paper-hills', seed: 17 },
  },
  {
    index: 4,
    username: 'celeste_atlas',
    name: 'Céleste Moreau',
    bio: 'Engraver of skies that never were. Working through a twelve-plate atlas, Lyon. Editions are small and stay small.',
    avatar: { series: 'star-chart', seed: 42, crop: square(430, 430, 340) },
    banner: { series: 'star-chart', seed: 43 },
  },
  {
    index: 5,
    username: 'niamh_knots',
    name: 'Niamh Kelly',
    bio: 'Over, under, over. Calligrapher in Galway; the knots began as page borders and got out of hand.',
    avatar: { series: 'knot', seed: 7, crop: square(400, 400, 400) },
    banner: { series: 'knot', seed: 2 },
  },
  {
    index: 6,
    username: 'lesia_tsvit',
    name: 'Леся Цвіт',
    bio: 'Петриківський розпис, третє покоління. Котяча щітка, яєчна темпера, тепер ще й код. Flowers that do not grow anywhere else.',
    avatar: { series: 'petrykivka', seed: 5, crop: square(430, 430, 340) },
    banner: { series: 'petrykivka', seed: 1 },
  },
  {
    index: 7,
    username: 'taras_hai',
    name: 'Taras Hai',
    bio: 'Illustrator of things that live behind the stove. Every domovyk is drawn from its genes, so mind whom you seat together.',
    avatar: { series: 'creature', seed: 33, crop: square(280, 280, 640) },
    banner: { series: 'creature', seed: 2 },
  },
  {
    index: 8,
    username: 'kenji_mori',
    name: 'Kenji Mori',
    bio: 'Collects patterns with a rule in them. Kyoto. I sell rarely and write to the artist first.',
    avatar: { series: 'creature', seed: 24, crop: square(250, 280, 700) },
    banner: { series: 'flow-field', seed: 23 },
  },
  {
    index: 9,
    username: 'amara_vault',
    name: 'Amara Diallo',
    bio: 'Building a small public collection of folk geometry, Dakar. Loans to schools, always.',
    avatar: { series: 'petrykivka', seed: 4, crop: square(380, 380, 340) },
    banner: { series: 'truchet', seed: 25 },
  },
];
