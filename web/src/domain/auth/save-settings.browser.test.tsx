import { accountEndpoints } from '@skarb/schema/account';
import { expect, it } from 'vitest';
import { aUser } from '../../../testing/examples.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { session } from '../../platform/session/use-session.ts';
import { saveSettings } from './save-settings.ts';

it('the last of two quick choices is the one that the account keeps', async () => {
  const user = aUser();
  let kept = user;
  let answer = () => {};
  const { api } = await openApp('/nfts', {
    user,
    answers: (scripted) =>
      scripted.answer(accountEndpoints.settings, async ({ body }) => {
        kept = { ...kept, ...body };
        const data = kept;
        await new Promise<void>((resolve) => (answer = resolve));
        return { data };
      }),
  });
  const first = saveSettings(session, { language: 'ukr' });
  const second = saveSettings(session, { language: 'en' });
  await expect.poll(() => api.requests(accountEndpoints.settings)).toHaveLength(1);
  answer();
  await first;
  await expect.poll(() => api.requests(accountEndpoints.settings)).toHaveLength(2);
  answer();
  await second;
  expect(kept.language).toBe('en');
  expect(session.getState().user?.language).toBe('en');
});
