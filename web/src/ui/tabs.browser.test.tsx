import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { startTranslations } from '../platform/i18n/browser.ts';
import { TranslationProvider } from '../platform/i18n/use-translation.ts';
import { Tabs } from './tabs.tsx';

const NAMES = ['My gallery', 'On sale', 'Purchased', 'Created', 'Favourites'];

it('the selected tab is whole in view on a phone, also when the counts of the tabs arrive later', async () => {
  await page.viewport(390, 600);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const { i18n } = await startTranslations('en');
  const show = (count?: number) =>
    root.render(
      <TranslationProvider i18n={i18n}>
        <Tabs
          label="works"
          value="Favourites"
          tabs={NAMES.map((name) => ({ value: name, label: name, count }))}
          onValueChange={() => {}}
        />
      </TranslationProvider>,
    );
  const beyond = () => {
    const row = document.querySelector('[role=tablist]')?.getBoundingClientRect();
    const tab = document.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    return Math.max(0, (tab?.right ?? Infinity) - (row?.right ?? 0));
  };
  show();
  await expect.poll(beyond).toBe(0);
  show(1234);
  await expect.element(page.getByRole('tab', { name: 'Favourites 1,234' })).toBeVisible();
  await expect.poll(beyond).toBe(0);
});
