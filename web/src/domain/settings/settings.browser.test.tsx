import { accountEndpoints } from '@skarb/schema/account';
import { authEndpoints } from '@skarb/schema/auth';
import { ownDataEndpoints } from '@skarb/schema/own-data';
import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser, daysAgo } from '../../../testing/examples.ts';
import { aPicture } from '../../../testing/files.ts';
import { alert, button, dialog, main, notice, openApp } from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';

const section = (name: string): Locator => page.getByRole('region', { name, exact: true });

it('the profile form enforces its limits, shows each error at its field, and keeps what was typed', async () => {
  const user = aUser();
  const { api } = await openApp('/settings', {
    user,
    answers: (scripted) =>
      scripted.answer(authEndpoints.editProfile, ({ body }) => ({
        data: { ...user, name: body.name ?? null, bio: body.bio ?? null, avatar: null },
      })),
  });
  const profile = section('Profile');
  await expect.element(profile.getByLabelText('Nickname')).toHaveValue(user.username);
  await userEvent.upload(profile.getByLabelText('Change the picture'), await aPicture('me.png'));
  const crop = dialog('Picture');
  await crop.getByLabelText('Zoom', { exact: true }).fill('2');
  await expectAccessible();
  await button(crop, 'Use this').click();
  await expect.element(crop).not.toBeInTheDocument();
  await profile.getByLabelText('Name', { exact: true }).fill('Ольга Скарб');
  const bio = profile.getByLabelText('About you');
  await bio.fill('b'.repeat(250));
  await userEvent.type(bio, 'c'.repeat(10));
  const typed = 'b'.repeat(250) + 'c'.repeat(6);
  await expect.element(bio).toHaveValue(typed);
  await expect.element(profile.getByText('256 / 256')).toBeVisible();

  await profile.getByLabelText('Nickname').fill('two words');
  await button(profile, 'Save').click();
  await expect.element(alert(profile, 'Only letters, digits and underscores')).toBeVisible();
  await profile.getByLabelText('Nickname').fill('');
  await button(profile, 'Save').click();
  await expect.element(alert(profile, 'required')).toBeVisible();
  await expect.element(bio).toHaveValue(typed);
  expect(api.requests(authEndpoints.editProfile)).toEqual([]);
  await profile.getByLabelText('Nickname').fill(user.username ?? '');
  await button(profile, 'Save').click();
  await expect.element(notice('Your profile is saved.')).toBeVisible();
  const [sent] = api.requests(authEndpoints.editProfile);
  expect(sent?.body).toMatchObject({ name: 'Ольга Скарб', bio: typed });
  expect(sent?.files.avatar?.type).toMatch(/^image\//);
});

it('what is typed while the profile is being saved stays, and is saved by the next press', async () => {
  const user = aUser();
  let answer = () => {};
  const { api } = await openApp('/settings', {
    user,
    answers: (scripted) =>
      scripted.answer(authEndpoints.editProfile, async ({ body }) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { data: { ...user, name: body.name ?? null } };
      }),
  });
  const profile = section('Profile');
  await profile.getByLabelText('Name', { exact: true }).fill('Olha');
  await button(profile, 'Save').click();
  await expect.poll(() => api.requests(authEndpoints.editProfile)).toHaveLength(1);
  const bio = profile.getByLabelText('About you');
  await bio.fill('Paints birds');
  answer();
  await expect.element(notice('Your profile is saved.')).toBeVisible();
  await expect.element(bio).toHaveValue('Paints birds');
  await button(profile, 'Save').click();
  await expect.poll(() => api.requests(authEndpoints.editProfile)).toHaveLength(2);
  expect(api.requests(authEndpoints.editProfile)[1]?.body).toEqual({ bio: 'Paints birds' });
  answer();
  await expect.element(button(profile, 'Undo changes')).not.toBeInTheDocument();
});

it('the statement and the links are checked at their fields, and nothing that was typed is lost', async () => {
  const user = aUser({ links: [{ kind: 'telegram', url: 'https://t.me/olha' }] });
  const { api } = await openApp('/settings', {
    user,
    answers: (scripted) => scripted.answer(authEndpoints.editProfile, () => ({ data: user })),
  });
  const profile = section('Profile');
  const statement = profile.getByLabelText('In Ukrainian');
  const long = `${'ї'.repeat(2001)}🎨🎨`;
  await statement.fill(long);
  await expect.element(profile.getByText('3 characters too many')).toBeVisible();
  await button(profile, 'Add a link').click();
  await profile.getByLabelText('Link 2', { exact: true }).fill('http://olha.art');
  await button(profile, 'Save').click();
  await expect.element(alert(profile, 'At most 2,000 characters')).toBeVisible();
  await expect.element(alert(profile, 'begins with https://')).toBeVisible();
  await expect.element(statement).toHaveValue(long);
  await expectAccessible();
  expect(api.requests(authEndpoints.editProfile)).toEqual([]);
  await statement.fill('Ріжу папір.');
  await profile.getByLabelText('Link 2', { exact: true }).fill('instagram.com/olha');
  await expect.element(profile.getByText('Instagram')).toBeVisible();
  await button(profile, 'Remove link 1').click();
  await button(profile, 'Save').click();
  await expect.element(notice('Your profile is saved.')).toBeVisible();
  const [sent] = api.requests(authEndpoints.editProfile);
  expect(sent?.body).toMatchObject({
    statement: { ukr: 'Ріжу папір.' },
    links: [{ kind: 'instagram', url: 'https://instagram.com/olha' }],
  });
});

it('who is verified reads beside another name that it costs the mark', async () => {
  await openApp('/settings', { user: aUser({ name: 'Olha', isVerified: true }) });
  const profile = section('Profile');
  const name = profile.getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveValue('Olha');
  await expect.element(profile.getByText('takes the verified mark away')).not.toBeInTheDocument();
  await name.fill('Somebody famous');
  await expect.element(profile.getByText('takes the verified mark away')).toBeVisible();
  await expect.element(profile.getByRole('link', { name: /^Write to us/ })).toHaveAttribute('href', '/contact');
});

it('the error about a taken nickname is shown beside its field', async () => {
  await openApp('/settings', {
    user: aUser(),
    answers: (api) =>
      api.answer(authEndpoints.editProfile, () =>
        refuseFields({ username: { isUnique: 'is taken' } }, 'auth.usernameTaken'),
      ),
  });
  const profile = section('Profile');
  await profile.getByLabelText('Nickname').fill('ann');
  await button(profile, 'Save').click();
  await expect.element(profile.getByLabelText('Nickname')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(profile.getByLabelText('Nickname')).toHaveFocus();
});

it('a phone number is required, and its code must be correct', async () => {
  const user = aUser();
  await openApp('/settings', {
    user,
    answers: (api) =>
      api
        .answer(accountEndpoints.phone, () => undefined)
        .answer(accountEndpoints.confirmPhone, ({ body }) =>
          body.code === '123456'
            ? { data: { ...user, phoneNumber: '+380671234567', isPhoneNumberConfirmed: true } }
            : refuse(400, 'phone.codeWrong'),
        ),
  });
  const account = section('Account');
  await button(account, 'Add a number').click();
  await button(account, 'Send the code').click();
  await expect.element(alert(account, 'required')).toBeVisible();
  await account.getByLabelText('Phone number').fill('+380671234567');
  await button(account, 'Send the code').click();
  await account.getByLabelText('Code from the SMS').fill('123456');
  await button(account, 'Confirm').click();
  await expect.element(notice('Your phone number is confirmed.')).toBeVisible();
});

it('only a correct code turns a second factor on, and its recovery codes are shown once', async () => {
  const user = aUser();
  const recoveryCodes = Array.from({ length: 10 }, (_, number) => `code-000${number}`);
  await openApp('/settings', {
    user,
    answers: (api) =>
      api
        .answer(accountEndpoints.twoFactorSetup, () => ({
          data: {
            otpauthUrl: 'otpauth://totp/Skarb',
            secret: 'JBSWY3DPEHPK3PXP',
            qr: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
          },
        }))
        .answer(accountEndpoints.twoFactorEnable, ({ body }) => {
          if (body.code !== '123456') return refuseFields({ code: { isRight: 'is wrong' } }, 'auth.codeWrong');
          api.answer(authEndpoints.me, () => ({ data: { ...user, isTwoFactorAuthenticationEnabled: true } }));
          return { data: { recoveryCodes } };
        }),
  });
  const security = section('Security');
  await button(security, 'Turn on').click();
  const setup = dialog('Turn on two-factor authentication');
  await expect.element(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await setup.getByLabelText('Code from the app').fill('000000');
  await button(setup, 'Turn on').click();
  await expect.element(alert(setup, 'This code is wrong')).toBeVisible();
  await expectAccessible();
  await setup.getByLabelText('Code from the app').fill('123456');
  await button(setup, 'Turn on').click();
  const codes = dialog('Your recovery codes');
  await expect.poll(() => codes.getByRole('listitem').elements().length).toBe(10);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(codes, 'Close')).not.toBeInTheDocument();
  await button(codes, 'I have saved them').click();
  await expect.element(button(security, 'Turn off')).toBeVisible();
});

it('a second factor says how many recovery codes are left, and a code replaces them', async () => {
  let left = 2;
  await openApp('/settings', {
    user: aUser({ isTwoFactorAuthenticationEnabled: true }),
    answers: (api) =>
      api
        .answer(accountEndpoints.twoFactor, () => ({ data: { recoveryCodesLeft: left } }))
        .answer(accountEndpoints.recoveryCodes, ({ body }) => {
          if (body.code !== '123456') return refuseFields({ code: { isRight: 'is wrong' } }, 'auth.codeWrong');
          left = 10;
          return { data: { recoveryCodes: Array.from({ length: 10 }, (_, number) => `code-000${number}`) } };
        }),
  });
  const security = section('Security');
  await expect.element(security.getByText('2 recovery codes left.')).toBeVisible();
  await button(security, 'New recovery codes').click();
  const asked = dialog('New recovery codes');
  await asked.getByRole('textbox').fill('000000');
  await button(asked, 'New recovery codes').click();
  await expect.element(alert(asked, 'This code is wrong')).toBeVisible();
  await expectAccessible();
  await asked.getByRole('textbox').fill('123456');
  await button(asked, 'New recovery codes').click();
  const codes = dialog('Your recovery codes');
  await expect.poll(() => codes.getByRole('listitem').elements().length).toBe(10);
  await button(codes, 'I have saved them').click();
  await expect.element(security.getByText('10 recovery codes left.')).toBeVisible();
});

it('a change of a sign-in method asks for a new proof if the last one is old, and continues with what was typed', async () => {
  const user = aUser({ metamaskWallet: null });
  const moved = 'moved@example.com';
  let current = user;
  let isProved = false;
  await openApp('/settings', {
    user,
    answers: (api) =>
      api
        .answer(authEndpoints.me, () => ({ data: current }))
        .answer(authEndpoints.editProfile, ({ body }) => {
          if (!isProved) return refuse(403, 'auth.stepUpRequired');
          current = { ...user, pendingEmail: body.email ?? null };
          return { data: current };
        })
        .answer(accountEndpoints.stepUp, ({ body }) => {
          if (!('password' in body) || body.password !== 'a long enough one')
            return refuseFields({ password: { isRight: 'is wrong' } });
          isProved = true;
        }),
  });
  const account = section('Account');
  await button(account, 'Change').click();
  await account.getByLabelText('New e-mail address').fill(moved);
  await button(account, 'Send the link').click();
  const proof = dialog('Confirm that it is you');
  const password = proof.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('not this one{Enter}');
  await expect.element(alert(proof, 'The password is wrong')).toBeVisible();
  await expectAccessible();
  await userEvent.clear(password);
  await userEvent.type(password, 'a long enough one{Enter}');
  await expect.element(account.getByText(`Open the link in the e-mail to ${moved}.`)).toBeVisible();
  await expect.element(account.getByText(user.email ?? '', { exact: true })).toBeVisible();
});

it('whoever fills in a form while their account is about to be deleted reads so above it, and keeps both', async () => {
  let user = aUser({ deletionAt: daysAgo(-5) });
  await openApp('/create-collection', {
    user,
    answers: (scripted) =>
      scripted
        .answer(authEndpoints.me, () => ({ data: user }))
        .answer(ownDataEndpoints.keepAccount, () => {
          user = { ...user, deletionAt: null };
          return undefined;
        }),
  });
  const notes = main().getByText(/^Your account will be deleted on /);
  await expect.element(notes).toBeVisible();
  const name = main().getByLabelText('Name', { exact: true });
  await name.fill('Paper boats');
  await expectAccessible();
  await button(main(), 'Keep my account').click();
  await expect.element(notice('Your account stays.')).toBeVisible();
  await expect.element(notes).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Paper boats');
});

it('the question whether to delete the account has its focus on keeping it', async () => {
  await openApp('/settings', { user: aUser() });
  await button(section('Your data'), 'Delete my account').click();
  await expect.element(button(dialog('Delete your account?'), 'Keep my account')).toHaveFocus();
});
