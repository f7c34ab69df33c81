import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../i18n/use-translation.ts';
import { withTimeout } from './with-timeout.ts';

const Missing = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <p role="alert" className="text-sm text-ink-200">
      {t('error.page.chunkTitle')}.{' '}
      <button
        type="button"
        onClick={onRetry}
        className="min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline"
      >
        {t('app.retry')}
      </button>
    </p>
  );
};

const reload = () => location.reload();
/** Shown where a script failed to load: the rest of the page keeps working, and a reload retries. */
export const MissingPart = () => <Missing onRetry={reload} />;

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** The same for a dialog, at the foot of the window, above the bar of places. Loads it once the connection is back. */
export const MissingDialog = ({
  isLost,
  onRetry,
  onClose,
}: {
  /** Another try has failed as well, so that only a reload may help. */
  isLost: boolean;
  onRetry: () => unknown;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  useEffect(() => {
    const retry = () => void onRetry();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [onRetry]);
  return createPortal(
    <div className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-md items-start justify-between gap-3 rounded-2xl border border-ink-700 bg-ink-800 p-4 wide:bottom-4">
      {isOnline ? (
        <Missing onRetry={isLost ? reload : () => void onRetry()} />
      ) : (
        <p role="alert" className="text-sm text-ink-200">
          {t('error.page.offline')}
        </p>
      )}
      <button
        type="button"
        aria-label={t('app.close')}
        onClick={onClose}
        className="-my-3 -mr-3 flex size-11 shrink-0 items-center justify-center rounded-full text-ink-200 hover:text-ink-50"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>,
    document.body,
  );
};

/** Loads a part for React's `lazy`; if its script fails to load, a message takes its place. */
export const loadPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): Promise<{ default: ComponentType<P> }> =>
  withTimeout(load).then(
    (part) => ({ default: part }),
    () => ({ default: MissingPart as ComponentType<P> }),
  );
