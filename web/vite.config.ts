import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Modules that the gallery, and nearly every other page, shows at once. Dialogs, wallets and forms stay on demand. */
const GALLERY = new RegExp(
  [
    'src/app/(?!account-menu|currency-switch|focus-keeper|footer|guard|is-taken|keyboard-help\\.|more-sheet|reveal-late|service-worker|start|search-key|pre-hydration-replay)',
    'src/platform/(format|head|http|i18n|query|route|lazy)/(?!head-links)',
    'src/ui/(account-placeholder|avatar|button|class-name|list-failure|load-more|mat|picture|placeholder|skeleton|toast)\\.tsx?',
    'src/domain/reference/(reference\\.query|chain-clock|countdown|time-left)',
    'src/domain/token/(favorite|use-favorite|opened-work|token\\.query)',
    'src/domain/(auth/use-mark|breeding/breeding-family\\.query|collection/collection\\.query|price/(fiat|price)|profile/person|share/late-share-button)',
    'lucide-react/dist/esm/(?!icons/)',
    'lucide-react/dist/esm/icons/(arrow-up-right|audio-lines|box|check|chevron-down|circle-alert|circle-check|egg|eye-off|grid-2x2|heart|images|info|layout-dashboard|loader-circle|minus|play|plus|search|sliders-horizontal|user|x)\\.',
  ].join('|'),
);

/** Session and wallets: one chunk, loaded after the first view. */
const ACCOUNT = new RegExp(
  [
    'src/platform/(session/|wallet/(wallet|wallet-store|eip1193|lazy-provider|provider-error|demo/announce|demo/demo-requests|passkey/(announce-passkey|key-accounts|key-memory|webauthn|base64url))\\.)',
    'src/domain/auth/(auth-host|auth-dialog|use-gate|key-wallet)\\.',
    'src/domain/wallet/(demo-wallet|key\\.query)\\.',
    'schema/src/money',
    'node_modules/mipd/',
  ].join('|'),
);

/**
 * What the app does not use of the router, as its production build has it: prefetching (two states and two effects of every
 * link, which do nothing without the router's framework), errors of server components, instrumentation.
 */
const UNUSED: readonly [used: string | RegExp, instead: string][] = [
  [/let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/, ''],
  ['...prefetchHandlers,', ''],
  ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
  [/return shouldPrefetch && [^\n]* : link;/, 'return link;'],
  [/if \(this\.context && typeof error === "object"[^}]*\}/, ''],
  [/if \(this\.context\) \{\s+return [^}]*RSCErrorHandler[^}]*\}[^}]*\}/, ''],
  [/\binit\.instrumentations\b/g, 'undefined'],
  // Twice for each link: where it is does not change what an absolute path is.
  [
    /(function useResolvedPath\([^]*?routePathnamesJson = )(?=JSON\.stringify)/,
    '$1typeof to === "string" && to[0] === "/" ? "[]" : ',
  ],
];

/** On the server a link to a path of ours needs neither the router nor a handler: a page has a hundred. */
const RENDERED_LINK: (typeof UNUSED)[number] = [
  /(function LinkWithRef\(\{[^}]*\}, forwardedRef\) \{)/,
  `$1
  if (typeof to === "string" && /^\\/(?!\\/)/.test(to))
    return React.createElement("a", { ...rest, href: to, target, "data-discover": "true" });`,
];

/**
 * The router's production build: its package exports only the one with warnings for developers. The names that it gives to
 * components keep those that the app does not use (1.6 KiB of the first visit, brotli; with `UNUSED` 4.3 KiB).
 */
const smallerRouter: Plugin = {
  name: 'smaller-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id !== 'react-router') return undefined;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found && { ...found, id: found.id.replace('/development/', '/production/') };
  },
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler(source, id, options) {
      const code = source
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^(var \w+ =) (?=\w+\.forwardRef\()/gm, '$1 /* @__PURE__ */ ');
      if (!code.includes('function createRouter(')) return { code, map: null };
      const smaller = [...UNUSED, ...(options?.ssr ? [RENDERED_LINK] : [])].reduce((text, [used, instead]) => {
        const next = text.replace(used, instead);
        if (next === text) this.error(`${id} has no ${String(used)} any more: see UNUSED`);
        return next;
      }, code);
      return { code: smaller, map: null };
    },
  },
};

/**
 * Icons without the options of their package that the app does not use: a page has eighty of them, and each was put together
 * from ten objects, on the server and at hydration.
 */
const ICON = `import { createElement } from 'react';
export default ({ node }) => {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props) =>
    createElement('svg', {
      width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
      strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true, ...props,
    }, shapes);
};`;
const smallerIcons: Plugin = {
  name: 'smaller-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => ({ code: ICON, map: null }),
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [smallerRouter, smallerIcons, react(), tailwind()],
  // The demo wallet is only in builds made for the local stack.
  define: {
    __LOCAL_STACK__: JSON.stringify(process.env.LOCAL_STACK === '1' || process.env.LOCAL_STACK === 'true'),
    // The server bundle carries its own React and router, built for production whatever NODE_ENV the server runs under:
    // to ask for it takes a microsecond each time, and they do so in every component.
    ...(isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {}),
  },
  publicDir: isSsrBuild ? false : 'public',
  ssr: { noExternal: isSsrBuild ? true : ['@skarb/schema'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    // Fonts and pictures stay files: the CSS blocks the first paint.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          treeshake: { propertyReadSideEffects: false },
          output: {
            // The first scripts name 70 others: shorter names are a hundred bytes less.
            hashCharacters: 'base36',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // All code that every public page needs is in two files instead of thirty: each request costs a slow phone a round trip.
            codeSplitting: {
              groups: [
                // The first script must not pull in other modules.
                {
                  name: 'first',
                  test: /preload-helper|schema\/src\/limits|src\/(entry-client|app\/(is-taken|pre-hydration-replay|reveal-late|search-key|service-worker))/,
                  priority: 10,
                },
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack(?!.*queries)|cookie|thumbhash)\//i,
                },
                { name: 'gallery', test: GALLERY },
                // Cards: one more file for lists; the page of a work loads it with the works below it.
                {
                  name: 'lists',
                  test: /src\/(domain\/(filter\/filter(ed-tokens|-url)|filter\/use-filter|collection\/collection-strip|token\/(grid-keys|token-(card|grid|list)|view-switch)\.)|ui\/use-optimistic-value\.)/,
                },
                // The column of filters, for wide screens, and the fields of all forms.
                {
                  name: 'filters',
                  test: /src\/(domain\/filter\/(filter-panels|panel|price-range)|ui\/(check|select|field|field-frame|decimal-text)\.)|icons\/eye\./,
                },
                // Small parts of the pages of collections and people.
                {
                  name: 'subject',
                  test: /src\/(ui\/(localized-text|page-views)|domain\/(moderation\/report-space|follow\/late-follow-button|breeding\/breeding-terms))\./,
                },
                {
                  name: 'subject-actions',
                  test: /src\/domain\/(share\/share-button|follow\/(follow-button|use-follow)|offer\/cart\/buy-several|create\/(first-work|repeat))\./,
                },
                // A countdown on a card reads the chain’s time, long before a sign-in.
                { name: 'rpc', test: /src\/platform\/wallet\/(rpc|wallet-error)\./, priority: 5 },
                { name: 'account', test: ACCOUNT },
              ],
            },
          },
        },
  },
}));
