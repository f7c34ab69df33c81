import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';
import { loadPart } from './missing-part.tsx';
import { withTimeout } from './with-timeout.ts';

/** The breakpoint `wide` of style.css. */
const WIDE = '(width >= 64rem)';
/**
 * What the server rendered, as it is: React leaves the content of an element with inner HTML alone when it hydrates. It
 * may not set any (Trusted Types). A component of its own: it renders again after hydration, which on wide screens
 * would undo what people changed before.
 */
const LeftAlone = () => {
  const [html] = useState(useHydrated() ? undefined : { __html: '' });
  return <div suppressHydrationWarning dangerouslySetInnerHTML={html} />;
};
const isWide = (): boolean => import.meta.env.SSR || matchMedia(WIDE).matches;

/**
 * A part that narrow screens hide by a class: they neither load its script nor hydrate it, and leave what the server
 * rendered as it is. The page exports its `preload`, so that wide screens have it before they hydrate.
 * @param file its source, which the server names in the head of the page
 */
export const wideOnly = <P extends object>(file: string, load: () => Promise<ComponentType<P>>) => {
  let loaded: ComponentType<P> | undefined;
  const Later = lazy(() => loadPart(load));
  const Part = (props: P) => {
    const [isShown, show] = useState(isWide);
    // The same for as long as it is shown: another type would make React replace it.
    const [Loaded] = useState(() => loaded);
    useEffect(() => {
      const query = matchMedia(WIDE);
      const change = () => show((before) => before || query.matches);
      query.addEventListener('change', change);
      return () => query.removeEventListener('change', change);
    }, []);
    if (!isShown) return <LeftAlone key="narrow" />;
    return (
      <div key="wide">
        {Loaded ? (
          <Loaded {...props} />
        ) : (
          <Suspense fallback={null}>
            <Later {...(props as P & object)} />
          </Suspense>
        )}
      </div>
    );
  };
  const preload = async (): Promise<void> => {
    if (isWide()) loaded ??= await withTimeout(load);
  };
  return Object.assign(Part as ComponentType<P>, { preload: Object.assign(preload, { file }) });
};
