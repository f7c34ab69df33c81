import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { clientOnly } from './client-only.tsx';
import { useHasInteracted } from './use-has-interacted.ts';

/** How far below the window the script of a component is already fetched. */
const MARGIN = '200px';

/**
 * A client-only component below the first view: its script is fetched when it comes near the window, on the first
 * interaction, or at once for a signed-in user.
 */
export const lazyWhenVisible = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = clientOnly(load);
  return (props: P & { fallback?: ReactNode }) => {
    const hasInteracted = useHasInteracted();
    const [isNear, setNear] = useState(false);
    const mark = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!mark.current) return;
      const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
        rootMargin: MARGIN,
      });
      watch.observe(mark.current);
      return () => watch.disconnect();
    }, []);
    return isNear || hasInteracted ? <Part {...props} /> : <div ref={mark}>{props.fallback}</div>;
  };
};
