import { GALLERY_FILTER, GALLERY_PARAMETERS, isDisplayCurrency, plainAmount } from '@skarb/schema/gallery-filter';
import { asLanguage, LANGUAGES, languageOfRequest, type Language } from '@skarb/schema/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Binder } from '../../platform/http/bind.ts';
import { matches } from '../../platform/http/conditional.ts';
import { createPageCache, uuidsIn } from '../../platform/http/page-cache.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { getProfile } from '../auth/auth.view.ts';
import { getCollection } from '../collection/collection.view.ts';
import { getOffer } from '../offer/offer.view.ts';
import { inEther, type PriceBounds } from '../price/price.view.ts';
import { calendarOf } from './share.calendar.rules.ts';
import { embedPage, embedPolicyOf, goneCard } from './share.embed.ts';
import { FEED_FORMATS, jsonFeedOf, rssOf, type Feed, type FeedFormat, type Origins } from './share.feed.rules.ts';
import { createPreviewPictures } from './share.picture.ts';
import { nameOf } from '@skarb/schema/person-name';
import {
  getEmbedCard,
  getPreview,
  listWorks,
  PAGE_KINDS,
  PICTURE_KINDS,
  sitePreview,
  type Preview,
} from './share.view.ts';

/** Feeds and cards are made again after this, or when something that they show changes. */
const KEPT_MS = 60_000;
const BEHIND_MS = 5000;
const KEPT = 500;
/** The texts are as long as their works' words. */
const TEXT_BYTES = 16 * 2 ** 20;
const FEED_LENGTH = 30;
/** What one network address may have made in a minute; kept texts and drawn pictures do not count. */
const TEXTS_A_MINUTE = 120;
const PICTURES_A_MINUTE = 30;

const FEED_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(rss|json)$/;
const CALENDAR_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.ics$/;
const PICTURE_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z]{2,3})\.jpg$/;
const CARD_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const FEED_TYPE: Record<FeedFormat, string> = { rss: 'application/rss+xml', json: 'application/feed+json' };

/** Of one collection only: the gallery ignores them otherwise. */
const OF_COLLECTION = new Set<string>(['range', 'minRank', 'maxRank']);
const PRICES = new Set<string>(['minPrice', 'maxPrice']);
/** A query of the list of tokens, as texts that it checks itself. */
const filterOf = (page: URLSearchParams): PriceBounds => {
  const isOne = page.getAll('collection').length === 1;
  return Object.fromEntries(
    GALLERY_PARAMETERS.flatMap((name) => {
      const [first, ...others] = page.getAll(name);
      // Addresses of earlier versions have 'fiat' beside amounts in ether.
      if (!first || (OF_COLLECTION.has(name) && !isOne) || (name === 'currency' && first === 'fiat')) return [];
      const field = name === 'currency' && isDisplayCurrency(first) ? 'priceCurrency' : GALLERY_FILTER[name];
      return [[field, others.length > 0 ? [first, ...others] : first]];
    }),
  );
};

const languageOf = (request: FastifyRequest): Language =>
  languageOfRequest({
    query: (request.query as { lng?: unknown }).lng?.toString(),
    accept: request.headers['accept-language'],
  });

/**
 * What leads people here from elsewhere: feeds, calendar files, cards for frames of other sites, and the pictures of
 * link previews. All show what a visitor sees.
 * @returns `forget` drops the kept texts that show one of these uuids, or all
 */
export const shareRoutes = (
  binder: Binder,
  { config, db }: Pick<Context, 'config' | 'db'>,
): { forget: (uuids?: readonly string[]) => void } => {
  const { app } = binder;
  const { publicUrl } = config;
  const origins: Origins = { pages: publicUrl, media: config.mediaUrl ?? publicUrl };
  const previews = createPageCache<Preview>({ keptMs: KEPT_MS, behindMs: BEHIND_MS, max: KEPT });
  const texts = createPageCache<string>({
    keptMs: KEPT_MS,
    behindMs: BEHIND_MS,
    max: KEPT,
    maxBytes: TEXT_BYTES,
    // A string takes up to two bytes for each of its units.
    bytesOf: (text) => 2 * text.length,
  });

  /**
   * A text, made at most once for all that ask at the same time.
   * @param key of what the text is made from only: anybody may add other parameters to an address
   */
  const textOf = async (request: FastifyRequest, key: string, make: () => Promise<string>): Promise<string> => {
    const found = config.hasCaches ? texts.find(key) : undefined;
    if (found) return found.page;
    await binder.rateLimit({ name: 'share', key: networkOf(request), max: TEXTS_A_MINUTE, seconds: 60 });
    return texts.make(key, async () => {
      const text = await make();
      return { page: text, shows: uuidsIn(key + text) };
    });
  };
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'public, max-age=60')
      .header('vary', 'accept-language, accept-encoding')
      .send(text);

  /**
   * @param path its address without the language, and without parameters that it does not read
   * @param make the feed without its own address
   */
  const sendFeed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    format: FeedFormat,
    path: string,
    make: (language: Language) => Promise<Omit<Feed, 'self' | 'language' | 'isLanguageKept' | 'description'>>,
  ) => {
    const language = languageOf(request);
    const isAsked = asLanguage((request.query as { lng?: unknown }).lng?.toString()) === language;
    const self = isAsked ? `${path}${path.includes('?') ? '&' : '?'}lng=${language}` : path;
    const text = await textOf(request, `${language} ${self}`, async () => {
      const feed: Feed = {
        ...(await make(language)),
        self: publicUrl + self,
        language,
        isLanguageKept: isAsked,
        description: fill(WORDS[language].share.feedNote, { site: new URL(publicUrl).host }),
      };
      return format === 'rss' ? rssOf(feed, origins) : jsonFeedOf(feed, origins);
    });
    // Readers in a browser fetch feeds from another origin.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    return send(reply, FEED_TYPE[format], text);
  };
  const newest = (query: object, language: Language) => listWorks(db.read, query, FEED_LENGTH, language);
  const fileOf = (request: FastifyRequest, pattern: RegExp): string[] => {
    const found = pattern.exec((request.params as { file: string }).file);
    if (!found) throw notFound('route');
    return found.slice(1);
  };
  const kindOf = <K extends string>(request: FastifyRequest, kinds: readonly K[]): K => {
    const found = kinds.find((one) => one === (request.params as { kind: string }).kind);
    if (!found) throw notFound('route');
    return found;
  };

  app.get('/feed/collection/:file', async (request, reply) => {
    const [uuid, format] = fileOf(request, FEED_FILE) as [string, FeedFormat];
    return sendFeed(request, reply, format, `/feed/collection/${uuid}.${format}`, async (language) => {
      const { name } = await getCollection(db.read, uuid);
      return {
        title: fill(WORDS[language].share.worksIn, { name }),
        page: `${publicUrl}/collections/${uuid}`,
        works: await newest({ collectionUuid: uuid }, language),
      };
    });
  });
  app.get('/feed/profile/:file', async (request, reply) => {
    const [uuid, format] = fileOf(request, FEED_FILE) as [string, FeedFormat];
    return sendFeed(request, reply, format, `/feed/profile/${uuid}.${format}`, async (language) => {
      const profile = await getProfile(db.read, uuid);
      return {
        title: fill(WORDS[language].share.worksOf, { name: nameOf(profile) }),
        page: `${publicUrl}/profile/${uuid}`,
        works: await newest({ creatorUuid: uuid }, language),
      };
    });
  });
  // The parameters of the gallery's address, so that a filter becomes a feed by its path alone.
  for (const format of FEED_FORMATS)
    app.get(`/feed/works.${format}`, async (request, reply) => {
      const query = request.query as Record<string, string | string[] | undefined>;
      const page = new URLSearchParams();
      for (const name of GALLERY_PARAMETERS)
        for (const value of [query[name] ?? []].flat())
          if (value) page.append(name, PRICES.has(name) ? plainAmount(value) : value);
      const asked = page.size ? `?${page}` : '';
      return sendFeed(request, reply, format, `/feed/works.${format}${asked}`, async (language) => {
        const words = WORDS[language].share;
        const works = await newest(await inEther({ config, db }, filterOf(page)), language);
        const search = page.get('search');
        return {
          title: search ? fill(words.worksFound, { search }) : words.worksAll,
          page: `${publicUrl}/nfts${asked}`,
          works,
        };
      });
    });

  app.get('/feed/auction/:file', async (request, reply) => {
    const [uuid] = fileOf(request, CALENDAR_FILE) as [string];
    const language = languageOf(request);
    const text = await textOf(request, `${language} auction ${uuid}`, async () => {
      const offer = await getOffer(db.read, uuid, undefined);
      if (offer.type !== 'AUCTION' || !offer.endsAt) throw notFound('offer');
      return calendarOf(offer, Date.parse(offer.endsAt), publicUrl, language);
    });
    reply.header('content-disposition', `attachment; filename="auction-${uuid}.ics"`);
    return send(reply, 'text/calendar', text);
  });

  app.get('/embed/:kind/:file', async (request, reply) => {
    const kind = kindOf(request, PAGE_KINDS);
    const [uuid] = fileOf(request, CARD_FILE) as [string];
    const language = languageOf(request);
    const text = await textOf(request, `${language} embed ${kind} ${uuid}`, async () =>
      embedPage(await getEmbedCard(db.read, kind, uuid, language), language, origins),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      reply.status(404);
      return embedPage(goneCard(language), language, origins);
    });
    reply
      .removeHeader('x-frame-options')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', embedPolicyOf(config.mediaUrl));
    return send(reply, 'text/html', text);
  });

  const pictures = createPreviewPictures(config, (error) =>
    app.log.warn({ err: error }, 'old preview pictures could not be deleted'),
  );
  app.addHook('onClose', async () => pictures.close());
  const sendPicture = async (request: FastifyRequest, reply: FastifyReply, preview: Preview) => {
    const place = networkOf(request);
    const { path, tag } = await pictures.fileOf(place, preview, () =>
      binder.rateLimit({ name: 'preview-picture', key: place, max: PICTURES_A_MINUTE, seconds: 60 }),
    );
    const etag = `"${tag}"`;
    reply
      .header('cache-control', 'public, max-age=300')
      .header('etag', etag)
      .header('cross-origin-resource-policy', 'cross-origin');
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('image/jpeg').send(createReadStream(path));
  };
  // Of pages that show no single object.
  for (const language of LANGUAGES)
    app.get(`/og/site.${language}.jpg`, (request, reply) => sendPicture(request, reply, sitePreview(language)));
  app.get('/og/:kind/:file', async (request, reply) => {
    const kind = kindOf(request, PICTURE_KINDS);
    const [uuid, code] = fileOf(request, PICTURE_FILE) as [string, string];
    const language = asLanguage(code);
    if (language !== code) throw notFound('route');
    const key = `${language} ${kind} ${uuid}`;
    const make = async () => {
      const page = await getPreview(db.read, kind, uuid, language);
      return { page, shows: new Set([uuid]) };
    };
    const preview = await ((config.hasCaches ? previews.find(key)?.page : undefined) ?? previews.make(key, make));
    return sendPicture(request, reply, preview);
  });
  return {
    forget: (uuids) => {
      texts.forget(uuids);
      previews.forget(uuids);
    },
  };
};
