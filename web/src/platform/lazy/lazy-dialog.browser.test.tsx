import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, header, openApp, seen } from '../../../testing/open-app.tsx';
import { startTranslations } from '../i18n/browser.ts';
import { TranslationProvider } from '../i18n/use-translation.ts';
import { lazyDialog } from './lazy-dialog.tsx';

const Opened = () => <p>the dialog</p>;

/** A dialog whose script can be loaded once `isBack`. */
const open = async () => {
  const { i18n } = await startTranslations('en', {
    load: () =>
      Promise.resolve({
        error: { page: { chunkTitle: 'Part of the page did not load', offline: 'You are offline.' } },
        app: { retry: 'Try again', close: 'Close' },
      }),
    onMissing: () => {},
  });
  const script = { isBack: false, tries: 0 };
  const Later = lazyDialog<{ onClose: () => void }>(() => {
    script.tries++;
    return script.isBack ? Promise.resolve(Opened) : Promise.reject(new TypeError('no connection'));
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onClose = vi.fn<() => void>();
  root.render(
    <TranslationProvider i18n={i18n}>
      <Later onClose={onClose} />
    </TranslationProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
    vi.restoreAllMocks();
  });
  return { script, onClose };
};

it('a dialog whose script did not load says so, can be closed, and opens on another try', async () => {
  const { script, onClose } = await open();
  const message = page.getByRole('alert');
  await expect.element(message).toHaveTextContent('Part of the page did not load');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  script.isBack = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('the dialog')).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
});

it('a dialog that is opened without a connection says that, and opens once the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { script } = await open();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You are offline.');
  script.isBack = true;
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.element(page.getByText('the dialog')).toBeVisible();
  expect(script.tries).toBe(2);
});

it('the message stands above the bar of places on a phone', async () => {
  await page.viewport(390, 844);
  await openApp('/nfts');
  await open();
  const message = page.getByRole('alert').filter({ hasText: 'Part of the page did not load' });
  await seen(message);
  const bar = page.getByRole('navigation', { name: 'Places' }).element().getBoundingClientRect();
  expect(message.element().parentElement?.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
  await seen(button(header(), 'Sign in'));
});
