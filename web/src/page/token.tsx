import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { inLanguage } from '@skarb/schema/work-text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { currenciesQuery, networksQuery } from '../domain/reference/reference.query.ts';
import { familyQuery } from '../domain/breeding/breeding-family.query.ts';
import { TokenChartSkeleton } from '../domain/chart/token-chart-skeleton.tsx';
import { ExpectingNotice } from '../domain/breeding/expecting-notice.tsx';
import { AuctionPanel, isOver } from '../domain/offer/auction/auction-panel.tsx';
import { endedAuctionOf, useAuctionOf } from '../domain/offer/auction/use-auction-of.ts';
import { Fiat, pricesQuery } from '../domain/price/fiat.tsx';
import { TradeBox } from '../domain/offer/trade-box.tsx';
import { PagedHistory } from '../domain/offer/paged-history.tsx';
import { Price } from '../domain/price/price.tsx';
import { PersonLink } from '../domain/profile/person.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { LateShareButton } from '../domain/share/late-share-button.tsx';
import { FavoriteButton } from '../domain/token/favorite-button.tsx';
import { OwnerList } from '../domain/token/owner-list.tsx';
import { openedWork } from '../domain/token/opened-work.ts';
import { TokenFrame } from '../domain/token/token-frame.tsx';
import { TokenAsideSkeleton, TokenPageSkeleton } from '../domain/token/token-page-skeleton.tsx';
import { tokenJsonLd } from '../domain/token/token.json-ld.ts';
import { moreOfCollectionQuery, tokenHistoryQuery, tokenQuery } from '../domain/token/token.query.ts';
import { offerQuery, tokenBidsQuery } from '../domain/offer/offer.query.ts';
import { VisitorActions } from '../domain/offer/visitor-actions.tsx';
import { When } from '../platform/format/when.tsx';
import { Head } from '../platform/head/head.tsx';
import { leavesNothing } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { lazyWhenVisible } from '../platform/lazy/lazy-when-visible.tsx';
import { MarkedName } from '../ui/verified-mark.tsx';

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);
const SubjectActions = lazyWhenVisible(
  async () => (await import('../domain/moderation/subject-actions.tsx')).SubjectActions,
);
const FamilySection = hydratedLater(async () => (await import('../domain/breeding/family-section.tsx')).FamilySection);
const TokenChart = lazyWhenVisible(async () => (await import('../domain/chart/token-chart.tsx')).TokenChart);
const OfferCheck = clientOnly(async () => (await import('../domain/offer/verify/offer-check.tsx')).OfferCheck);
const ListingTable = hydratedLater(async () => (await import('../domain/offer/sale/listing-table.tsx')).ListingTable);
const MoreOfCollection = hydratedLater(
  async () => (await import('../domain/token/more-of-collection.tsx')).MoreOfCollection,
);
const TokenChain = hydratedLater(async () => (await import('../domain/token/token-chain.tsx')).TokenChain);
const TraitList = hydratedLater(async () => (await import('../domain/token/trait-list.tsx')).TraitList);
const WorkLanguages = hydratedLater(async () => (await import('../domain/token/work-languages.tsx')).WorkLanguages);
const TokenBids = hydratedLater(async () => (await import('../domain/offer/bid/token-bids.tsx')).TokenBids);

export const load = async ({ client, params }: LoadContext) => {
  const id = params.id ?? '';
  const [token] = await Promise.all([
    client.fetchQuery(tokenQuery(id)),
    client.prefetchInfiniteQuery(tokenHistoryQuery(id)),
    client.prefetchQuery(networksQuery),
    client.prefetchQuery(pricesQuery),
    client.prefetchInfiniteQuery(tokenBidsQuery(id)),
    ...[ListingTable, MoreOfCollection, TokenBids, TokenChain, TraitList].map((part) => part.preload()),
  ]);
  const ended = endedAuctionOf(token, client.getQueryData(tokenHistoryQuery(id).queryKey)?.pages[0]?.data);
  await Promise.all([
    ...(ended ? [client.prefetchQuery(offerQuery(ended))] : []),
    client.prefetchQuery(moreOfCollectionQuery(token.collection.uuid)),
    ...(token.localization ? [WorkLanguages.preload()] : []),
    ...(token.breeding
      ? [client.prefetchQuery(familyQuery(id)), client.prefetchQuery(currenciesQuery), FamilySection.preload()]
      : []),
  ]);
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-12">
    <h2 className="mb-3 text-xl font-semibold">{title}</h2>
    {children}
  </section>
);

type Chosen = { id: string; locale: string };
type Work = {
  token: TokenDetail;
  /** The same in the language that the reader has chosen for it, with its locale if it has several. */
  shown: TokenDetail;
  locale: string | undefined;
};

const Title = ({ id, token, shown, locale, onChoose }: Work & { id: string; onChoose: (chosen: Chosen) => void }) => {
  const { t } = useTranslation();
  const { localization } = token;
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        {token.hidden && token.hidden.by !== 'token' ? (
          // A holder sees their work, but not the hidden collection around it.
          <span className="inline-flex min-h-9 min-w-0 items-center font-medium text-ink-200">
            <MarkedName {...token.collection} />
          </span>
        ) : (
          <Link
            to={path.collection(token.collection.uuid)}
            className="inline-flex min-h-9 min-w-0 items-center font-medium text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
          >
            <MarkedName {...token.collection} />
          </Link>
        )}
        <div className="flex shrink-0 items-center gap-1">
          <LateShareButton
            to={path.token(token.uuid)}
            title={token.name}
            hasCard={token.status === 'minted' && !token.hidden}
          />
          <FavoriteButton token={token} hasCount />
        </div>
      </div>
      <h1
        className="mt-1 text-3xl font-semibold leading-tight tracking-tight desktop:text-4xl"
        lang={locale}
        dir="auto"
      >
        {shown.name}
      </h1>
      {localization && locale && (
        <WorkLanguages id={id} localization={localization} shown={locale} onChoose={onChoose} />
      )}
      {token.hidden && (
        <HiddenNotice
          hidden={token.hidden}
          subject={{ type: 'token', uuid: token.uuid, name: token.name }}
          className="mt-4"
        />
      )}
      {token.status !== 'minted' && (
        <p role="status" className="mt-3 rounded-xl bg-ink-900 px-4 py-3 text-ink-200">
          {t(`token.page.${token.status}`)}
        </p>
      )}
    </>
  );
};

/** The price, the auction, or that the work is not for sale. */
const PriceNow = ({
  token: { type, listing },
  cheapest,
  auction,
}: {
  token: TokenDetail;
  cheapest: Offer | undefined;
  auction: Offer | undefined;
}) => {
  const { t } = useTranslation();
  const isEdition = type === 'ERC1155';
  if (!listing)
    return auction ? (
      <AuctionPanel offer={auction} />
    ) : (
      <p className="text-lg font-medium text-ink-200">{t('token.notForSale')}</p>
    );
  return (
    <>
      <dl>
        <dt className="text-sm text-ink-400">
          {t('token.page.price')}
          {isEdition && ` ${t('token.page.perUnit')}`}
        </dt>
        <dd className="flex flex-wrap items-baseline gap-x-3">
          <Price amount={listing.price} currency={listing.currency} className="text-3xl font-semibold" />
          <Fiat amount={listing.price} currency={listing.currency} className="num text-ink-400" />
        </dd>
      </dl>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-200">
        {isEdition && <span>{t('token.page.left', { count: listing.quantityLeft })}</span>}
        {cheapest?.endsAt && (
          // The time of day comes with the reader's time zone: on a line of its own it moves nothing.
          <span className="max-tablet:basis-full">
            {t('token.page.ends')} <When at={cheapest.endsAt} form="exact" />
          </span>
        )}
      </p>
    </>
  );
};

const CreatorAndOwners = ({ token }: { token: TokenDetail }) => {
  const { t } = useTranslation();
  const isEdition = token.type === 'ERC1155';
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-4 tablet:grid-cols-2">
      <div className="min-w-0">
        <dt className="mb-1 text-sm text-ink-400">{t('token.page.creator')}</dt>
        <dd>
          <PersonLink person={token.creator} />
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="mb-1 text-sm text-ink-400">
          {isEdition
            ? [
                t('token.editionOf', { count: token.quantity }),
                t('token.page.owners', { count: token.ownerships.length }),
                ...(token.burnt > 0 ? [t('token.page.burntCopies', { count: token.burnt })] : []),
              ].join(' · ')
            : t('token.page.owner')}
        </dt>
        <dd>
          {token.noOffers === 'BURNT' ? (
            t('token.page.burnt')
          ) : (
            <OwnerList ownerships={token.ownerships} isEdition={isEdition} />
          )}
        </dd>
      </div>
    </dl>
  );
};

/** What is below the picture: properties, sales, offers, charts, and where the work is on the chain. */
const Details = ({ token, shown, locale, sales, hasTrades }: Work & { sales: Offer[]; hasTrades: boolean }) => {
  const { t } = useTranslation();
  return (
    <div className="late -mx-2 min-w-0 px-2 [--height:120rem] wide:[--height:80rem]">
      {token.traits.length > 0 && (
        <Section title={t('token.page.properties')}>
          <TraitList
            traits={token.traits}
            texts={shown.metadata}
            lang={locale}
            rarity={token.rarity}
            collectionUuid={token.collection.uuid}
          />
        </Section>
      )}
      {token.type === 'ERC1155' && sales.length > 0 && (
        <Section title={t('token.page.listings')}>
          <ListingTable offers={sales} />
        </Section>
      )}
      {token.breeding && <FamilySection tokenUuid={token.uuid} />}
      <TokenBids token={token} />
      {hasTrades && <TokenChart id={token.uuid} fallback={<TokenChartSkeleton />} />}
      <Section title={t('token.page.details')}>
        <TokenChain token={token} />
      </Section>
      <SubjectActions
        subject={{ type: 'token', uuid: token.uuid, name: token.name }}
        ownerUuid={token.creator.uuid}
        isHidden={!!token.hidden || token.status !== 'minted'}
        className="mt-4"
        fallback={<div className="mt-4 h-9" />}
      />
    </div>
  );
};

/** How often a visible page checks whether the token was sold, listed or changed. */
const LIVE_MS = 15_000;
/** The same while the marketplace sends its mint. */
const MINTING_MS = 2_000;

/** One token: the media, and beside it price, owner and actions. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const { id = '' } = useParams();
  const { data, error } = useQuery({
    ...tokenQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'minting' ? MINTING_MS : LIVE_MS),
  });
  const history = useInfiniteQuery(tokenHistoryQuery(id));
  const token = useMemo(() => data && inLanguage(data, i18n.language), [data, i18n.language]);
  const [chosen, choose] = useState<Chosen>();
  // What is below waits for these, so that they move nothing when they arrive.
  const bids = useInfiniteQuery(tokenBidsQuery(id));
  const family = useQuery({ ...familyQuery(id), enabled: !!token?.breeding });
  const auction = useAuctionOf(token, history.data?.pages[0]?.data);
  const offers = token?.offers as Offer[] | undefined;
  const sales = useMemo(
    () => offers?.filter(({ type, status }) => type === 'SALE' && status === 'ACTIVE') ?? [],
    [offers],
  );
  if (leavesNothing(error, token)) throw error;
  if (!token || bids.isPending || (token.breeding && family.isPending)) {
    const seen = token ?? openedWork(id);
    if (!seen) return <TokenPageSkeleton />;
    // In the same places as below: the picture stays while the rest arrives.
    return (
      <div key={id} className="page">
        {null}
        <TokenFrame token={seen}>
          <TokenAsideSkeleton token={seen} />
        </TokenFrame>
      </div>
    );
  }

  const { localization, listing } = token;
  // In the reader's language, until they choose another one of the work.
  const shown = data && chosen?.id === id ? inLanguage(data, chosen.locale) : token;
  const locale = localization && (shown.locale ?? localization.default);
  const cheapest = sales.find((offer) => offer.uuid === listing?.offerUuid);
  // What the price at the top is about.
  const checked = cheapest ?? (listing ? undefined : auction);
  const matron = token.breeding?.expecting;
  const expecting = matron && <ExpectingNotice breedingUuid={matron.breedingUuid} />;
  // A chart needs two sales, so its code is not loaded for fewer.
  const trades = history.data?.pages.flatMap(({ data }) => data).filter(({ usd, event }) => usd || event === 'SOLD');
  const description =
    token.description ||
    t('token.page.description', {
      name: token.name,
      collection: token.collection.name,
      creator: nameOf(token.creator),
    });
  return (
    // Another work is another page: nothing of the one before stays.
    <div key={id} className="page">
      <Head
        title={token.name}
        description={description.slice(0, 200)}
        image={token.image.preview}
        type="product"
        canonical={path.token(token.uuid)}
        jsonLd={import.meta.env.SSR ? tokenJsonLd(token) : undefined}
      />
      <TokenFrame token={token}>
        <div className="min-w-0 pt-6 wide:row-span-2 wide:pt-0">
          <Title id={id} token={token} shown={shown} locale={locale} onChoose={choose} />

          <TradeBox isOver={isOver(auction)}>
            <PriceNow token={token} cheapest={cheapest} auction={auction} />
            {expecting && <div className="mt-4">{expecting}</div>}
            {checked && (
              <OfferCheck offer={checked} hasTimeline fallback={<div className="mt-3 h-13 noscript:hidden" />} />
            )}
            {token.noOffers && <p className="mt-4 text-sm text-ink-200">{t(`token.noOffers.${token.noOffers}`)}</p>}
            <VisitorActions token={token} buyerNotice={expecting} />
          </TradeBox>

          <CreatorAndOwners token={token} />
          {shown.description && (
            <p className="mt-6 whitespace-pre-line text-ink-200" lang={locale} dir="auto">
              {shown.description}
            </p>
          )}
          <section className="mt-8">
            <h2 className="text-xl font-semibold">{t('token.page.history')}</h2>
            <PagedHistory history={history} label={t('token.page.history')} empty={t('token.page.noHistory')} />
          </section>
        </div>
        <Details token={token} shown={shown} locale={locale} sales={sales} hasTrades={(trades?.length ?? 0) > 1} />
      </TokenFrame>
      <MoreOfCollection token={token} />
    </div>
  );
};
