import type { Offer } from '@skarb/schema/offer';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useInLanguage } from '../platform/i18n/use-in-language.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { networksQuery } from '../domain/reference/reference.query.ts';
import { usePriceDistanceWords } from '../domain/offer/price-distance.tsx';
import { ExpectingNotice } from '../domain/breeding/expecting-notice.tsx';
import { AuctionPanel, isOver } from '../domain/offer/auction/auction-panel.tsx';
import { FeeTable } from '../domain/offer/fee-table.tsx';
import { OfferTimeline } from '../domain/offer/offer-timeline.tsx';
import { OfferStatusLine } from '../domain/offer/offer-status.tsx';
import { isPastOffer, offerHistoryQuery, offerQuery } from '../domain/offer/offer.query.ts';
import { Fiat, pricesQuery } from '../domain/price/fiat.tsx';
import { TradeBox } from '../domain/offer/trade-box.tsx';
import { PagedHistory } from '../domain/offer/paged-history.tsx';
import { Price } from '../domain/price/price.tsx';
import { PersonLink } from '../domain/profile/person.tsx';
import { ActionsSkeleton } from '../domain/offer/actions-skeleton.tsx';
import { TokenMedia } from '../domain/token/token-media.tsx';
import { TokenPageSkeleton } from '../domain/token/token-page-skeleton.tsx';
import { LateShareButton } from '../domain/share/late-share-button.tsx';
import { tokenQuery } from '../domain/token/token.query.ts';
import { useFormats } from '../platform/format/format.ts';
import { When } from '../platform/format/when.tsx';
import { Head } from '../platform/head/head.tsx';
import { leavesNothing } from '../platform/http/api-error.ts';
import { useHydrated } from '../platform/query/use-hydrated.ts';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { SharpPicture } from '../ui/sharp-picture.tsx';
import { FocusPlace } from '../ui/focus-place.tsx';
import { MarkedName } from '../ui/verified-mark.tsx';

const HiddenNotice = clientOnly(async () => (await import('../domain/moderation/hidden-notice.tsx')).HiddenNotice);
const OfferActions = clientOnly(async () => (await import('../domain/offer/offer-actions.tsx')).OfferActions);

const OfferCheck = clientOnly(async () => (await import('../domain/offer/verify/offer-check.tsx')).OfferCheck);

export const load = ({ client, params }: LoadContext) => {
  const id = params.id ?? '';
  return Promise.all([
    client.fetchQuery(offerQuery(id)),
    client.prefetchInfiniteQuery(offerHistoryQuery(id)),
    client.prefetchQuery(networksQuery),
    client.prefetchQuery(pricesQuery),
  ]);
};

/** How often a visible page polls the offer; an auction changes faster. */
const LIVE_MS = 15_000;
const AUCTION_LIVE_MS = 3_000;
const isLiveAuction = (offer: Offer | undefined) => offer?.type === 'AUCTION' && !offer.auction?.settledAt;

/**
 * How many buttons most viewers get: buy and make an offer, or bid; a buyer's offer has buttons for its two sides
 * only.
 */
const ROOM = { SALE: 2, AUCTION: 1, BID: 0 } satisfies Record<Offer['type'], number>;

/** Media that is heard or moves: it is as it is on the page of the work. A picture leads there. */
const IS_PLAYED = /^(audio|video|model)\//;

/** Statuses in which an offer can still be accepted, now or later: only then is its end of interest. */
const IS_OPEN = new Set<Offer['status']>(['ACTIVE', 'SCHEDULED', 'INVALID']);

/** The price of a sale or a buyer's offer, and its quantity for an edition. */
const PricePanel = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const distance = usePriceDistanceWords();
  const { token, currency, asking } = offer;
  const isEdition = token.type === 'ERC1155';
  return (
    <>
      <dl>
        <dt className="text-sm text-ink-400">
          {t(offer.type === 'BID' ? 'offer.offered' : 'token.page.price')}
          {isEdition && ` ${t('token.page.perUnit')}`}
        </dt>
        <dd className="flex flex-wrap items-baseline gap-x-3">
          <Price amount={offer.price} currency={currency.name} className="text-3xl font-semibold" />
          <Fiat
            amount={offer.price}
            currency={currency.name}
            isPast={isPastOffer(offer)}
            className="num text-ink-400"
          />
        </dd>
      </dl>
      {asking && <p className="mt-1 text-sm text-ink-200">{distance(asking.differencePercent, token)}</p>}
      {isEdition && (
        <p className="mt-1 text-sm text-ink-200">
          {t('offer.left', { left: formats.count(offer.quantityLeft), count: offer.quantity })}
        </p>
      )}
      {offer.type === 'BID' && offer.endsAt && IS_OPEN.has(offer.status) && (
        <p className="mt-1 text-sm text-ink-200">
          {t('offer.expires')} <When at={offer.endsAt} form="exact" />
        </p>
      )}
    </>
  );
};

/** One offer: price, status, fees, history. */
export const Component = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const own = useInLanguage();
  const isHydrated = useHydrated();
  const { id = '' } = useParams();
  const { data: offer, error } = useQuery({
    ...offerQuery(id),
    refetchInterval: ({ state }) => (isLiveAuction(state.data) ? AUCTION_LIVE_MS : LIVE_MS),
  });
  const history = useInfiniteQuery({
    ...offerHistoryQuery(id),
    refetchInterval: isLiveAuction(offer) ? AUCTION_LIVE_MS : false,
  });
  const { data: whole } = useQuery({ ...tokenQuery(offer?.token.uuid ?? ''), enabled: isHydrated && !!offer });
  if (leavesNothing(error, offer)) throw error;
  if (!offer) return <TokenPageSkeleton />;
  const token = own(offer.token);
  const { currency } = offer;
  const matron = whole?.breeding?.expecting;
  const expecting = matron && <ExpectingNotice breedingUuid={matron.breedingUuid} />;
  const title = t(`offer.title.${offer.type}`, { name: token.name });
  const isToCome = offer.status === 'ACTIVE' || offer.status === 'SCHEDULED';
  const lowestBid = isToCome ? offer.auction?.nextBid : undefined;
  const room = offer.status === 'ACTIVE' && <ActionsSkeleton count={ROOM[offer.type]} />;
  return (
    <div className="page">
      <Head
        title={title}
        description={t(lowestBid ? 'offer.descriptionAuction' : 'offer.description', {
          name: token.name,
          price: formats.exact(lowestBid ?? offer.price),
          currency: currency.name,
        })}
        image={token.image.preview}
        canonical={path.offer(id)}
        type="product"
        jsonLd={
          import.meta.env.SSR
            ? {
                '@context': 'https://schema.org',
                '@type': 'Offer',
                price: offer.price,
                priceCurrency: currency.name,
                availability: `https://schema.org/${offer.status === 'ACTIVE' ? 'InStock' : 'SoldOut'}`,
                itemOffered: { '@type': 'VisualArtwork', name: token.name, artform: 'NFT' },
              }
            : undefined
        }
      />
      <div className="mx-auto max-w-6xl fluid:grid fluid:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] fluid:grid-rows-[auto_1fr] fluid:gap-x-10 wide:gap-x-16">
        <div>
          {IS_PLAYED.test(token.image.mimeType) ? (
            <TokenMedia token={token} />
          ) : (
            <Link to={path.token(token.uuid)} className="block rounded-2xl">
              <SharpPicture
                image={token.image}
                alt={token.name}
                sizes="(min-width: 47.5rem) 50vw, 54vw"
                sharpSizes="(min-width: 47.5rem) 50vw, 92vw"
                isFirst
                className="rounded-2xl"
              />
            </Link>
          )}
        </div>
        <div className="min-w-0 pt-6 fluid:row-span-2 fluid:pt-0">
          <p className="flex items-center justify-between gap-4 text-ink-200">
            {t(`offer.type.${offer.type}`)}
            <LateShareButton to={path.offer(id)} title={title} className="-my-1.5" />
          </p>
          <h1 dir="auto" className="mt-1 text-3xl font-semibold leading-tight tracking-tight">
            <Link to={path.token(token.uuid)} className="underline-offset-4 hover:underline">
              {token.name}
            </Link>
          </h1>
          <p className="mt-1">
            <Link
              to={path.collection(token.collection.uuid)}
              className="inline-flex min-h-6 max-w-full items-center text-ink-400 underline-offset-4 hover:text-ink-50 hover:underline"
            >
              <MarkedName {...token.collection} />
            </Link>
          </p>
          {whole?.hidden && (
            <HiddenNotice
              hidden={whole.hidden}
              subject={{ type: 'token', uuid: token.uuid, name: token.name }}
              className="mt-4"
            />
          )}
          <TradeBox isOver={isOver(offer)}>
            <OfferStatusLine offer={offer} />
            <div className="mt-5">{offer.auction ? <AuctionPanel offer={offer} /> : <PricePanel offer={offer} />}</div>
            {expecting && <div className="mt-4">{expecting}</div>}
            {(offer.checked || offer.orderHash || offer.auction?.auctionId) && (
              <OfferCheck offer={offer} fallback={<div className="mt-3 h-13 noscript:hidden" />} />
            )}
            <FocusPlace label={t('trade.action.label')}>
              {whole ? <OfferActions token={own(whole)} offer={offer} buyerNotice={expecting} fallback={room} /> : room}
            </FocusPlace>
          </TradeBox>
          <div className="mt-6 flex items-center justify-between gap-4">
            <span className="text-ink-400">{t(offer.type === 'BID' ? 'offer.buyer' : 'offer.seller')}</span>
            {offer.type === 'BID' ? (
              <PersonLink person={offer.buyer} address={offer.buyerAddress} />
            ) : (
              <PersonLink person={offer.seller} address={offer.sellerAddress} />
            )}
          </div>
          <h2 className="mb-1 mt-8 text-xl font-semibold">{t('offer.fees.title')}</h2>
          <FeeTable offer={offer} />
          <h2 className="mb-1 mt-10 text-xl font-semibold">
            {t(offer.type === 'AUCTION' ? 'offer.auction.history' : 'token.page.history')}
          </h2>
          <PagedHistory history={history} label={t('token.page.history')} empty={t('offer.noHistory')} />
        </div>
        <section className="mt-10 min-w-0">
          <h2 className="mb-4 text-xl font-semibold">{t('offer.timeline.title')}</h2>
          <OfferTimeline offer={offer} />
        </section>
      </div>
    </div>
  );
};
