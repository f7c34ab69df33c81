import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { collectionQuery, shownCollectionsQuery } from '../domain/collection/collection.query.ts';
import { CollectionStrip } from '../domain/collection/collection-strip.tsx';
import {
  countOf,
  EMPTY_FILTER,
  readFilter,
  readPages,
  tokenFilterOf,
  type Filter,
  isNarrowed,
} from '../domain/filter/filter-url.ts';
import { ChosenFilters, FilteredTokens, loadFilters, WORKS_ID } from '../domain/filter/filtered-tokens.tsx';
import { frontPageQuery } from '../domain/front/front.query.ts';
import { hasFront } from '../domain/front/front.rules.ts';
import { categoriesQuery, currenciesQuery } from '../domain/reference/reference.query.ts';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { tokenListQuery } from '../domain/token/token.query.ts';
import { Head } from '../platform/head/head.tsx';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { SkipLink } from '../ui/skip-link.tsx';

/** Chosen collections that the server loads for the first page; the browser loads more. */
const CHOSEN_LOADED = 4;

/** In place of the front sections until they arrive on a page that the browser renders: the list appears below the window. */
const frontFallback = (
  <div className="min-h-dvh">
    <Skeleton className="h-[min(38rem,68svh)] rounded-2xl fluid:rounded-3xl" />
  </div>
);
/** Above the list while nothing is searched, filtered or sorted: it is about the whole gallery. */
const FrontSections = hydratedLater(
  async () => (await import('../domain/front/front-sections.tsx')).FrontSections,
  frontFallback,
);
const isWhole = (filter: Filter): boolean =>
  !filter.search && countOf(filter) === 0 && filter.sort === EMPTY_FILTER.sort;

export const load = ({ client, url }: LoadContext) => {
  const filter = readFilter(url.searchParams);
  return Promise.all([
    loadFilters(),
    ...(isNarrowed(filter) ? [ChosenFilters.preload()] : []),
    ...(isWhole(filter) ? [client.prefetchQuery(frontPageQuery), FrontSections.preload()] : []),
    client.fetchInfiniteQuery({
      ...tokenListQuery(tokenFilterOf(filter)),
      pages: readPages(url.searchParams),
    }),
    client.prefetchQuery(shownCollectionsQuery()),
    // The filter names the chosen ones.
    ...filter.collections.slice(0, CHOSEN_LOADED).map((id) => client.prefetchQuery(collectionQuery(id))),
    client.prefetchQuery(categoriesQuery),
    client.prefetchQuery(currenciesQuery),
    client.prefetchQuery(pricesQuery),
  ]);
};

/** The whole gallery. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const { data: { data: collections } = {} } = useQuery(shownCollectionsQuery());
  const filter = readFilter(query);
  const { search } = filter;
  const { data: front, isLoading: isFrontLoading } = useQuery({ ...frontPageQuery, enabled: isWhole(filter) });
  const isFront = isWhole(filter) && hasFront(front);
  const title = search ? t('token.list.found', { text: search }) : t('token.list.title');
  return (
    <div className="page">
      <Head
        title={search ? title : 'Skarb'}
        description={t('app.tagline')}
        canonical={path.tokens}
        jsonLd={
          import.meta.env.SSR
            ? {
                '@context': 'https://schema.org',
                '@type': 'WebSite',
                name: t('app.name'),
                description: t('app.tagline'),
              }
            : undefined
        }
      />
      <SkipLink to={WORKS_ID}>{t('app.skipToWorks')}</SkipLink>
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{title}</h1>
        {!search && <p className="mt-2 max-w-2xl text-pretty text-ink-200 fluid:text-lg">{t('app.tagline')}</p>}
      </header>
      {isFrontLoading && frontFallback}
      {isFront && <FrontSections />}
      {isWhole(filter) && collections && !isFrontLoading && !(isFront && front?.collections.length) && (
        <CollectionStrip collections={collections} />
      )}
      {isFront && (
        <p
          aria-hidden
          className="mb-6 border-t border-ink-800 pt-8 text-xl font-semibold tracking-tight fluid:text-2xl"
        >
          {t('front.all')}
        </p>
      )}
      <FilteredTokens label={title} isFirst={!isFront} />
    </div>
  );
};
