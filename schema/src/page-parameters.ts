import { GALLERY_PARAMETERS, SEVERAL_OF_GALLERY } from './gallery-filter.ts';

const ONE = [
  ...GALLERY_PARAMETERS.filter((name) => !SEVERAL_OF_GALLERY.some((one) => one === name)),
  'sort',
  'page',
  'q',
  'period',
  'view',
  'show',
  'tab',
  'offers',
  'section',
  'act',
  'subject',
  'token',
  'next',
  'of',
  'matron',
  'sire',
  'breeding',
  'lng',
] as const;
const SEVERAL = [...SEVERAL_OF_GALLERY, 'kind'] as const;

/**
 * The parameters of page addresses, with one value or several. Pages read their address as `PageParameters`, where no other
 * name compiles, and the server renders and caches pages by these alone: what it dropped would be missing in its HTML.
 */
export const PAGE_PARAMETERS = { one: ONE, several: SEVERAL } as const;
type Several = (typeof SEVERAL)[number];
type One = Exclude<(typeof ONE)[number], Several>;

/** What a page may read of its address: a `URLSearchParams`. */
export type PageParameters = {
  get: (name: One) => string | null;
  /** In any order: the server sorts them. */
  getAll: (name: Several) => string[];
  has: (name: One | Several) => boolean;
};
/** New values of parameters: without text, or without any value, a parameter is removed. */
export type ParameterChange = { [name in One]?: string } & { [name in Several]?: readonly string[] };
