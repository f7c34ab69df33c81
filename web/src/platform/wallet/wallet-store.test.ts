import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WALLET_POLL_MS } from '@skarb/schema/limits';
import type { Eip1193Provider } from './eip1193.ts';
import { DEMO_WALLET_ID, WalletStore } from './wallet-store.ts';

/** A wallet whose account and chain the test changes, as a user does in an extension. */
class HandWallet extends EventEmitter {
  accounts = ['0x00000000000000000000000000000000000000Aa'];
  chainId = '0x13881';
  isAllowed = false;
  failure: unknown;
  asked: string[] = [];
  /** The user's answer when the wallet asks which account to show. */
  permit: () => unknown = () => null;
  request = async ({ method }: { method: string }) => {
    this.asked.push(method);
    if (this.failure) throw this.failure;
    if (method === 'eth_requestAccounts') this.isAllowed = true;
    if (method === 'eth_chainId') return this.chainId;
    if (method === 'wallet_requestPermissions') return this.permit();
    return this.isAllowed ? this.accounts : [];
  };
}

let kept: Map<string, string>;
let metaMask: HandWallet;
let stops: (() => void)[];

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
type Announced = { rdns: string; name: string; provider: HandWallet };
const storeOf = (wallets: Announced[], injected?: HandWallet) => {
  const store = new WalletStore(storage);
  const details = wallets.map(({ rdns, name, provider }) => ({
    info: { uuid: rdns, rdns, name, icon: 'data:,' },
    provider,
  }));
  const announcements = { getProviders: () => details as never, subscribe: () => () => undefined };
  stops.push(store.start(announcements, () => injected as unknown as Eip1193Provider | undefined));
  return store;
};
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  kept = new Map();
  stops = [];
  metaMask = new HandWallet();
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const only = () => storeOf([{ rdns: 'io.metamask', name: 'MetaMask', provider: metaMask }]);

it('shows MetaMask first and the demo wallet last', () => {
  const others = ['local.skarb.demo', 'io.rabby', 'io.metamask', 'app.phantom'].map((rdns) => ({
    rdns,
    name: rdns,
    provider: new HandWallet(),
  }));
  expect(
    storeOf(others)
      .getState()
      .choices.map(({ id }) => id),
  ).toEqual(['io.metamask', 'app.phantom', 'io.rabby', DEMO_WALLET_ID]);
});

it('uses window.ethereum if no wallet announces itself', async () => {
  const store = storeOf([], metaMask);
  expect(store.getState().choices).toHaveLength(1);
  await store.connect('injected');
  expect(store.getState()).toMatchObject({ status: 'connected', chainId: 80001 });
});

it('does not prompt the user before they connect', async () => {
  only();
  await settled();
  expect(metaMask.asked).not.toContain('eth_requestAccounts');
});

it('reconnects to the last wallet without a prompt', async () => {
  await only().connect('io.metamask');
  const next = only();
  await settled();
  expect(next.getState()).toMatchObject({ status: 'connected', walletId: 'io.metamask' });
  expect(metaMask.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
});

it('forgets the wallet when the user disconnects it here', async () => {
  const store = only();
  await store.connect('io.metamask');
  store.disconnect();
  expect(store.getState().status).toBe('disconnected');
  const next = only();
  await settled();
  expect(next.getState().status).toBe('disconnected');
});

it('follows the account and the chain of the wallet by its events', async () => {
  const store = only();
  await store.connect('io.metamask');
  metaMask.emit('accountsChanged', ['0x00000000000000000000000000000000000000Bb']);
  metaMask.emit('chainChanged', '0x89');
  expect(store.getState()).toMatchObject({ address: '0x00000000000000000000000000000000000000Bb', chainId: 137 });
  metaMask.emit('accountsChanged', []);
  expect(store.getState()).toMatchObject({ status: 'disconnected', address: null });
});

it('asks the wallet for another account, and uses the one chosen even if the wallet emits no event', async () => {
  const store = only();
  await store.connect('io.metamask');
  metaMask.permit = () => {
    metaMask.accounts = ['0x00000000000000000000000000000000000000Dd'];
    return [{ parentCapability: 'eth_accounts' }];
  };
  await store.chooseAccount();
  expect(store.getState().address).toBe('0x00000000000000000000000000000000000000Dd');
  metaMask.permit = () => {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
  };
  await expect(store.chooseAccount()).rejects.toMatchObject({ code: 'rejected' });
  metaMask.permit = () => {
    throw Object.assign(new Error('the method does not exist'), { code: -32601 });
  };
  await store.chooseAccount();
  expect(store.getState().status).toBe('connected');
});

it('detects within 15 seconds what a wallet changed without an event', async () => {
  const store = only();
  await store.connect('io.metamask');
  metaMask.accounts = ['0x00000000000000000000000000000000000000Cc'];
  vi.advanceTimersByTime(WALLET_POLL_MS - 1);
  await settled();
  expect(store.getState().address).toBe('0x00000000000000000000000000000000000000Aa');
  vi.advanceTimersByTime(1);
  await settled();
  expect(store.getState().address).toBe('0x00000000000000000000000000000000000000Cc');
});

it.each([
  [{ code: 4001, message: 'User rejected the request.' }, 'rejected'],
  [{ code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' }, 'pending'],
  [{ code: 4100 }, 'locked'],
  [{ code: -32603, message: 'Internal error', data: { originalError: { code: 4001 } } }, 'rejected'],
  [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'noGas'],
  [{ code: 4902, message: 'Unrecognized chain ID' }, 'wrongChain'],
  [{ code: 3, message: 'execution reverted' }, 'wouldFail'],
  [new TypeError('Failed to fetch'), 'rpcAway'],
  [{ code: -32005, message: 'limit exceeded' }, 'tooMany'],
  [{ code: -32002, message: 'Too many requests' }, 'tooMany'],
  ['nonsense', 'unknown'],
])('classifies a wallet’s error: %o is %s', async (failure, code) => {
  const store = only();
  metaMask.failure = failure;
  await expect(store.connect('io.metamask')).rejects.toMatchObject({ name: 'WalletError', code });
  expect(store.getState().status).toBe('disconnected');
});
