import { authEndpoints, type User } from '@skarb/schema/auth';
import { DISPLAY_CURRENCIES, STORAGE_KEY } from '@skarb/schema/limits';
import type { Language } from '@skarb/schema/language';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { Providers } from '../src/app/providers.tsx';
import { createRoutes } from '../src/app/routes.tsx';
import { closeAuth } from '../src/domain/auth/auth-dialog.ts';
import { DemoDialog } from '../src/domain/wallet/demo-dialog.tsx';
import { setDisplayCurrency } from '../src/platform/format/display-currency.ts';
import { createBackend } from '../src/platform/i18n/backend.ts';
import { startTranslations } from '../src/platform/i18n/browser.ts';
import { createQueryClient } from '../src/platform/query/client.ts';
import { expectSkippedTransitions } from '../src/platform/route/skipped-transition.ts';
import { session } from '../src/platform/session/use-session.ts';
import { wallet as connected } from '../src/platform/wallet/wallet.ts';
import { PASSKEY_WALLET_ID } from '../src/platform/wallet/wallet-store.ts';
import { clearToasts } from '../src/ui/toast.tsx';
import { answerFrom } from './browser-boundary.ts';
import { defaultAnswers, defaultChain, NETWORK } from './default-answers.ts';
import { ScriptedApi } from './scripted-api.ts';
import type { Chain } from './scripted-chain.ts';
import { announceAsKey, ScriptedWallet, useWalletOf } from './scripted-wallet.ts';

export type Options = {
  language?: Language;
  /** The signed-in user. Default: a visitor. */
  user?: User;
  /** The chain of the browser's wallet. Default: the marketplace's. */
  walletChainId?: number;
  /** The wallet's address. Default: that of the user's account. */
  address?: string;
  /** Whether the wallet asks in a window of the page, as the demo wallet does. */
  hasWalletWindow?: boolean;
  /** Whether a key acts for the user's account instead of a wallet. */
  isKey?: boolean;
  /** Answers that the page needs before it is rendered. */
  answers?: (api: ScriptedApi, chain: Chain) => void;
};

/** The web app in the browser at one path; the test provides everything outside the browser. */
export type App = {
  api: ScriptedApi;
  chain: Chain;
  wallet: ScriptedWallet;
  /** The path that the app shows now, with its query and fragment. */
  path: () => string;
  goTo: (path: string) => Promise<void>;
  goBack: () => Promise<void>;
};

const NOBODYS_WALLET = '0x00000000000000000000000000000000000000A1';
const missing: string[] = [];
expectSkippedTransitions();
const translations = startTranslations('en', {
  load: createBackend((path, init) => fetch(path, init)).load,
  onMissing: (_languages, key) => void missing.push(key),
});

/** Renders the app at a path. It closes when the test ends; each problem until then fails the test. */
export const openApp = async (path: string, options: Options = {}): Promise<App> => {
  const { language = 'en', user } = options;
  const api = defaultAnswers(new ScriptedApi());
  const chain = defaultChain();
  const wallet = new ScriptedWallet({
    address: options.address ?? user?.metamaskWallet ?? NOBODYS_WALLET,
    chainId: options.walletChainId ?? NETWORK.chainId,
    chain,
  });
  wallet.hasWindow = options.hasWalletWindow ?? false;
  if (user) api.answer(authEndpoints.me, () => ({ data: user }));
  options.answers?.(api, chain);
  answerFrom({ api, chain });
  useWalletOf(wallet);
  const { i18n } = await translations;
  await i18n.changeLanguage(language);
  if (user) {
    localStorage.setItem(STORAGE_KEY.refreshToken, 'a refresh token');
    localStorage.setItem(STORAGE_KEY.accessToken, 'an access token');
    if (options.isKey) announceAsKey();
    if (user.metamaskWallet) localStorage.setItem('skarb.wallet', options.isKey ? PASSKEY_WALLET_ID : 'io.metamask');
  }
  await session.reload();
  await connected.poll();

  const client = createQueryClient();
  const router = createMemoryRouter(
    createRoutes(() => ({ client, language: undefined })),
    { initialEntries: [path] },
  );
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <Providers client={client} i18n={i18n}>
        <RouterProvider router={router} />
        {wallet.hasWindow && <DemoDialog />}
      </Providers>
    </StrictMode>,
  );
  // Not `afterEach`: files share this module, and only the first one would have the hook.
  onTestFinished(async () => {
    root.unmount();
    place.remove();
    client.clear();
    connected.disconnect();
    closeAuth();
    // A toast of this test would cover a button of the next one, and stay while the pointer is on it.
    clearToasts();
    answerFrom(undefined);
    useWalletOf(undefined);
    // Kept in memory as well, for browsers without storage.
    setDisplayCurrency(DISPLAY_CURRENCIES[0]);
    localStorage.clear();
    sessionStorage.clear();
    await session.reload();
    const problems = [...api.problems, ...chain.problems, ...missing.splice(0).map((key) => `no words for ${key}`)];
    expect(problems, `problems of the answers, the requests or the words: ${problems.join('; ')}`).toEqual([]);
  });
  const at = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { api, chain, wallet, path: at, goTo: (to) => router.navigate(to), goBack: () => router.navigate(-1) };
};

/** An open dialog by its title. */
export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const main = (): Locator => page.getByRole('main');
export const header = (): Locator => page.getByRole('banner');
export const button = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
/** The non-empty alerts within an element. */
export const alerts = (place: Locator): Locator => place.getByRole('alert').filter({ hasText: /\S/ });
/** The alert with this text. */
export const alert = (place: Locator, words: string | RegExp): Locator =>
  place.getByRole('alert').filter({ hasText: words });
/** A message at the foot of the window. */
export const notice = (words: string): Locator => page.getByRole('region', { name: 'Messages' }).getByText(words);
/** The text of each element. */
export const texts = (place: Locator): string[] => place.elements().map((element) => element.textContent ?? '');
/** Waits until the element is visible. */
export const seen = async (place: Locator): Promise<void> => {
  await expect.element(place).toBeVisible();
};
