import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, dialog, header, notice, openApp, seen } from '../../testing/open-app.tsx';
import { toast } from './toast.tsx';

it('a page without toasts is not styled again for their height', async () => {
  await openApp('/nfts');
  // A frame in which the list of toasts is measured.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(document.documentElement.style.getPropertyValue('--toasts')).toBe('');
});

it('toasts cover nothing of a dialog on a phone, however tall both are', async () => {
  await page.viewport(390, 600);
  await openApp('/nfts');
  await button(header(), 'Sign in').click();
  await button(dialog('Login'), 'Register').click();
  await seen(dialog('Register'));
  const full = dialog('Register').element().getBoundingClientRect();
  for (const words of ['Saved', `Not sent: ${'the marketplace cannot be reached. '.repeat(3)}`]) toast.error(words);
  await seen(notice('Saved'));
  const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('list').element();
  await expect
    .poll(() => dialog('Register').element().getBoundingClientRect().top)
    .toBeGreaterThanOrEqual(toasts.getBoundingClientRect().bottom);
  // Its foot, where the buttons are, stays: a press that is under way hits what it was meant for.
  expect(dialog('Register').element().getBoundingClientRect().bottom).toBe(full.bottom);
});
