import { categories, collections } from '../art/collections.ts';
import { people } from '../art/people.ts';
import type { Trait } from '@skarb/server/breeding/art/picture.ts';
import type { Piece } from '../art/piece.ts';
import { currents, looms } from '../art/pieces-abstract.ts';
import { domovyky } from '../art/pieces-creature.ts';
import { atlas, hills } from '../art/pieces-horizon.ts';
import { gardens, knots, rushnyky } from '../art/pieces-ornament.ts';
import type { SeriesName } from '../art/series.ts';

export interface SeedToken {
  /** `series/seed`; listings and favourites refer to it. */
  key: TokenKey;
  collection: SeriesName;
  seed: number;
  name: string;
  description: string;
  /** Percent, 0 to 50. */
  royalty: number;
  /** 1 for ERC721, at least 2 for ERC1155. */
  quantity: number;
  /** Properties beside the traits of the drawing; together at most 20, with unique names. */
  properties: readonly Trait[];
  ukrainian: Piece['ukrainian'];
}

/** A fixed-price sale. */
export interface SeedListing {
  id: string;
  token: TokenKey;
  /** Username of an owner: the creator, or in round 2 a buyer of round 1. */
  seller: string;
  currency: 'WETH' | 'USDC' | 'POL';
  /** The price of one unit as a decimal string. */
  price: string;
  quantity: number;
  /** Round 2 follows all listings and purchases of round 1 and resells what was bought there. */
  round: 1 | 2;
}

interface SeedPurchase {
  /** Id of the listing. */
  listing: string;
  /** Username. */
  buyer: string;
  quantity: number;
}

/** A bid for a token that the bidder does not own, whether or not it is listed. */
interface SeedBid {
  token: TokenKey;
  /** Username of a user who does not own all units. */
  bidder: string;
  currency: 'WETH' | 'USDC';
  /** The price of one unit. */
  price: string;
  quantity: number;
}

export type TokenKey = `${SeriesName}/${number}`;

const pieces: Record<SeriesName, readonly Piece[]> = {
  'cross-stitch': rushnyky,
  'flow-field': currents,
  truchet: looms,
  'paper-hills': hills,
  'star-chart': atlas,
  knot: knots,
  petrykivka: gardens,
  creature: domovyky,
};

const longest = Math.max(...Object.values(pieces).map((list) => list.length));

/**
 * In the order of minting: alternates the series, and each collection's first piece comes last, so that the newest page
 * shows one of each.
 */
const tokens: readonly SeedToken[] = Array.from({ length: longest }, (_, i) => longest - 1 - i).flatMap((place) =>
  collections.flatMap(({ series }) =>
    pieces[series]
      .slice(place, place + 1)
      .map((piece) => ({ key: `${series}/${piece.seed}` as TokenKey, collection: series, ...piece })),
  ),
);

const creatorOf = (token: TokenKey): string =>
  collections.find(({ series }) => token.startsWith(`${series}/`))?.creator ?? '';

const first = (
  token: TokenKey,
  price: string,
  currency: SeedListing['currency'] = 'WETH',
  quantity = 1,
): SeedListing => ({
  id: token,
  token,
  seller: creatorOf(token),
  currency,
  price,
  quantity,
  round: 1,
});

const again = (token: TokenKey, seller: string, price: string, quantity = 1): SeedListing => ({
  id: `${token}/${seller}`,
  token,
  seller,
  currency: 'WETH',
  price,
  quantity,
  round: 2,
});

const listings: readonly SeedListing[] = [
  first('cross-stitch/33', '1.2'),
  first('cross-stitch/22', '0.85'),
  first('cross-stitch/28', '0.64'),
  first('cross-stitch/32', '2.4'),
  first('cross-stitch/27', '0.48'),
  first('cross-stitch/37', '1.65'),
  first('cross-stitch/38', '3.5'),
  first('cross-stitch/2', '640', 'USDC'),
  first('flow-field/12', '0.75'),
  first('flow-field/6', '1.4'),
  first('flow-field/13', '0.9'),
  first('flow-field/9', '1.1'),
  first('flow-field/34', '3.2'),
  first('flow-field/31', '540', 'USDC'),
  first('flow-field/25', '0.58'),
  first('truchet/30', '0.09', 'WETH', 15),
  first('truchet/11', '0.05', 'WETH', 20),
  first('truchet/10', '180', 'USDC', 10),
  first('truchet/8', '60', 'POL', 15),
  first('truchet/16', '0.14', 'WETH', 10),
  first('truchet/13', '0.02', 'WETH', 40),
  first('paper-hills/9', '0.7'),
  first('paper-hills/3', '1.85'),
  first('paper-hills/7', '0.52'),
  first('paper-hills/11', '0.98'),
  first('paper-hills/87', '1.3'),
  first('paper-hills/12', '900', 'USDC'),
  first('paper-hills/28', '0.88'),
  first('star-chart/3', '0.12', 'WETH', 15),
  first('star-chart/43', '150', 'USDC', 12),
  first('star-chart/11', '0.16', 'WETH', 9),
  first('star-chart/24', '0.3', 'WETH', 6),
  first('star-chart/27', '85', 'POL', 12),
  first('star-chart/42', '0.11', 'WETH', 10),
  first('knot/7', '1.9'),
  first('knot/3', '0.72'),
  first('knot/4', '2.2'),
  first('knot/11', '420', 'USDC'),
  first('knot/14', '0.6'),
  first('petrykivka/1', '0.18', 'WETH', 10),
  first('petrykivka/3', '0.06', 'WETH', 20),
  first('petrykivka/5', '95', 'USDC', 15),
  first('petrykivka/10', '45', 'USDC', 12),
  first('petrykivka/18', '0.22', 'WETH', 8),
  first('petrykivka/12', '40', 'POL', 20),
  first('creature/1', '0.42'),
  first('creature/9', '0.28'),
  first('creature/13', '0.65'),
  first('creature/14', '310', 'USDC'),
  first('creature/16', '0.5'),
  first('creature/33', '0.8'),
  first('creature/47', '1.05'),
  again('cross-stitch/33', 'kenji_mori', '1.95'),
  again('creature/47', 'amara_vault', '1.6'),
  again('petrykivka/1', 'kenji_mori', '0.25', 2),
];

/** In chronological order; those of a round follow its listings. */
const purchases: readonly SeedPurchase[] = [
  { listing: 'cross-stitch/33', buyer: 'kenji_mori', quantity: 1 },
  { listing: 'knot/7', buyer: 'amara_vault', quantity: 1 },
  { listing: 'creature/13', buyer: 'kenji_mori', quantity: 1 },
  { listing: 'petrykivka/1', buyer: 'tess_loom', quantity: 2 },
  { listing: 'creature/47', buyer: 'amara_vault', quantity: 1 },
  { listing: 'paper-hills/3', buyer: 'niamh_knots', quantity: 1 },
  { listing: 'petrykivka/1', buyer: 'kenji_mori', quantity: 3 },
  { listing: 'star-chart/11', buyer: 'marko_currents', quantity: 1 },
  { listing: 'creature/1', buyer: 'lesia_tsvit', quantity: 1 },
  { listing: 'truchet/30', buyer: 'amara_vault', quantity: 4 },
  { listing: 'petrykivka/10', buyer: 'oksana_stitch', quantity: 1 },
  { listing: 'flow-field/31', buyer: 'taras_hai', quantity: 1 },
  { listing: 'flow-field/12', buyer: 'kenji_mori', quantity: 1 },
  { listing: 'truchet/8', buyer: 'celeste_atlas', quantity: 1 },
  { listing: 'knot/14', buyer: 'ivanna_paper', quantity: 1 },
  { listing: 'cross-stitch/33/kenji_mori', buyer: 'amara_vault', quantity: 1 },
];

/** Made last; no bid exceeds what its bidder still has. */
const bids: readonly SeedBid[] = [
  { token: 'cross-stitch/32', bidder: 'kenji_mori', currency: 'WETH', price: '1.9', quantity: 1 },
  { token: 'cross-stitch/32', bidder: 'taras_hai', currency: 'WETH', price: '2.1', quantity: 1 },
  { token: 'creature/33', bidder: 'tess_loom', currency: 'WETH', price: '0.65', quantity: 1 },
  { token: 'creature/54', bidder: 'oksana_stitch', currency: 'WETH', price: '0.35', quantity: 1 },
  { token: 'flow-field/34', bidder: 'taras_hai', currency: 'USDC', price: '2500', quantity: 1 },
  { token: 'star-chart/43', bidder: 'marko_currents', currency: 'USDC', price: '120', quantity: 3 },
  { token: 'knot/16', bidder: 'ivanna_paper', currency: 'WETH', price: '0.8', quantity: 1 },
];

/** Username → the favourite tokens of that user. */
const favorites: Readonly<Record<string, readonly TokenKey[]>> = {
  oksana_stitch: [
    'flow-field/9',
    'truchet/8',
    'paper-hills/13',
    'star-chart/25',
    'knot/16',
    'creature/13',
    'creature/54',
  ],
  marko_currents: [
    'cross-stitch/38',
    'cross-stitch/16',
    'truchet/11',
    'truchet/8',
    'star-chart/11',
    'star-chart/27',
    'petrykivka/12',
    'creature/33',
  ],
  tess_loom: [
    'flow-field/34',
    'paper-hills/3',
    'star-chart/43',
    'star-chart/27',
    'knot/16',
    'creature/13',
    'creature/28',
    'creature/33',
    'creature/46',
  ],
  ivanna_paper: ['cross-stitch/33', 'flow-field/15', 'truchet/11', 'star-chart/11', 'star-chart/42', 'knot/16'],
  celeste_atlas: [
    'cross-stitch/38',
    'truchet/8',
    'knot/3',
    'knot/11',
    'knot/16',
    'petrykivka/27',
    'creature/34',
    'creature/36',
  ],
  niamh_knots: [
    'cross-stitch/38',
    'flow-field/6',
    'truchet/10',
    'truchet/8',
    'star-chart/27',
    'creature/13',
    'creature/33',
  ],
  lesia_tsvit: [
    'cross-stitch/33',
    'cross-stitch/32',
    'cross-stitch/38',
    'cross-stitch/2',
    'flow-field/9',
    'flow-field/31',
    'flow-field/15',
    'truchet/10',
    'truchet/8',
  ],
  taras_hai: [
    'flow-field/9',
    'flow-field/34',
    'truchet/30',
    'truchet/11',
    'paper-hills/9',
    'star-chart/24',
    'knot/16',
    'petrykivka/27',
  ],
  kenji_mori: [
    'cross-stitch/32',
    'cross-stitch/27',
    'flow-field/6',
    'flow-field/9',
    'flow-field/15',
    'truchet/11',
    'truchet/16',
    'star-chart/24',
    'star-chart/42',
    'knot/7',
    'creature/1',
    'creature/14',
    'creature/36',
    'creature/47',
  ],
  amara_vault: [
    'flow-field/15',
    'truchet/11',
    'truchet/8',
    'paper-hills/9',
    'knot/7',
    'knot/16',
    'petrykivka/10',
    'petrykivka/18',
    'petrykivka/27',
    'creature/1',
    'creature/13',
    'creature/47',
  ],
};

/** It stays until an admin ends it, so that a gallery of any age opens with it. */
export const exhibition = {
  title: { en: 'After Dark', ukr: 'Коли стемніє' },
  text: {
    en: 'Six artists and one hour: the one after the lights go out. Ivanna Hutsuliak cuts out nothing but the windows and leaves the rest to the lamp. Oksana Vereshchak stitches Bukovyna on black, Lesia Tsvit paints on lacquer, Céleste Moreau joins stars that do not exist. Marko Dniprov looks at a flower of sparks from inside the stove, and behind the stove Taras Hai has found who guards it. Best seen in the evening, with the screen turned down.',
    ukr: 'Шестеро митців і одна година: та, що настає, коли гасне світло. Іванна Гуцуляк вирізає самі вікна, а решту лишає лампі. Оксана Верещак шиє Буковину по чорному, Леся Цвіт пише на лаку, Селеста Моро з’єднує зорі, яких немає. Марко Дніпров дивиться на квітку з іскор зсередини печі, а за піччю Тарас Гай знайшов того, хто її стереже. Найкраще дивитися ввечері, притлумивши екран.',
  },
  works: [
    'paper-hills/87',
    'cross-stitch/28',
    'star-chart/43',
    'petrykivka/3',
    'flow-field/31',
    'creature/68',
  ] satisfies TokenKey[],
};

/** The whole seed gallery as plain data, without side effects. */
export const catalogue = { people, categories, collections, tokens, listings, purchases, bids, favorites } as const;
