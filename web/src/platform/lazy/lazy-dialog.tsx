import { lazy, Suspense, type ComponentType } from 'react';
import { loadPart, MissingDialog } from './missing-part.tsx';

/** A dialog whose script is loaded when it first opens. If that fails, a message with a retry takes its place. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() => loadPart(load, MissingDialog));
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...(props as P & object)} />
    </Suspense>
  );
};
