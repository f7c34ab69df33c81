import type { Offer } from '@skarb/schema/offer';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { OfferPrice } from '../offer-line.tsx';
import { offerListQuery } from '../offer.query.ts';
import { ReactivateListing } from './reactivate-listing.tsx';
import { TradeSubject } from '../trade-subject.tsx';

const LIVE_MS = 15_000;

/** A sale with more copies than its seller holds: how to continue it with those that are left. */
const TooFew = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        <OfferPrice offer={offer} />
        <span className="num text-ink-200"> × {offer.quantityLeft}</span>
      </p>
      <p className="text-sm text-ink-50">{t('trade.invalid.TOO_FEW')}</p>
      <Link to={path.token(offer.token.uuid)} className={buttonClass('outlined', 'small')}>
        {t('trade.own.edit')}
      </Link>
    </div>
  );
};

/**
 * The viewer's sales that are paused although they hold the token: it left and came back, or fewer copies are left than
 * on sale. Each with what continues it; renders nothing without any.
 */
export const PausedSales = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data } = useInfiniteQuery({
    ...offerListQuery({ type: ['SALE'], status: ['INVALID'], sellerUuid: user?.uuid }, 'private'),
    enabled: !!user,
    refetchInterval: LIVE_MS,
  });
  const paused = (data?.pages.flatMap((page) => page.data) ?? ([] as Offer[])).filter(
    ({ invalidReason }) => invalidReason === 'LEFT_AND_RETURNED' || invalidReason === 'TOO_FEW',
  );
  if (paused.length === 0) return null;
  return (
    <section aria-label={t('trade.reactivate.title')} className="mt-6 px-1 fluid:px-4">
      <h2 className="mb-3 text-xl font-semibold">{t('trade.reactivate.title')}</h2>
      <ul className="grid gap-4 wide:grid-cols-2">
        {paused.map((offer) => (
          <li key={offer.uuid} className="flex flex-col gap-4 rounded-2xl bg-ink-900 p-4">
            <Link to={path.token(offer.token.uuid)} className="rounded-xl">
              <TradeSubject token={offer.token} />
            </Link>
            {offer.invalidReason === 'TOO_FEW' ? (
              <TooFew offer={offer} />
            ) : (
              <ReactivateListing
                offer={offer}
                other={
                  <Link to={path.token(offer.token.uuid)} className={buttonClass('outlined', 'small')}>
                    {t('trade.reactivate.other')}
                  </Link>
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
