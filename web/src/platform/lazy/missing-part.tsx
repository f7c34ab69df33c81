import type { ComponentType } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { withTimeout } from './with-timeout.ts';

/** Shown where a script failed to load: the rest of the page keeps working, and a reload retries. */
export const MissingPart = () => {
  const { t } = useTranslation();
  return (
    <p role="alert" className="text-sm text-ink-200">
      {t('error.page.chunkTitle')}.{' '}
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

/** The same for a dialog, at the bottom of the window. */
export const MissingDialog = () => (
  <div className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md rounded-2xl border border-ink-700 bg-ink-800 p-4">
    <MissingPart />
  </div>
);

/** Loads a part for React's `lazy`; what takes its place if its script fails to load is `Missing`. */
export const loadPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType = MissingPart,
): Promise<{ default: ComponentType<P> }> =>
  withTimeout(load).then(
    (part) => ({ default: part }),
    () => ({ default: Missing as ComponentType<P> }),
  );
