import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { lazyDialog } from '../platform/lazy/lazy-dialog.tsx';
import { hasUnsaved, setDiscardAsker } from '../platform/route/unsaved.ts';

const DiscardDialog = lazyDialog(
  async () => (await import('../ui/dialog.tsx')).DiscardDialog,
  ({ onKeep }) => onKeep(),
);

/** The lightbox has an entry of the history, which Back leaves (domain/token/lightbox/use-lightbox.ts). */
const hasOwnEntry = (state: unknown): boolean => !!(state as { isFullSize?: boolean } | null)?.isFullSize;
const hasOverlay = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed])') !== null;
const pressEscape = (): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );

/**
 * Back closes what is open over the page, like Escape, and otherwise leads back. Asks before the app goes to another
 * page, or signs out, while a form or a dialog holds input that is saved nowhere yet.
 */
export const LeaveHost = () => {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const closes = historyAction === 'POP' && hasOverlay() && !hasOwnEntry(currentLocation.state);
    setClosing(closes);
    return closes || (hasUnsaved() && currentLocation.pathname !== nextLocation.pathname);
  });
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!isBlocked || !isClosing) return;
    blocker.reset?.();
    pressEscape();
  }, [blocker, isBlocked, isClosing]);

  const [answer, setAnswer] = useState<(mayDiscard: boolean) => void>();
  useEffect(() => setDiscardAsker(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  const isAsking = (isBlocked && !isClosing) || answer !== undefined;
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
