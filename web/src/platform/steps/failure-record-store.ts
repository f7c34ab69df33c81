import { useSyncExternalStore } from 'react';
import { accountList, browserStorage } from '../session/account-list.ts';

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

/** The failure records of an account, the newest first. */
export const failureRecordStore = (storage: Parameters<typeof accountList>[0]) =>
  accountList<FailureRecord>(storage, 'skarb.receipts.', 20);

/** The failure records of this browser. */
export const failureRecords = failureRecordStore(browserStorage());

const NONE: readonly FailureRecord[] = [];
/** The failure records of an account, the newest first. */
export const useFailureRecords = (account: string | null | undefined): readonly FailureRecord[] =>
  useSyncExternalStore(
    failureRecords.subscribe,
    () => (account ? failureRecords.list(account) : NONE),
    () => NONE,
  );
