import type { ComponentType, ReactNode } from 'react';
import { clientSlot } from './client-slot.tsx';
import { useAwake } from './use-awake.ts';
import { useHasRested } from './use-rested.ts';

/**
 * A client slot for what the first view does without though it stands in it: its code is fetched when somebody is
 * signed in or begins to do something, or the page has come to rest. `room` keeps its place.
 */
export const lateSlot = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Slot = clientSlot(load);
  return (props: P & { room?: ReactNode }) => {
    const isAwake = useAwake();
    const hasRested = useHasRested();
    return isAwake || hasRested ? <Slot {...props} /> : props.room;
  };
};
