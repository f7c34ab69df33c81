import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { clientSlot } from './client-slot.tsx';
import { useAwake } from './use-awake.ts';

/** So far below what is seen a part is already fetched. */
const AHEAD = '200px';

/**
 * A client slot for what lies below the first view: its code is fetched when the visitor comes near, is signed in or
 * begins to do something. `room` keeps its place.
 */
export const nearSlot = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Slot = clientSlot(load);
  return (props: P & { room?: ReactNode }) => {
    const isAwake = useAwake();
    const [isNear, setNear] = useState(false);
    const mark = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!mark.current) return;
      const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
        rootMargin: AHEAD,
      });
      watch.observe(mark.current);
      return () => watch.disconnect();
    }, []);
    return isNear || isAwake ? <Slot {...props} /> : <div ref={mark}>{props.room}</div>;
  };
};
