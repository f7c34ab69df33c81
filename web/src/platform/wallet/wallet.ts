import { useSyncExternalStore } from 'react';
import { createStore } from 'mipd';
import type { Eip1193Provider } from './eip1193.ts';
import { type WalletState, WalletStore } from './wallet-store.ts';

/** Reads that never throw: a browser may refuse storage altogether. */
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
      // Then the wallet is chosen anew next time.
    }
  },
  removeItem: (key: string) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};

/** The wallets of this page. */
export const wallet = new WalletStore(storage);

const onServer: WalletState = { choices: [], status: 'disconnected', walletId: null, address: null, chainId: null };

/** The wallets of this browser and the connected one. */
export const useWallet = (): WalletState => useSyncExternalStore(wallet.subscribe, wallet.getState, () => onServer);

let stop: (() => void) | undefined;

/** Looks for wallets, once a page; nothing is asked of the person. */
export const startWallets = (): void => {
  if (stop || typeof window === 'undefined') return;
  const announcements = createStore();
  stop = wallet.start(announcements, () => (window as { ethereum?: Eip1193Provider }).ethereum);
  addEventListener('focus', () => void wallet.poll());
};
