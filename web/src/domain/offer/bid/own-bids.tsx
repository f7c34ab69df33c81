import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '../../../platform/format/format.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { changedQuery, usePageParameters } from '../../../platform/route/use-page-parameters.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipRow } from '../../../ui/chip-row.tsx';
import { cx } from '../../../ui/class-name.ts';
import { useFailure } from '../../../ui/list-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useGate } from '../../auth/use-gate.ts';
import { useOpenDialog } from '../../wallet/use-open-dialog.ts';
import { OwnAuctionBids } from '../auction/own-auction-bids.tsx';
import { offerListQuery, OPEN_BID_STATUSES, PAST_BID_STATUSES, type OfferFilter } from '../offer.query.ts';
import { BidList } from './bid-list.tsx';
import { BidTable } from './bid-table.tsx';

const CancelAllDialog = lazyDialog(async () => (await import('../cancel-all.tsx')).CancelAllDialog);

const SIDES = ['received', 'made', 'auctions'] as const;
type Side = (typeof SIDES)[number];
const LIVE_MS = 15_000;

/** Auctions that are over still hold the winner's money until they are settled. */
const OPEN_AUCTION_STATUSES = ['ACTIVE', 'ENDED'] as const;

const filterOf = (side: Side, uuid: string | undefined): OfferFilter => {
  if (side === 'auctions') return { type: ['AUCTION'], status: OPEN_AUCTION_STATUSES, bidderUuid: uuid };
  const who = side === 'received' ? { sellerUuid: uuid } : { buyerUuid: uuid };
  return { type: ['BID'], status: OPEN_BID_STATUSES, ...who };
};

/** What a seller may still sell by: whatever "Cancel all" ends, besides offers made. */
const OPEN_SALES = { type: ['SALE', 'AUCTION'], status: ['SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING'] } as const;

const useBids = (side: Side) => {
  const { user } = useSession();
  return useInfiniteQuery({
    ...offerListQuery(filterOf(side, user?.uuid), 'private'),
    enabled: !!user,
    refetchInterval: LIVE_MS,
  });
};

/** The offers made that are over: accepted, withdrawn or expired; or the auctions with bids that are settled. */
const Past = ({ side }: { side: 'made' | 'auctions' }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const isAuctions = side === 'auctions';
  const filter: OfferFilter = isAuctions
    ? { type: ['AUCTION'], status: ['SOLD'], bidderUuid: user?.uuid, sortBy: 'endsAt:DESC' }
    : { type: ['BID'], status: PAST_BID_STATUSES, buyerUuid: user?.uuid };
  const bids = useInfiniteQuery({ ...offerListQuery(filter, 'private'), enabled: !!user });
  const offers = bids.data?.pages.flatMap(({ data }) => data) ?? [];
  if (offers.length === 0) return null;
  const label = t(isAuctions ? 'trade.offers.pastAuctions' : 'trade.offers.past');
  return (
    <div className="border-t border-ink-800 pt-4">
      <h2 className="text-sm font-semibold text-ink-400">{label}</h2>
      {isAuctions ? (
        <OwnAuctionBids label={label} auctions={offers} />
      ) : (
        <BidTable label={label} offers={offers} hasToken hasMaker={false} />
      )}
      <LoadMore list={bids} size="small" />
    </div>
  );
};

const Bids = ({ side }: { side: Side }) => {
  const { t } = useTranslation();
  const bids = useBids(side);
  const failure = useFailure(bids);
  const offers = bids.data?.pages.flatMap(({ data }) => data);
  if (!offers)
    return failure ? (
      <LoadMore list={bids} size="small" className="items-start py-6" />
    ) : (
      <Skeleton className="my-4 h-24 rounded-2xl" />
    );
  const none = <p className="py-6 text-ink-200">{t(`trade.offers.none.${side}`)}</p>;
  const list =
    side === 'auctions' ? (
      offers.length > 0 ? (
        <OwnAuctionBids label={t('trade.offers.auctions')} auctions={offers} />
      ) : (
        none
      )
    ) : (
      <BidList
        label={t(`trade.offers.${side}`)}
        offers={offers}
        hasToken
        hasMaker={side === 'received'}
        // A received offer is for units the viewer holds; the server checks how many of an edition.
        heldOf={(offer) => (side === 'received' ? offer.quantityLeft : 0)}
      >
        {(lines) => (offers.length > 0 ? lines : none)}
      </BidList>
    );
  return (
    <>
      {list}
      <LoadMore list={bids} size="small" />
      {side !== 'received' && <Past key={side} side={side} />}
    </>
  );
};

/**
 * Offers received and made, and bids in auctions. The open list is in the URL.
 * @param children what is below: it waits for the open list, which may be of any height
 */
export const OwnBids = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [query] = usePageParameters();
  const gate = useGate();
  const [isCancellingAll, setCancellingAll] = useOpenDialog<boolean>([['cancel-all', true]]);
  const asked = query.get('offers');
  const open = SIDES.find((side) => side === asked);
  const { user } = useSession();
  const sales = useInfiniteQuery({
    ...offerListQuery({ ...OPEN_SALES, sellerUuid: user?.uuid, limit: 1 }, 'private'),
    enabled: !!user,
    refetchInterval: LIVE_MS,
  });
  const bids = { received: useBids('received'), made: useBids('made'), auctions: useBids('auctions') };
  // Without an answer there may be something: then the dialog says what there is.
  const isAnyOpen = [sales, bids.made].some(
    ({ data, isError }) => isError || (data?.pages[0]?.meta.totalItems ?? 0) > 0,
  );
  const to = (side: Side) => ({ search: changedQuery(query, { offers: side === open ? '' : side }).toString() });
  const failure = useFailure(bids[open ?? 'received']);
  const isShown = !open || bids[open].data || failure;
  return (
    <>
      <section aria-label={t('trade.offers.own')} className="mt-6">
        <ChipRow>
          {SIDES.map((side) => {
            const count = bids[side].data?.pages[0]?.meta.totalItems;
            return (
              <li key={side}>
                <Link
                  to={to(side)}
                  replace
                  preventScrollReset
                  aria-current={side === open ? 'true' : undefined}
                  className={cx(
                    'inline-flex min-h-9 items-center gap-2 rounded-full border px-4 text-sm font-medium transition-colors',
                    side === open
                      ? 'border-ink-50 text-ink-50'
                      : 'border-ink-700 text-ink-200 hover:border-ink-400 hover:text-ink-50',
                  )}
                >
                  {t(`trade.offers.${side}`)}
                  {count !== undefined && <span className="num text-ink-400">{formats.count(count)}</span>}
                </Link>
              </li>
            );
          })}
          {isAnyOpen && (
            <li className="fluid:ml-auto">
              <Button
                variant="outlined"
                size="small"
                aria-haspopup="dialog"
                aria-label={t('trade.cancelAll.open')}
                onClick={() => gate('wallet', () => setCancellingAll(true))}
              >
                {t('trade.cancelAll.short')}
              </Button>
            </li>
          )}
        </ChipRow>
        {isCancellingAll && <CancelAllDialog onClose={() => setCancellingAll(false)} />}
        {open && (
          <div className="mt-4 rounded-2xl bg-ink-900 px-4 py-1 fluid:px-6">
            <Bids key={open} side={open} />
          </div>
        )}
      </section>
      {isShown && children}
    </>
  );
};
