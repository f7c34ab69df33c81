import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { inTime } from './in-time.ts';
import { MissingPart } from './missing-part.tsx';

/**
 * A part that only the browser shows, fetched after the page stands (wallets, trading): it depends on who looks, and
 * its code must not hold up the first view. `room` keeps its place.
 */
export const clientSlot = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() =>
    inTime(load).then(
      (part) => ({ default: part }),
      () => ({ default: MissingPart as ComponentType<P> }),
    ),
  );
  return ({ room, ...props }: P & { room?: ReactNode }) => {
    const isHydrated = useHydrated();
    if (!isHydrated) return room;
    return (
      <Suspense fallback={room}>
        <Part {...(props as P & object)} />
      </Suspense>
    );
  };
};
