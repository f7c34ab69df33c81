import type { PageParameters } from '@skarb/schema/page-parameters';
import type { FoundPerson } from '@skarb/schema/search';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ArtistCard } from '../domain/artist/artist-card.tsx';
import { artistListQuery } from '../domain/artist/artist.query.ts';
import { AllCollections, CollectionGrid } from '../domain/collection/collection-grid.tsx';
import { allCollectionsQuery } from '../domain/collection/collection.query.ts';
import { trendingQuery } from '../domain/collection/trending.query.ts';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { nameOf } from '@skarb/schema/person-name';
import {
  areWorksFirst,
  exactName,
  exactPath,
  foundNothing,
  listOfFound,
  matchedWords,
  searchPath,
} from '../domain/search/search-option.ts';
import { searchQuery } from '../domain/search/search.query.ts';
import { TokenGrid } from '../domain/token/token-grid.tsx';
import { Head } from '../platform/head/head.tsx';
import { feedOf } from '../platform/head/head-links.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { ListFailure, useFailure } from '../ui/list-failure.tsx';
import { ListWait } from '../ui/list-wait.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MarkedName } from '../ui/verified-mark.tsx';

type Kind = 'collections' | undefined;
const read = (query: PageParameters): { q: string; kind: Kind } => ({
  q: (query.get('q') ?? '').trim().slice(0, 100),
  kind: query.getAll('kind').includes('collections') ? 'collections' : undefined,
});

/** What a search without a text, or without a result, shows instead. */
const IDEAS = 6;
const trendedQuery = trendingQuery('30d');
const followedQuery = artistListQuery({ search: '', sortBy: 'followers:DESC' });

export const load = ({ client, url }: LoadContext) => {
  const { q, kind } = read(url.searchParams);
  const loadIdeas = () =>
    Promise.all([client.prefetchInfiniteQuery(trendedQuery), client.prefetchInfiniteQuery(followedQuery)]);
  if (!q) return loadIdeas();
  if (kind) return client.fetchInfiniteQuery(allCollectionsQuery(q));
  return Promise.all([
    client.fetchQuery(searchQuery(q)).then((found) => (foundNothing(found) ? loadIdeas() : undefined)),
    client.prefetchQuery(pricesQuery),
  ]);
};

const Section = ({ title, all, children }: { title: string; all?: ReactNode; children: ReactNode }) => (
  <section className="mt-10 fluid:mt-14">
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 className="text-xl font-semibold fluid:text-2xl">{title}</h2>
      {all}
    </div>
    {children}
  </section>
);

const More = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-flex min-h-9 items-center gap-1.5 font-medium text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
  >
    {children}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
);

const People = ({ label, people }: { label: string; people: readonly FoundPerson[] }) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3 tablet:grid-cols-2 wide:grid-cols-3">
      {people.map((person) => (
        <li key={person.uuid}>
          <Link
            to={path.publicProfile(person.uuid)}
            className="flex items-center gap-4 rounded-2xl bg-ink-900 p-3 transition-colors hover:bg-ink-800"
          >
            <Avatar src={person.avatar} seed={person.uuid} className="size-16" />
            <span className="min-w-0">
              <MarkedName name={nameOf(person)} isVerified={person.isVerified} className="font-semibold text-ink-50" />
              {person.works > 0 && (
                <span className="block truncate text-sm text-ink-400">
                  {t('search.worksCount', { count: person.works })}
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const Empty = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-4 py-24 text-center">
      <p className="text-xl font-semibold wrap-anywhere">{title}</p>
      <p className="max-w-md text-ink-200">{text}</p>
      <Link to={path.tokens} className={buttonClass('outlined')}>
        {t('search.browse')}
      </Link>
    </div>
  );
};

const Ideas = () => {
  const { t } = useTranslation();
  const collections = useInfiniteQuery(trendedQuery).data?.pages[0]?.data.slice(0, IDEAS) ?? [];
  const artists = useInfiniteQuery(followedQuery).data?.pages[0]?.data.slice(0, IDEAS) ?? [];
  return (
    <>
      {collections.length > 0 && (
        <Section title={t('front.collections')} all={<More to={path.collections}>{t('front.allCollections')}</More>}>
          <CollectionGrid label={t('front.collections')} collections={collections} />
        </Section>
      )}
      {artists.length > 0 && (
        <Section title={t('artist.title')} all={<More to={path.artists}>{t('front.allArtists')}</More>}>
          <ul
            aria-label={t('artist.title')}
            className="grid grid-cols-1 gap-x-8 gap-y-10 fluid:grid-cols-2 wide:grid-cols-3"
          >
            {artists.map((artist) => (
              <li key={artist.uuid}>
                <ArtistCard artist={artist} level={3} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};

const Waiting = () => (
  <div aria-hidden className="mt-10 grid gap-3 tablet:grid-cols-2 wide:grid-cols-3">
    {Array.from({ length: 6 }, (_, at) => (
      <Skeleton key={at} className="h-22 rounded-2xl" />
    ))}
  </div>
);

const Everything = ({ q }: { q: string }) => {
  const { t, i18n } = useTranslation();
  const found = useQuery(searchQuery(q));
  const { data } = found;
  const failure = useFailure(found);
  if (failure) return <ListFailure error={failure} list={found} />;
  if (!data)
    return (
      <>
        <ListWait list={found} queryKey={searchQuery(q).queryKey} />
        <Waiting />
      </>
    );
  const { exact, corrected, tokens, collections, people } = data;
  const searched = corrected ?? q;
  const listed = listOfFound(data, searched);
  const feed = listed && feedOf({ pathname: path.tokens, searchParams: listed });
  if (foundNothing(data))
    return (
      <>
        <Empty title={t('search.nothing', { text: q })} text={t('search.nothingText')} />
        <Ideas />
      </>
    );
  const isWorkFirst = areWorksFirst(data, q);
  const works = tokens.length > 0 && (
    <Section
      title={t('search.works')}
      all={
        feed && (
          <span className="flex flex-wrap items-center gap-x-6">
            <a
              href={`${feed.path}.rss?${feed.query(i18n.language)}`}
              className="inline-flex min-h-9 items-center text-sm text-ink-400 underline-offset-4 hover:text-ink-50 hover:underline print:hidden"
            >
              {t('app.footer.feed')}
            </a>
            <More to={`${path.tokens}?${listed}`}>{t('search.allWorks')}</More>
          </span>
        )
      }
    >
      <TokenGrid
        label={t('search.works')}
        tokens={tokens}
        isFirst={isWorkFirst}
        noteOf={(token) => matchedWords(t, i18n.language, searched, token)}
      />
    </Section>
  );
  return (
    <>
      {corrected && (
        <p role="status" className="mt-3 text-ink-200">
          {t('search.corrected', { corrected, text: q })}
        </p>
      )}
      {exact && (
        <Section title={t('search.exact')}>
          <Link
            to={exactPath(exact)}
            className="flex min-h-16 items-center justify-between gap-4 rounded-2xl bg-ink-900 px-5 py-4 transition-colors hover:bg-ink-800"
          >
            <span className="min-w-0">
              <span className="block truncate font-semibold text-ink-50">{exactName(exact, i18n.language)}</span>
              <span className="block text-sm text-ink-400">{t(`search.exactKind.${exact.kind}`)}</span>
            </span>
            <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-200" />
          </Link>
        </Section>
      )}
      {isWorkFirst && works}
      {people.length > 0 && (
        <Section
          title={t('search.people')}
          all={
            people.some(({ works }) => works > 0) && (
              <More to={`${path.artists}?${new URLSearchParams({ search: searched })}`}>{t('search.allArtists')}</More>
            )
          }
        >
          <People label={t('search.people')} people={people} />
        </Section>
      )}
      {collections.length > 0 && (
        <Section
          title={t('search.collections')}
          all={
            <More to={`${path.search}?${new URLSearchParams({ q: searched, kind: 'collections' })}`}>
              {t('search.allCollections')}
            </More>
          }
        >
          <CollectionGrid label={t('search.collections')} collections={collections} />
        </Section>
      )}
      {!isWorkFirst && works}
    </>
  );
};

/** What a text finds: works, collections and people. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const { q, kind } = read(query);
  const title = !q ? t('search.title') : t(kind ? 'search.collectionsFor' : 'search.for', { text: q });
  return (
    <div className="page">
      <Head
        title={q ? `${t('search.title')}: ${q}` : t('search.title')}
        description={t('search.startText')}
        canonical={path.search}
        {...(q && { shared: `${path.search}?${new URLSearchParams({ q, ...(kind && { kind }) })}` })}
      />
      <header>
        <h1 className="text-3xl font-semibold leading-tight tracking-tight [overflow-wrap:anywhere] fluid:text-5xl">
          {title}
        </h1>
        {kind && q && (
          <p className="mt-3">
            <More to={searchPath(q)}>{t('search.back')}</More>
          </p>
        )}
      </header>
      {!q ? (
        <>
          <p className="mt-3 max-w-xl text-pretty text-ink-200 fluid:text-lg">{t('search.startText')}</p>
          <Ideas />
        </>
      ) : kind ? (
        <div className="mt-8">
          <AllCollections label={t('search.collections')} search={q} fallback={<Waiting />} />
        </div>
      ) : (
        <Everything q={q} />
      )}
    </div>
  );
};
