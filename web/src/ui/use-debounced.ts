import { useEffect, useState } from 'react';

const SETTLED_MS = 350;

/** Returns a value once it has not changed for 350 ms, so that typing does not send a request for each key. */
export const useDebounced = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
