import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { lazyDialog } from '../platform/lazy/lazy-dialog.tsx';
import { hasUnsaved, setDiscardAsker } from '../platform/route/unsaved.ts';

const DiscardDialog = lazyDialog(async () => (await import('../ui/dialog.tsx')).DiscardDialog);

/** Asks before the app goes to another page, or signs out, while a form or a dialog holds input that is saved nowhere yet. */
export const LeaveHost = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  const [answer, setAnswer] = useState<(mayDiscard: boolean) => void>();
  useEffect(() => setDiscardAsker(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  const isAsking = blocker.state === 'blocked' || answer !== undefined;
  const [hasAsked, setAsked] = useState(false);
  if (isAsking && !hasAsked) setAsked(true);
  const close = (mayDiscard: boolean) => {
    answer?.(mayDiscard);
    setAnswer(undefined);
    if (mayDiscard) blocker.proceed?.();
    else blocker.reset?.();
  };
  return hasAsked && <DiscardDialog open={isAsking} onKeep={() => close(false)} onDiscard={() => close(true)} />;
};
