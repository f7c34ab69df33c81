import type { Step } from '@skarb/schema/primitive';
import type { OwnFee } from '../wallet/eip1193.ts';

/**
 * The phase of a step: `todo`, `wallet` (the wallet is open), `sent` (the transaction is pending), `mined` (in a block
 * but not indexed yet, or a signature that is being submitted), `done`, `failed`.
 */
export type StepPhase = 'todo' | 'wallet' | 'sent' | 'mined' | 'done' | 'failed';
/** Why a step failed. The text is `steps.error.<code>`, or the server's message if there is none. */
export type StepFailure = {
  code: string;
  message?: string;
  /** The transaction that failed on chain; absent if nothing was sent. */ txHash?: string;
  /** With this fee, which the account pays itself, it would be sent. */ ownFee?: OwnFee;
};
export type StepState = {
  step: Step;
  phase: StepPhase;
  txHash?: string;
  /** Stored while the wallet is open, so that a transaction sent during a reload can be found. */
  sending?: {
    nonce: number;
    fromBlock: number;
    /** The nonce was read from the transaction, not estimated before it was sent. */ isExact?: boolean;
  };
  /** The request that makes this call together with its neighbours (EIP-5792). */
  callsId?: string;
  failure?: StepFailure;
};

/** Whether something was sent, signed or may have been sent for a step that is not done. */
export const isUnderWay = ({ phase, sending, callsId, failure }: StepState): boolean =>
  phase === 'sent' ||
  phase === 'mined' ||
  // It may still be mined: the user decides when to give it up.
  (phase === 'failed' && failure?.code === 'tx.lost') ||
  (phase === 'wallet' && !!sending) ||
  (phase !== 'done' && callsId !== undefined);

/** The progress of a run, stored so that it survives a reload. */
export type SavedRun = { account: string; steps: StepState[]; savedAt: number };

const PREFIX = 'skarb.steps.';
const KEEP_MS = 24 * 3600 * 1000;
type Storage3 = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Calls `over` when another tab ends the run of this key, finished or given up. @returns what stops listening */
export const onEndElsewhere = (key: string, over: () => void): (() => void) => {
  const listen = (event: StorageEvent) => event.key === PREFIX + key && event.newValue === null && over();
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
};

/** Stores the progress of step lists by the object they belong to (`sale:<tokenUuid>`); expires after a day. */
export const stepStore = (storage: Storage3, now: () => number = Date.now) => ({
  load(key: string): SavedRun | null {
    try {
      const saved = JSON.parse(storage.getItem(PREFIX + key) ?? 'null') as SavedRun | null;
      if (!saved || !Array.isArray(saved.steps) || now() - saved.savedAt > KEEP_MS) return null;
      return saved;
    } catch {
      return null;
    }
  },
  /** @returns when it was saved */
  save(key: string, run: Omit<SavedRun, 'savedAt'>): number {
    const savedAt = now();
    try {
      storage.setItem(PREFIX + key, JSON.stringify({ ...run, savedAt }));
    } catch {
      // Storage is full or refused: the run continues, but does not survive a reload.
    }
    return savedAt;
  },
  clear(key: string): void {
    try {
      storage.removeItem(PREFIX + key);
    } catch {
      // Storage is refused: nothing is stored.
    }
  },
});
export type StepStore = ReturnType<typeof stepStore>;
