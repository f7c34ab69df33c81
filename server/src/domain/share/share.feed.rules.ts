import { isolated } from '@skarb/schema/isolated';
import { tagOf, type Language } from '@skarb/schema/language';
import type { Token } from '@skarb/schema/token';
import { fill, WORDS } from '../../platform/words.ts';
import { stateOf } from './share.rules.ts';
import { nameOf } from '@skarb/schema/person-name';
import { escapeXml } from './share.text.rules.ts';

export const FEED_FORMATS = ['rss', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export type Feed = {
  title: string;
  description: string;
  /** The page that shows the same, and the feed itself: absolute. */
  page: string;
  self: string;
  language: Language;
  /** Whether the reader asked for this language: then the pages that it leads to keep it. */
  isLanguageKept: boolean;
  works: readonly Token[];
};
/** Absolute addresses of pages and of media. */
export type Origins = { pages: string; media: string };

type Item = { id: string; url: string; title: string; text: string; image: string; at: string; creator: string };

/** The address of a page that a feed leads to. */
const pageOf = ({ language, isLanguageKept }: Feed, page: string): string => {
  const url = new URL(page);
  if (isLanguageKept) url.searchParams.set('lng', language);
  return url.href;
};

const itemOf = (work: Token, feed: Feed, { pages, media }: Origins): Item => {
  const { language } = feed;
  const words = WORDS[language].share;
  const creator = nameOf(work.creator);
  const facts = [fill(words.by, { name: creator }), isolated(work.collection.name), stateOf(work, language)];
  return {
    id: work.uuid,
    url: pageOf(feed, `${pages}/nfts/${work.uuid}`),
    title: work.name,
    text: [facts.filter(Boolean).join(' · '), work.description].filter(Boolean).join('\n\n'),
    image: media + work.image.preview,
    at: work.createdAt,
    creator,
  };
};

/** The picture and the text of an item as HTML, from which nothing of the user's text can become markup. */
const htmlOf = ({ image, title, text }: Item): string =>
  `<p><img src="${escapeXml(image)}" alt="${escapeXml(title)}"></p>${text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeXml(part)}</p>`)
    .join('')}`;

/** RSS 2.0. */
export const rssOf = (feed: Feed, origins: Origins): string => {
  const items = feed.works.map((work) => {
    const item = itemOf(work, feed, origins);
    return `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link><guid isPermaLink="false">${item.id}</guid><pubDate>${new Date(item.at).toUTCString()}</pubDate><dc:creator>${escapeXml(item.creator)}</dc:creator><description>${escapeXml(htmlOf(item))}</description><media:content url="${escapeXml(item.image)}" medium="image" type="image/webp"/></item>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>${escapeXml(feed.title)}</title><link>${escapeXml(pageOf(feed, feed.page))}</link><description>${escapeXml(feed.description)}</description><language>${tagOf(feed.language)}</language>
<atom:link href="${escapeXml(feed.self)}" rel="self" type="application/rss+xml"/><ttl>15</ttl>
${items.join('')}</channel></rss>
`;
};

/** JSON Feed 1.1. */
export const jsonFeedOf = (feed: Feed, origins: Origins): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: pageOf(feed, feed.page),
    feed_url: feed.self,
    language: tagOf(feed.language),
    items: feed.works.map((work) => {
      const item = itemOf(work, feed, origins);
      return {
        id: item.id,
        url: item.url,
        title: item.title,
        content_text: item.text,
        content_html: htmlOf(item),
        image: item.image,
        date_published: item.at,
        authors: [{ name: item.creator, url: pageOf(feed, `${origins.pages}/profile/${work.creator.uuid}`) }],
      };
    }),
  });
