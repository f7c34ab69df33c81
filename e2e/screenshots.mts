import { chromium, expect, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemChromium } from '../tools/chromium.mjs';
import setup from './stack.setup.ts';
import { anOwner, LANGUAGES, openScreen, PARTS, settled, sideways, signInWith, wordsOf } from './screens.ts';
import { visitor } from './visitor.ts';

/**
 * Takes screenshots of every screen and dialog in both languages at three widths, into `screenshots/`, for review.
 * Uses a running stack (`E2E_URL`, `E2E_RPC_URL`, `E2E_DEPLOYMENT`) or starts its own.
 * `npm run screenshots -- ukr token,dialog-sell` makes only those, in Ukrainian.
 */
const WIDTHS = [390, 820, 1440];
const FILLED_WITHIN_MS = 5_000;
/** How long a page rests before it asks for the scripts and answers that its first view does not need. */
const IDLE_MS = 500;
const wanted = process.argv.slice(2).flatMap((word) => word.split(','));
const wantedLanguages = LANGUAGES.filter((language) => wanted.includes(language));
const languages = wantedLanguages.length > 0 ? wantedLanguages : LANGUAGES;
const only = wanted.filter((name) => !LANGUAGES.some((language) => language === name));
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });

const stop = await setup();
const browser = await chromium.launch({ executablePath: systemChromium(), args: ['--no-sandbox', '--disable-gpu'] });
/** Waits for what loads after the page was quiet: parts that wait for an idle browser, and what their scripts ask for. */
const filled = async (page: Page) => {
  await page.waitForTimeout(IDLE_MS);
  await settled(page);
  await expect
    .poll(
      () =>
        page.evaluate(() =>
          [...document.querySelectorAll('.shimmer')].every(
            (one) => !one.checkVisibility() || one.getBoundingClientRect().top > innerHeight,
          ),
        ),
      { timeout: FILLED_WITHIN_MS },
    )
    .toBe(true);
};
let missed = 0;
try {
  const owner = await anOwner();
  const parts = await Promise.all(Object.values(PARTS).map((part) => part(owner)));
  const screens = parts.flat().filter(({ name }) => only.length === 0 || only.includes(name));
  for (const language of languages) {
    const say = wordsOf(language);
    const { page, context, wallet } = await visitor(browser, { key: owner.key, language });
    await owner.speak(language);
    let isSignedIn = false;
    for (const screen of screens) {
      if (screen.isOwn && !isSignedIn) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto('/nfts');
        await signInWith(page, say);
        isSignedIn = true;
      }
      for (const width of WIDTHS) {
        const name = `${screen.name}-${language}-${width}.png`;
        try {
          await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
          if (screen.isOnce && width !== WIDTHS[0]) await settled(page);
          else await openScreen(page, screen, say, wallet);
          await filled(page);
          const isWhole = !screen.open || screen.isTall;
          if (isWhole) await page.evaluate(() => scrollTo(0, 0));
          // A dialog is captured as the window shows it, a screen in its full height.
          await page.screenshot({ path: folder + name, fullPage: isWhole });
          console.log([name, ...(await sideways(page))].join(': '));
        } catch (error) {
          missed++;
          console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
        }
      }
      // A page opens its unfinished registration again.
      if (!isSignedIn) await page.evaluate(() => sessionStorage.clear());
    }
    await owner.unlock();
    await context.close();
  }
} finally {
  await browser.close();
  await stop?.();
}
process.exit(missed > 0 ? 1 : 0);
