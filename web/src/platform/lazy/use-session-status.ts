import { useEffect, useState } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { hasToken, useHasInteracted } from './use-has-interacted.ts';

export type Status = 'loading' | 'anonymous' | 'signedIn';

/** Whether a user is signed in. Loads the session's script on the first interaction, or at once if a token is stored. */
export const useSessionStatus = (): Status => {
  const hasInteracted = useHasInteracted();
  const isHydrated = useHydrated();
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    if (!hasInteracted) return;
    let unsubscribe = () => {};
    let isUnmounted = false;
    void import('../session/use-session.ts').then(({ session }) => {
      if (isUnmounted) return;
      const update = () => {
        const { status: now } = session.getState();
        document.documentElement.toggleAttribute('data-account', now !== 'anonymous');
        setStatus(now);
      };
      update();
      unsubscribe = session.subscribe(update);
    });
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [hasInteracted]);
  if (status && status !== 'loading') return status;
  return isHydrated && hasToken() ? 'loading' : 'anonymous';
};
