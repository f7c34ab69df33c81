import { referenceEndpoints } from '@skarb/schema/reference';
import { afterEach, expect, it, vi } from 'vitest';
import { itIsAccessible } from '../../../testing/accessibility.ts';
import { addressOf, aUser, listOf, NETWORK } from '../../../testing/examples.ts';
import { alert, button, dialog, header, openApp, seen } from '../../../testing/open-app.tsx';
import type { ScriptedApi } from '../../../testing/scripted-api.ts';

const newcomer = aUser({ metamaskWallet: null });
const smartAccount = {
  factory: addressOf(71),
  implementation: addressOf(72),
  verifier: addressOf(73),
  entryPoint: addressOf(74),
  rpId: 'localhost',
};
const withKeys = (api: ScriptedApi) =>
  void api.answer(referenceEndpoints.networks, () => listOf([{ ...NETWORK, smartAccount }]));
afterEach(() => vi.restoreAllMocks());

itIsAccessible('the dialog "Make your key"', {
  path: '/nfts',
  user: newcomer,
  answers: withKeys,
  open: async (say) => {
    await button(header(), say('auth.key.title')).click();
    await seen(dialog(say('auth.key.title')));
  },
});

it.each([
  ['NotAllowedError', 'You did not confirm, so nothing was sent.'],
  ['NotSupportedError', 'This browser or device has no keys.'],
  ['SecurityError', 'Your key belongs to another address of this site.'],
])('says what to do when the device answers %s, and the button works again', async (name, words) => {
  const create = vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', name));
  await openApp('/nfts', { user: newcomer, answers: withKeys });
  await button(header(), 'Make your key').click();
  const making = dialog('Make your key');
  await button(making, 'Make my key').click();
  await seen(alert(making, words));
  await button(making, 'Make my key').click();
  await expect.poll(() => create.mock.calls.length).toBe(2);
});

it('a browser without passkeys says so and offers wallets', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  await openApp('/nfts', { user: newcomer, answers: withKeys });
  await button(header(), 'Connect wallet').click();
  const choice = dialog('Connect a wallet');
  await expect.element(choice).toHaveTextContent('This browser cannot make a key.');
  await seen(button(choice, 'MetaMask'));
  vi.unstubAllGlobals();
});
