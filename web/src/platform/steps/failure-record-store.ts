import { useSyncExternalStore } from 'react';

/** The record of a failed step, kept until the user dismisses it. */
export type FailureRecord = {
  id: string;
  /** ISO 8601. */ at: string;
  /** The key of its step list, e.g. `purchase:<tokenUuid>`; `stepId` names the step. */
  key: string;
  stepId: string;
  /** The step's failure code. */ code: string;
  message?: string;
  chainId: number | null;
  /** Absent if nothing was sent. */ txHash?: string;
  /** The network fee in wei, from the chain's receipt; absent while unknown. */ fee?: string;
};

const PREFIX = 'skarb.receipts.';
const MOST = 20;
type Storage2 = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The failure records of an account, the newest first; kept in the browser, separately for each account. */
export const failureRecordStore = (storage: Storage2) => {
  const listeners = new Set<() => void>();
  const read = new Map<string, { text: string | null; failureRecords: readonly FailureRecord[] }>();
  const keyOf = (account: string) => PREFIX + account.toLowerCase();

  const list = (account: string): readonly FailureRecord[] => {
    let text: string | null = null;
    try {
      text = storage.getItem(keyOf(account));
    } catch {
      // Storage is refused: there are no records.
    }
    const before = read.get(account);
    if (before && before.text === text) return before.failureRecords;
    let failureRecords: readonly FailureRecord[] = [];
    try {
      const parsed: unknown = JSON.parse(text ?? '[]');
      if (Array.isArray(parsed))
        failureRecords = parsed.filter((one) => typeof one?.id === 'string') as FailureRecord[];
    } catch {
      // The stored text is not JSON: something else wrote it.
    }
    read.set(account, { text, failureRecords });
    return failureRecords;
  };
  const write = (account: string, failureRecords: readonly FailureRecord[]): void => {
    try {
      if (failureRecords.length === 0) storage.removeItem(keyOf(account));
      else storage.setItem(keyOf(account), JSON.stringify(failureRecords.slice(0, MOST)));
    } catch {
      // Storage is full or refused: the dialog has shown the failure anyway.
    }
    for (const listener of listeners) listener();
  };
  return {
    list,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Adds a record, or replaces the one with the same id. */
    keep: (account: string, record: FailureRecord): void =>
      write(account, [record, ...list(account).filter(({ id }) => id !== record.id)]),
    dismiss: (account: string, id: string): void =>
      write(
        account,
        list(account).filter((one) => one.id !== id),
      ),
  };
};

const nowhere: Storage2 = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
/** The failure records of this browser. */
export const failureRecords = failureRecordStore(typeof window === 'undefined' ? nowhere : localStorage);

const NONE: readonly FailureRecord[] = [];
/** The failure records of an account, the newest first. */
export const useFailureRecords = (account: string | null | undefined): readonly FailureRecord[] =>
  useSyncExternalStore(
    failureRecords.subscribe,
    () => (account ? failureRecords.list(account) : NONE),
    () => NONE,
  );
