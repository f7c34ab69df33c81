import { authEndpoints } from '@skarb/schema/auth';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { moderationEndpoints } from '@skarb/schema/moderation';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aToken, aUser, daysAgo, uuidOf } from '../../../testing/examples.ts';
import { alert, button, dialog, main, notice, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';
import { answerTrade } from '../../../testing/trading.ts';

it('a report needs a reason, keeps what was typed after a failure, and ends with thanks', async () => {
  const token = aToken();
  let isUnavailable = true;
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, []).answer(moderationEndpoints.report, () =>
        isUnavailable ? refuse(503, 'http.503', 'away') : { data: { uuid: uuidOf(91), createdAt: daysAgo(0) } },
      ),
  });
  await button(main(), 'Report this work').click();
  const form = dialog('Report a work');
  await button(form, 'Send the report').click();
  await seen(alert(form, 'Choose a reason.'));
  expect(api.requests(moderationEndpoints.report)).toEqual([]);
  await form.getByLabelText('Reason').selectOptions('STOLEN');
  await form.getByLabelText('In your own words (optional)').fill('I made it.');
  await button(form, 'Send the report').click();
  await expect.element(form.getByRole('alert').last()).toHaveTextContent(/\S/);
  await expect.element(form.getByLabelText('In your own words (optional)')).toHaveValue('I made it.');
  await expectAccessible();
  isUnavailable = false;
  await button(form, 'Send the report').click();
  await seen(notice('Thank you. An admin will look at it.'));
  expect(api.requests(moderationEndpoints.report).at(-1)?.body).toMatchObject({
    subjectUuid: token.uuid,
    reason: 'STOLEN',
    note: 'I made it.',
  });
  const reported = button(main(), 'You reported this work');
  await expect.element(reported).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
});

it('a report whose session has ended meanwhile asks for the sign-in, and is sent after it', async () => {
  const token = aToken();
  const user = aUser();
  let isSignedIn = false;
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    user,
    answers: (scripted) =>
      answerTrade(scripted, token, [])
        .answer(authEndpoints.login, () => {
          isSignedIn = true;
          return { data: { accessToken: 'another', refreshToken: 'another', expiresIn: 900, user } };
        })
        .answer(moderationEndpoints.report, () =>
          isSignedIn ? { data: { uuid: uuidOf(91), createdAt: daysAgo(0) } } : refuse(401, 'auth.required'),
        ),
  });
  await button(main(), 'Report this work').click();
  const form = dialog('Report a work');
  await form.getByLabelText('Reason').selectOptions('STOLEN');
  await form.getByLabelText('In your own words (optional)').fill('I made it.');
  localStorage.removeItem(STORAGE_KEY.accessToken);
  localStorage.removeItem(STORAGE_KEY.refreshToken);
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
  await button(form, 'Send the report').click();
  const login = dialog('Login');
  await expect.element(login).toHaveTextContent('Your session has ended. Sign in again: what you typed is still here.');
  await login.getByLabelText('E-mail').fill('anna@example.com');
  await login.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await button(login, 'Sign in').click();
  await seen(notice('Thank you. An admin will look at it.'));
  expect(api.requests(moderationEndpoints.report).at(-1)?.body).toMatchObject({ reason: 'STOLEN', note: 'I made it.' });
});

it('a work that one has reported before is not asked about a second time', async () => {
  const token = aToken();
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, []).answer(moderationEndpoints.report, () => refuse(409, 'report.open')),
  });
  await button(main(), 'Report this work').click();
  const form = dialog('Report a work');
  await form.getByLabelText('Reason').selectOptions('SPAM');
  await button(form, 'Send the report').click();
  await seen(alert(form, 'You have already reported this.'));
  await button(form, 'Close').click();
  await button(dialog('Discard what you typed?'), 'Discard').click();
  const reported = button(main(), 'You reported this work');
  await expect.element(reported).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Report a work')).not.toBeInTheDocument();
  expect(api.requests(moderationEndpoints.report)).toHaveLength(1);
});
