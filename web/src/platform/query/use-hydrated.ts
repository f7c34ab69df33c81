import { useSyncExternalStore } from 'react';

const never = () => () => {};
/** False on the server and during hydration, then true: for values that only the browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
