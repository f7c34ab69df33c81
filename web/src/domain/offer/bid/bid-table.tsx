import type { Offer } from '@skarb/schema/offer';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { When } from '../../../platform/format/when.tsx';
import { cx } from '../../../ui/class-name.ts';
import { PersonLink } from '../../profile/person.tsx';
import { OfferPrice, OfferToken } from '../offer-line.tsx';
import { usePriceDistanceWords } from '../price-distance.tsx';
import { isPastOffer } from '../offer.query.ts';
import { Fiat } from '../../price/fiat.tsx';

type Props = {
  label: string;
  offers: readonly Offer[];
  /** Show the token of each offer. */ hasToken?: boolean;
  /** Show the buyer of each offer. */ hasMaker?: boolean;
  /** Actions of the viewer for one offer. */ actions?: (offer: Offer) => ReactNode;
};

/** Why an offer cannot be accepted now, that it is being withdrawn, or how it ended; renders nothing for an active one. */
const State = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  if (offer.status === 'ACTIVE') return null;
  return (
    <p className={cx('text-sm', offer.status === 'CANCELLING' || isPastOffer(offer) ? 'text-ink-200' : 'text-red-400')}>
      {offer.status === 'INVALID' && offer.invalidReason
        ? t(`offer.invalidBid.${offer.invalidReason}`)
        : t(`offer.statusBid.${offer.status}`)}
    </p>
  );
};

/** Buyers' offers as lines: price, distance from the asking price, end, buyer, actions. */
export const BidTable = ({ label, offers, hasToken = false, hasMaker = true, actions }: Props) => {
  const { t } = useTranslation();
  const distance = usePriceDistanceWords();
  return (
    <ul aria-label={label} className="@container divide-y divide-ink-800">
      {offers.map((offer) => (
        <li
          key={offer.uuid}
          data-offer={offer.uuid}
          className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 @3xl:flex-nowrap"
        >
          {hasToken && <OfferToken token={offer.token} className="basis-full @3xl:basis-56" />}
          <div className="min-w-0 flex-1 basis-full @xl:basis-0">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <OfferPrice offer={offer} />
              {offer.token.type === 'ERC1155' && (
                <span className="num text-ink-200">× {isPastOffer(offer) ? offer.quantity : offer.quantityLeft}</span>
              )}
              <Fiat
                amount={offer.price}
                currency={offer.currency.name}
                isPast={isPastOffer(offer)}
                className="num text-sm text-ink-400"
              />
            </p>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-400">
              {offer.asking && !isPastOffer(offer) && (
                <span>{distance(offer.asking.differencePercent, offer.token)}</span>
              )}
              <span>
                {isPastOffer(offer) ? (
                  <When at={offer.createdAt} />
                ) : offer.endsAt ? (
                  <>
                    {t('offer.expires')} <When at={offer.endsAt} />
                  </>
                ) : (
                  t('token.page.listing.noEnd')
                )}
              </span>
            </p>
            <State offer={offer} />
          </div>
          {hasMaker && (
            <p className="min-w-0 text-sm @3xl:basis-40">
              <span className="sr-only">{t('offer.buyer')} </span>
              <PersonLink person={offer.buyer} address={offer.buyerAddress} />
            </p>
          )}
          {actions && <div className="ml-auto flex shrink-0 gap-2">{actions(offer)}</div>}
        </li>
      ))}
    </ul>
  );
};
