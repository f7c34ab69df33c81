import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { unreadQuery } from './notification.query.ts';

const loadPanel = async () => (await import('./notification-panel.tsx')).NotificationPanel;
const Panel = clientOnly(loadPanel);

/** Same as the breakpoint `fluid`: from there on a panel fits beside the page. */
const WIDE = '(width >= 47.5rem)';
const useIsWide = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
    () => true,
  );

/** Announces the number when it grows, and nothing when the page opens. */
const useNews = (unread: number | undefined): number => {
  const [before, setBefore] = useState<number>();
  const [news, setNews] = useState(0);
  if (unread !== undefined && unread !== before) {
    setBefore(unread);
    if (unread === 0) setNews(0);
    else if (before !== undefined && unread > before) setNews(unread);
  }
  return news;
};

/** The bell of the header: the live number of unread notifications, and their panel. */
export const Bell = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsWide();
  const { data: unread } = useQuery(unreadQuery);
  const news = useNews(unread);
  const button = (
    <button
      type="button"
      onPointerEnter={() => void loadPanel()}
      className={buttonClass('icon', 'small', 'relative')}
      aria-label={unread ? t('notification.bellUnread', { count: unread }) : t('notification.bell')}
    >
      <BellIcon aria-hidden className="size-5" />
      {!!unread && <CountBadge>{unread > 99 ? t('notification.many') : unread}</CountBadge>}
    </button>
  );
  const panel = (
    <Panel
      unread={unread ?? 0}
      onClose={() => setOpen(false)}
      fallback={<Skeleton className="mx-5 my-4 h-40 rounded-xl" />}
    />
  );
  return (
    <>
      <span role="status" className="sr-only">
        {news > 0 && t('notification.bellUnread', { count: news })}
      </span>
      {isWide ? (
        <Popover open={isOpen} onOpenChange={setOpen} title={t('notification.title')} trigger={button}>
          {panel}
        </Popover>
      ) : (
        <Dialog open={isOpen} onOpenChange={setOpen} title={t('notification.title')} trigger={button} isFlush>
          {panel}
        </Dialog>
      )}
    </>
  );
};
