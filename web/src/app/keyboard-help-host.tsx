import { useEffect, useState } from 'react';
import { lazyDialog } from '../platform/lazy/lazy-dialog.tsx';
import { isTaken } from './is-taken.ts';

const KeyboardHelp = lazyDialog(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** Opens the list of keys on `?`. */
export const KeyboardHelpHost = () => {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTaken(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // Stays mounted once it was open, so that it closes with its animation.
  return isOpen !== undefined && <KeyboardHelp open={isOpen} onOpenChange={setOpen} />;
};
