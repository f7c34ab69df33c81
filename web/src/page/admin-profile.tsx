import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { figuresQuery, missingWordsQuery, readinessQuery } from '../domain/admin/admin.query.ts';
import { useFormats } from '../platform/format/format.ts';
import { When } from '../platform/format/when.tsx';
import { Head } from '../platform/head/head.tsx';
import { errorWords } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { useSession } from '../platform/session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/class-name.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const Figure = ({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) => (
  <div className="rounded-2xl bg-ink-900 p-5">
    <dt className="text-sm text-ink-400">{name}</dt>
    <dd className="num mt-1 text-2xl font-semibold text-ink-50">{children}</dd>
    {note && <dd className="mt-1 text-sm text-ink-400">{note}</dd>}
  </div>
);

const LIGHT = { there: 'bg-green-400', asking: 'bg-ink-400', unsure: 'bg-red-400' };

/** A part the marketplace stands on: there, away, or just being asked. */
const Light = ({ name, state, words }: { name: string; state: keyof typeof LIGHT; words: string }) => (
  <li className="flex items-center gap-3">
    <span aria-hidden className={cx('size-2.5 rounded-full', LIGHT[state])} />
    <span className="font-medium text-ink-50">{name}</span>
    <span className="text-ink-400">{words}</span>
  </li>
);

/** What the marketplace stands on, and its figures of the moment. */
const Status = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const ready = useQuery(readinessQuery);
  const { data: figures } = useQuery(figuresQuery);
  const state = ready.isError ? undefined : ready.data;
  const light = state ? 'there' : ready.isPending ? 'asking' : 'unsure';
  return (
    <section aria-labelledby="admin-status">
      <h2 id="admin-status" className="text-xl font-semibold">
        {t('admin.status')}
      </h2>
      {ready.isError && (
        <p role="alert" className="mt-3 rounded-2xl border border-red-400 p-4 text-ink-50">
          {errorWords(t, ready.error)[0]}
        </p>
      )}
      <ul className="mt-4 flex flex-wrap gap-x-10 gap-y-2">
        {(['database', 'chain', 'worker'] as const).map((part) => (
          <Light key={part} name={t(`admin.part.${part}`)} state={light} words={t(`admin.${light}`)} />
        ))}
      </ul>
      <dl className="mt-5 grid gap-4 tablet:grid-cols-2 wide:grid-cols-5">
        <Figure name={t('admin.head')} note={state && t('admin.chainId', { id: state.chain.chainId })}>
          {state ? formats.count(state.chain.head) : '—'}
        </Figure>
        <Figure
          name={t('admin.lag')}
          note={
            state &&
            t('admin.lagSeconds', { count: state.worker.lagSeconds, shown: formats.count(state.worker.lagSeconds) })
          }
        >
          {state ? formats.count(state.worker.lagBlocks) : '—'}
        </Figure>
        <Figure
          name={t('admin.requests')}
          note={figures?.meanMs != null && t('admin.mean', { ms: formats.count(Math.round(figures.meanMs)) })}
        >
          {figures ? formats.count(figures.requests) : '—'}
        </Figure>
        <Figure
          name={t('admin.failed')}
          note={figures && t('admin.refused', { count: figures.refused, shown: formats.count(figures.refused) })}
        >
          {figures ? formats.count(figures.failed) : '—'}
        </Figure>
        <Figure
          name={t('admin.memory')}
          note={
            figures?.startedAt && (
              <>
                {t('admin.started')} <When at={figures.startedAt} />
              </>
            )
          }
        >
          {figures ? t('admin.megabytes', { value: formats.count(Math.round(figures.memoryMb)) }) : '—'}
        </Figure>
      </dl>
    </section>
  );
};

/** Words that pages asked for and no language had. */
const MissingWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useInfiniteQuery(missingWordsQuery);
  const words = list.data?.pages.flatMap(({ data }) => data);
  return (
    <section aria-labelledby="admin-words" className="mt-14">
      <h2 id="admin-words" className="text-xl font-semibold">
        {t('admin.words.title')}
      </h2>
      {list.isError && (
        <p role="alert" className="mt-3 text-ink-200">
          {errorWords(t, list.error)[0]}
        </p>
      )}
      {!words && !list.isError && <Skeleton className="mt-4 h-24 rounded-2xl" />}
      {words?.length === 0 && <p className="mt-3 text-ink-200">{t('admin.words.none')}</p>}
      {words && words.length > 0 && (
        // The scroller is a stop of the keyboard: a long table is read with the arrows.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="mt-4 overflow-x-auto" tabIndex={0} role="region" aria-labelledby="admin-words">
          <table className="w-full text-left">
            <thead className="text-sm text-ink-400">
              <tr>
                {(['language', 'key', 'shown', 'reports', 'updatedAt'] as const).map((column) => (
                  <th key={column} scope="col" className="py-2 pr-6 font-medium">
                    {t(`admin.words.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-ink-800">
              {words.map((word) => (
                <tr key={`${word.language}:${word.namespace}:${word.key}`}>
                  <td className="py-3 pr-6">{word.language}</td>
                  <td className="py-3 pr-6 font-medium text-ink-50">{word.key}</td>
                  <td className="max-w-80 truncate py-3 pr-6 text-ink-200">{word.shown}</td>
                  <td className="num py-3 pr-6">{formats.count(word.reports)}</td>
                  <td className="py-3 text-ink-200">
                    <When at={word.updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          size="small"
          className="mt-4"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('app.loadMore')}
        </Button>
      )}
    </section>
  );
};

/** The admin's desk, its first parts: how the marketplace does, and the words it lacks. */
export const Component = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user?.role !== 'ADMIN') return <Navigate to={path.tokens} replace />;
  return (
    <div className="page">
      <Head title={t('admin.title')} isHidden />
      <h1 className="mb-8 text-3xl font-semibold tracking-tight">{t('admin.title')}</h1>
      <Status />
      <MissingWords />
    </div>
  );
};
