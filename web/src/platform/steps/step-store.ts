import type { Step } from '@skarb/schema/primitive';

/**
 * Where a step stands: `todo`, `wallet` (the wallet is open), `sent` (a transaction is under way), `mined`
 * (in a block; the marketplace is still reading it, or a signature is being handed in), `done`, `failed`.
 */
export type StepPhase = 'todo' | 'wallet' | 'sent' | 'mined' | 'done' | 'failed';
/** Why a step failed; each has words under `steps.error.<code>`, else the server's sentence is shown. */
export type StepFailure = {
  code: string;
  message?: string;
  /** The transaction that failed on the chain; absent where nothing was sent. */ txHash?: string;
};
export type StepState = {
  step: Step;
  phase: StepPhase;
  txHash?: string;
  /** Kept while the wallet is asked, so that what was sent during a reload can be found again. */
  sending?: {
    nonce: number;
    fromBlock: number;
    /** The nonce is the transaction's own, not a guess made before. */ isExact?: boolean;
  };
  failure?: StepFailure;
};
/** What is kept of a run over a reload. */
export type SavedRun = { account: string; steps: StepState[]; savedAt: number };

const PREFIX = 'skarb.steps.';
const KEEP_MS = 24 * 3600 * 1000;
type Storage3 = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Progress of step lists, by the entity they belong to (`sale:<tokenUuid>`). Older than a day is forgotten. */
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
  save(key: string, run: Omit<SavedRun, 'savedAt'>): void {
    try {
      storage.setItem(PREFIX + key, JSON.stringify({ ...run, savedAt: now() }));
    } catch {
      // Storage is full or refused: the run goes on, it only would not survive a reload.
    }
  },
  clear(key: string): void {
    try {
      storage.removeItem(PREFIX + key);
    } catch {
      // Nothing was kept.
    }
  },
});
export type StepStore = ReturnType<typeof stepStore>;
