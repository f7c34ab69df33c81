import { useSyncExternalStore } from 'react';

/** Ends the prompt: whether the user has confirmed who they are. */
type Answer = (isProved: boolean) => void;

let waiting: { promise: Promise<boolean>; answer: Answer } | null = null;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Asks the user to confirm who they are; calls that need it at the same time share one dialog. */
export const askForProof = (): Promise<boolean> => {
  if (waiting) return waiting.promise;
  let resolve: (isProved: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settled) => (resolve = settled));
  waiting = {
    promise,
    answer: (isProved) => {
      waiting = null;
      notifyListeners();
      resolve(isProved);
    },
  };
  notifyListeners();
  return promise;
};

/** Ends the open prompt; null while there is none. */
export const useProofAsked = (): Answer | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting?.answer ?? null,
    () => null,
  );
