import type { Offer } from '@skarb/schema/offer';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { When } from '../../../platform/format/when.tsx';
import { PersonLink } from '../../profile/person.tsx';
import { Countdown } from '../../reference/countdown.tsx';
import { Fiat } from '../../price/fiat.tsx';
import { Price } from '../../price/price.tsx';
import { AuctionOutcome } from './auction-outcome.tsx';

const OPEN = new Set<Offer['status']>(['ACTIVE', 'SCHEDULED', 'DRAFT']);
/** Whether it is an auction that takes no more bids. */
export const isOver = (offer: Offer | undefined): boolean => !!offer?.auction && !OPEN.has(offer.status);

/**
 * An auction's state: the highest bid or the reserve price, the time left, the lowest next bid, the leader; when it is
 * over, its outcome in the same places.
 */
export const AuctionPanel = ({ offer }: { offer: Offer }) => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { auction, currency, status, quantity } = offer;
  if (!auction) return null;
  const shown = auction.highestBid ?? auction.reservePrice;
  const isOpen = !isOver(offer);
  const hasStarted = status !== 'SCHEDULED' || !offer.startsAt;
  return (
    <section aria-label={t('offer.type.AUCTION')} data-auction={offer.uuid} className="@container">
      <dl className="grid gap-x-8 gap-y-4 @min-[24rem]:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <dt className="text-sm text-ink-400">
            {t(
              auction.highestBid ? (isOpen ? 'offer.auction.highest' : 'offer.auction.final') : 'offer.auction.reserve',
            )}
            {quantity > 1 && ` · ${t('offer.auction.lot', { count: quantity })}`}
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <Price amount={shown} currency={currency.name} className="text-3xl font-semibold" />
            <Fiat amount={shown} currency={currency.name} isPast={!isOpen} className="num text-ink-400" />
          </dd>
        </div>
        {/* As high when it is over: nothing below moves. */}
        <div className="min-h-20 @min-[24rem]:max-w-56">
          {isOpen && offer.endsAt && (
            <>
              <dt className="text-sm text-ink-400">
                {t(hasStarted ? 'offer.auction.endsIn' : 'offer.auction.startsIn')}
              </dt>
              <dd>
                <Countdown
                  to={(!hasStarted && offer.startsAt) || offer.endsAt}
                  networkUuid={offer.networkUuid}
                  className="text-xl font-semibold"
                />
                {hasStarted && (
                  <a
                    href={`/feed/auction/${offer.uuid}.ics?lng=${i18n.language}`}
                    className="flex min-h-6 items-center text-sm text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline print:hidden"
                  >
                    {t('share.calendar')}
                  </a>
                )}
              </dd>
            </>
          )}
          {!isOpen && <dt className="text-sm text-ink-400">{t('trade.offers.ended')}</dt>}
          <dd>
            <AuctionOutcome offer={offer} isOpen={isOpen} />
          </dd>
        </div>
      </dl>
      <dl className="mt-4 flex flex-col gap-2 border-t border-ink-700 pt-4 text-sm">
        {(auction.highestBidder || auction.highestBidderAddress) && (
          <div className="flex items-center justify-between gap-4">
            <dt className="text-ink-400">{t(isOpen ? 'offer.auction.leader' : 'offer.auction.winner')}</dt>
            <dd className="min-w-0">
              <PersonLink person={auction.highestBidder} address={auction.highestBidderAddress} />
            </dd>
          </div>
        )}
        {!isOpen && status !== 'CANCELLED' && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-400">{t('offer.event.SETTLED')}</dt>
            <dd>{auction.settledAt ? <When at={auction.settledAt} form="exact" /> : '—'}</dd>
          </div>
        )}
        {isOpen && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-400">
              {auction.highestBid
                ? t('offer.auction.next', { percent: formats.percent(auction.minIncrementPercent / 100) })
                : t('offer.auction.first')}
            </dt>
            <dd data-next-bid={auction.nextBid}>
              <Price amount={auction.nextBid} currency={currency.name} hasMark={false} />
            </dd>
          </div>
        )}
        {auction.highestBid && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-400">{t('offer.auction.reserve')}</dt>
            <dd>
              <Price amount={auction.reservePrice} currency={currency.name} hasMark={false} />
            </dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-400">{t('offer.auction.bids')}</dt>
          <dd className="num">{formats.count(auction.bidCount)}</dd>
        </div>
      </dl>
      {auction.extensions > 0 && (
        <p data-extended={auction.extensions} className="mt-3 text-sm text-blue-400">
          {t('offer.auction.extended', { count: auction.extensions })}{' '}
          <span className="text-ink-200">
            {t('offer.auction.before')} <When at={auction.originalEndsAt} form="exact" />
          </span>
        </p>
      )}
    </section>
  );
};
