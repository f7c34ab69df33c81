import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { artistListQuery, readArtistFilter } from '../domain/artist/artist.query.ts';
import { ArtistCard, ArtistCardSkeleton } from '../domain/artist/artist-card.tsx';
import { ArtistControls } from '../domain/artist/artist-controls.tsx';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { comingOf } from '../platform/query/pages.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { ListFailure, useFailure } from '../ui/list-failure.tsx';
import { ListWait } from '../ui/list-wait.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/class-name.ts';
import { LoadMore } from '../ui/load-more.tsx';

export const load = ({ client, url }: LoadContext) =>
  client.fetchInfiniteQuery(artistListQuery(readArtistFilter(url.searchParams)));

const GRID = 'grid gap-x-8 gap-y-10 fluid:grid-cols-2 wide:grid-cols-3';
const PLACEHOLDERS = 6;

const List = () => {
  const { t } = useTranslation();
  const [params] = usePageParameters();
  const filter = readArtistFilter(params);
  const query = useInfiniteQuery(artistListQuery(filter));
  const pages = query.data?.pages;
  const failure = useFailure(query);
  if (failure) return <ListFailure error={failure} list={query} />;
  if (!pages)
    return (
      <>
        <ListWait list={query} queryKey={artistListQuery(filter).queryKey} />
        <div className={GRID}>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <ArtistCardSkeleton key={index} />
          ))}
        </div>
      </>
    );
  // Somebody new may move another from page 1 to page 2 between two reads: show them once.
  const artists = [...new Map(pages.flatMap((page) => page.data).map((artist) => [artist.uuid, artist])).values()];
  if (artists.length === 0)
    return (
      <div className="flex flex-col items-center gap-4 py-20 text-center">
        <p className="text-xl font-semibold">{t(filter.search ? 'artist.none.found' : 'artist.none.title')}</p>
        <p className="max-w-md text-ink-200">{t(filter.search ? 'artist.none.foundText' : 'artist.none.text')}</p>
        <Link to={filter.search ? path.artists : path.createToken} className={buttonClass('outlined')}>
          {t(filter.search ? 'artist.none.all' : 'profile.empty.create')}
        </Link>
      </div>
    );
  const corrected = pages[0]?.meta.corrected;
  return (
    <>
      {corrected && (
        <p role="status" className="mb-6 text-ink-200">
          {t('search.corrected', { corrected, text: filter.search })}
        </p>
      )}
      <ul
        aria-label={t('artist.title')}
        className={cx(GRID, 'transition-opacity', query.isPlaceholderData && 'opacity-50')}
      >
        {artists.map((artist, index) => (
          <li key={artist.uuid} className="min-w-0">
            <ArtistCard artist={artist} isFirst={index === 0} />
          </li>
        ))}
        {Array.from({ length: query.isFetchingNextPage ? comingOf(pages, artists.length) : 0 }, (_, index) => (
          <li key={artists.length + index} aria-hidden>
            <ArtistCardSkeleton />
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {filter.search && !query.isPlaceholderData && t('artist.shown', { count: artists.length })}
      </p>
      <LoadMore list={query} />
    </>
  );
};

/** Everybody who has made a public work. */
export const Component = () => {
  const { t } = useTranslation();
  return (
    <div className="page">
      <Head title={t('artist.title')} description={t('artist.text')} canonical={path.artists} />
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{t('artist.title')}</h1>
        <p className="mt-2 max-w-2xl text-pretty text-ink-200">{t('artist.text')}</p>
      </header>
      <ArtistControls />
      <List />
    </div>
  );
};
