import { useEffect, useId } from 'react';

/** The forms and dialogs that hold input which is saved nowhere yet. */
const holders = new Set<string>();
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export const isUnsaved = (holder: string): boolean => holders.has(holder);
export const hasUnsaved = (): boolean => holders.size > 0;

/** The browser asks before the page is closed, and the app before it goes to another page (app/leave-host.tsx). */
export const keepUnsaved = (holder: string): void => {
  holders.add(holder);
  addEventListener('beforeunload', ask);
};

export const dropUnsaved = (holder: string): void => {
  if (!holders.delete(holder)) return;
  if (holders.size === 0) removeEventListener('beforeunload', ask);
};

let asker: () => Promise<boolean> = async () => true;
export const setDiscardAsker = (ask: typeof asker): void => {
  asker = ask;
};
/** @returns whether unsaved input may be lost, or there is none; then nothing asks about it again */
export const mayDiscard = async (): Promise<boolean> => {
  if (hasUnsaved() && !(await asker())) return false;
  for (const holder of holders) dropUnsaved(holder);
  return true;
};

/**
 * Asks before the input of a form is lost.
 *
 * @returns what a form calls once its input is saved, before it leads to another page
 */
export const useUnsaved = (isDirty: boolean): (() => void) => {
  const holder = useId();
  useEffect(() => {
    if (!isDirty) return;
    keepUnsaved(holder);
    return () => dropUnsaved(holder);
  }, [holder, isDirty]);
  return () => dropUnsaved(holder);
};
