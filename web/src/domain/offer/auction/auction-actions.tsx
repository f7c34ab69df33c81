import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useGate } from '../../auth/use-gate.ts';
import { useChainNow } from '../../reference/countdown.tsx';
import { useOpenDialog } from '../../wallet/use-open-dialog.ts';
import { StepList } from '../../wallet/step-list.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { untilOffer } from '../refresh-trade.ts';
import { ACTION_LINK, useLinkedAction } from '../use-linked-action.ts';
import { useTradeFlow } from '../use-trade-flow.ts';
import { useBidPosition } from './use-bid-position.ts';

const AuctionBidDialog = lazyDialog(async () => (await import('./auction-bid-dialog.tsx')).AuctionBidDialog);
const AuctionEditDialog = lazyDialog(async () => (await import('./auction-edit-dialog.tsx')).AuctionEditDialog);
const CancelDialog = lazyDialog(async () => (await import('../cancel-dialog.tsx')).CancelDialog);

/** How long the marketplace has to settle before others may be offered to (auction.change.ts), plus a margin. */
const SETTLES_WITHIN_MS = 70_000;
const useIsLate = ({ networkUuid, endsAt }: Offer): boolean => {
  const now = useChainNow(networkUuid);
  return now !== null && !!endsAt && now > Date.parse(endsAt) + SETTLES_WITHIN_MS;
};

/** Settles an auction that is over, which anyone may do; or collects an NFT that could not be delivered. */
const Settle = ({ offer, isClaim = false }: { offer: Offer; isClaim?: boolean }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const client = useQueryClient();
  const gate = useGate();
  const [wasAsked, setAsked] = useState(false);
  /** The address that receives the NFT; null for the viewer's own wallet. */
  const [to, setTo] = useState<string | null>(null);
  const flow = useTradeFlow(`${isClaim ? 'claim' : 'settle'}:${offer.uuid}`);
  const isLate = useIsLate(offer);
  // If the marketplace does not settle it in time, offer the viewer's own transaction.
  const isAsked = wasAsked && !isLate;
  const isForm = flow.phase === 'form' || (wasAsked && isLate);
  const settle = async () => {
    setAsked(false);
    if (wasAsked) flow.restart();
    await flow.send(async () => {
      const answer = await call(offerCalls.settle, {
        params: { id: offer.uuid },
        body: to === null ? {} : { to: to.trim() },
      });
      // Without steps the marketplace settles it, and the page updates itself.
      if (!answer.data.steps?.length) setAsked(true);
      // A toast, because a settled auction is no longer shown on this page.
      if (!isClaim)
        void untilOffer(offer.uuid, ['SOLD', 'EXPIRED']).then((end) => {
          if (end?.auction?.settledAt) toast.success(t('trade.settle.done', { name: own(offer.token).name }));
        });
      return answer;
    });
    await client.invalidateQueries({ queryKey: ['offer'] });
  };
  const settling = isAsked ? t('trade.settle.asked') : t('trade.settle.note');
  const claiming =
    flow.phase === 'done' ? t(to === null ? 'trade.claim.done' : 'trade.claim.sent') : t('trade.claim.note');
  return (
    // Without a form it is as high as the button that it replaces.
    <div
      className={
        isClaim ? 'flex flex-col gap-3' : 'flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-3'
      }
    >
      {flow.phase === 'steps' && !isForm && !isAsked && (
        <div className="basis-full">
          <StepList steps={flow.steps} onRestart={flow.restart} />
        </div>
      )}
      {isForm && (
        <>
          {to !== null && (
            <TextField
              label={t('trade.claim.to')}
              hint={t('trade.claim.toHint')}
              value={to}
              onChange={({ target }) => setTo(target.value)}
              autoComplete="off"
              spellCheck={false}
              placeholder="0x…"
            />
          )}
          <div className="basis-full empty:hidden">
            <FailureNotice words={flow.refusal} />
          </div>
          <Button
            size={isClaim ? 'medium' : 'small'}
            isBusy={flow.isSending}
            disabled={to !== null && !/^0x[0-9a-f]{40}$/i.test(to.trim())}
            onClick={() => gate('wallet', () => void settle())}
          >
            {t(isClaim ? 'trade.action.claim' : 'trade.action.settle')}
          </Button>
          {isClaim && (
            <Button variant="outlined" size="small" onClick={() => setTo((before) => (before === null ? '' : null))}>
              {t(to === null ? 'trade.claim.elsewhere' : 'trade.claim.here')}
            </Button>
          )}
        </>
      )}
      <p role="status" className={isClaim ? 'text-sm text-ink-200' : '-order-1 flex-1 basis-36 text-sm text-ink-200'}>
        {isClaim ? claiming : settling}
      </p>
    </div>
  );
};

/** The state of an auction that is not settled for a viewer who has bid in it. */
const BidPositionLine = ({
  position,
  isOver,
  wasCredited,
}: {
  position: 'winning' | 'outbid';
  isOver: boolean;
  wasCredited: boolean;
}) => {
  const { t } = useTranslation();
  return (
    <p role="status" data-bid-position={position} className="flex min-h-8 items-center gap-2.5 font-medium text-ink-50">
      {position === 'winning' ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-green-400" />
      ) : (
        <CircleAlert aria-hidden className="size-5 shrink-0 text-red-400" />
      )}
      <span>
        {t(`offer.auction.${isOver ? 'ended' : 'bidPosition'}.${position}`)}
        {position === 'outbid' && !wasCredited && ` ${t('offer.auction.refunded')}`}
      </span>
    </p>
  );
};

type Props = {
  offer: Offer;
  /** The auction is cancelled or settled: only a dialog that is still open is shown, until it is closed. */
  isGone?: boolean;
};

/** What the viewer can do in an auction: bid, change or cancel their own, settle one that is over. */
export const AuctionActions = ({ offer, isGone = false }: Props) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { status: session, user } = useSession();
  const { position, wasCredited, isCredited } = useBidPosition(offer);
  const now = useChainNow(offer.networkUuid);
  const [open, setOpen] = useOpenDialog<'bid' | 'edit' | 'cancel'>([
    [`auction-bid:${offer.uuid}`, 'bid'],
    [`auction-edit:${offer.uuid}`, 'edit'],
    [`cancel:${offer.uuid}`, 'cancel'],
  ]);
  const close = () => setOpen(undefined);
  const startBid = () => gate('wallet', () => setOpen('bid'), ACTION_LINK.bid);
  const { linked, forget } = useLinkedAction();
  const isLinked =
    linked === 'bid' &&
    session !== 'loading' &&
    !isGone &&
    offer.status === 'ACTIVE' &&
    offer.seller?.uuid !== user?.uuid;
  const takeLink = useEffectEvent(() => {
    forget();
    startBid();
  });
  useEffect(() => {
    if (isLinked) takeLink();
  }, [isLinked]);
  const account = user?.metamaskWallet;
  const canClaim = ((offer as OfferWithSteps).steps ?? []).some(({ id }) => id === 'claim-token');
  // A live update may arrive before the viewer's own transaction has finished, so an open settlement stays shown.
  const [wasClaimable, setWasClaimable] = useState(canClaim);
  if (canClaim && !wasClaimable) setWasClaimable(true);
  const { auction, status } = offer;
  if (!auction) return null;
  const dialog = open && (
    <>
      {open === 'bid' && <AuctionBidDialog offer={offer} isLeading={position === 'winning'} onClose={close} />}
      {open === 'edit' && <AuctionEditDialog offer={offer} onClose={close} />}
      {open === 'cancel' && <CancelDialog offer={offer} onClose={close} />}
    </>
  );
  const isMine = !!user && (offer.seller?.uuid === user.uuid || sameAddress(offer.sellerAddress, account));
  const isOver =
    status === 'ENDED' || (status === 'ACTIVE' && !!offer.endsAt && now !== null && Date.parse(offer.endsAt) <= now);
  const hasBids = auction.bidCount > 0;
  return (
    <div className={isGone ? 'empty:hidden' : 'mt-4 flex flex-col gap-3 empty:hidden'}>
      {!isGone && (
        <>
          {position && (status === 'ACTIVE' || status === 'ENDED') && (
            <BidPositionLine position={position} isOver={isOver} wasCredited={wasCredited} />
          )}
          {isCredited && (
            <p className="text-sm text-ink-200">
              {t('offer.auction.credited')}{' '}
              <Link to={`${path.settings}#wallet`} className="text-gold-400 underline-offset-4 hover:underline">
                {t('offer.auction.toCredits')}
              </Link>
            </p>
          )}
          {isOver && !auction.settledAt && <Settle offer={offer} />}
          {wasClaimable && <Settle offer={offer} isClaim />}
          {!isOver && status === 'ACTIVE' && !isMine && !offer.isHidden && (
            <Button size="large" variant={position === 'winning' ? 'outlined' : 'contained'} onClick={startBid}>
              {t(position === 'winning' ? 'trade.action.raise' : 'trade.action.bid')}
            </Button>
          )}
          {isMine && !isOver && (status === 'ACTIVE' || status === 'SCHEDULED') && (
            <>
              {!hasBids && (
                <div className="flex flex-wrap gap-2">
                  {!offer.isHidden && (
                    <Button variant="outlined" onClick={() => setOpen('edit')}>
                      {t('trade.own.edit')}
                    </Button>
                  )}
                  <Button variant="outlined" onClick={() => setOpen('cancel')}>
                    {t('trade.cancelAuction.open')}
                  </Button>
                </div>
              )}
              {hasBids && <p className="min-h-13 text-sm text-ink-200">{t('trade.auctionEdit.hasBids')}</p>}
            </>
          )}
        </>
      )}
      {dialog}
    </div>
  );
};
