import middie from '@fastify/middie';
import serveStatic from '@fastify/static';
import { LANGUAGE, languageOfRequest, LANGUAGES, tagOf, type Language } from '@skarb/schema/language';
import {
  DISPLAY_CURRENCIES,
  DISPLAY_CURRENCY_KEY,
  LOCALE_NAMESPACE,
  STORAGE_KEY,
  type DisplayCurrency,
} from '@skarb/schema/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import { ACCOUNT_MARK } from './platform/http/account-mark.ts';
import { AppError } from './platform/http/app-error.ts';
import type { createHttp, Read } from './platform/http/app.ts';
import type { FindKept, KeptAnswer } from './platform/http/cached-answers.ts';
import { etagOf } from './platform/http/conditional.ts';
import { encode, encodingOf, heldBytesOf, type Encodable } from './platform/http/encoded.ts';
import { createPageCache, uuidsIn, type Shown } from './platform/http/page-cache.ts';
import { pageUrlOf } from './platform/http/page-url.ts';
import { networkOf } from './platform/http/rate-limit.ts';
import { appPolicy, hashSource, SCRIPT_POLICY } from './platform/http/security-headers.ts';
import type { Config } from './config.ts';
import { offlineRoutes } from './offline.ts';

/** The module `web/src/entry-server.tsx`; the web app is built separately from the server. */
type Renderer = {
  render: (request: {
    url: string;
    origin: string;
    language: Language;
    currency: DisplayCurrency;
    words: Record<string, object>;
    read: Read;
  }) => Promise<
    | { kind: 'redirect'; status: number; location: string }
    | { kind: 'none' }
    | {
        kind: 'page';
        status: number;
        head: string;
        styles: string;
        app: readonly string[];
        data: string;
        files: string[];
      }
  >;
};
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; assets?: string[] }>;
/** The renderer, the template around the rendered page, and the scripts and fonts that a page needs early. */
type Shell = {
  renderer: Renderer;
  /** The template around the parts of a page in a language: head, styles, app, data. */
  frame: (language: Language) => readonly Buffer[];
  /** The policy sources of the style elements in the template. */ styles: string[];
  /** Links to the fonts and scripts that the app and these screens need. */
  preloads: (language: Language, files: string[]) => string;
};
type Body = Encodable & { etag: string };
type Page =
  | { status: number; body: Body; language: string; policy?: string; answer?: KeptAnswer }
  | { redirect: string; status: number };

/** What a page depends on besides its URL. */
type Reader = { language: Language; currency: DisplayCurrency };

/** A page is the same for every anonymous visitor: it is cached this long, by language, display currency and URL. */
const PAGE_KEPT_MS = 10_000;
/** How long a cached list may lack something new. */
const LIST_BEHIND_MS = 1000;
const PAGES_KEPT = 500;
const PAGES_BYTES = 48 * 2 ** 20;
/** The addresses and readers whose page is known without parsing them again; longer ones are parsed. */
const ASKED_KEPT = 1000;
const ASKED_MAX = 512;
/** Pages that the server renders for one network address in a minute; cached pages do not count. */
const RENDERS_A_MINUTE = 300;
/** Rendered for a browser in place of any path without a route. */
const NOT_FOUND_PAGE = '/404';
/** The quality of a page's brotli, from 0 to 11: a higher one takes longer than it saves. */
const PAGE_QUALITY = 5;
const PAGE_TYPE = 'text/html; charset=utf-8';
const PAGE_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const PAGE_VARY = 'accept-language, cookie, accept-encoding';
// regexp: a constant of ours, and the group ends at the next semicolon
const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${STORAGE_KEY.language}=([^;]+)`);
// regexp: a constant of ours, a key without special characters but the dot, and the currencies
const CURRENCY_COOKIE = new RegExp(`(?:^|;\\s*)${DISPLAY_CURRENCY_KEY}=(${DISPLAY_CURRENCIES.join('|')})(?:;|$)`);
const NONE: ReadonlySet<string> = new Set();
const MARK_SOURCES = [hashSource(ACCOUNT_MARK)];
/** The next visitor of a failed page triggers a new attempt. */
const isWorthKeeping = ({ status }: Page) => status < 500;
/** The app itself, which the page's first script starts. */
const APP = 'src/app/start.tsx';
/** Pages whose lists are all about what they show: of a work, its prices, its bids and its history. */
const ABOUT_ONE = /^\/(nfts|offers)\/[^/?]/;
/** Paths that are never pages of the app. */
const NOT_A_PAGE = /^\/(api|media|locales|dev|metrics|health|ready|openapi\.json|docs|assets)(\/|$)/;

/** The origins that pages may call besides their own: the chain's node, and an outside bundler and its paymaster. */
const connectOf = ({ chain, outsideBundler }: Pick<Config, 'chain' | 'outsideBundler'>): string[] => {
  const urls = [chain.publicRpcUrl, outsideBundler?.url, outsideBundler?.paymasterUrl];
  return [...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : [])))];
};

/**
 * Serves the web app on the API's origin: built files, translations, and pages rendered with their data. Existing routes
 * take precedence. In development Vite builds, with reload.
 * @returns `forget` drops the cached pages that show one of these uuids, or all; `find` is the cached response to a request
 */
export const webRoutes = async (
  { app, readAs, rateLimit }: Pick<Awaited<ReturnType<typeof createHttp>>, 'app' | 'readAs' | 'rateLimit'>,
  {
    config,
  }: {
    config: Pick<
      Config,
      'webDist' | 'outsideBundler' | 'isDev' | 'hasCaches' | 'publicUrl' | 'isLocalStack' | 'mediaUrl' | 'chain'
    >;
  },
): Promise<{ forget: (uuids?: readonly string[]) => void; find: FindKept }> => {
  // The API also works without pages: in tests, or when the web app is served from elsewhere.
  if (!config.isDev && !existsSync(join(config.webDist, 'client', 'manifest.json'))) {
    app.log.warn(`The web app is not built in ${config.webDist}: serving the API alone`);
    return { forget: () => {}, find: () => undefined };
  }
  const source = resolve(config.webDist, '..');
  const readWords = () =>
    Object.fromEntries(
      LANGUAGES.map((language) => [language, readLocale(join(source, 'locales', language, LOCALE_NAMESPACE))]),
    );
  let words = readWords();
  const stack = config.isLocalStack ? 'local' : 'public';
  const shell = config.isDev ? await serveSources(app, source, stack) : await serveBuilt(app, config.webDist, stack);

  const locales = new Map<string, Body>();
  app.get<{ Params: { lng: string; ns: string } }>('/locales/:lng/:ns.json', async (request, reply) => {
    const { lng, ns } = request.params;
    if (ns !== LOCALE_NAMESPACE || !Object.hasOwn(words, lng)) return reply.callNotFound();
    if (config.isDev) {
      words = readWords();
      locales.clear();
    }
    if (!locales.has(lng)) locales.set(lng, bodyOf(JSON.stringify(words[lng]), constants.BROTLI_MAX_QUALITY));
    reply.header('cache-control', 'public, max-age=0, must-revalidate').type('application/json; charset=utf-8');
    return send(request, reply, locales.get(lng)!);
  });

  const build = async (url: string, reader: Reader, ip: string): Promise<Shown<Page>> => {
    if (config.isDev) words = readWords();
    const { renderer, frame, styles, preloads } = await shell(url);
    const { language } = reader;
    // The API's limits count the reads of a page, too.
    const answer = await renderer.render({ url, origin: config.publicUrl, ...reader, words, read: readAs({ ip }) });
    if (answer.kind === 'redirect')
      return { page: { redirect: answer.location.replace(config.publicUrl, ''), status: answer.status }, shows: NONE };
    // The specification: a path without a route shows a plain text 404. Browsers get it inside the app's frame.
    if (answer.kind === 'none') return { page: { status: 404, language: '', body: bodyOf('404', 0) }, shows: NONE };
    const parts = [
      [
        `<script>${ACCOUNT_MARK}</script><link rel="manifest" href="/${language}.webmanifest">`,
        answer.head,
        preloads(language, answer.files),
      ],
      // Style attributes of the rendered page, which no policy would allow
      // (web/src/platform/head/rendered-styles.ts).
      answer.styles ? [`<style id="rendered-styles">${answer.styles}</style>`] : [],
      answer.app,
      [answer.data],
    ];
    const html = bytesOf(frame(language).flatMap((piece, at) => [piece, ...(parts[at] ?? [])]));
    // Hashes instead of a nonce: the page is cached, here and by browsers, and sent unchanged (304).
    const policy = appPolicy({
      styles: answer.styles ? [...styles, hashSource(answer.styles)] : styles,
      scripts: MARK_SOURCES,
      connect: connectOf(config),
      files: config.mediaUrl,
      isDev: config.isDev,
    });
    const body = bodyOf(html, PAGE_QUALITY);
    const tag = tagOf(language);
    const page: Page = { status: answer.status, language: tag, policy, body };
    if (answer.status === 200)
      page.answer = {
        ...body,
        type: PAGE_TYPE,
        cacheControl: PAGE_CACHE_CONTROL,
        vary: PAGE_VARY,
        headers: { 'content-security-policy': policy, 'content-language': tag },
        compressFromBytes: 0,
        route: '/*',
      };
    // The data are everything that the page shows; its address names what it does not show yet.
    return { page, shows: uuidsIn(url + answer.data), isAboutOne: ABOUT_ONE.test(url) };
  };

  const pages = createPageCache<Page>({
    keptMs: PAGE_KEPT_MS,
    behindMs: LIST_BEHIND_MS,
    max: PAGES_KEPT,
    maxBytes: PAGES_BYTES,
    bytesOf: (page) => ('redirect' in page ? 0 : heldBytesOf(page.body)),
  });
  const pageOf = async (url: string, reader: Reader, ip: string): Promise<Page> => {
    const key = keyOf(url, reader);
    const countRender = () => rateLimit({ name: 'render', key: networkOf({ ip }), max: RENDERS_A_MINUTE, seconds: 60 });
    const make = (before?: () => Promise<void>) =>
      pages.make(key, async () => (await before?.(), build(url, reader, ip)), isWorthKeeping);
    if (config.isDev || !config.hasCaches) return (await build(url, reader, ip)).page;
    const found = pages.find(key);
    // Without a new rendering, for whatever reason, the page is dropped half a second later.
    if (found?.isDue) make(countRender).catch(() => {});
    if (found) return found.page;
    // An unavailable database counts nothing: the page itself reports what is missing.
    await countRender().catch((error: unknown) => {
      if (error instanceof AppError && error.status === 429) throw error;
    });
    // Another request may have rendered it meanwhile.
    return pages.find(key)?.page ?? make();
  };

  const asked = new Map<string, string>();
  /** @returns the rendered page of a target that needs no further look at it, and no new rendering */
  const find: FindKept = ({ url: target = '', headers }) => {
    if (NOT_A_PAGE.test(target)) return undefined;
    const { cookie, 'accept-language': accept } = headers;
    const mark = `${target} ${accept} ${cookie}`;
    let key = asked.get(mark);
    if (key === undefined) {
      const wanted = wantedOf(target, headers);
      if (typeof wanted === 'string' || mark.length > ASKED_MAX) return undefined;
      key = keyOf(pageUrlOf(wanted.url), wanted.reader);
      if (asked.size >= ASKED_KEPT) asked.delete(asked.keys().next().value as string);
      asked.set(mark, key);
    }
    const found = pages.find(key);
    return !found?.rendered || found.isDue || 'redirect' in found.rendered ? undefined : found.rendered.answer;
  };
  /** The page that a request wants; a text if there is none. */
  const wantedOf = (
    target: string,
    { cookie, 'accept-language': accept }: Pick<FastifyRequest['headers'], 'cookie' | 'accept-language'>,
  ): { url: URL; reader: Reader } | 'malformed' | 'route' => {
    // Two slashes (of either kind) start a host name, for us and for the renderer: no page has such a path.
    if (!/^\/(?![/\\])/.test(target)) return 'malformed';
    const url = new URL(target, config.publicUrl);
    if (NOT_A_PAGE.test(url.pathname)) return 'route';
    const language = languageOfRequest({
      query: url.searchParams.get('lng'),
      cookie: LANGUAGE_COOKIE.exec(cookie ?? '')?.[1],
      accept,
    });
    const currency = (CURRENCY_COOKIE.exec(cookie ?? '')?.[1] ?? DISPLAY_CURRENCIES[0]) as DisplayCurrency;
    return { url, reader: { language, currency } };
  };

  app.get('/*', async (request, reply) => {
    const wanted = wantedOf(request.url, request.headers);
    if (wanted === 'malformed') return reply.status(404).type('text/plain; charset=utf-8').send('404');
    if (wanted === 'route') return reply.callNotFound();
    const { url, reader } = wanted;
    const isBrowser = request.headers.accept?.includes('text/html') ?? false;
    const found = url.pathname === NOT_FOUND_PAGE ? undefined : await pageOf(pageUrlOf(url), reader, request.ip);
    const isUnmatched = !found || (!('redirect' in found) && !found.language);
    const page = isUnmatched && isBrowser ? await pageOf(NOT_FOUND_PAGE, reader, request.ip) : found;
    reply.header('vary', isUnmatched ? `${PAGE_VARY}, accept` : PAGE_VARY);
    if (!page) return reply.status(404).type('text/plain; charset=utf-8').send('404');
    if ('redirect' in page) return reply.redirect(page.redirect, page.status);
    reply.status(page.status);
    if (page.status >= 500) reply.header('cache-control', 'no-store').header('retry-after', '5');
    else reply.header('cache-control', PAGE_CACHE_CONTROL);
    if (!page.language) return reply.type('text/plain; charset=utf-8').send(page.body.text);
    if (page.policy) reply.header('content-security-policy', page.policy);
    reply.type(PAGE_TYPE).header('content-language', page.language);
    return send(request, reply, page.body);
  });
  return { forget: pages.forget, find };
};

const keyOf = (url: string, { language, currency }: Reader): string => `${language} ${currency} ${url}`;

/**
 * All files of a language, each under its own name: `app.json` is `app`. No line begins with a dash, or ends with a Ukrainian
 * word of one letter.
 */
const readLocale = (folder: string): Record<string, unknown> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        // The texts of mails stay on the server.
        const text = readFileSync(join(folder, name), 'utf8')
          .replaceAll(' — ', '\u00a0— ')
          .replaceAll(/(?<![\p{L}’'])([аявузіїйо]) /giu, '$1\u00a0');
        const { mail: _, ...words } = JSON.parse(text) as Record<string, unknown>;
        return [name.slice(0, -5), words];
      }),
  );

/**
 * A page as bytes, without a string of all of it: V8 keeps strings of that size apart, until the whole heap is collected.
 */
const bytesOf = (parts: readonly (string | Buffer)[]): Buffer => {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at);
  return bytes;
};

const bodyOf = (text: string | Buffer, quality: number): Body => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return { text: bytes, etag: etagOf(bytes), quality, encoded: {} };
};

const send = async (request: FastifyRequest, reply: FastifyReply, body: Body) => {
  // Hashed once, not at each response.
  reply.header('etag', body.etag);
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (!encoding) return reply.send(body.text);
  return reply.header('content-encoding', encoding).send(await encode(body, encoding));
};

/** The pieces of the template between the parts of a page. */
const frameOf = (template: string, language: Language, stack: string): Buffer[] =>
  template
    .replace('%lang%', tagOf(language))
    .replace('%stack%', stack)
    .split(/<!--(?:head|styles|app|data)-->/)
    .map((piece) => Buffer.from(piece));

/** Serves the built client with its compressed files; names contain a hash, so browsers may cache them forever. */
const serveBuilt = async (app: FastifyInstance, dist: string, stack: string): Promise<() => Promise<Shell>> => {
  const client = join(dist, 'client');
  const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Manifest;
  const styles: string[] = [];
  const template = readFileSync(join(client, 'index.html'), 'utf8')
    // 8 KB inside the page instead of a render-blocking request: a slow phone paints one round trip earlier.
    .replace(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g, (_link, file: string) => {
      const text = readFileSync(join(client, file), 'utf8');
      styles.push(hashSource(text));
      return `<style>${text}</style>`;
    })
    // `preloads` lists them, with those of the page.
    .replace(/<link rel="modulepreload"[^>]*>/g, '');
  const renderer = (await import(pathToFileURL(join(dist, 'server', 'entry-server.js')).href)) as Renderer;
  await app.register(serveStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    // A route for each file: the one for all files reads the whole folder at each request, half of its CPU.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    immutable: true,
    maxAge: '1y',
    index: false,
    setHeaders: (reply) => void reply.header('content-security-policy', SCRIPT_POLICY),
  });
  for (const file of readdirSync(client, { withFileTypes: true })) {
    if (!file.isFile() || !/\.(svg|png|ico|txt|webmanifest)$/.test(file.name)) continue;
    const body = readFileSync(join(client, file.name));
    const type = {
      svg: 'image/svg+xml',
      png: 'image/png',
      ico: 'image/x-icon',
      txt: 'text/plain',
      webmanifest: 'application/manifest+json',
    }[file.name.split('.').pop() ?? ''];
    app.get(`/${file.name}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(type ?? 'application/octet-stream')
        .send(body),
    );
  }
  const fonts = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
  const font = (part: string) => fonts.find((file) => file.includes(part) && file.endsWith('.woff2'));
  offlineRoutes(app, {
    client,
    fonts: ['work-sans-basic', ...LANGUAGES.flatMap((language) => LANGUAGE[language].font ?? [])]
      .flatMap((name) => font(name) ?? [])
      .map((file) => `/${file}`),
  });
  const sizeOf = (file: string) => statSync(join(client, file), { throwIfNoEntry: false })?.size ?? 0;
  const scriptsOf = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) scriptsOf(next, found);
    return found;
  };
  const preloadsMade = new Map<string, string>();
  const preloads: Shell['preloads'] = (language, files) => {
    const key = [language, ...files].join(' ');
    const made = preloadsMade.get(key) ?? makePreloads(language, files);
    preloadsMade.set(key, made);
    return made;
  };
  const makePreloads: Shell['preloads'] = (language, files) => {
    // The largest first: a browser has six connections, and the app waits for all of its scripts.
    const scripts = [...new Set([APP, ...files].flatMap((file) => [...scriptsOf(file)]))];
    scripts.sort((a, b) => sizeOf(b) - sizeOf(a));
    const words = LANGUAGE[language].font;
    const wanted = [font('work-sans-basic'), words && font(words)];
    return [
      ...wanted
        .filter(Boolean)
        .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
      // At low priority: the page is complete without its scripts, so the first pictures come before them.
      ...scripts
        .filter((file) => !template.includes(file))
        .map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
      `<link rel="preload" as="fetch" crossorigin href="/locales/${language}/${LOCALE_NAMESPACE}.json">`,
    ].join('');
  };
  const frames = Object.fromEntries(LANGUAGES.map((language) => [language, frameOf(template, language, stack)]));
  const shell: Shell = { renderer, frame: (language) => frames[language] ?? [], styles, preloads };
  return async () => shell;
};

/** Runs Vite inside this process: modules on demand, changes without a reload. */
const serveSources = async (
  app: FastifyInstance,
  source: string,
  stack: string,
): Promise<(url: string) => Promise<Shell>> => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(source, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  await app.register(middie);
  app.use(vite.middlewares);
  return async (url) => {
    const template = await vite.transformIndexHtml(url, readFileSync(join(source, 'index.html'), 'utf8'));
    return {
      renderer: (await vite.ssrLoadModule('/src/entry-server.tsx')) as Renderer,
      frame: (language) => frameOf(template, language, stack),
      styles: [],
      preloads: () => '',
    };
  };
};
