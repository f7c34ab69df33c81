import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component has left the page, for work that goes on without it. */
export const useIsGone = (): RefObject<boolean> => {
  const isGone = useRef(false);
  useEffect(() => {
    // Strict mode runs the effect twice.
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
};
