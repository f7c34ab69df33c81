import { Grid2x2, Grid3x3, LayoutDashboard, Rows3 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

const EVENT = 'skarb:view';
/** Also read by the page's first script (server/src/platform/http/account-mark.ts), so that nothing moves after it. */
const STORAGE_KEY = 'skarb.view';

/** What each looks like is in style.css, by `data-view` of `<html>`. */
const ICONS = { grid: Grid2x2, small: Grid3x3, masonry: LayoutDashboard, list: Rows3 };
type View = keyof typeof ICONS;
const VIEWS = Object.keys(ICONS) as View[];
const present = (): View => VIEWS.find((view) => view === document.documentElement.dataset.view) ?? 'grid';
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

/**
 * Lists of works as an even grid, with more and smaller works, as rows in which every work has its own proportions, or with a
 * line for each. Kept in this browser.
 */
export const ViewSwitch = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  const chosen = useSyncExternalStore<View>(subscribe, present, () => 'grid');
  return (
    <div
      role="group"
      aria-label={t('work.view.title')}
      className={cx('inline-flex rounded-xl border border-ink-700 p-0.5 print:hidden', className)}
    >
      {VIEWS.map((view) => {
        const Icon = ICONS[view];
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
