import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { LANGUAGE, LANGUAGE_FALLBACK, LANGUAGES, type Language } from '@skarb/schema/language';
import type { Owner } from './screen/owner.ts';
import { anOwner, PARTS, sideways, signInWith, walkTo, wordsOf, type Screen } from './screens.ts';
import { draw, test, visitor } from './visitor.ts';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The first language on a laptop, the others on a phone: all languages and both layouts are covered. */
const sizeOf = (language: Language) =>
  language === LANGUAGE_FALLBACK ? { width: 1440, height: 900 } : { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };
const TITLE = { visitor: 'public screens', account: 'account screens', trade: 'trade dialogs' };
/**
 * `npm run test:all`: every screen in both languages. Otherwise only those that no component test renders
 * (`web/src/app/*-screens.browser.test.tsx`), each in one language.
 */
const IN_BOTH_LANGUAGES = Boolean(process.env.E2E_BOTH_LANGUAGES);
const HERE = IN_BOTH_LANGUAGES ? (['visitor', 'account', 'trade'] as const) : (['visitor'] as const);

const NARROW_WITHIN_MS = 5_000;
/** What makes a page scroll sideways and goes on doing so: some parts follow the window's width a moment later. */
const stillSideways = async (page: Page): Promise<string[]> => {
  const end = Date.now() + NARROW_WITHIN_MS;
  let found = await sideways(page);
  for (; found.length > 0 && Date.now() < end; found = await sideways(page)) await page.waitForTimeout(100);
  return found;
};

/** By default each language gets half of the pages. A page's dialogs stay together, so that the page loads once. */
const shareOf = (language: Language, all: readonly Screen[]): Screen[] => {
  const screens = all.filter(({ isInComponentTest }) => IN_BOTH_LANGUAGES || !isInComponentTest);
  const paths = [...new Set(screens.map(({ path }) => path))];
  return screens.filter(({ path, isOnce }) => {
    // A screen that changes data for good, or waits for the chain, is opened in one language only.
    if (IN_BOTH_LANGUAGES) return !isOnce || language === LANGUAGE_FALLBACK;
    return paths.indexOf(path) % LANGUAGES.length === LANGUAGES.indexOf(language);
  });
};

// In parallel, each worker process makes an owner of its own.
if (IN_BOTH_LANGUAGES) test.describe.configure({ mode: 'parallel' });
let owner: Owner | undefined;
test.beforeAll(async () => {
  if (IN_BOTH_LANGUAGES) owner = await anOwner();
});
test.afterEach(() => owner?.unlock());

for (const part of HERE)
  for (const language of LANGUAGES)
    test(`axe finds no violation on ${TITLE[part]} in ${LANGUAGE[language].name}, and none scrolls sideways at 320 px`, async ({
      browser,
    }) => {
      test.setTimeout(900_000);
      const say = wordsOf(language);
      const { page, context, wallet } = await visitor(browser, { key: owner?.key, language });
      await page.setViewportSize(sizeOf(language));
      await owner?.speak(language);
      if (part !== 'visitor') {
        await page.goto('/nfts');
        await signInWith(page, say);
      }
      const found: string[] = [];
      let from: Screen | undefined;
      for (const screen of shareOf(
        language,
        await (part === 'visitor' ? PARTS.visitor(owner) : PARTS[part](owner as Owner)),
      )) {
        await page.setViewportSize(sizeOf(language));
        await walkTo(page, { from, to: screen }, say, wallet);
        from = screen;
        await draw(page);
        // A menu's focus guards move the focus on at once, which axe cannot detect. Legacy mode skips frames (the app
        // has none), and reporting only violations halves the time.
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode(true)
          .options({ runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] })
          .exclude('[data-base-ui-focus-guard]')
          .analyze();
        for (const { id, nodes } of violations)
          found.push(
            `${screen.name}: ${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
          );
        await page.setViewportSize(NARROW);
        for (const what of await stillSideways(page)) found.push(`${screen.name} scrolls sideways: ${what}`);
      }
      expect(found).toEqual([]);
      await context.close();
    });
