import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { anOwner, LANGUAGES, PARTS, sideways, signInWith, walkTo, wordsOf, type Screen } from './screens.ts';
import { test, visitor } from './visitor.ts';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A laptop in one language, a phone in the other: both shapes of every screen are looked at. */
const SIZE = { en: { width: 1440, height: 900 }, ukr: { width: 390, height: 844 } };
const NARROW = { width: 320, height: 640 };
const WHOSE = { visitor: 'a visitor’s screens', account: 'the screens of one’s own', trade: 'the dialogs of trading' };
// Each browser has an owner of its own, so the parts may go side by side.
test.describe.configure({ mode: 'parallel' });
let owner: Awaited<ReturnType<typeof anOwner>>;
test.beforeAll(async () => {
  owner = await anOwner();
});
test.afterEach(() => owner?.unlock());

for (const language of LANGUAGES)
  for (const part of ['visitor', 'account', 'trade'] as const)
    test(`axe finds nothing on ${WHOSE[part]} in ${language === 'en' ? 'English' : 'Ukrainian'}, and none scrolls sideways at 320 px`, async ({
      browser,
    }) => {
      test.setTimeout(900_000);
      const say = wordsOf(language);
      const { page, context, wallet } = await visitor(browser, { key: owner.key, language });
      await page.setViewportSize(SIZE[language]);
      await owner.speak(language);
      if (part !== 'visitor') {
        await page.goto('/nfts');
        await signInWith(page, say);
      }
      const found: string[] = [];
      let from: Screen | undefined;
      for (const screen of await PARTS[part](owner)) {
        // What a screen changes for good, or waits on the chain for, is opened in one language.
        if (screen.isOnce && language !== 'en') continue;
        await page.setViewportSize(SIZE[language]);
        await walkTo(page, { from, to: screen }, say, wallet);
        from = screen;
        // A menu's focus guards hand the focus on at once, so nobody ever stands on them; axe cannot know that.
        // No screen has a frame, and what passed is not asked for: by this way a screen takes half the time.
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
        for (const what of await sideways(page)) found.push(`${screen.name} scrolls sideways: ${what}`);
      }
      expect(found).toEqual([]);
      await context.close();
    });
