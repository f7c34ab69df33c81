import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import type { Offer } from '@skarb/schema/offer';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Price } from '../../price/price.tsx';
import { Countdown } from '../../reference/countdown.tsx';
import { OfferPrice, OfferToken } from '../offer-line.tsx';
import { ACTION_LINK } from '../use-linked-action.ts';

/** The viewer's money that the auction house holds, by currency. */
const heldIn = (leading: readonly Offer[]): { currency: string; amount: string }[] => {
  const sums = new Map<string, { sum: bigint; decimals: number }>();
  for (const { auction, currency } of leading) {
    const { sum = 0n } = sums.get(currency.name) ?? {};
    const bid = toBaseUnits(auction?.highestBid ?? '0', currency.decimals);
    sums.set(currency.name, { sum: sum + bid, decimals: currency.decimals });
  }
  return [...sums].map(([currency, { sum, decimals }]) => ({ currency, amount: fromBaseUnits(sum, decimals) }));
};

/** The auctions in which the viewer has bid: whether they lead or won, where their money is, and the time left. */
export const OwnAuctionBids = ({ label, auctions }: { label: string; auctions: readonly Offer[] }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const isLeading = ({ auction }: Offer) =>
    !!user &&
    (auction?.highestBidder?.uuid === user.uuid || sameAddress(auction?.highestBidderAddress, user.metamaskWallet));
  const held = heldIn(auctions.filter((offer) => offer.status !== 'SOLD' && isLeading(offer)));
  return (
    <>
      {held.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 border-b border-ink-800 py-4 text-sm text-ink-200">
          {t('trade.offers.held')}
          {held.map(({ currency, amount }) => (
            <Price key={currency} amount={amount} currency={currency} className="font-semibold text-ink-50" />
          ))}
        </p>
      )}
      <ul aria-label={label} className="divide-y divide-ink-800">
        {auctions.map((offer) => {
          const leads = isLeading(offer);
          const Icon = leads ? CircleCheck : CircleAlert;
          const isSettled = offer.status === 'SOLD';
          const isOver = isSettled || offer.status === 'ENDED';
          const bidOutcome = isSettled ? (leads ? 'settled' : 'lost') : leads ? (isOver ? 'won' : 'winning') : 'outbid';
          return (
            <li key={offer.uuid} data-offer={offer.uuid} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
              <OfferToken token={offer.token} className="flex-1 basis-56" />
              <p data-bid-outcome={bidOutcome} className="flex flex-1 basis-56 items-start gap-2 text-sm text-ink-200">
                <Icon
                  aria-hidden
                  className={leads ? 'mt-0.5 size-4 shrink-0 text-green-400' : 'mt-0.5 size-4 shrink-0 text-red-400'}
                />
                {t(`trade.offers.bidOutcome.${bidOutcome}`)}
              </p>
              <p className="ml-auto text-right">
                <span className="block text-sm text-ink-400">
                  {t(leads ? 'trade.auctionBid.price' : isOver ? 'offer.auction.final' : 'offer.auction.highest')}
                </span>
                <OfferPrice offer={offer} />
                <span className="block text-sm text-ink-400">
                  {isOver || !offer.endsAt ? (
                    t('trade.offers.ended')
                  ) : (
                    <>
                      {t('offer.auction.endsIn')}{' '}
                      <Countdown to={offer.endsAt} networkUuid={offer.networkUuid} isShort />
                    </>
                  )}
                </span>
                {!leads && !isOver && (
                  <Link
                    to={path.token(offer.token.uuid) + ACTION_LINK.bid}
                    className={buttonClass('outlined', 'small', 'mt-2')}
                  >
                    {t('trade.offers.bidAgain')}
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
};
