import { lazy, Suspense, type ComponentType } from 'react';
import { MissingDialog } from './missing-part.tsx';
import { withTimeout } from './with-timeout.ts';

/** A dialog whose script is loaded when it first opens. If that fails, a message with a retry takes its place. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() =>
    withTimeout(load).then(
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
