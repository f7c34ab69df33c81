import { call as bundlerCall } from '@skarb/schema/calls/bundler';
import { announceProvider } from 'mipd';
import type { Eip1193Provider } from '../eip1193.ts';
import { lazyProvider } from '../lazy-provider.ts';
import { PASSKEY_WALLET_ID } from '../wallet-store.ts';
import { ACCOUNT_METHODS, answerAccount } from './key-accounts.ts';
import { keyMemory } from './key-memory.ts';
import type { PasskeyWalletOptions } from './passkey-wallet.ts';
import { askPasskey } from './webauthn.ts';

/** What this browser remembers of its keys. */
export const rememberedKeys = keyMemory({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => localStorage.setItem(name, value),
});

let isAnnounced = false;

/** Announces the account of this site's passkeys by EIP-6963, beside the wallets of the browser. */
export const announcePasskeyWallet = (ports: Pick<PasskeyWalletOptions, 'network' | 'account' | 'holder'>): void => {
  if (isAnnounced) return;
  isAnnounced = true;
  const options = {
    ...ports,
    memory: rememberedKeys,
    bundlerUrl: `${location.origin}/api${bundlerCall.path}`,
    origin: location.origin,
    ask: askPasskey,
  };
  const signing = lazyProvider(async () => (await import('./passkey-wallet.ts')).createPasskeyWallet(options));
  const provider: Eip1193Provider = {
    request: async (request) =>
      ACCOUNT_METHODS.has(request.method) ? answerAccount(options, request.method) : signing.request(request),
  };
  announceProvider({
    info: {
      uuid: crypto.randomUUID(),
      name: 'Skarb',
      rdns: PASSKEY_WALLET_ID,
      icon: 'data:image/svg+xml,',
    },
    provider: provider as never,
  });
};
