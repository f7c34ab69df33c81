import { readError, textsOf, type Client, type OptionsArgument } from '@skarb/client';
import { LANGUAGES, localeOf, tagOf, type Language } from '@skarb/schema/language';
import type { DisplayCurrency } from '@skarb/schema/limits';
import { dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Footer } from './app/layout.tsx';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { addressIn, feedOf, previewPictureOf, sitePictureOf } from './platform/head/head-links.ts';
import { withPictureUrls } from './platform/head/json-ld.ts';
import { HeadSink, titleOf, type PageHead } from './platform/head/head.tsx';
import { withoutStyleAttributes } from './platform/head/rendered-styles.ts';
import { createTranslations } from './platform/i18n/server.ts';
import { createQueryClient } from './platform/query/client.ts';
import { path } from './platform/route/path.ts';
import type { LoadContext } from './platform/route/page-module.ts';

export type RenderRequest = {
  /** Path and query, from the origin. */
  url: string;
  /** The public scheme and host, for absolute links in the head. */
  origin: string;
  language: Language;
  /** The reader's display currency. */
  currency: DisplayCurrency;
  /** Words by language. */
  words: Record<string, object>;
  /** A read of the API inside the process. */
  read: Read;
};
/** By an endpoint's path, with its parameters and query as texts. */
type Read = (
  path: string,
  asked: { params: Record<string, string>; query: Record<string, string | string[]> },
) => Promise<{ status: number; text: string; retryAfter?: string | undefined }>;
export type RenderAnswer =
  | { kind: 'redirect'; status: number; location: string }
  /** No screen has this path. `/404` has what a browser shows then. */
  | { kind: 'none' }
  | {
      kind: 'page';
      status: number;
      head: string;
      /** Rules in place of the style attributes of `app`. */ styles: string;
      /** In pieces. */ app: readonly string[];
      data: string;
      /** Source files of the screens shown, for preloading. */ files: string[];
    };

type PageContext = Pick<LoadContext, 'client' | 'language'>;
/** One for all requests: making and ranking the routes takes as long as a small page. */
const handler = createStaticHandler(createRoutes((context) => context as PageContext));

/** Values as a request has them: a list of one is no list. */
const askedOf = (values?: object): Record<string, string | string[]> =>
  Object.fromEntries(
    textsOf({ ...values })
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => [name, texts.length > 1 ? texts : String(texts[0])]),
  );

/** The API's client of a page: without tokens, and without a time limit, which the API has itself. */
const clientOver = (read: Read): Client => {
  const call = async <C extends Parameters<Client['call']>[0]>(one: C, ...options: OptionsArgument<C>) => {
    const { params, query } = (options[0] ?? {}) as { params?: object; query?: object };
    const asked = { params: askedOf(params) as Record<string, string>, query: askedOf(query) };
    const { status, text, retryAfter } = await read(one.path, asked);
    if (status < 400) return text ? JSON.parse(text) : undefined;
    throw await readError(new Response(text, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }));
  };
  return { call, submit: () => Promise.reject(new Error('A page only reads')) };
};

/** Renders one public page with its data, as an anonymous visitor sees it. */
export const render = async ({
  url,
  origin,
  language,
  currency,
  words,
  read,
}: RenderRequest): Promise<RenderAnswer> => {
  const client = createQueryClient(clientOver(read));
  await Footer.preload();
  const requestContext: PageContext = { client, language };
  const context = await handler.query(new Request(new URL(url, origin)), { requestContext });
  if (context instanceof Response)
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' };
  const { matches } = context;
  const isUnmatched = matches.some(({ route }) => route.path === '*');
  if (isUnmatched && url.split('?')[0] !== path.notFound) return { kind: 'none' };
  const sink: { head?: PageHead } = {};
  const i18n = createTranslations(language, words);
  const html = renderToString(
    <HeadSink value={sink}>
      <Providers client={client} i18n={i18n} currency={currency}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </HeadSink>,
  );
  // React writes preloads of the first pictures before the page; they belong in the head.
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? '';
  const { html: app, css } = withoutStyleAttributes(html.slice(preloads.length));
  const errors =
    context.errors && Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, plain(error)]));
  const data = {
    language,
    currency,
    query: dehydrate(client),
    router: { loaderData: context.loaderData, actionData: null, errors },
  };
  client.clear();
  return {
    kind: 'page',
    status: isUnmatched ? 404 : context.statusCode,
    head:
      preloads + headOf(sink.head ?? { title: 'Skarb' }, new URL(url, origin), language, context.statusCode === 200),
    styles: css,
    app,
    data: `<script id="rendered" type="application/json">${scriptSafe(data)}</script>${stuck(i18n.t)}`,
    files: matches.flatMap(({ route }) => (route.handle as { file: string } | undefined)?.file ?? []),
  };
};

/** A route's error in the form that the browser's router restores. An unexpected error becomes a bare 500, without its message. */
const plain = (error: unknown): unknown => {
  const response = error as { status?: number; statusText?: string; internal?: boolean };
  if (typeof response?.status === 'number' && 'statusText' in response)
    return { status: response.status, statusText: response.statusText, data: null, internal: false };
  return { status: 500, statusText: '', data: null, internal: false };
};

/** Shown by the page's first script if the app does not load. */
const stuck = (t: (key: string) => string): string =>
  `<p id="stuck" role="alert" hidden class="fixed inset-x-4 bottom-18 z-60 wide:bottom-4 mx-auto max-w-md rounded-2xl border border-ink-700 bg-ink-800 p-4">${attribute(t('error.page.chunkTitle'))}. <a href="" class="font-semibold text-gold-400 underline underline-offset-4">${attribute(t('app.retry'))}</a></p>`;

const scriptSafe = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
const attribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const headOf = (page: PageHead, url: URL, language: Language, isFound: boolean): string => {
  const { origin, pathname } = url;
  const title = titleOf(page.title);
  const plain = new URL(page.canonical ?? pathname, origin).href;
  const shared = page.shared ? new URL(page.shared, origin).href : plain;
  // Without `lng` the language is the reader's: an address with it is another page, and canonical itself.
  const own = (address: string) => (url.searchParams.get('lng') === language ? addressIn(language, address) : address);
  const ofSubject = isFound ? previewPictureOf(pathname, language) : undefined;
  const drawn = ofSubject ?? (page.image ? undefined : sitePictureOf(language));
  const picture = drawn ?? page.image;
  const image = picture && new URL(picture, origin).href;
  const feed = isFound ? feedOf(url) : undefined;
  const feedLink = (ending: string, type: string) =>
    feed
      ? `<link rel="alternate" type="${type}" title="${attribute(title)}" href="${attribute(`${origin}${feed.path}.${ending}?${feed.query(language)}`)}">`
      : '';
  const meta = (name: string, content: string | undefined, key = 'property') =>
    content ? `<meta ${key}="${name}" content="${attribute(content)}">` : '';
  return [
    `<title>${attribute(title)}</title>`,
    `<meta name="description" content="${attribute(page.description ?? '')}">`,
    `<link rel="canonical" href="${attribute(own(plain))}">`,
    ...LANGUAGES.map(
      (lng) => `<link rel="alternate" hreflang="${tagOf(lng)}" href="${attribute(addressIn(lng, shared))}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${attribute(shared)}">`,
    page.isHidden ? '<meta name="robots" content="noindex">' : '',
    meta('og:site_name', 'Skarb'),
    meta('og:title', title),
    meta('og:description', page.description),
    meta('og:type', page.type ?? 'website'),
    meta('og:url', own(shared)),
    meta('og:image', image),
    drawn
      ? meta('og:image:width', '1200') +
        meta('og:image:height', '630') +
        meta('og:image:alt', ofSubject ? page.title : 'Skarb')
      : '',
    feedLink('rss', 'application/rss+xml'),
    feedLink('json', 'application/feed+json'),
    meta('og:locale', localeOf(language).replace('-', '_')),
    meta('twitter:card', 'summary_large_image', 'name'),
    page.jsonLd
      ? `<script type="application/ld+json">${scriptSafe(withPictureUrls(page.jsonLd, origin))}</script>`
      : '',
  ].join('');
};
