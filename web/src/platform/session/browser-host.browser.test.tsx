import { expect, it } from 'vitest';
import { aUser } from '../../../testing/examples.ts';
import { button, header, openApp } from '../../../testing/open-app.tsx';

it('a page that the browser kept for “Back” learns that its user has signed out meanwhile', async () => {
  await openApp('/nfts', { user: aUser() });
  await expect.element(button(header(), /^Account/)).toBeVisible();
  // In another tab; a kept page gets no storage event.
  localStorage.clear();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(button(header(), 'Sign in')).toBeVisible();
});
