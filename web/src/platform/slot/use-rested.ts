import { useEffect, useState } from 'react';

/** The first view comes before what only adds to it: that is fetched when the page has come to rest. */
const REST_MS = 3000;

/** True once a page has stood for a while. */
export const useHasRested = (): boolean => {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasRested;
};
