import type { Offer } from '@skarb/schema/offer';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { offerListQuery } from '../offer.query.ts';
import { ReactivateListing } from './reactivate-listing.tsx';
import { TradeSubject } from '../trade-subject.tsx';

const LIVE_MS = 15_000;

/**
 * The viewer's tokens that left and came back, each with the question whether to sell it again at its old price;
 * renders nothing without any.
 */
export const ReturnedListings = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data } = useInfiniteQuery({
    ...offerListQuery({ type: ['SALE'], status: ['INVALID'], sellerUuid: user?.uuid }, 'private'),
    enabled: !!user,
    refetchInterval: LIVE_MS,
  });
  const returned = (data?.pages.flatMap((page) => page.data) ?? ([] as Offer[])).filter(
    ({ invalidReason }) => invalidReason === 'LEFT_AND_RETURNED',
  );
  if (returned.length === 0) return null;
  return (
    <section aria-label={t('trade.reactivate.title')} className="mt-6 px-1 fluid:px-4">
      <h2 className="mb-3 text-xl font-semibold">{t('trade.reactivate.title')}</h2>
      <ul className="grid gap-4 wide:grid-cols-2">
        {returned.map((offer) => (
          <li key={offer.uuid} className="flex flex-col gap-4 rounded-2xl bg-ink-900 p-4">
            <Link to={path.token(offer.token.uuid)} className="rounded-xl">
              <TradeSubject token={offer.token} />
            </Link>
            <ReactivateListing
              offer={offer}
              other={
                <Link to={path.token(offer.token.uuid)} className={buttonClass('outlined', 'small')}>
                  {t('trade.reactivate.other')}
                </Link>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
};
