import * as devCalls from '@skarb/schema/calls/dev';
import { call } from '../../http/api.ts';
import { announceProvider } from 'mipd';
import { DEMO_WALLET_ID } from '../wallet-store.ts';
import { askPerson } from './demo-requests.ts';
import { lazyProvider } from '../lazy-provider.ts';

/** A wallet icon in the marketplace's colours, gold on ink. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#1a1d26"/>' +
    '<path d="M22 36h52a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8V44a8 8 0 0 1 8-8Z" fill="#e8b84b"/>' +
    '<path d="M20 36 60 18a6 6 0 0 1 8 4l4 14" fill="none" stroke="#a87b1e" stroke-width="6"/>' +
    '<circle cx="66" cy="57" r="7" fill="#1a1d26"/></svg>',
)}`;

let isAnnounced = false;

/** Announces the demo wallet by EIP-6963, as a wallet extension does. */
export const announceDemoWallet = (options: { chainId: number; rpcUrl: string }): void => {
  if (isAnnounced) return;
  isAnnounced = true;
  const load = async () =>
    (await import('./demo-wallet.ts')).createDemoWallet({
      ...options,
      storage: localStorage,
      ask: askPerson,
      fund: async (address) => {
        await call(devCalls.faucet, { body: { address } }).catch(() => {
          throw new Error('The faucet gave nothing: failed to fetch');
        });
      },
    });
  const provider = lazyProvider(load);
  announceProvider({
    info: {
      uuid: crypto.randomUUID(),
      name: 'Skarb',
      rdns: DEMO_WALLET_ID,
      icon: ICON as `data:image/${string}`,
    },
    provider: provider as never,
  });
};
