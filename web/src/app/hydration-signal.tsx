import { useEffect } from 'react';

let resolveHydrated: () => void = () => {};
/** Resolves when the screen is hydrated, not only the layout around it. */
export const hydrated = new Promise<void>((resolve) => (resolveHydrated = resolve));

/** Rendered beside a screen, inside the same `Suspense` boundary: React hydrates that boundary after the layout. */
export const HydrationSignal = () => {
  useEffect(() => resolveHydrated(), []);
  return null;
};
