import type { User } from '@skarb/schema/auth';
import { LANGUAGE_FALLBACK, LANGUAGES, type Language } from '@skarb/schema/language';
import axe from 'axe-core';
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page, type Locator } from 'vitest/browser';
import { wordsIn } from './browser-boundary.ts';
import { type App, button, dialog, main, openApp, type Options } from './open-app.tsx';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A laptop in the first language and a phone in the others. */
const sizeOf = (language: Language): readonly [number, number] =>
  language === LANGUAGE_FALLBACK ? [1440, 900] : [390, 844];
const NARROW = [320, 640] as const;
/** A small phone, for readers who have text at twice its size. */
const SMALL = [360, 640] as const;

/** The app's words in a language by their key, e.g. `say('auth.login.title')`, without the placeholders in braces. */
export type Say = (key: string) => string;
const sayIn =
  (language: Language): Say =>
  (key) => {
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], wordsIn(language));
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`);
    return found.replace(/\{\{\w+\}\}/g, '').trim();
  };

/** Waits until no animation runs: halfway, a colour has too little contrast. */
const motionless = async (): Promise<void> => {
  await document.fonts.ready;
  const motions = document
    .getAnimations()
    // Those that scrolling drives never finish.
    .filter(
      ({ effect, timeline }) =>
        timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  await Promise.all(motions.map((motion) => motion.finished.catch(() => undefined)));
};

/**
 * The violations of WCAG 2.2 AA on the current page, or in its dialogs alone: the page below is a screen of its own, and
 * takes three times as long.
 */
const violations = async (): Promise<string[]> => {
  const found = await axe.run(
    {
      include: [document.querySelector('[role=dialog]') ? '[role=dialog]' : 'html'],
      // Focus guards of menus forward the focus at once.
      exclude: ['[data-base-ui-focus-guard]'],
    },
    { runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'], iframes: false },
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
  );
};

/**
 * Fails if axe finds a violation on the current page and goes on finding one: an answer that arrives while axe runs may leave
 * it with an element that is no longer there, whose text it cannot read.
 */
export const expectAccessible = async (): Promise<void> => {
  await motionless();
  await expect.poll(violations).toEqual([]);
};

/** The elements that make the page or a dialog scroll sideways, without rows that are meant to scroll. */
const sideways = (): string[] => {
  const root = document.documentElement;
  const name = (element: Element) => `${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`;
  const wideIn = (element: Element) =>
    [...element.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1)
      .slice(-1)
      .map(name)
      .join();
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page by ${root.scrollWidth - root.clientWidth} px: ${wideIn(document.body)}`);
  for (const element of document.querySelectorAll('[role=dialog], [role=dialog] *')) {
    const { overflowY } = getComputedStyle(element);
    const over = element.scrollWidth - element.clientWidth;
    if ((overflowY === 'auto' || overflowY === 'scroll') && over > 0)
      found.push(`a dialog by ${over} px: ${wideIn(element)}`);
    const { left, right } = element.getBoundingClientRect();
    if (element.matches('[role=dialog]') && (left < 0 || right > root.clientWidth)) found.push('a dialog off the edge');
  }
  return found;
};

const TEXT_SIZE = 16;
/** Sets the size of text in the browser's settings, which media queries in `rem` follow, too. */
const setTextSize = async (standard: number): Promise<void> => {
  await cdp().send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
};

/** A screen or a dialog: its path, and how to open it. */
export type Screen = {
  path: string;
  user?: User;
  answers?: Options['answers'];
  open?: (say: Say, app: App) => Promise<unknown>;
};

let count = 0;
/**
 * Tests that axe finds nothing on a screen and that it does not scroll sideways at 320 px. One language per screen,
 * alternating; both with `ALL_LANGUAGES` (`npm run test:all`), and then also at 360 px with text at twice its size.
 */
export const itIsAccessible = (name: string, screen: Screen): void => {
  const own = LANGUAGES[count++ % LANGUAGES.length] ?? LANGUAGE_FALLBACK;
  const languages: readonly Language[] = import.meta.env.ALL_LANGUAGES ? LANGUAGES : [own];
  for (const language of languages)
    it(`${name} has nothing that axe finds, and does not scroll sideways on small phones (${language})`, async () => {
      const say = sayIn(language);
      // Also after a failure: the tests that follow share the window.
      if (import.meta.env.ALL_LANGUAGES) onTestFinished(() => setTextSize(TEXT_SIZE));
      await page.viewport(...sizeOf(language));
      const { user } = screen;
      const app = await openApp(screen.path, {
        language,
        user: user && { ...user, language },
        answers: screen.answers,
      });
      await screen.open?.(say, app);
      await expect.poll(() => app.api.isQuiet).toBe(true);
      await expectAccessible();
      await page.viewport(...NARROW);
      // Floating elements move to their new position a moment later.
      await expect.poll(sideways).toEqual([]);
      // On a busy machine the browser lays out some screens at the former size of text for long: not in `npm test`.
      if (!import.meta.env.ALL_LANGUAGES) return;
      await setTextSize(2 * TEXT_SIZE);
      await page.viewport(...SMALL);
      await expect.poll(sideways, { message: 'with text at twice its size' }).toEqual([]);
    });
};

/** Opens a dialog by one button of the screen. */
export const byButton =
  (name: string, title: string, place: () => Locator = main) =>
  async (say: Say): Promise<void> => {
    await button(place(), say(name)).click();
    await expect.element(dialog(say(title))).toBeVisible();
  };
