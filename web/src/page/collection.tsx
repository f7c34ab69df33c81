import type { Collection } from '@skarb/schema/collection';
import { asLanguage, LANGUAGE_FALLBACK } from '@skarb/schema/language';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Users } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { BreedingTerms } from '../domain/breeding/breeding-terms.tsx';
import { termsQuery } from '../domain/breeding/breeding-family.query.ts';
import { collectionQuery } from '../domain/collection/collection.query.ts';
import { CollectionWall } from '../domain/collection/collection-wall.tsx';
import { CollectionStats } from '../domain/collection/collection-stats.tsx';
import { countOf, isNarrowed, readFilter, readPages, tokenFilterOf } from '../domain/filter/filter-url.ts';
import { LateFollowButton } from '../domain/follow/late-follow-button.tsx';
import { ChosenFilters, FilteredTokens, loadFilters, WORKS_ID } from '../domain/filter/filtered-tokens.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ReportSpace } from '../domain/moderation/report-space.tsx';
import { categoriesQuery, currenciesQuery } from '../domain/reference/reference.query.ts';
import { PersonLink } from '../domain/profile/person.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { LateShareButton } from '../domain/share/late-share-button.tsx';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { TokenList } from '../domain/token/token-list.tsx';
import { moreOfCollectionQuery, tokenListQuery } from '../domain/token/token.query.ts';
import { Head } from '../platform/head/head.tsx';
import { leavesNothing } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { lazyWhenIdle } from '../platform/lazy/lazy-when-idle.tsx';
import { useSessionStatus } from '../platform/lazy/use-session-status.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Button } from '../ui/button.tsx';
import { Banner, BANNER_SHAPE } from '../ui/banner.tsx';
import { cx } from '../ui/class-name.ts';
import { LocalizedText } from '../ui/localized-text.tsx';
import { PageViews } from '../ui/page-views.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VerifiedNote } from '../ui/verified-mark.tsx';

// Few collections have links, and what names their hosts is a kibibyte of script.
const LinkList = hydratedLater(async () => (await import('../ui/link-list.tsx')).LinkList);

export const load = async ({ client, params, url }: LoadContext) => {
  const id = params.id ?? '';
  const filter = readFilter(url.searchParams, 'curated:ASC');
  const [collection] = await Promise.all([
    client.fetchQuery(collectionQuery(id)),
    loadFilters(),
    client.prefetchQuery(moreOfCollectionQuery(id)),
    client.prefetchInfiniteQuery({
      ...tokenListQuery(tokenFilterOf(filter, { collectionUuid: [id] })),
      pages: readPages(url.searchParams),
    }),
    client.prefetchQuery(categoriesQuery),
    client.prefetchQuery(currenciesQuery),
    client.prefetchQuery(termsQuery(id)),
    client.prefetchQuery(pricesQuery),
    ...(isNarrowed(filter) ? [ChosenFilters.preload()] : []),
    // What the chosen ones are called in the reader's language.
    ...(filter.traits.length + filter.ranges.length > 0
      ? [
          import('../domain/collection/collection-parts.query.ts').then((parts) =>
            client.prefetchQuery(parts.collectionTraitsQuery(id)),
          ),
        ]
      : []),
  ]);
  if (collection.links.length > 0) await LinkList.preload();
};

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);
const SubjectActions = lazyWhenIdle(
  async () => (await import('../domain/moderation/subject-actions.tsx')).SubjectActions,
);
const CollectionBreeding = clientOnly(
  async () => (await import('../domain/breeding/collection-breeding.tsx')).CollectionBreeding,
);
const ActivityList = clientOnly(async () => (await import('../domain/activity/activity-list.tsx')).ActivityList);
const CollectionChart = clientOnly(async () => (await import('../domain/chart/collection-chart.tsx')).CollectionChart);

const HolderList = clientOnly(async () => (await import('../domain/collection/holder-list.tsx')).HolderList);

/** Rendered with the page; replaced by the creator's own buttons once somebody is signed in. */
const Breeding = ({ collection }: { collection: Collection }) => {
  const status = useSessionStatus();
  const { data: terms } = useQuery(termsQuery(collection.uuid));
  const shown = terms?.isOpen && <BreedingTerms terms={terms} />;
  if (status !== 'signedIn') return shown;
  return (
    <CollectionBreeding
      collectionUuid={collection.uuid}
      creatorUuid={collection.creator.uuid}
      networkUuid={collection.networkUuid}
      fallback={shown}
    />
  );
};

const Top = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation();
  const [query] = usePageParameters();
  // A link that filters shows what it finds: the wall would push it out of the window. A later filter moves nothing.
  const [isFiltered] = useState(() => countOf(readFilter(query, 'curated:ASC')) > 0);
  const [hasChart, setChart] = useState(false);
  const [hasHolders, setHolders] = useState(false);
  const { data: collection, error } = useQuery(collectionQuery(id));
  const works = useQuery(moreOfCollectionQuery(id));
  if (leavesNothing(error, collection)) throw error;
  if (!collection)
    return (
      <div aria-hidden>
        <Skeleton className="h-44 rounded-3xl fluid:h-40" />
        <Skeleton className="mt-6 h-10 w-2/3" />
        <Skeleton className="mt-4 h-14 w-full max-w-xl" />
      </div>
    );
  const { name, creator, stats } = collection;
  const description = collection.text[asLanguage(i18n.language) ?? LANGUAGE_FALLBACK] || collection.description;
  return (
    <header>
      <Head
        title={name}
        description={
          description.slice(0, 200) ||
          t('collection.description', { name, creator: nameOf(creator), count: stats.items })
        }
        image={collection.image.preview}
        canonical={path.collection(id)}
        jsonLd={
          import.meta.env.SSR
            ? {
                '@context': 'https://schema.org',
                '@type': 'Collection',
                name,
                description: description || undefined,
                image: collection.image.preview,
                creator: { '@type': 'Person', name: nameOf(creator) },
                dateCreated: collection.createdAt,
                collectionSize: stats.items,
              }
            : undefined
        }
      />
      {isFiltered ? null : collection.banner ? (
        <div className={cx('w-full overflow-hidden rounded-3xl bg-ink-900', BANNER_SHAPE)}>
          <Banner url={collection.banner} />
        </div>
      ) : (
        <CollectionWall
          cover={collection.image}
          works={works.isPending ? undefined : (works.data?.data.map(({ image }) => image) ?? [])}
        />
      )}
      <div className="mt-6 flex flex-col gap-5 first:mt-0 wide:flex-row wide:justify-between wide:gap-12">
        <div className="min-w-0">
          <h1 dir="auto" className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">
            {name}
          </h1>
          <p className="mt-2 flex items-center gap-2 text-ink-200">
            {t('collection.by')} <PersonLink person={creator} />
          </p>
          {collection.isVerified && <VerifiedNote className="mt-2" />}
          <div className="mt-4 flex flex-col gap-3 empty:hidden">
            <LocalizedText text={collection.text} />
            {collection.links.length > 0 && <LinkList links={collection.links} />}
            {collection.contractName !== null && (
              <p className="text-sm text-ink-400">{t('collection.contractName', { name: collection.contractName })}</p>
            )}
          </div>
        </div>
        <div className="shrink-0">
          <CollectionStats stats={stats} />
          <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
            <LateFollowButton subject={collection} name={name} editPath={path.editCollection(id)} />
            <Button
              variant="outlined"
              size="small"
              aria-expanded={hasChart}
              onClick={() => setChart((before) => !before)}
            >
              <ChartLine aria-hidden className="size-4" />
              {t('chart.open')}
            </Button>
            <Button
              variant="outlined"
              size="small"
              aria-expanded={hasHolders}
              onClick={() => setHolders((before) => !before)}
            >
              <Users aria-hidden className="size-4" />
              {t('property.holders.open')}
            </Button>
            <LateShareButton to={path.collection(id)} title={name} hasCard={!collection.hidden} />
            <SubjectActions
              subject={{ type: 'collection', uuid: id, name, isVerified: collection.isVerified }}
              ownerUuid={collection.creatorUuid}
              isHidden={!!collection.hidden}
              isShort
              fallback={<ReportSpace type="collection" isShort />}
            />
          </div>
        </div>
      </div>
      {collection.hidden && (
        <HiddenNotice
          hidden={collection.hidden}
          subject={{ type: 'collection', uuid: id, name }}
          className="mt-6 max-w-3xl"
        />
      )}
      {!isFiltered && collection.contracts.some(({ type, isDeployed }) => type === 'ERC721' && isDeployed) && (
        <Breeding collection={collection} />
      )}
      {hasChart && (
        <div className="mt-6">
          <CollectionChart id={id} fallback={<Skeleton className="h-80 rounded-2xl" />} />
        </div>
      )}
      {hasHolders && (
        <div className="mt-6">
          <HolderList id={id} fallback={<Skeleton className="h-80 rounded-2xl" />} />
        </div>
      )}
    </header>
  );
};

const FirstWork = clientOnly(async () => (await import('../domain/create/first-work.tsx')).FirstWork);

/** In place of the works; its maker is led to the form of the first one. */
const EmptyCollection = ({ collection }: { collection: Collection | undefined }) => {
  const { t } = useTranslation();
  const isAccount = useSessionStatus() === 'signedIn';
  const words = (
    <>
      <p className="text-xl font-semibold">{t('collection.empty.title')}</p>
      <p className="max-w-md text-ink-200">{t('collection.empty.text')}</p>
    </>
  );
  return (
    <div className="flex flex-col items-center gap-4 py-12 text-center fluid:py-24">
      {isAccount && collection ? (
        <FirstWork collection={collection} fallback={words}>
          {words}
        </FirstWork>
      ) : (
        words
      )}
    </div>
  );
};

const BuySeveral = clientOnly(async () => (await import('../domain/offer/cart/buy-several.tsx')).BuySeveral);

/** What happens to the works, in their place. */
const ACTIVITY = '?view=activity';

/** One collection: cover, figures, tokens or activity. */
export const Component = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [query] = usePageParameters();
  const isActivity = query.get('view') === 'activity';
  const { data } = useQuery(collectionQuery(id));
  const isAccount = useSessionStatus() === 'signedIn';
  const isEmpty = data?.stats.items === 0;
  const label = t('collection.works', { name: data?.name ?? '' });
  const empty = <EmptyCollection collection={data} />;
  return (
    <div className="page">
      <SkipLink to={WORKS_ID}>{t('app.skipToWorks')}</SkipLink>
      <Top key={id} id={id} />
      <div className="mt-8">
        <PageViews
          label={t('activity.views')}
          views={[
            { to: '?', name: t('activity.works') },
            { to: ACTIVITY, name: t('activity.title') },
          ]}
          present={isActivity ? ACTIVITY : '?'}
        >
          {isAccount && !isActivity && data && data.stats.onSale > 1 && <BuySeveral collectionUuid={id} />}
        </PageViews>
        {isActivity ? (
          <div id={WORKS_ID} tabIndex={-1} className="outline-none">
            <ActivityList
              label={t('activity.of', { name: data?.name ?? '' })}
              scope={{ collectionUuid: id }}
              fallback={<Skeleton className="h-96 rounded-2xl" />}
            />
          </div>
        ) : isEmpty ? (
          <div id={WORKS_ID} tabIndex={-1} className="outline-none">
            {isAccount ? (
              // Its maker may see works that are not counted: drafts. They are too few for filters.
              <TokenList label={label} filter={{ collectionUuid: [id] }} expected={1} empty={empty} />
            ) : (
              empty
            )}
          </div>
        ) : (
          <FilteredTokens
            label={label}
            fixed={{ collectionUuid: [id] }}
            hasCollections={false}
            collectionUuid={id}
            isFirst={false}
            empty={empty}
          />
        )}
      </div>
    </div>
  );
};
