import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { Tabs } from './tabs.tsx';

const NAMES = ['My gallery', 'On sale', 'Purchased', 'Created', 'Favourites'];

it('the selected tab is whole in view on a phone, also when the counts of the tabs arrive later', async () => {
  await page.viewport(390, 600);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    root.unmount();
    await page.viewport(1440, 900);
  });
  const show = (count?: number) =>
    root.render(
      <Tabs
        label="works"
        value="Favourites"
        tabs={NAMES.map((name) => ({ value: name, label: name, count }))}
        onValueChange={() => {}}
      />,
    );
  const beyond = () => {
    const row = document.querySelector('[role=tablist]')?.getBoundingClientRect();
    const tab = document.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    return Math.max(0, (tab?.right ?? Infinity) - (row?.right ?? 0));
  };
  show();
  await expect.poll(beyond).toBe(0);
  show(1234);
  await expect.element(page.getByRole('tab', { name: 'Favourites 1234' })).toBeVisible();
  await expect.poll(beyond).toBe(0);
});
