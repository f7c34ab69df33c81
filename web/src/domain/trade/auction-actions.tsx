import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/slot/lazy-dialog.tsx';
import { sameAddress } from '../../platform/wallet/eip1193.ts';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';
import { useChainNow } from '../offer/countdown.tsx';
import { offerHistoryQuery } from '../offer/offer.query.ts';
import { hasOpenRun } from '../wallet/open-run.ts';
import { StepList } from '../wallet/step-list.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useTradeFlow } from './use-trade-flow.ts';

const AuctionBidDialog = lazyDialog(async () => (await import('./auction-bid-dialog.tsx')).AuctionBidDialog);
const AuctionEditDialog = lazyDialog(async () => (await import('./auction-edit-dialog.tsx')).AuctionEditDialog);
const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

/** Whether the viewer leads, or led and was outbid; null where he has not bid. */
const useStanding = (offer: Offer): 'winning' | 'outbid' | null => {
  const { user } = useSession();
  const history = useInfiniteQuery({ ...offerHistoryQuery(offer.uuid), enabled: !!user });
  const wallet = user?.metamaskWallet;
  if (!user || !offer.auction) return null;
  if (offer.auction.highestBidder?.uuid === user.uuid || sameAddress(offer.auction.highestBidderAddress, wallet))
    return 'winning';
  const hasBid = history.data?.pages.some(({ data }) =>
    data.some(
      ({ event, from, fromUser }) => event === 'BID' && (fromUser?.uuid === user.uuid || sameAddress(from, wallet)),
    ),
  );
  return hasBid ? 'outbid' : null;
};

/** Hurries the settlement of an auction that is over; anyone may, and it happens by itself. */
const Settle = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const gate = useGate();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const flow = useTradeFlow(`settle:${offer.uuid}`);
  const settle = async () => {
    setBusy(true);
    await flow.send(async () => {
      const answer = await api.post<{ data: OfferWithSteps }>(`/offer/${offer.uuid}/settle`);
      // Without steps the marketplace settles it: the page follows.
      if (!answer.data.steps?.length) setAsked(true);
      return answer;
    });
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['offer'] });
  };
  return (
    <div className="flex flex-col gap-3">
      {flow.phase === 'steps' && !isAsked && <StepList steps={flow.steps} onRestart={flow.restart} />}
      {flow.phase === 'form' && (
        <>
          <FailureNotice words={flow.refusal} />
          <Button isBusy={isBusy} onClick={() => gate('wallet', () => void settle())}>
            {t('trade.action.settle')}
          </Button>
        </>
      )}
      <p role="status" className="text-sm text-ink-200">
        {t(isAsked ? 'trade.settle.asked' : 'trade.settle.note')}
      </p>
    </div>
  );
};

/** What the viewer can do in an auction: bid, change or take back his own, settle one that is over. */
export const AuctionActions = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const standing = useStanding(offer);
  const now = useChainNow(offer.networkUuid) ?? Date.now();
  const [open, setOpen] = useState<'bid' | 'edit' | 'cancel'>();
  const close = () => setOpen(undefined);
  const account = user?.metamaskWallet;
  // What a reload interrupted after something was sent is taken up again by itself.
  useEffect(() => {
    if (!account) return;
    if (hasOpenRun(`auction-bid:${offer.uuid}`, account)) setOpen((before) => before ?? 'bid');
    else if (hasOpenRun(`auction-edit:${offer.uuid}`, account)) setOpen((before) => before ?? 'edit');
    else if (hasOpenRun(`cancel:${offer.uuid}`, account)) setOpen((before) => before ?? 'cancel');
  }, [account, offer.uuid]);
  const { auction, status } = offer;
  if (!auction) return null;
  const isMine = !!user && (offer.seller?.uuid === user.uuid || sameAddress(offer.sellerAddress, account));
  const isOver = status === 'ENDED' || (status === 'ACTIVE' && !!offer.endsAt && Date.parse(offer.endsAt) <= now);
  const hasBids = auction.bidCount > 0;
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {standing && (status === 'ACTIVE' || status === 'ENDED') && (
        <p role="status" data-standing={standing} className="flex items-center gap-2.5 font-medium text-ink-50">
          {standing === 'winning' ? (
            <CircleCheck aria-hidden className="size-5 shrink-0 text-green-400" />
          ) : (
            <CircleAlert aria-hidden className="size-5 shrink-0 text-red-400" />
          )}
          {t(`offer.auction.${isOver ? 'ended' : 'standing'}.${standing}`)}
        </p>
      )}
      {isOver && !auction.settledAt && <Settle offer={offer} />}
      {!isOver && status === 'ACTIVE' && !isMine && (
        <Button
          size="large"
          variant={standing === 'winning' ? 'outlined' : 'contained'}
          onClick={() => gate('wallet', () => setOpen('bid'))}
        >
          {t(standing === 'winning' ? 'trade.action.raise' : 'trade.action.bid')}
        </Button>
      )}
      {isMine && !isOver && (status === 'ACTIVE' || status === 'SCHEDULED') && (
        <>
          <div className="flex flex-wrap gap-2">
            <Button variant="outlined" onClick={() => setOpen('edit')}>
              {t('trade.own.edit')}
            </Button>
            {!hasBids && (
              <Button variant="outlined" onClick={() => setOpen('cancel')}>
                {t('trade.cancelAuction.open')}
              </Button>
            )}
          </div>
          {hasBids && <p className="text-sm text-ink-200">{t('trade.auctionEdit.hasBids')}</p>}
        </>
      )}
      {open && (
        <Suspense fallback={null}>
          {open === 'bid' && <AuctionBidDialog offer={offer} onClose={close} />}
          {open === 'edit' && <AuctionEditDialog offer={offer} onClose={close} />}
          {open === 'cancel' && <CancelDialog offer={offer} onClose={close} />}
        </Suspense>
      )}
    </div>
  );
};
