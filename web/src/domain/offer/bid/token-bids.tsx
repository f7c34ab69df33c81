import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { offerListQuery, tokenBidsQuery } from '../offer.query.ts';
import { BidList } from './bid-list.tsx';
import { heldBy } from '../own-offers.ts';

const LIVE_MS = 15_000;

/** Buyers' offers for a token, the best first; renders nothing without any. */
export const TokenBids = ({ token }: { token: TokenDetail }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const bids = useInfiniteQuery({
    ...tokenBidsQuery(token.uuid),
    refetchInterval: LIVE_MS,
  });
  // An own offer that cannot be accepted now is shown to its maker only, with the reason.
  const stuck = useInfiniteQuery({
    ...offerListQuery({ type: ['BID'], status: ['INVALID'], tokenUuid: token.uuid, buyerUuid: user?.uuid }, 'private'),
    enabled: !!user,
  });
  const offers = [bids, user ? stuck : undefined].flatMap(
    (list) => list?.data?.pages.flatMap(({ data }) => data) ?? [],
  ) as Offer[];
  return (
    <BidList label={t('trade.offers.title')} offers={offers} heldOf={() => heldBy(token, user)}>
      {(lines) =>
        offers.length > 0 && (
          <section className="mt-12" aria-label={t('trade.offers.title')}>
            <h2 className="mb-1 text-xl font-semibold">{t('trade.offers.title')}</h2>
            {lines}
            <LoadMore list={bids} size="small" />
          </section>
        )
      }
    </BidList>
  );
};
