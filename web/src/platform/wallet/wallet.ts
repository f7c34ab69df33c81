import { useSyncExternalStore } from 'react';
import { createStore } from 'mipd';
import type { Eip1193Provider } from './eip1193.ts';
import { type WalletState, WalletStore } from './wallet-store.ts';

/** Storage that never throws: a browser may refuse it. */
const storage = {
  getItem: (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key: string, value: string) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Without storage the user chooses the wallet again next time.
    }
  },
  removeItem: (key: string) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored.
    }
  },
};

/** The wallets of this page. */
export const wallet = new WalletStore(storage);

const onServer: WalletState = { choices: [], status: 'disconnected', walletId: null, address: null, chainId: null };

/** The wallets of this browser and the connected one. */
export const useWallet = (): WalletState => useSyncExternalStore(wallet.subscribe, wallet.getState, () => onServer);

let stop: (() => void) | undefined;

/** Finds the wallets, once per page, without a prompt. */
export const startWallets = (): void => {
  if (stop || typeof window === 'undefined') return;
  const announcements = createStore();
  stop = wallet.start(announcements, () => (window as { ethereum?: Eip1193Provider }).ethereum);
  addEventListener('focus', () => void wallet.poll());
};
