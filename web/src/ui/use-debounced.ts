import { useEffect, useState } from 'react';

const SETTLED_MS = 350;

/** Returns a value once it has not changed for a while, so that typing does not send a request for each key. */
export const useDebounced = <T>(value: T, settledMs = SETTLED_MS): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value, settledMs]);
  return settled;
};
