import type { Token } from '@skarb/schema/token';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Pair } from '../domain/breeding/pair.tsx';
import { parentsQuery } from '../domain/breeding/breeding.query.ts';
import { TokenGrid } from '../domain/token/token-grid.tsx';
import { Head } from '../platform/head/head.tsx';
import { errorWords } from '../platform/http/api-error.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export const load = ({ client }: LoadContext) => client.fetchInfiniteQuery(parentsQuery);

const STEPS = ['choose', 'genes', 'rest', 'hatch'] as const;

/** Breeding: which collection it is meant for, its works, and how it will go. Nothing can be bred here yet, and it says so. */
export const Component = () => {
  const { t } = useTranslation();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(parentsQuery);
  const tokens = data?.pages.flatMap((page) => page.data) ?? [];
  const [first, second] = tokens as (Token | undefined)[];
  const collection = first?.collection;
  return (
    <div className="page">
      <Head
        title={t('breeding.title')}
        description={t('breeding.lead')}
        image={first?.image.preview}
        canonical={path.breeding}
      />
      <div className="grid items-center gap-x-16 gap-y-10 fluid:grid-cols-2">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full border border-ink-700 px-4 py-1.5 text-sm text-ink-200">
            <span aria-hidden className="size-2 rounded-full bg-blue-400" />
            {t('breeding.closed')}
          </p>
          <h1 className="mt-4 text-4xl font-semibold leading-tight tracking-tight wide:text-5xl">
            {t('breeding.title')}
          </h1>
          <p className="mt-4 max-w-xl text-lg text-ink-200">{t('breeding.lead')}</p>
          {collection && (
            <>
              <p className="mt-4 max-w-xl text-ink-200">{t('breeding.meant', { collection: collection.name })}</p>
              <Link to={path.collection(collection.uuid)} className={buttonClass('outlined', 'medium', 'mt-6')}>
                {t('breeding.toCollection', { collection: collection.name })}
              </Link>
            </>
          )}
        </div>
        {first && second ? (
          <Pair tokens={[first, second]} />
        ) : (
          !data && !error && <Skeleton className="h-72 rounded-3xl" />
        )}
      </div>

      <section className="mt-16">
        <h2 className="text-2xl font-semibold">{t('breeding.how')}</h2>
        <ol className="mt-6 grid gap-x-10 gap-y-8 tablet:grid-cols-2 wide:grid-cols-4">
          {STEPS.map((step, index) => (
            <li key={step} className="border-t border-ink-700 pt-4">
              <p aria-hidden className="num text-sm text-ink-400">
                {index + 1}
              </p>
              <h3 className="mt-1 text-lg font-semibold">{t(`breeding.step.${step}.title`)}</h3>
              <p className="mt-1 text-ink-200">{t(`breeding.step.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="mt-16">
        {collection && (
          <h2 className="mb-6 text-2xl font-semibold">{t('breeding.parents', { collection: collection.name })}</h2>
        )}
        {error && !data && (
          <p role="alert" className="text-ink-200">
            {errorWords(t, error)[0]}
          </p>
        )}
        {data && tokens.length === 0 && <p className="max-w-xl text-ink-200">{t('breeding.none')}</p>}
        {tokens.length > 0 && <TokenGrid label={t('breeding.title')} tokens={tokens} isFirst={false} />}
        {hasNextPage && (
          <p className="mt-10 flex justify-center">
            <Button variant="outlined" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('app.loadMore')}
            </Button>
          </p>
        )}
      </section>
    </div>
  );
};
