import * as transactionCalls from '@skarb/schema/calls/transaction';
import type { QueryClient } from '@tanstack/react-query';
import { call, client } from '../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import type { StepPorts } from '../../platform/steps/step-ports.ts';
import { keepFailureRecord } from './keep-failure-record.ts';
import { stepStore } from '../../platform/steps/step-store.ts';
import {
  callsStatus,
  checkBeforeSending,
  hasAtomicCalls,
  sendCalls,
  sendTransaction,
  signTypedData,
} from '../../platform/wallet/wallet-actions.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';
import { networkOf } from '../reference/use-networks.ts';
import { refusalOfData } from './refusal.ts';

const address = (): string => {
  const connected = wallet.getState().address;
  if (!connected) throw new WalletError('missing');
  return connected;
};

/** A wallet request that times out is dropped; the wallet rejects it later by itself. */
const LOOK_MS = 2_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const ask = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null) => (lock ? new Promise<void>((give) => resolve(give)) : resolve(null));
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(null));
  });

/** A lock that this tab has just given back is free a moment later. */
const LOCK_PAUSES_MS = [100, 200];
/** Web Locks are missing on insecure pages: then there is no lock. */
const lock = async (name: string): Promise<(() => void) | null> => {
  if (!navigator.locks) return () => undefined;
  let give = await ask(name);
  // Not `ask` with a limit of time: a busy browser answers late, which does not mean that another tab has the lock.
  for (const ms of LOCK_PAUSES_MS) give ??= await pause(ms).then(() => ask(name));
  return give;
};

/** The step runner's ports in the browser. */
export const stepPorts = (cache: QueryClient): StepPorts => ({
  wallet: {
    address: () => wallet.getState().address,
    chainId: () => wallet.getState().chainId,
    sign: (typedData, ownFee) => signTypedData(wallet.provider, address(), typedData, ownFee),
    // Not every wallet announces changes: read its chain right before it matters, or it would send on another chain.
    check: async (network, call) => {
      await Promise.all([checkBeforeSending(network, address(), call), Promise.race([wallet.poll(), pause(LOOK_MS)])]);
    },
    send: (call, network) => sendTransaction(wallet.provider, network, address(), call),
    isAtomic: (chainId) => hasAtomicCalls(wallet.provider, address(), chainId, wallet.getState().walletId),
    sendCalls: (calls, id, from, ownFee) => sendCalls(wallet.provider, from, calls[0]?.chainId ?? 0, calls, id, ownFee),
    callsStatus: (id) => callsStatus(wallet.provider, id),
  },
  network: (chainId) => networkOf(cache, chainId),
  follow: async (txHash, chainId) => {
    await call(transactionCalls.follow, { body: { txHash, chainId } });
  },
  news: async (txHash) => {
    try {
      return (await call(transactionCalls.show, { params: { txHash } })).data;
    } catch {
      return null;
    }
  },
  refusal: refusalOfData,
  submit: async (to, signature) => (await client.submit(to, signature)).data,
  failureOf: (error) => {
    if (!(error instanceof ApiError)) return { code: 'unknown' };
    return { code: error.fields.signature ? 'signature.wrong' : error.code, message: error.messages[0] };
  },
  failed: (what) => void keepFailureRecord(cache, what),
  pause,
  lock,
  store: stepStore(localStorage),
});
