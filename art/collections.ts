import type { Detail } from './avatar.ts';
import type { SeriesName } from './series.ts';

export const categories = ['Ornament', 'Abstract', 'Landscape', 'Astronomy', 'Folk painting', 'Characters'] as const;
type SeedCategory = (typeof categories)[number];

export interface SeedCollection {
  /** The series that draws it, also its key: each series is one collection. */
  series: SeriesName;
  /** At most 32 characters. */
  name: string;
  /** At most 540 characters in each language. */
  description: { en: string; ukr: string };
  /** Username. */
  creator: string;
  category: SeedCategory;
  type: 'ERC721' | 'ERC1155';
  /** For `drawDetail`. */
  cover: Detail;
  /** Addresses of example domains. */
  links: readonly string[];
  /** For `drawBanner` of its series; without one its page shows its works there. */
  banner?: number;
  /** An admin has verified its creator and it. */
  isVerified?: true;
  /** Its creator has opened it for breeding. */
  breedable: boolean;
}

const square = (left: number, top: number, side: number): Detail['crop'] => [left, top, side, side];

export const collections: readonly SeedCollection[] = [
  {
    series: 'cross-stitch',
    name: 'Rushnyk Machine',
    description: {
      en: 'Ukrainian embroidery by rule: ten regions, their threads and their cloth, stitched cross by cross. Come close, every stitch is two threads and off by a hair.',
      ukr: 'Українська вишивка за правилом: десять країв, їхні нитки й полотно, хрестик до хрестика. Підійдіть ближче: кожен стібок — це дві нитки, і кожен на волосину вбік.',
    },
    creator: 'oksana_stitch',
    category: 'Ornament',
    type: 'ERC721',
    cover: { series: 'cross-stitch', seed: 21, crop: square(300, 300, 600) },
    links: ['https://en.wikipedia.org/wiki/Rushnyk'],
    banner: 37,
    isVerified: true,
    breedable: false,
  },
  {
    series: 'flow-field',
    name: 'Currents',
    description: {
      en: 'A thousand strokes a sheet, laid into a current so that none touches another. Water, wheat, wind and once a stove.',
      ukr: 'Тисяча штрихів на аркуш, покладених у течію так, що жоден не торкається іншого. Вода, пшениця, вітер, а одного разу піч.',
    },
    creator: 'marko_currents',
    category: 'Abstract',
    type: 'ERC721',
    cover: { series: 'flow-field', seed: 23, crop: square(90, 90, 760) },
    links: ['https://en.wikipedia.org/wiki/Flow_visualization'],
    breedable: false,
  },
  {
    series: 'truchet',
    name: 'Loom of Four Tiles',
    description: {
      en: 'Truchet tiles of four sizes whose threads always meet. Each design is printed in a numbered edition; the colour stays with the thread wherever it goes.',
      ukr: 'Плитки Трюше чотирьох розмірів, нитки яких завжди сходяться. Кожен узор друкується нумерованим тиражем; колір тримається своєї нитки, куди б вона не пішла.',
    },
    creator: 'tess_loom',
    category: 'Abstract',
    type: 'ERC1155',
    cover: { series: 'truchet', seed: 24, crop: square(90, 90, 1020) },
    links: ['https://en.wikipedia.org/wiki/Truchet_tiles'],
    breedable: false,
  },
  {
    series: 'paper-hills',
    name: 'Paper Carpathians',
    description: {
      en: 'Mountains cut from six to eight sheets of paper, lit from above. What you see between the ranges is air.',
      ukr: 'Гори, вирізані з шести, семи чи восьми аркушів паперу й освітлені згори. Те, що ви бачите між хребтами, — повітря.',
    },
    creator: 'ivanna_paper',
    category: 'Landscape',
    type: 'ERC721',
    cover: { series: 'paper-hills', seed: 29, crop: square(180, 60, 840) },
    links: ['https://en.wikipedia.org/wiki/Verkhovyna'],
    banner: 3,
    breedable: false,
  },
  {
    series: 'star-chart',
    name: 'Atlas of Quiet Skies',
    description: {
      en: 'Eight plates of an atlas for navigators who are not going anywhere: planispheres, orreries, two comets. Small editions.',
      ukr: 'Вісім аркушів атласу для мореплавців, які нікуди не пливуть: планісфери, планетарії, дві комети. Малі тиражі.',
    },
    creator: 'celeste_atlas',
    category: 'Astronomy',
    type: 'ERC1155',
    cover: { series: 'star-chart', seed: 39, crop: square(100, 100, 1000) },
    links: ['https://en.wikipedia.org/wiki/Star_chart'],
    banner: 13,
    isVerified: true,
    breedable: false,
  },
  {
    series: 'knot',
    name: 'Over Under',
    description: {
      en: 'Interlace after the gospel books of Durrow, Kells and Lindisfarne. Every crossing is true: follow any ribbon and it goes over, under, over.',
      ukr: 'Плетінка за євангеліями Дарроу, Келлса й Ліндісфарна. Кожен перетин справжній: ідіть за будь-якою стрічкою, і вона пройде поверх, під, поверх.',
    },
    creator: 'niamh_knots',
    category: 'Ornament',
    type: 'ERC721',
    cover: { series: 'knot', seed: 27, crop: square(60, 60, 1080) },
    links: ['https://en.wikipedia.org/wiki/Celtic_knot'],
    breedable: false,
  },
  {
    series: 'petrykivka',
    name: 'Petrykivka Gardens',
    description: {
      en: 'Bouquets, wreaths and firebirds in the manner of the village of Petrykivka, built from about a thousand brush strokes that start fat and end in a point.',
      ukr: 'Букети, вінки й жар-птиці на петриківський лад, кожна картина десь із тисячі мазків, що починаються товсто, а кінчаються вістрям.',
    },
    creator: 'lesia_tsvit',
    category: 'Folk painting',
    type: 'ERC1155',
    cover: { series: 'petrykivka', seed: 4, crop: square(60, 60, 1080) },
    links: ['https://en.wikipedia.org/wiki/Petrykivka_painting'],
    breedable: false,
  },
  {
    series: 'creature',
    name: 'Domovyky',
    description: {
      en: 'House spirits of the first generation. Ten traits each: body, coat, pattern, eyes, mouth, horns, ears, limbs, accent and home.',
      ukr: 'Домовики першого покоління. У кожного десять рис: тіло, шерсть, візерунок, очі, рот, роги, вуха, лапи, акцент і тло.',
    },
    creator: 'taras_hai',
    category: 'Characters',
    type: 'ERC721',
    cover: { series: 'creature', seed: 42, crop: square(0, 0, 1200) },
    links: ['https://en.wikipedia.org/wiki/Domovoy'],
    breedable: true,
  },
];
