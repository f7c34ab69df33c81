import { useBlocker } from 'react-router';
import { hasUnsaved } from '../platform/route/unsaved.ts';
import { DiscardDialog } from '../ui/dialog.tsx';

/** Asks before the app goes to another page while a form or a dialog holds input that is saved nowhere yet. */
export const LeaveHost = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
};
