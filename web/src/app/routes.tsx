import { useState, type ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { ApiError } from '@skarb/client';
import { path } from '../platform/route/path.ts';
import { Layout } from './layout.tsx';
import { PageError } from './page-error.tsx';
import { NotFound } from './not-found.tsx';
import type { LoadContext, PageModule } from '../platform/route/page-module.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { hasToken } from '../platform/lazy/use-has-interacted.ts';
import { useSessionStatus } from '../platform/lazy/use-session-status.ts';
import { withTimeout } from '../platform/lazy/with-timeout.ts';
import { Loading } from './loading.tsx';

/** Each screen is a file of its own, loaded on demand. */
const pages = {
  tokens: () => import('../page/tokens.tsx'),
  token: () => import('../page/token.tsx'),
  collections: () => import('../page/collections.tsx'),
  collection: () => import('../page/collection.tsx'),
  auctions: () => import('../page/auctions.tsx'),
  offer: () => import('../page/offer.tsx'),
  portfolio: () => import('../page/portfolio.tsx'),
  'own-profile': () => import('../page/own-profile.tsx'),
  profile: () => import('../page/profile.tsx'),
  artists: () => import('../page/artists.tsx'),
  feed: () => import('../page/feed.tsx'),
  'create-nft': () => import('../page/create-nft.tsx'),
  'create-collection': () => import('../page/create-collection.tsx'),
  'edit-collection': () => import('../page/edit-collection.tsx'),
  confirmation: () => import('../page/confirmation.tsx'),
  breeding: () => import('../page/breeding.tsx'),
  search: () => import('../page/search.tsx'),
  activity: () => import('../page/activity.tsx'),
  exhibition: () => import('../page/exhibition.tsx'),
  'admin-profile': () => import('../page/admin-profile.tsx'),
  settings: () => import('../page/settings.tsx'),
  'reset-password': () => import('../page/reset-password.tsx'),
  undo: () => import('../page/undo.tsx'),
  recovery: () => import('../page/recovery.tsx'),
  'operator-page': () => import('../page/operator-page.tsx'),
} satisfies Record<string, () => Promise<PageModule>>;

const imported = new Map<string, Promise<PageModule>>();
/** Imports a page once: Node resolves an import again at each call. The browser tries again after a failure. */
const importOnce = (name: keyof typeof pages): Promise<PageModule> => {
  const page = imported.get(name) ?? pages[name]();
  imported.set(name, page);
  return page;
};

/** Only the browser knows whether a user is signed in. */
const Guard = clientOnly(async () => (await import('./guard.tsx')).Guard);
const Guarded = ({ children }: { children: ReactNode }) => {
  const status = useSessionStatus();
  const [wasSignedIn, setSignedIn] = useState(hasToken);
  if (status === 'signedIn' && !wasSignedIn) setSignedIn(true);
  return (
    <Guard wasSignedIn={wasSignedIn} fallback={<Loading />}>
      {children}
    </Guard>
  );
};

/** The HTTP status of a page whose read failed: 404 for an id that is malformed or unknown. */
const asAnswer = (error: unknown): never => {
  if (!(error instanceof ApiError)) throw error;
  throw new Response(null, {
    status: error.status === 400 || error.status === 404 ? 404 : error.isPassing ? 503 : 500,
  });
};

/**
 * All routes. On the server a page's `load` is awaited; in the browser it only starts, and the page shows its skeleton.
 * @param contextOf the query cache, and the language that the server renders in, by the router's context of a navigation
 */
export const createRoutes = (
  contextOf: (context: unknown) => Pick<LoadContext, 'client' | 'language'>,
): RouteObject[] => {
  const page = (url: string, name: keyof typeof pages, options: { isGuarded?: boolean } = {}): RouteObject[] => {
    const load = import.meta.env.SSR ? () => importOnce(name) : (): Promise<PageModule> => pages[name]();
    return [
      {
        path: url,
        ErrorBoundary: PageError,
        HydrateFallback: Loading,
        lazy: async () => {
          const module = await withTimeout(load);
          const Page = module.Component;
          return {
            handle: { file: `src/page/${name}.tsx` },
            Component: options.isGuarded
              ? () => (
                  <Guarded>
                    <Page />
                  </Guarded>
                )
              : Page,
            loader: async ({ params, request, context }) => {
              // A guarded page shows the user's own data: there is nothing to read before the sign-in is known.
              if (!module.load || (options.isGuarded && import.meta.env.SSR)) return null;
              const loaded = Promise.resolve(module.load({ ...contextOf(context), params, url: new URL(request.url) }));
              if (import.meta.env.SSR) await loaded.catch(asAnswer);
              // In the browser the page's own queries report failures.
              else loaded.catch(() => {});
              return null;
            },
          };
        },
      },
    ];
  };
  return [
    {
      Component: Layout,
      ErrorBoundary: PageError,
      HydrateFallback: Loading,
      children: [
        { path: path.home, loader: () => redirect(path.tokens), Component: () => null },
        ...page(path.tokens, 'tokens'),
        ...page('/nfts/:id', 'token'),
        ...page(path.collections, 'collections'),
        ...page('/collections/:id', 'collection'),
        ...page('/collections/:id/edit', 'edit-collection', { isGuarded: true }),
        ...page(path.auctions, 'auctions'),
        ...page('/offers/:id', 'offer'),
        ...page(path.profile, 'own-profile', { isGuarded: true }),
        ...page(path.portfolio, 'portfolio', { isGuarded: true }),
        ...page('/profile/:id', 'profile'),
        ...page(path.artists, 'artists'),
        ...page(path.feed, 'feed', { isGuarded: true }),
        ...page(path.createToken, 'create-nft', { isGuarded: true }),
        ...page(path.createCollection, 'create-collection', { isGuarded: true }),
        ...page(path.confirmation, 'confirmation'),
        ...page(path.breeding, 'breeding'),
        ...page(path.search, 'search'),
        ...page(path.activity, 'activity'),
        ...page('/exhibitions/:id', 'exhibition'),
        ...page(path.admin, 'admin-profile', { isGuarded: true }),
        ...page(path.settings, 'settings', { isGuarded: true }),
        ...page('/reset-password/:token', 'reset-password'),
        ...page('/undo/:token', 'undo'),
        ...page('/recovery/:token', 'recovery'),
        ...[path.help, path.about, path.terms, path.privacy, path.contact].flatMap((url) => page(url, 'operator-page')),
        { path: '*', Component: NotFound },
      ],
    },
  ];
};
