import { GALLERY_FILTER } from '@skarb/schema/gallery-filter';

/** What the head of a page links to by its address alone. */

const SUBJECT = /^\/(nfts|collections|profile|offers|exhibitions)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The path of the picture that link previews show of a page, in one language; undefined where none is drawn. */
export const previewPictureOf = (pathname: string, language: string): string | undefined => {
  const [, kind, uuid] = SUBJECT.exec(pathname) ?? [];
  return kind && `/og/${kind}/${uuid}.${language}.jpg`;
};

/** The picture of all pages that show neither one object nor a picture of their own. */
export const sitePictureOf = (language: string): string => `/og/site.${language}.jpg`;

/** A page's feed: its path without ending, and its query in a language; undefined where there is none. */
export const feedOf = ({
  pathname,
  searchParams,
}: Pick<URL, 'pathname' | 'searchParams'>): { path: string; query: (language: string) => string } | undefined => {
  const [, kind, uuid] = SUBJECT.exec(pathname) ?? [];
  const folder = { collections: 'collection', profile: 'profile' }[kind ?? ''];
  const searched = pathname === '/search' && !searchParams.has('kind') && searchParams.get('q')?.trim();
  if (!folder && !searched && pathname !== '/nfts') return undefined;
  const filter = folder
    ? []
    : searched
      ? [['search', searched]]
      : [...searchParams].filter(([name, value]) => Object.hasOwn(GALLERY_FILTER, name) && value);
  return {
    path: folder ? `/feed/${folder}/${uuid}` : '/feed/works',
    query: (language) => new URLSearchParams([...filter, ['lng', language]]).toString(),
  };
};

/** An address in a language. */
export const addressIn = (language: string, address: string): string => {
  const url = new URL(address);
  url.searchParams.set('lng', language);
  return url.href;
};
