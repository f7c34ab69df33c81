import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { createPublicClient, http } from 'viem';
import * as authCalls from '@skarb/schema/calls/auth';
import * as devCalls from '@skarb/schema/calls/dev';
import * as eventCalls from '@skarb/schema/calls/event';
import { urlOf, type Answer } from '@skarb/client';
import type { Call } from '@skarb/schema/endpoint';
import { LANGUAGE, LANGUAGE_FALLBACK, type Language } from '@skarb/schema/language';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { call, pathOf } from './api.ts';
import { stack } from './chain.ts';
import { TestWallet } from './wallet.ts';

/** A user with a browser context of their own, with or without a wallet in it. */
export type Visitor = {
  /** Of the stack, without a trailing slash. */ url: string;
  page: Page;
  context: BrowserContext;
  wallet: TestWallet;
  /** Everything that went wrong in the page so far: errors, warnings, uncaught exceptions. */
  complaints: string[];
};

/** Opens a new browser context with a MetaMask-like wallet in it. */
export const visitor = async (
  browser: Browser,
  options: {
    chainId?: number;
    language?: Language;
    key?: `0x${string}`;
    hasWallet?: boolean;
    hasTouch?: boolean;
    /** A stack other than the run's. */ at?: { url: string; rpcUrl: string };
  } = {},
): Promise<Visitor> => {
  const { url, rpcUrl } = options.at ?? stack();
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    hasTouch: options.hasTouch ?? false,
    locale: LANGUAGE[options.language ?? LANGUAGE_FALLBACK].locale,
  });
  // A press without a target fails after this time instead of using up the test's time.
  context.setDefaultTimeout(40_000);
  // tsx wraps named functions in a call of its own, which a page does not know (the screenshots run by tsx).
  await context.addInitScript('globalThis.__name ??= (value) => value');
  await leaveUndrawn(context);
  watchPolicy(context);
  const page = await context.newPage();
  waitForHydration(page);
  watchRequests(page);
  const wallet = new TestWallet({ rpcUrl, chainId: options.chainId, key: options.key });
  if (options.hasWallet !== false) await wallet.installIn(page);
  return { url, page, context, wallet, complaints: complaintsOf(page) };
};

/**
 * Lays the pages of a context out, and lets them be pressed, without drawing their pixels: that takes a tenth of the
 * journeys' CPU (playwright.config.ts).
 */
const leaveUndrawn = async (context: BrowserContext): Promise<void> => {
  if (!process.env.E2E_UNDRAWN) return;
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { opacity: 0 }');
    document.adoptedStyleSheets = [sheet];
  });
};
/** Draws a page after all: whoever measures contrast sees nothing of it otherwise. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });

const HYDRATED_WITHIN_MS = 60_000;
/**
 * From now on every navigation of this tab ends when the page is hydrated, or has shown why it will not be. Early input
 * is replayed (web/src/app/pre-hydration-replay.ts), but a test would read and count the server's rendering.
 */
const waitForHydration = (page: Page): void => {
  const hydrated = page.locator('html[data-hydrated], html:not(:has(#root)), html:has(#stuck:not([hidden]))');
  for (const way of ['goto', 'reload', 'goBack'] as const) {
    const go = page[way].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    const andWait = async (...args: unknown[]) => {
      const response = await go(...args);
      await hydrated.waitFor({ state: 'attached', timeout: HYDRATED_WITHIN_MS });
      return response;
    };
    Object.assign(page, { [way]: andWait });
  }
};

const refused: string[] = [];
/** From now on the test fails if the content security policy, including Trusted Types, refuses anything on these pages. */
const watchPolicy = (context: BrowserContext): void => {
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML|Script)|Permissions-Policy/.test(message.text()))
      refused.push(`${message.text()} (${message.location().url})`);
  });
};

/** Clears the refusals so far, which the test expected. */
export const forgive = (): string[] => refused.splice(0);

/** Playwright's `test`; its page waits for hydration after each navigation, and policy violations fail the test. */
export const test = base.extend<{ policy: void }>({
  page: async ({ page }, use) => {
    await leaveUndrawn(page.context());
    watchPolicy(page.context());
    waitForHydration(page);
    await use(page);
  },
  policy: [
    // Playwright takes what a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      refused.length = 0;
      await use();
      expect(refused, 'refused by the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});

const underWay = new WeakMap<Page, Set<Request>>();
const watchRequests = (page: Page): void => {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    // The stream of live changes never ends.
    if (!request.url().includes(urlOf(eventCalls.listen))) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
};

const QUIET_MS = 150;
const QUIET_WITHIN_MS = 30_000;
/** Waits until a visitor's page has had no open request for a while. @throws Error naming requests that never end */
export const quiet = async (page: Page): Promise<void> => {
  const end = Date.now() + QUIET_WITHIN_MS;
  for (let since = Date.now(); Date.now() - since < QUIET_MS; await page.waitForTimeout(30)) {
    const open = [...(underWay.get(page) ?? [])];
    if (open.length === 0) continue;
    if (Date.now() > end) throw new Error(`requests that do not end: ${open.map((one) => one.url()).join(', ')}`);
    since = Date.now();
  }
};

/** Collects console errors, warnings and exceptions of a page: a correct page logs none, hydration included. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The tests block service workers (playwright.config.ts), and Playwright writes a warning about each.
    if (message.text().startsWith('Service Worker registration blocked')) return;
    // A machine without a graphics card reads each drawn frame of a 3D model back, and Chromium's driver warns of it.
    if (message.text().includes('GPU stall due to ReadPixels')) return;
    // By Chromium's clock: on a busy machine a picture may be shown later. Another test compares both (public.spec.ts).
    if (message.text().includes('was preloaded using link preload but not used')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  return complaints;
};

/** The header’s button that opens the sign-in; present once the page is hydrated. */
export const signInButton = (page: Page): Locator =>
  page.locator('html[data-hydrated]').getByRole('banner').getByRole('button', { name: 'Sign in' });
export const accountButton = (page: Page): Locator => page.getByRole('button', { name: /^Account of/ });
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Signs in with the dialog "Login with wallet". */
export const signIn = async (page: Page, walletName = 'MetaMask'): Promise<void> => {
  await signInButton(page).click();
  await dialog(page, 'Login').getByRole('button', { name: 'Sign in with a wallet' }).click();
  await dialog(page, 'Login with wallet').getByRole('button', { name: walletName }).click();
  await expect(accountButton(page)).toBeVisible();
};

const walletButton = (page: Page): Locator => page.getByRole('button', { name: /^Wallet:/ });

/**
 * Opens a page as a signed-in user whose wallet is connected: the session that the dialogs of `signIn` would leave in
 * this browser, made by the calls that they make. For tests that are not about signing in.
 */
export const openSignedIn = async (
  { url, page, context, wallet }: Omit<Visitor, 'complaints'>,
  path: string,
): Promise<void> => {
  const address = (call: Call) => url + pathOf(call);
  const nonce = await context.request.get(address(authCalls.walletNonce), { params: { address: wallet.address } });
  const { message } = ((await nonce.json()) as Answer<typeof authCalls.walletNonce>).data;
  const signature = await wallet.account.signMessage({ message });
  const login = await context.request.post(address(authCalls.loginWallet), { data: { message, signature } });
  expect(login.ok(), await login.text()).toBe(true);
  const { accessToken, refreshToken } = ((await login.json()) as Answer<typeof authCalls.loginWallet>).data;
  await context.addInitScript(
    ([origin, mark, stored]) => {
      // Only the first page of this browser: later ones keep what became of the session.
      if (location.origin !== origin || localStorage.getItem(mark)) return;
      for (const [name, value] of Object.entries({ ...stored, [mark]: '1' })) localStorage.setItem(name, value);
    },
    [
      url,
      'e2e.session',
      {
        [STORAGE_KEY.refreshToken]: refreshToken,
        [STORAGE_KEY.accessToken]: accessToken,
        'skarb.wallet': TestWallet.id,
      },
    ] as const,
  );
  await page.goto(path);
  await expect(accountButton(page)).toBeVisible();
  await expect(walletButton(page)).toBeVisible();
};

/** Sends play money to an address and waits until the chain has it. */
export const fund = async (address: `0x${string}`): Promise<void> => {
  await call(devCalls.faucet, { body: { address } });
  const client = createPublicClient({ transport: http(stack().rpcUrl) });
  await expect.poll(() => client.getBalance({ address })).toBeGreaterThan(0n);
};

/** A page's address ends in the id of what it shows. */
export const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').pop() ?? '';
