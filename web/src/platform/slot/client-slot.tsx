import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../query/use-hydrated.ts';

/** A part that did not come takes nothing else down: the page stays, and says how to get the rest. */
const Missing = () => {
  const { t } = useTranslation();
  return (
    <p role="alert" className="text-sm text-ink-200">
      {t('error.page.chunkTitle')}{' '}
      <button
        type="button"
        onClick={() => location.reload()}
        className="min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline"
      >
        {t('app.retry')}
      </button>
    </p>
  );
};

/**
 * A part that only the browser shows, fetched after the page stands (wallets, trading): it depends on who looks, and
 * its code must not hold up the first view. `room` keeps its place.
 */
export const clientSlot = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing as ComponentType<P> }),
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
