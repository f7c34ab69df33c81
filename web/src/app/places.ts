import { path } from '../platform/route/path.ts';

export type Place = {
  to: string;
  /** The key of its name. */
  word: string;
  /** Only this path is the place, not the paths below it. */
  isExact?: boolean;
};

/** The public places, in the order of the header. Header, tab bar, footer and the sheet "More" are made of these. */
export const PLACES = {
  gallery: { to: path.tokens, word: 'app.nav.gallery', isExact: true },
  auctions: { to: path.auctions, word: 'app.nav.auctions' },
  collections: { to: path.collections, word: 'collection.trending.name', isExact: true },
  artists: { to: path.artists, word: 'app.nav.artists' },
  activity: { to: path.activity, word: 'activity.title' },
  breeding: { to: path.breeding, word: 'breeding.title' },
} satisfies Record<string, Place>;
