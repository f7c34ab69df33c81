import { useState } from 'react';
import { useBlocker } from 'react-router';
import { lazyDialog } from '../platform/lazy/lazy-dialog.tsx';
import { hasUnsaved } from '../platform/route/unsaved.ts';

const DiscardDialog = lazyDialog(async () => (await import('../ui/dialog.tsx')).DiscardDialog);

/** Asks before the app goes to another page while a form or a dialog holds input that is saved nowhere yet. */
export const LeaveHost = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  const isAsking = blocker.state === 'blocked';
  const [hasAsked, setAsked] = useState(false);
  if (isAsking && !hasAsked) setAsked(true);
  return (
    hasAsked && <DiscardDialog open={isAsking} onKeep={() => blocker.reset?.()} onDiscard={() => blocker.proceed?.()} />
  );
};
