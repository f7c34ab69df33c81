import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { serverHtml } from '../../../testing/server-html.ts';
import { hydratedLater } from './hydrated-later.tsx';
import { wideOnly } from './wide-only.tsx';

const Filters = () => <p>filters</p>;

it('a narrow window neither loads a part for wide ones nor touches its HTML; one that becomes wide loads it', async () => {
  const Rendered = wideOnly(hydratedLater(() => Promise.resolve(Filters)));
  await Rendered.preload();
  const place = serverHtml(renderToString(<Rendered />));

  await page.viewport(390, 844);
  let loads = 0;
  const InBrowser = wideOnly(
    hydratedLater(() => {
      loads++;
      return Promise.resolve(Filters);
    }),
  );
  await InBrowser.preload();
  const faults: unknown[] = [];
  const html = place.querySelector('p');
  const root = hydrateRoot(place, <InBrowser />, { onRecoverableError: (fault) => faults.push(fault) });
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const fiberOf = (element: Element | null) => Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber'));
  await expect.poll(() => fiberOf(place.firstElementChild)).toBe(true);
  expect(place.querySelector('p')).toBe(html);
  expect(fiberOf(html)).toBe(false);
  expect(loads).toBe(0);

  await page.viewport(1440, 900);
  dispatchEvent(new Event('focusin'));
  await expect.poll(() => loads).toBe(1);
  await expect.poll(() => fiberOf(place.querySelector('p'))).toBe(true);
  expect(place.textContent).toBe('filters');
  expect(faults).toEqual([]);
});

it('a narrow window that comes from another page has no such part', async () => {
  await page.viewport(390, 844);
  const InBrowser = wideOnly(hydratedLater(() => Promise.resolve(Filters)));
  await InBrowser.preload();
  const place = serverHtml('');
  const faults: unknown[] = [];
  const root = createRoot(place, { onUncaughtError: (fault) => faults.push(fault) });
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(<InBrowser />);
  await expect.poll(() => place.innerHTML).toBe('<div></div>');
  expect(faults).toEqual([]);
});
