import type { DisplayCurrency } from '@skarb/schema/limits';
import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider, type HydrationState } from 'react-router';
import { displayCurrency, setDisplayCurrency } from '../platform/format/display-currency.ts';
import { giveBackStyles } from '../platform/head/rendered-styles.ts';
import { startTranslations } from '../platform/i18n/browser.ts';
import { createQueryClient } from '../platform/query/client.ts';
import { fetchOnIntent } from '../platform/route/fetch-on-intent.ts';
import { watchNavigation } from '../platform/route/navigation-wait.ts';
import { numberEntries } from '../platform/route/number-entries.ts';
import { expectSkippedTransitions } from '../platform/route/skipped-transition.ts';
import { Providers } from './providers.tsx';
import { replayLateInput } from './replay-late-input.ts';
import { createRoutes } from './routes.tsx';
import { tickCountdowns } from './tick-countdowns.ts';

export { screenHydrated } from '../platform/lazy/hydration.tsx';

type Rendered = { language: string; currency: DisplayCurrency; query: DehydratedState; router: HydrationState };

const root = document.getElementById('root');
if (!root) throw new Error('Failed to find the root element');

const data = document.getElementById('rendered');
const rendered = data?.textContent ? (JSON.parse(data.textContent) as Rendered) : undefined;

const client = createQueryClient();
const routes = createRoutes(() => ({ client, language: undefined }));
// Load the code of the rendered screen before the first render; otherwise React would discard the server’s HTML.
const [{ i18n, wanted }] = await Promise.all([
  startTranslations(rendered?.language),
  ...(matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (!rendered || typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }),
]);
if (rendered) {
  // As old as this visit, whatever the reader's clock says: a second read before the whole page is hydrated would make React drop
  // what the server rendered. The live stream begins with what has changed since the page was rendered.
  for (const { state } of rendered.query.queries) state.dataUpdatedAt = Date.now();
  hydrate(client, rendered.query);
  giveBackStyles();
}

// The next page is rendered in the reader's currency.
if (rendered && rendered.currency !== displayCurrency()) setDisplayCurrency(displayCurrency());

expectSkippedTransitions();
const router = numberEntries(() => createBrowserRouter(routes, { hydrationData: rendered?.router }));
watchNavigation(router);
fetchOnIntent(routes);
const app = (
  <StrictMode>
    <Providers client={client} i18n={i18n} currency={rendered?.currency}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);
if (rendered) {
  // A press that came while the scripts were evaluated is painted first, and replayed: React, once it listens, would hydrate
  // the whole frame before the paint.
  await new Promise((resolve) => setTimeout(resolve));
  // A transition hydrates in slices of a few milliseconds, so the page stays responsive.
  startTransition(() => void hydrateRoot(root, app));
  replayLateInput(root);
  void tickCountdowns();
} else createRoot(root).render(app);
if (wanted !== i18n.language) void i18n.changeLanguage(wanted);
