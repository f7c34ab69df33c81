import { useEffect, useState } from 'react';

/** How long after hydration the first view is taken as complete. */
export const IDLE_AFTER_MS = 3000;

/** False until the page has been hydrated for 3 seconds: what only adds to the first view is fetched after it. */
export const useIsPageIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
};
