import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLateHydration } from './hydration.tsx';
import { loadPart } from './missing-part.tsx';
import { whenInteracted } from './use-has-interacted.ts';
import { IDLE_AFTER_MS } from './use-is-page-idle.ts';
import { withTimeout } from './with-timeout.ts';

const whenWanted = (): Promise<void> =>
  Promise.race([whenInteracted(), new Promise<void>((resolve) => setTimeout(resolve, IDLE_AFTER_MS))]);

const Hydrated = ({ run }: { run: () => void }) => {
  useEffect(run, [run]);
  return null;
};

/**
 * A component below the first view that the server renders with the page, so that nothing moves when it becomes
 * interactive. Its script is fetched on the first interaction, or when the page is idle. The page's `load` awaits
 * `preload` and fetches its data. Until its script has arrived it keeps the props of its first render: with others React
 * would drop the server's HTML, and what follows would jump.
 * @param fallback its place on a page that the browser renders
 */
export const hydratedLater = <P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null) => {
  let loaded: ComponentType<P> | undefined;
  const Later = lazy(() => whenWanted().then(() => loadPart(load)));
  const Part = (props: P) => {
    // The same for as long as it is shown: another type would make React replace it.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? (Later as unknown as ComponentType<P>));
    const onHydrated = useLateHydration();
    const [first, setFirst] = useState<P | undefined>(props);
    const run = useCallback(() => setFirst(undefined), []);
    // Once it shows what it has by now: input that waits for it acts on that.
    useEffect(() => {
      if (!first) onHydrated();
    }, [first, onHydrated]);
    const shown = first ?? props;
    return useMemo(
      () => (
        <Suspense fallback={fallback}>
          <Shown {...shown} />
          <Hydrated run={run} />
        </Suspense>
      ),
      [Shown, shown, run],
    );
  };
  /** Loads the script: on the server before the page is rendered, in the browser on a navigation. */
  const preload = async (): Promise<void> => {
    loaded ??= await withTimeout(load).catch(() => undefined);
  };
  return Object.assign(memo(Part) as unknown as ComponentType<P>, { preload });
};
