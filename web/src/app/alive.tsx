import { useEffect } from 'react';

let nowAlive: () => void = () => {};
/** Comes when the screen itself answers to presses, not only what stands around it. */
export const isAlive = new Promise<void>((resolve) => (nowAlive = resolve));

/**
 * Stands beside a screen, within the same `Suspense`: React brings that part to life after the rest, and a box pressed
 * in between would be brought to life already ticked, so that nobody hears of the press.
 */
export const Alive = () => {
  useEffect(() => nowAlive(), []);
  return null;
};
