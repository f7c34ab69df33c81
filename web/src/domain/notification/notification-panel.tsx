import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell, Settings } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { NotificationLine } from './notification-line.tsx';
import { notificationsQuery } from './notification.query.ts';
import { useMarkRead } from './use-mark-read.ts';

const Waiting = () => (
  <ul aria-busy className="px-5 py-3">
    {[0, 1, 2].map((row) => (
      <li key={row} className="flex gap-3.5 py-2">
        <Skeleton className="size-14 rounded-xl" />
        <Skeleton className="h-14 flex-1 rounded-xl" />
      </li>
    ))}
  </ul>
);

const Empty = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center px-8 pb-10 pt-8 text-center">
      <Bell aria-hidden className="size-8 text-ink-400" strokeWidth={1.5} />
      <p className="mt-4 font-semibold text-ink-50">{t('notification.emptyTitle')}</p>
      <p className="mt-1.5 text-sm text-ink-200">{t('notification.emptyText')}</p>
    </div>
  );
};

/** The notifications, newest first. `unread` is the number of unread ones. */
export const NotificationPanel = ({ unread, onClose }: { unread: number; onClose: () => void }) => {
  const { t } = useTranslation();
  const list = useInfiniteQuery(notificationsQuery);
  const failure = useFailure(list);
  const mark = useMarkRead();
  const lines = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const first = useRef<HTMLUListElement>(null);
  const hasLines = lines.length > 0;
  // The panel opens before its lines are there: until then the focus is on the box or on what is below them.
  useEffect(() => {
    const popup = hasLines && first.current?.closest('[role=dialog]');
    if (popup && popup.contains(document.activeElement))
      first.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [hasLines]);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.isPending && !failure && <Waiting />}
        {list.isSuccess && lines.length === 0 && <Empty />}
        {hasLines && (
          <ul ref={first} aria-label={t('notification.title')} className="divide-y divide-ink-800">
            {lines.map((one) => (
              <li key={one.uuid}>
                <NotificationLine
                  one={one}
                  onOpen={() => {
                    if (!one.isRead) mark.mutate(one.uuid);
                    onClose();
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={list} size="small" className="items-start px-5 py-3" />
      </div>
      <div className="flex items-center justify-end gap-3 border-t border-ink-800 px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {hasLines && (
          <button
            type="button"
            // Stays in place and keeps its focus when nothing is left to mark.
            aria-disabled={unread === 0}
            onClick={() => unread > 0 && mark.mutate(undefined)}
            className="mr-auto min-h-10 rounded-lg px-2 text-sm font-semibold text-ink-50 underline-offset-4 hover:underline aria-disabled:font-normal aria-disabled:text-ink-400 aria-disabled:no-underline"
          >
            {t('notification.readAll')}
          </button>
        )}
        <Link
          to={`${path.settings}#notifications`}
          onClick={onClose}
          aria-label={t('notification.settings')}
          title={t('notification.settings')}
          className={buttonClass('icon', 'small')}
        >
          <Settings aria-hidden className="size-5" />
        </Link>
      </div>
    </>
  );
};
