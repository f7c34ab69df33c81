import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { allScreens, anOwner, LANGUAGES, settled, signInWith, wordsOf } from './screens.ts';
import { visitor } from './visitor.ts';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
let owner: Awaited<ReturnType<typeof anOwner>>;
test.beforeAll(async () => {
  owner = await anOwner();
});

for (const language of LANGUAGES) {
  test(`axe finds nothing on any screen or dialog in ${language === 'en' ? 'English' : 'Ukrainian'}`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const say = wordsOf(language);
    const { page, context } = await visitor(browser, { key: owner.key, language });
    await owner.speak(language);
    let isSignedIn = false;
    const found: string[] = [];
    for (const screen of await allScreens(owner)) {
      if (screen.isOwn && !isSignedIn) {
        await page.goto('/nfts');
        await signInWith(page, say);
        isSignedIn = true;
      }
      await page.goto(screen.path);
      await screen.open?.(page, say);
      await settled(page);
      // A menu's focus guards hand the focus on at once, so nobody ever stands on them; axe cannot know that.
      const { violations } = await new AxeBuilder({ page })
        .withTags(LEVELS)
        .exclude('[data-base-ui-focus-guard]')
        .analyze();
      for (const { id, nodes } of violations)
        found.push(
          `${screen.name}: ${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
        );
    }
    expect(found).toEqual([]);
    await context.close();
  });
}
