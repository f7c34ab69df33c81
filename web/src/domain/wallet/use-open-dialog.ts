import { useState } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { hasOpenRun } from './open-run.ts';

/**
 * Which dialog is open. Once it is known who is signed in, the first one opens whose steps a reload interrupted after
 * something was sent. A dialog closes when another person signs in, as another tab may: what is typed there is not theirs.
 * @param runs the keys of the steps, each with its dialog
 */
export const useOpenDialog = <D>(runs: readonly (readonly [key: string, dialog: D])[]) => {
  const { user } = useSession();
  const account = user?.metamaskWallet;
  const [open, setOpen] = useState<{ dialog: D; /** The person who opened it, if known. */ by: string | undefined }>();
  const [searched, setSearched] = useState<string>();
  const show = (dialog: D | undefined) => setOpen(dialog === undefined ? undefined : { dialog, by: user?.uuid });
  if (open && user && open.by !== user.uuid) setOpen(open.by ? undefined : { ...open, by: user.uuid });
  const subject = account && [account, ...runs.map(([key]) => key)].join();
  if (subject && subject !== searched) {
    setSearched(subject);
    if (!open) show(runs.find(([key]) => hasOpenRun(key, account))?.[1]);
  }
  return [open?.dialog, show] as const;
};
