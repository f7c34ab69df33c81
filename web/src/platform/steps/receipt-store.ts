import { useSyncExternalStore } from 'react';

/** What is kept of something that failed, until its owner puts it away. */
export type Receipt = {
  id: string;
  /** ISO 8601. */ at: string;
  /** The step list it belongs to, e.g. `purchase:<tokenUuid>`, and its step. */
  key: string;
  stepId: string;
  /** Why, as the step told it. */ code: string;
  message?: string;
  chainId: number | null;
  /** Absent where nothing was sent. */ txHash?: string;
  /** The network's fee in wei, by the chain's own receipt; absent while unknown. */ fee?: string;
};

const PREFIX = 'skarb.receipts.';
const MOST = 20;
type Storage2 = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Receipts of an account, the newest first; kept in the browser, each account's apart. */
export const receiptStore = (storage: Storage2) => {
  const listeners = new Set<() => void>();
  const read = new Map<string, { text: string | null; receipts: readonly Receipt[] }>();
  const keyOf = (account: string) => PREFIX + account.toLowerCase();

  const list = (account: string): readonly Receipt[] => {
    let text: string | null = null;
    try {
      text = storage.getItem(keyOf(account));
    } catch {
      // Storage is refused: there are none.
    }
    const before = read.get(account);
    if (before && before.text === text) return before.receipts;
    let receipts: readonly Receipt[] = [];
    try {
      const parsed: unknown = JSON.parse(text ?? '[]');
      if (Array.isArray(parsed)) receipts = parsed.filter((one) => typeof one?.id === 'string') as Receipt[];
    } catch {
      // Something else wrote there.
    }
    read.set(account, { text, receipts });
    return receipts;
  };
  const write = (account: string, receipts: readonly Receipt[]): void => {
    try {
      if (receipts.length === 0) storage.removeItem(keyOf(account));
      else storage.setItem(keyOf(account), JSON.stringify(receipts.slice(0, MOST)));
    } catch {
      // Storage is full or refused: the dialog has said it all the same.
    }
    for (const listener of listeners) listener();
  };
  return {
    list,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Keeps one, or the same with more known of it. */
    keep: (account: string, receipt: Receipt): void =>
      write(account, [receipt, ...list(account).filter(({ id }) => id !== receipt.id)]),
    dismiss: (account: string, id: string): void =>
      write(
        account,
        list(account).filter((one) => one.id !== id),
      ),
  };
};
export type ReceiptStore = ReturnType<typeof receiptStore>;

const nowhere: Storage2 = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
/** The receipts of this browser. */
export const receipts = receiptStore(typeof window === 'undefined' ? nowhere : localStorage);

const NONE: readonly Receipt[] = [];
/** An account's receipts, the newest first. */
export const useReceipts = (account: string | null | undefined): readonly Receipt[] =>
  useSyncExternalStore(
    receipts.subscribe,
    () => (account ? receipts.list(account) : NONE),
    () => NONE,
  );
