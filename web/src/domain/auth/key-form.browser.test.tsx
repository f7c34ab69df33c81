import { accountEndpoints } from '@skarb/schema/account';
import { authEndpoints } from '@skarb/schema/auth';
import { cartEndpoints } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import { offerEndpoints } from '@skarb/schema/offer';
import { passkeyEndpoints } from '@skarb/schema/passkey';
import { referenceEndpoints } from '@skarb/schema/reference';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, itIsAccessible } from '../../../testing/accessibility.ts';
import {
  addressOf,
  anOffer,
  aToken,
  aUser,
  daysAgo,
  listOf,
  NETWORK,
  uuidOf,
  withOffers,
} from '../../../testing/examples.ts';
import { alert, alerts, button, dialog, header, main, openApp, seen, texts } from '../../../testing/open-app.tsx';
import { refuse, refuseFields, type ScriptedApi } from '../../../testing/scripted-api.ts';
import { answerTrade, aTransactionStep } from '../../../testing/trading.ts';

const newcomer = aUser({ metamaskWallet: null });
const smartAccount = {
  factory: addressOf(71),
  implementation: addressOf(72),
  verifier: addressOf(73),
  entryPoint: addressOf(74),
  rpId: 'localhost',
  bundler: null,
};
const withKeys = (api: ScriptedApi) =>
  void api
    .answer(referenceEndpoints.networks, () => listOf([{ ...NETWORK, smartAccount }]))
    .answer(passkeyEndpoints.registerOptions, () => ({ data: { options: creation } }));
const creation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Skarb' },
  user: { id: 'AQ', name: 'olha@example.com', displayName: 'Olha' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
};
beforeEach(() => {
  keepsKeys(true);
});
afterEach(() => vi.restoreAllMocks());
/** A visitor presses Buy on the page of a work that is on sale. */
const pressBuy = async () => {
  const sale = anOffer(aToken());
  const token = withOffers(aToken(), sale);
  await openApp(`/nfts/${token.uuid}`, {
    answers: (api) => {
      withKeys(api);
      return answerTrade(api, token, [sale]);
    },
  });
  await button(main(), 'Buy now').click();
};
/** Whether the device keeps passkeys itself. */
const keepsKeys = (keeps: boolean) =>
  vi.spyOn(PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable').mockResolvedValue(keeps);

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
  ['NotAllowedError', 'No key was made.'],
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

it('the dialog says that a device keeps no keys, and the other way comes first', async () => {
  keepsKeys(false);
  await openApp('/nfts', { user: newcomer, answers: withKeys });
  await button(header(), 'Make your key').click();
  const making = dialog('Make your key');
  await seen(making.getByText('This device has no fingerprint, face or PIN that could keep a key.'));
  const names = texts(making.getByRole('button'));
  expect(names.indexOf('Another way')).toBeLessThan(names.indexOf('Make my key'));
  await button(making, 'Another way').click();
  const connecting = dialog('Connect a wallet');
  await expect.element(connecting).toHaveTextContent('Take the one that you already use.');
  await seen(connecting.getByRole('link', { name: 'What is a wallet?' }));
  await button(connecting, 'Make a key instead').click();
  await seen(making);
});

it('a visitor on a device that keeps no keys registers by e-mail first, and may use a phone', async () => {
  keepsKeys(false);
  await pressBuy();
  const asking = dialog('Want to participate?');
  await seen(button(asking, 'Continue with my phone'));
  const names = texts(asking.getByRole('button'));
  expect(names.find(Boolean)).toBe('Register');
  expect(asking.getByRole('alert').elements()).toHaveLength(0);
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

const assertion = {
  id: 'AQID',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    authenticatorData: new Uint8Array([1]).buffer,
    clientDataJSON: new Uint8Array([2]).buffer,
    signature: new Uint8Array([3]).buffer,
    userHandle: null,
  },
};

it('a newcomer who tries to sign in by a key that they do not have is led to an account with one', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 1000, allowCredentials: [] };
  await openApp('/nfts', {
    answers: (api) =>
      api.answer(passkeyEndpoints.loginOptions, () => ({
        data: { options: { ...options, userVerification: 'required' as const } },
      })),
  });
  await button(header(), 'Sign in').click();
  const login = dialog('Login');
  await button(login, 'Sign in with fingerprint, face or PIN').click();
  await seen(alert(login, 'You did not confirm'));
  await login.getByText('No key here yet?').getByRole('button', { name: 'Register' }).click();
  await expect.element(button(dialog('Register'), 'Register with fingerprint, face or PIN')).toBeVisible();
});

it('a passkey signs in; one that opens no account is explained, and the button works again', async () => {
  const user = aUser();
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(assertion as never);
  let isKnown = false;
  const { api } = await openApp('/nfts', {
    answers: (api) =>
      api
        .answer(passkeyEndpoints.loginOptions, () => ({
          data: {
            options: {
              challenge: 'AAAA',
              rpId: 'localhost',
              timeout: 1000,
              allowCredentials: [],
              userVerification: 'required' as const,
            },
          },
        }))
        .answer(passkeyEndpoints.login, () =>
          isKnown
            ? { data: { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user } }
            : refuse(401, 'passkey.unknown'),
        )
        .answer(authEndpoints.me, () => ({ data: user }))
        .answer(accountEndpoints.settings, () => ({ data: user })),
  });
  await button(header(), 'Sign in').click();
  const login = dialog('Login');
  await button(login, 'Sign in with fingerprint, face or PIN').click();
  await seen(alert(login, 'This passkey no longer opens any account here.'));
  isKnown = true;
  await button(login, 'Sign in with fingerprint, face or PIN').click();
  await seen(page.getByRole('button', { name: /^Account of/ }));
  expect(api.requests(passkeyEndpoints.login)[0]?.body.response).toMatchObject({
    id: 'AQID',
    response: { authenticatorData: 'AQ', clientDataJSON: 'Ag', signature: 'Aw' },
  });
});

/** The device makes a passkey with this public key. */
const makesPasskey = (publicKey: ArrayBuffer) => {
  const bytes = new Uint8Array([1]).buffer;
  return vi.spyOn(navigator.credentials, 'create').mockResolvedValue({
    ...assertion,
    response: {
      attestationObject: bytes,
      clientDataJSON: bytes,
      getAuthenticatorData: () => bytes,
      getPublicKey: () => publicKey,
      getPublicKeyAlgorithm: () => -7,
      getTransports: () => ['internal'],
    },
  } as never);
};
const newPoint = async (): Promise<ArrayBuffer> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  return crypto.subtle.exportKey('spki', pair.publicKey);
};
const connectedKey = () => (JSON.parse(localStorage.getItem('skarb.keys') ?? '{}') as { connected?: string }).connected;

it('the button of the shortest way keeps its words and its icon inside of it on a phone', async () => {
  await page.viewport(390, 844);
  await pressBuy();
  const shortest = button(dialog('Want to participate?'), 'Continue with fingerprint, face or PIN');
  await seen(shortest);
  const content = document.createRange();
  content.selectNodeContents(shortest.element());
  const [outside, inside] = [shortest.element().getBoundingClientRect(), content.getBoundingClientRect()];
  expect(Math.min(inside.left - outside.left, outside.right - inside.right)).toBeGreaterThan(12);
  expect(shortest.element().querySelector('svg')?.getBoundingClientRect().width).toBe(20);
});

it('a visitor who presses Buy continues by one confirmation: an account that can buy, and the purchase', async () => {
  makesPasskey(await newPoint());
  const ask = vi.spyOn(navigator.credentials, 'get');
  const sale = anOffer(aToken());
  const token = withOffers(aToken(), sale);
  const account = addressOf(91);
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    answers: (api) => {
      withKeys(api);
      const user = aUser({ email: null, hasPassword: false, metamaskWallet: account });
      const passkey = { id: user.uuid, name: 'Chrome', key: null, createdAt: daysAgo(0), lastUsedAt: null };
      const session = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user };
      return answerTrade(api, token, [sale])
        .answer(passkeyEndpoints.register, () => ({ data: { ...session, passkey, account } }))
        .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [aTransactionStep('purchase')] } }))
        .answer(authEndpoints.me, () => ({ data: user }))
        .answer(accountEndpoints.settings, () => ({ data: user }));
    },
  });
  await button(main(), 'Buy now').click();
  const asking = dialog('Want to participate?');
  await button(asking, 'Continue with fingerprint, face or PIN').click();
  await seen(dialog('Purchase NFT'));
  expect(api.requests(passkeyEndpoints.register)[0]?.body.hasAccount).toBe(true);
  expect(ask).not.toHaveBeenCalled();
  await expect.poll(connectedKey).toBe(account);
});

it('a visitor whose browser knows a key signs in with it, and makes no second account', async () => {
  const sale = anOffer(aToken());
  const token = withOffers(aToken(), sale);
  const key = { address: addressOf(91), firstKey: null, key: '0x01', credentialId: 'AQ', userUuid: null };
  await openApp(`/nfts/${token.uuid}`, {
    answers: (api) => {
      withKeys(api);
      // The check of the purchase that the test before has opened.
      answerTrade(api, token, [sale]).answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [] } }));
    },
  });
  localStorage.setItem('skarb.keys', JSON.stringify({ keys: [key] }));
  await button(main(), 'Buy now').click();
  const asking = dialog('Want to participate?');
  await seen(button(asking, 'Sign in with fingerprint, face or PIN'));
  await expect.element(button(asking, 'Continue with fingerprint, face or PIN')).not.toBeInTheDocument();
});

it('the first key of a signed-in person takes one confirmation', async () => {
  makesPasskey(await newPoint());
  const ask = vi.spyOn(navigator.credentials, 'get');
  const account = addressOf(92);
  await openApp('/nfts', {
    user: newcomer,
    answers: (api) => {
      withKeys(api);
      const passkey = { id: newcomer.uuid, name: 'Chrome', key: null, createdAt: daysAgo(0), lastUsedAt: null };
      return api.answer(passkeyEndpoints.register, () => ({ data: { passkey, account } }));
    },
  });
  await button(header(), 'Make your key').click();
  await button(dialog('Make your key'), 'Make my key').click();
  await expect.element(dialog('Make your key')).not.toBeInTheDocument();
  expect(ask).not.toHaveBeenCalled();
  await expect.poll(connectedKey).toBe(account);
});

it('who buys a cart without a key makes one and is back in the cart: it says what they lack, and nothing has failed', async () => {
  makesPasskey(await newPoint());
  // Of a network that the page does not know nothing is checked: no check outlives the test.
  const sale = anOffer(aToken(), { networkUuid: uuidOf(97) });
  const account = addressOf(93);
  const line = { offerUuid: sale.uuid, quantity: 1, offer: sale, refusal: null };
  localStorage.setItem(
    `skarb.cart.${newcomer.uuid}`,
    JSON.stringify([{ id: sale.uuid, quantity: 1, price: sale.price }]),
  );
  const { api } = await openApp('/nfts', {
    user: newcomer,
    answers: (api) => {
      withKeys(api);
      const passkey = { id: newcomer.uuid, name: 'Chrome', key: null, createdAt: daysAgo(0), lastUsedAt: null };
      return answerTrade(api, aToken(), [sale])
        .answer(passkeyEndpoints.register, () => ({ data: { passkey, account } }))
        .answer(cartEndpoints.quote, () => ({ data: { items: [line], totals: totalsOf([line]) } }))
        .answer(cartEndpoints.purchase, () =>
          refuse(422, connectedKey() === account ? 'purchase.balance' : 'wallet.missing'),
        );
    },
  });
  await header()
    .getByRole('button', { name: /^Cart: / })
    .click();
  await seen(dialog('Cart').getByText('Your account cannot pay or receive works yet.'));
  await expectAccessible();
  expect(api.requests(cartEndpoints.purchase)).toEqual([]);
  await button(dialog('Cart'), 'Buy 1 work').click();
  await button(dialog('Make your key'), 'Make my key').click();
  await expect.poll(() => api.requests(cartEndpoints.purchase).length).toBe(2);
  await expect.poll(() => api.isQuiet).toBe(true);
  await expect.element(button(dialog('Cart'), 'Close')).toBeEnabled();
  await expect.element(dialog('Purchase failed')).not.toBeInTheDocument();
  expect(alerts(dialog('Cart')).elements()).toEqual([]);
});

it('a key that the broken connection kept from being saved is saved by the next press, and none is made again', async () => {
  const create = makesPasskey(await newPoint());
  const account = addressOf(94);
  let isUnavailable = true;
  const { api } = await openApp('/nfts', {
    user: newcomer,
    answers: (api) => {
      withKeys(api);
      const passkey = { id: newcomer.uuid, name: 'Chrome', key: null, createdAt: daysAgo(0), lastUsedAt: null };
      return api.answer(passkeyEndpoints.register, () =>
        isUnavailable ? refuse(503, 'database.away') : { data: { passkey, account } },
      );
    },
  });
  await button(header(), 'Make your key').click();
  const making = dialog('Make your key');
  await button(making, 'Make my key').click();
  await seen(alert(making, 'the same key is saved, no second one is made'));
  isUnavailable = false;
  await button(making, 'Make my key').click();
  await expect.element(making).not.toBeInTheDocument();
  expect(create).toHaveBeenCalledOnce();
  expect(new Set(api.requests(passkeyEndpoints.register).map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await expect.poll(connectedKey).toBe(account);
});

it.each([true, false])(
  'after an answer that was lost, the account says whether the key was saved: %s',
  async (isSaved) => {
    const point = await newPoint();
    const create = makesPasskey(point);
    const hidden = vi.fn(async () => undefined);
    vi.spyOn(PublicKeyCredential, 'signalUnknownCredential').mockImplementation(hidden);
    const account = addressOf(95);
    const hex = [...new Uint8Array(point).slice(-64)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    let tries = 0;
    await openApp('/nfts', {
      user: newcomer,
      answers: (api) => {
        withKeys(api);
        const way = { id: `passkey:${newcomer.uuid}`, kind: 'passkey' as const, label: 'Chrome', key: `0x${hex}` };
        const times = { addedAt: daysAgo(0), lastUsedAt: null, recordedSince: daysAgo(9) };
        return api
          .answer(passkeyEndpoints.register, () =>
            ++tries === 1 ? refuse(503, 'database.away') : refuse(422, 'passkey.expired'),
          )
          .answer(accountEndpoints.ways, () => ({
            data: isSaved ? [{ ...way, ...times, isRemovable: true, whyNot: null }] : [],
          }))
          .answer(authEndpoints.me, () => ({
            data: { ...newcomer, metamaskWallet: tries > 0 && isSaved ? account : null },
          }));
      },
    });
    await button(header(), 'Make your key').click();
    const making = dialog('Make your key');
    await button(making, 'Make my key').click();
    if (isSaved) await expect.poll(connectedKey).toBe(account);
    else {
      await seen(alert(making, 'opens nothing here. You can delete it in your device’s list of passkeys.'));
      expect(hidden).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'AQID' });
      await button(making, 'Make my key').click();
    }
    await expect.poll(() => create.mock.calls.length).toBe(isSaved ? 1 : 2);
  },
);

it('a person who buys registers by e-mail: the last digit of the mail’s code signs in and asks for the key', async () => {
  const create = makesPasskey(await newPoint());
  const sale = anOffer(aToken());
  const token = withOffers(aToken(), sale);
  const account = addressOf(93);
  const email = 'olha@example.com';
  const user = aUser({ email, metamaskWallet: null });
  let isRight = false;
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    answers: (api) => {
      withKeys(api);
      const passkey = { id: user.uuid, name: 'Chrome', key: null, createdAt: daysAgo(0), lastUsedAt: null };
      return answerTrade(api, token, [sale])
        .answer(authEndpoints.register, () => ({
          data: { ...user, isEmailConfirmed: false },
          mail: { isSent: true, nextInSeconds: 60 },
        }))
        .answer(authEndpoints.confirmEmailByCode, () =>
          isRight
            ? { data: { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user } }
            : refuseFields({ code: { isRight: 'wrong' } }, 'mailCode.wrong'),
        )
        .answer(passkeyEndpoints.register, () => {
          user.metamaskWallet = account;
          return { data: { passkey, account } };
        })
        .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [aTransactionStep('purchase')] } }))
        .answer(authEndpoints.me, () => ({ data: user }))
        .answer(accountEndpoints.settings, () => ({ data: user }));
    },
  });
  await button(main(), 'Buy now').click();
  await button(dialog('Want to participate?'), 'Register').click();
  const form = dialog('Register');
  await form.getByLabelText('E-mail').fill(email);
  await form.getByLabelText('Password', { exact: true }).fill('a long enough one');
  await form.getByLabelText('Password again').fill('a long enough one');
  await button(form, 'Create account').click();
  const registered = dialog('Successfully registration');
  const code = registered.getByLabelText('Code from the e-mail');
  await expect.element(code).toHaveFocus();
  await code.fill('12 34');
  await button(registered, 'Continue').click();
  await seen(alert(registered, 'The code has 6 digits'));
  await code.fill('123 455');
  await seen(alert(registered, 'This is not the code from the newest e-mail.'));
  expect(create).not.toHaveBeenCalled();
  isRight = true;
  await code.fill('123456');
  await seen(dialog('Purchase NFT'));
  expect(api.requests(authEndpoints.confirmEmailByCode).map(({ body }) => body)).toEqual([
    { email, code: '123455' },
    { email, code: '123456' },
  ]);
  expect(create).toHaveBeenCalledOnce();
  await expect.poll(connectedKey).toBe(account);
});

it('says that the session has ended when the passkey opened another account, and goes on with none', async () => {
  makesPasskey(new Uint8Array([1]).buffer);
  const second = aUser({ uuid: '00000000-0000-4000-8000-0000000000ff', metamaskWallet: null });
  const made = { id: second.uuid, name: 'Chrome', key: null, createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null };
  await openApp('/nfts', {
    user: newcomer,
    answers: (api) => {
      // The check of the purchase that the test before has opened.
      withKeys(api);
      api.answer(offerEndpoints.purchase, () => ({ data: { ...anOffer(aToken()), steps: [] } }));
      return api.answer(passkeyEndpoints.register, () => ({
        data: {
          accessToken: 'access',
          refreshToken: 'refresh',
          expiresIn: 900,
          user: second,
          passkey: made,
          account: null,
        },
      }));
    },
  });
  await button(header(), 'Make your key').click();
  const making = dialog('Make your key');
  await button(making, 'Make my key').click();
  await seen(alert(making, 'Your session has ended. Sign in again.'));
  expect(localStorage.getItem('skarb.keys')).toBeNull();
});
