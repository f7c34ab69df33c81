import { OPERATOR_PAGES } from '@skarb/schema/limits';

/** What is listed in parts. */
export const KINDS = ['token', 'collection', 'profile', 'exhibition'] as const;
export type Kind = (typeof KINDS)[number];

/** A page for search engines. */
export type Entry = { uuid: string; updatedAt: Date };

/** Locations of one part; the protocol allows 50,000 (sitemaps.org). */
export const PIECE = 10_000;
/** The id before the first part. */
export const START = '00000000-0000-0000-0000-000000000000';

/** Static pages. */
const PAGES = [
  '/nfts',
  '/auctions',
  '/collections',
  '/artists',
  '/activity',
  '/breeding',
  ...OPERATOR_PAGES.map((name) => `/${name}`),
];
/** Paths that search engines skip: a user's own pages, and addresses that are not pages. */
const CLOSED = [
  '/api/',
  '/dev/',
  '/admin-profile',
  '/settings',
  '/portfolio',
  '/feed',
  '/create-nft',
  '/create-collection',
  '/confirmation',
  '/reset-password/',
  // The user's own pages; those of other users follow a slash.
  '/profile$',
];
const ADDRESS: Record<Kind, string> = {
  token: '/nfts/',
  collection: '/collections/',
  profile: '/profile/',
  exhibition: '/exhibitions/',
};

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (locations: string[]) => `${HEAD}<urlset ${NAMESPACE}>\n${locations.join('')}</urlset>\n`;
const location = (url: string, updatedAt?: Date) =>
  `<url><loc>${escapeXml(url)}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</url>\n`;

/** The text of robots.txt. */
export const robotsOf = (publicUrl: string): string =>
  ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  );

/** The paths of all parts. @param starts by kind, the id before each part */
export const indexOf = (publicUrl: string, starts: Record<Kind, string[]>): string => {
  const pieces = KINDS.flatMap((kind) => starts[kind].map((after) => `/sitemap/${kind}/${after}.xml`));
  const entries = ['/sitemap/pages.xml', ...pieces].map(
    (path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
};

/** The sitemap of the pages that are no objects. */
export const pagesOf = (publicUrl: string): string => urlset(PAGES.map((path) => location(publicUrl + path)));

/** The sitemap of a part of the objects of a kind. */
export const pieceOf = (publicUrl: string, kind: Kind, entries: Entry[]): string =>
  urlset(entries.map(({ uuid, updatedAt }) => location(publicUrl + ADDRESS[kind] + uuid, updatedAt)));
