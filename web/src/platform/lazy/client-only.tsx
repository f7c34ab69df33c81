import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { loadPart } from './missing-part.tsx';

/**
 * A component that only the browser renders, from a script of its own that is fetched after hydration: it depends on
 * who is signed in, or on the wallet. `fallback` takes its place until then.
 */
export const clientOnly = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() => loadPart(load));
  return ({ fallback, ...props }: P & { fallback?: ReactNode }) => {
    const isHydrated = useHydrated();
    if (!isHydrated) return fallback;
    return (
      <Suspense fallback={fallback}>
        <Part {...(props as P & object)} />
      </Suspense>
    );
  };
};
