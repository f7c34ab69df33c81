import { expect, type Locator, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@skarb/schema/language';
import { readFileSync } from 'node:fs';
import { quiet } from '../visitor.ts';
import type { TestWallet } from '../wallet.ts';

export { LANGUAGES, type Language };

/** The interface texts of a language, e.g. `say('auth.login.title')`, without placeholders in braces. */
export const wordsOf = (language: Language) => {
  const files = new Map<string, unknown>();
  return (key: string): string => {
    const [file = '', ...path] = key.split('.');
    if (!files.has(file))
      files.set(
        file,
        JSON.parse(readFileSync(new URL(`../../web/locales/${language}/common/${file}.json`, import.meta.url), 'utf8')),
      );
    const found = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], files.get(file));
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`);
    return found.replace(/\{\{\w+\}\}/g, '').trim();
  };
};
export type Say = ReturnType<typeof wordsOf>;

/** A screen or a dialog on it: its address and how to open it. */
export type Screen = {
  name: string;
  path: string;
  /** Opened as the signed-in owner. */ isOwn?: boolean;
  /** Captured in its full height although `open` opened something on it. */ isTall?: boolean;
  /** Opening it changes data or waits for the chain: it is opened once, not for each size. */ isOnce?: boolean;
  /** A component test runs axe on it: here it is opened by `npm run test:all` and for screenshots. */
  isInComponentTest?: boolean;
  open?: (page: Page, say: Say, wallet: TestWallet) => Promise<void>;
};

export const press = (place: Page | Locator, name: string, role: 'button' | 'menuitem' = 'button') =>
  place.getByRole(role, { name, exact: true }).first().click();
export const shown = (page: Page, title: string, timeout?: number) =>
  expect(page.getByRole('dialog', { name: title })).toBeVisible({ timeout });
export const header = (page: Page) => page.getByRole('banner');
export const main = (page: Page) => page.getByRole('main');

/** A dialog that opens with one press of a button on its screen. */
export const dialogBy = (name: string, path: string, button: string, title: string): Screen => ({
  name: `dialog-${name}`,
  path,
  isOwn: true,
  open: async (page, say) => {
    await press(main(page), say(button));
    await shown(page, say(title));
  },
});

/** Signs in by wallet in any language of the page. */
export const signInWith = async (page: Page, say: Say): Promise<void> => {
  await press(header(page), say('auth.signIn'));
  await press(page.getByRole('dialog'), say('auth.login.byWallet'));
  await page
    .getByRole('dialog', { name: say('auth.loginWallet.title') })
    .getByRole('button', { name: 'MetaMask' })
    .click();
  await expect(page.getByRole('button', { name: new RegExp(`^${say('auth.menu.label')}`) })).toBeVisible();
};

/** Goes to a screen's page and waits until it is hydrated: the header then shows the account. */
const load = async (page: Page, screen: Screen, say: Say): Promise<void> => {
  await page.goto(screen.path);
  const account = screen.isOwn ? new RegExp(`^${say('auth.menu.label')}`) : say('auth.signIn');
  await expect(header(page).getByRole('button', { name: account })).toBeVisible();
};

/** Goes to a screen, opens its dialog if it has one, and waits until it stops changing. */
export const openScreen = async (page: Page, screen: Screen, say: Say, wallet: TestWallet): Promise<void> => {
  await load(page, screen, say);
  await screen.open?.(page, say, wallet);
  await settled(page);
};

/** Popups that Escape closes; whatever else a screen opened stays open on its page. */
const popup = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog], [role=menu]');
const CLOSES_WITHIN_MS = 3_000;
/** Closes the dialog that a screen opened. @returns whether the page is as before */
const closed = async (page: Page): Promise<boolean> => {
  if ((await popup(page).count()) === 0) return false;
  await page.keyboard.press('Escape');
  return popup(page)
    .first()
    .waitFor({ state: 'detached', timeout: CLOSES_WITHIN_MS })
    .then(
      async () => (await popup(page).count()) === 0,
      () => false,
    );
};

/**
 * Like `openScreen`, for a series of screens: dialogs of one page open one after another without reloading it. A screen
 * that changes its page or data for good must be the last one on its page.
 */
export const walkTo = async (
  page: Page,
  { from, to }: { from: Screen | undefined; to: Screen },
  say: Say,
  wallet: TestWallet,
): Promise<void> => {
  const isSamePage = from?.path === to.path && !from.isOnce && !from.isTall && !to.isOnce;
  if (!isSamePage || (from.open && !(await closed(page)))) await load(page, to, say);
  await to.open?.(page, say, wallet);
  await settled(page);
};

/** Waits until a screen stops changing: loaded, hydrated, pictures shown, animations finished. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await quiet(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        // Those that scrolling drives never finish.
        .filter(
          ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((motion) => motion.finished.catch(() => {})),
    );
  });
};

/**
 * The elements that make the page, or a dialog on it, scroll sideways; intentional scrollers (a row of chips) are left
 * out.
 */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const name = (element: Element) => `${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.body.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
      );
      found.push(`the page by ${root.scrollWidth - root.clientWidth} px: ${wide.slice(-1).map(name).join()}`);
    }
    for (const element of document.querySelectorAll('[role=dialog], [role=dialog] *')) {
      const { overflowY } = getComputedStyle(element);
      const over = element.scrollWidth - element.clientWidth;
      if ((overflowY === 'auto' || overflowY === 'scroll') && over > 0) found.push(`a dialog by ${over} px`);
      const { left, right } = element.getBoundingClientRect();
      if (element.matches('[role=dialog]') && (left < 0 || right > root.clientWidth))
        found.push('a dialog off the edge');
    }
    return found;
  });
