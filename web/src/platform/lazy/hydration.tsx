import { useEffect, useState } from 'react';

let resolveScreen: () => void = () => {};
/** Resolves when the screen is hydrated, not only the layout around it. */
export const screenHydrated = new Promise<void>((resolve) => (resolveScreen = resolve));

/** Rendered beside a screen, inside the same `Suspense` boundary: React hydrates that boundary after the layout. */
export const ScreenHydrated = () => {
  useEffect(() => resolveScreen(), []);
  return null;
};

/** The parts that are shown without their script. */
const parts = new Set<Promise<void>>();

/**
 * Resolves when the screen and its late parts are hydrated. Cached data that changes before makes React drop the server's
 * HTML of what is not hydrated yet.
 */
export const pageHydrated = async (): Promise<void> => {
  await screenHydrated;
  await Promise.all(parts);
};

/** For a part that is hydrated late. @returns what to call once it is */
export const useLateHydration = (): (() => void) => {
  const [part] = useState(() => {
    let resolve: () => void = () => {};
    return { hydrated: new Promise<void>((done) => (resolve = done)), resolve };
  });
  useEffect(() => {
    parts.add(part.hydrated);
    void part.hydrated.then(() => parts.delete(part.hydrated));
    // A part that goes away first keeps nobody waiting.
    return part.resolve;
  }, [part]);
  return part.resolve;
};
