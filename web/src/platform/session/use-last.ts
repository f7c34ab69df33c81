import { useState } from 'react';

/** The last value that was there: a page that stays after its session has ended (app/guard.tsx) goes on with it. */
export const useLast = <T>(value: T | null | undefined): T | undefined => {
  const [last, setLast] = useState(value ?? undefined);
  if (value && value !== last) setLast(() => value);
  return value ?? last;
};
