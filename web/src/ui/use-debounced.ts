import { useEffect, useState } from 'react';

const SETTLED_MS = 350;

/** A value once nobody has changed it for a moment: what is still being typed is asked nobody about. */
export const useDebounced = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
