import { Grid2x2, LayoutDashboard } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

const EVENT = 'skarb:view';
/** Also read by the page's first script (server/src/platform/http/account-mark.ts), so that nothing moves after it. */
const STORAGE_KEY = 'skarb.view';

export type View = 'grid' | 'masonry';
const isMasonry = () => document.documentElement.dataset.view === 'masonry';
const subscribe = (listener: () => void) => {
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
};
const choose = (view: View) => {
  document.documentElement.dataset.view = view;
  try {
    localStorage.setItem(STORAGE_KEY, view);
  } catch {
    // Without storage the choice holds until the page is left.
  }
  dispatchEvent(new Event(EVENT));
};

/** Lists of works as an even grid, or as rows in which every work has its own proportions. Kept in this browser. */
export const ViewSwitch = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const chosen: View = useSyncExternalStore(subscribe, isMasonry, () => false) ? 'masonry' : 'grid';
  return (
    <div
      role="group"
      aria-label={t('work.view.title')}
      className={cx('inline-flex rounded-xl border border-ink-700 p-0.5', className)}
    >
      {(['grid', 'masonry'] as const).map((view) => {
        const Icon = view === 'grid' ? Grid2x2 : LayoutDashboard;
        return (
          <button
            key={view}
            type="button"
            aria-pressed={chosen === view}
            aria-label={t(`work.view.${view}`)}
            title={t(`work.view.${view}`)}
            onClick={() => choose(view)}
            className={cx(
              'inline-flex size-8 items-center justify-center rounded-[0.6rem] transition-colors',
              chosen === view ? 'bg-ink-800 text-ink-50' : 'text-ink-400 hover:text-ink-50',
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        );
      })}
    </div>
  );
};
