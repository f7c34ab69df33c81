import { useState } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { hasOpenRun } from './open-run.ts';

/**
 * Which dialog is open. Once it is known who is signed in, the first one opens whose steps a reload interrupted after
 * something was sent.
 * @param runs the keys of the steps, each with its dialog
 */
export const useOpenDialog = <D>(runs: readonly (readonly [key: string, dialog: D])[]) => {
  const account = useSession().user?.metamaskWallet;
  const [open, setOpen] = useState<D>();
  const [searched, setSearched] = useState<string>();
  const subject = account && [account, ...runs.map(([key]) => key)].join();
  if (subject && subject !== searched) {
    setSearched(subject);
    setOpen(open ?? runs.find(([key]) => hasOpenRun(key, account))?.[1]);
  }
  return [open, setOpen] as const;
};
