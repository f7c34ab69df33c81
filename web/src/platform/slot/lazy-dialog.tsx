import { lazy, Suspense, type ComponentType } from 'react';
import { inTime } from './in-time.ts';
import { MissingDialog } from './missing-part.tsx';

/** A dialog whose code is fetched when it is first opened. When that fails, words and another try stand in its place. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() =>
    inTime(load).then(
      (part) => ({ default: part }),
      () => ({ default: MissingDialog as ComponentType<P> }),
    ),
  );
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...(props as P & object)} />
    </Suspense>
  );
};
