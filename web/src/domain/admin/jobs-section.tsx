import * as adminCalls from '@skarb/schema/calls/admin';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { failedJobsQuery } from './admin.query.ts';
import { ListFrame } from './list-frame.tsx';
import { ListHead } from './order-list.tsx';
import { useAct } from './use-act.ts';

export const JobsSection = () => {
  const { t, i18n } = useTranslation();
  const { data: jobs, error } = useQuery(failedJobsQuery);
  const { act, isBusy } = useAct({ isToast: true });
  return (
    <>
      <ListHead text={t('admin.job.text')} />
      <ListFrame error={error} isEmpty={jobs && jobs.length === 0} emptyWords={t('admin.job.none')}>
        <ul className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
          {jobs?.map((job) => {
            const key = `admin.job.name.${job.name}`;
            const name = i18n.exists(key) ? t(key) : job.name;
            return (
              <li key={`${job.kind}:${job.id}`} className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="flex flex-wrap items-baseline gap-x-3 font-medium text-ink-50">
                    {name}
                    <span className={cx('text-sm', job.isGivenUp ? 'text-red-400' : 'text-ink-400')}>
                      {job.isGivenUp ? (
                        job.kind === 'follower' ? (
                          t('admin.job.setAside')
                        ) : (
                          t('admin.job.givenUp', { count: job.attempts })
                        )
                      ) : (
                        <>
                          {t('admin.job.again')} <When at={job.runAt} />
                        </>
                      )}
                    </span>
                  </p>
                  <p className="mt-1 text-sm text-ink-200 wrap-anywhere">{job.lastError}</p>
                  <p className="mt-1 text-sm text-ink-400">
                    <When at={job.updatedAt} />
                  </p>
                </div>
                <Button
                  variant="outlined"
                  size="small"
                  isBusy={isBusy}
                  aria-label={t('admin.job.retryOf', { name })}
                  onClick={() =>
                    void act(() => call(adminCalls.retryJob, { params: { id: job.id } }), t('admin.job.retried'))
                  }
                >
                  {t('app.retry')}
                </Button>
              </li>
            );
          })}
        </ul>
      </ListFrame>
    </>
  );
};
