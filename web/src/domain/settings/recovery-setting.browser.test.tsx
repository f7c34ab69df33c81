import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { accountRecoveryEndpoints, type Recovery } from '@skarb/schema/account-recovery';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { button, dialog, main, openApp } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

const WORDS = {
  en: {
    on: 'On',
    turnOn: 'Turn on recovery',
    ask: 'Turn on recovery by e-mail?',
    lost: 'I lost my keys: ask for a new one',
    waiting: /A new key is on its way/,
    stop: 'Stop it',
    email: 'Confirm an e-mail address in your settings first.',
    unavailable: /Confirm an e-mail address above/,
  },
  ukr: {
    on: 'Увімкнено',
    turnOn: 'Увімкнути відновлення',
    ask: 'Увімкнути відновлення поштою?',
    lost: 'Ключі втрачено: попросити новий',
    waiting: /буде додано новий ключ/,
    stop: 'Зупинити',
    email: 'Спершу підтвердьте адресу пошти в налаштуваннях.',
    unavailable: /підтвердьте вище адресу пошти/,
  },
} as const;
const user = aUser();
const key = `0x${'0a'.repeat(116)}`;
/** The settings of a user with a smart account, over a recovery that `state` holds. */
const openSettings = (language: 'en' | 'ukr', state: { recovery: Recovery }) =>
  openApp('/settings', {
    language,
    user,
    answers: (api) => {
      const first = {
        id: `0x${'ab'.repeat(32)}`,
        kind: 'PASSKEY' as const,
        key,
        address: null,
        isFirst: true,
        addedAt: null,
      };
      api
        .answer(accountKeyEndpoints.keys, () => ({
          data: { address: user.metamaskWallet, isDeployed: true, keys: [first] },
        }))
        .answer(accountRecoveryEndpoints.recovery, () => ({ data: state.recovery }))
        .answer(accountRecoveryEndpoints.chooseRecovery, () => refuse(422, 'recovery.email'))
        .answer(accountRecoveryEndpoints.stopRecovery, () => {
          if (state.recovery.request)
            state.recovery = { ...state.recovery, request: { ...state.recovery.request, status: 'STOPPED' } };
          return undefined;
        });
    },
  });

describe.each(['en', 'ukr'] as const)('in %s, recovery by e-mail', (language) => {
  const words = WORDS[language];
  const off: Recovery = { isAvailable: true, isChosen: false, request: null };

  it('is off until the person turns it on, after what it means, and says why it cannot be', async () => {
    await openSettings(language, { recovery: off });
    await expect.element(button(main(), words.turnOn)).toBeVisible();
    await expect.element(button(main(), words.lost)).not.toBeInTheDocument();
    await button(main(), words.turnOn).click();
    const asked = dialog(words.ask);
    await expectAccessible();
    await button(asked, words.turnOn).click();
    await expect.element(asked.getByText(words.email)).toBeVisible();
  });

  it('shows a key that is on its way, and stops it', async () => {
    const request = {
      status: 'CONFIRMED' as const,
      key,
      createdAt: '2026-11-23T10:00:00.000Z',
      effectiveAt: '2026-11-30T10:00:00.000Z',
    };
    await openSettings(language, { recovery: { ...off, isChosen: true, request } });
    await expect.element(main().getByText(words.on, { exact: true })).toBeVisible();
    await expect.element(main().getByText(words.waiting)).toBeVisible();
    await button(main(), words.stop).click();
    await expect.element(button(main(), words.lost)).toBeVisible();
    await expect.element(page.getByText(words.waiting)).not.toBeInTheDocument();
  });

  it('says what it needs where it cannot be turned on', async () => {
    await openSettings(language, { recovery: { ...off, isAvailable: false } });
    await expect.element(main().getByText(words.unavailable)).toBeVisible();
    await expect.element(button(main(), words.turnOn)).not.toBeInTheDocument();
  });
});
