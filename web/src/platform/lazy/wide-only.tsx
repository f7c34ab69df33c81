import { useEffect, useState, type ComponentType } from 'react';
import { useHydrated } from '../query/use-hydrated.ts';

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
 * rendered as it is.
 * @param Part a part that is hydrated later
 */
export const wideOnly = <P extends object>(Part: ComponentType<P> & { preload: () => Promise<void> }) => {
  const WideOnly = (props: P) => {
    const [isShown, show] = useState(isWide);
    useEffect(() => {
      const query = matchMedia(WIDE);
      const change = () => show((before) => before || query.matches);
      query.addEventListener('change', change);
      return () => query.removeEventListener('change', change);
    }, []);
    if (!isShown) return <LeftAlone key="narrow" />;
    return (
      <div key="wide">
        <Part {...props} />
      </div>
    );
  };
  const preload = async (): Promise<void> => {
    if (isWide()) await Part.preload();
  };
  return Object.assign(WideOnly as ComponentType<P>, { preload });
};
