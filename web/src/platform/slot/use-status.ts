import { useEffect, useState } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { hasToken, useAwake } from './use-awake.ts';

export type Status = 'loading' | 'anonymous' | 'signedIn';

/** Who looks, without the session's code: that is fetched when somebody is signed in or begins to do something. */
export const useStatus = (): Status => {
  const isAwake = useAwake();
  const isHydrated = useHydrated();
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    if (!isAwake) return;
    let stop = () => {};
    let isOver = false;
    void import('../session/use-session.ts').then(({ session }) => {
      if (isOver) return;
      const look = () => {
        const { status: now } = session.getState();
        document.documentElement.toggleAttribute('data-account', now !== 'anonymous');
        setStatus(now);
      };
      look();
      stop = session.subscribe(look);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [isAwake]);
  if (status && status !== 'loading') return status;
  return isHydrated && hasToken() ? 'loading' : 'anonymous';
};
