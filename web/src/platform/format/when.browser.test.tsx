import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serverHtml } from '../../../testing/server-html.ts';
import { startTranslations } from '../i18n/browser.ts';
import { TranslationProvider } from '../i18n/use-translation.ts';
import { When } from './when.tsx';

it('a date of the server becomes one of the reader’s country', async () => {
  const { i18n } = await startTranslations('en', { load: () => Promise.resolve({}), onMissing: () => {} });
  const page = (
    <TranslationProvider i18n={i18n}>
      <When at="2027-05-26T12:00:00Z" form="date" />
    </TranslationProvider>
  );
  const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  const place = serverHtml(renderToString(page));
  expect(place.textContent).toBe('26 May 2027');
  language.mockReturnValue('en-US');
  const faults: unknown[] = [];
  const root = hydrateRoot(place, page, { onRecoverableError: (fault) => faults.push(fault) });
  onTestFinished(() => {
    root.unmount();
    place.remove();
    language.mockRestore();
  });
  await expect.poll(() => place.textContent).toBe('May 26, 2027');
  expect(faults).toEqual([]);
});
