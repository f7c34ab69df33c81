import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { closeToast, toast } from '../../ui/toast.tsx';
import { StepList } from '../wallet/step-list.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { refreshTrade, untilOffer } from './refresh-trade.ts';
import { TradeSubject } from './trade-subject.tsx';
import { useTradeFlow } from './use-trade-flow.ts';

/** Texts for cancelling a sale, a buyer's offer or an auction. */
const useWords = (type: Offer['type']) => {
  const { t } = useTranslation();
  if (type === 'BID')
    return {
      title: t('trade.withdraw.title'),
      text: t('trade.withdraw.text'),
      submit: t('trade.withdraw.submit'),
      keep: t('trade.withdraw.keep'),
      asked: t('trade.withdraw.asked'),
      done: t('trade.withdraw.done'),
      late: t('trade.withdraw.accepted'),
    };
  if (type === 'AUCTION')
    return {
      title: t('trade.cancelAuction.title'),
      text: t('trade.cancelAuction.text'),
      submit: t('trade.cancelAuction.submit'),
      keep: t('trade.cancel.keep'),
      asked: t('trade.cancelAuction.asked'),
      done: t('trade.cancelAuction.done'),
      late: t('trade.cancel.sold'),
    };
  return {
    title: t('trade.cancel.title'),
    text: t('trade.cancel.text'),
    submit: t('trade.cancel.submit'),
    keep: t('trade.cancel.keep'),
    asked: t('trade.cancel.asked'),
    done: t('trade.cancel.done'),
    late: t('trade.cancel.sold'),
  };
};

/**
 * Cancels a sale or an offer: the marketplace cancels it on the chain and pays the network fee. An auction is
 * cancelled by the seller's own transaction.
 */
export const CancelDialog = ({ offer, onClose }: { offer: Offer; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const words = useWords(offer.type);
  const flow = useTradeFlow(
    `cancel:${offer.uuid}`,
    (_answer, isOpen) => {
      const asked = toast.info(words.asked);
      if (isOpen) onClose();
      void untilOffer(offer.uuid, ['CANCELLED', 'SOLD', 'EXPIRED']).then((end) => {
        void refreshTrade(client);
        if (end) closeToast(asked);
        if (end?.status === 'CANCELLED') toast.success(words.done);
        if (end?.status === 'SOLD') toast.info(words.late);
      });
    },
    offer.type === 'BID' ? 'bid' : undefined,
  );
  const hasSteps = flow.phase === 'steps';
  // Someone bid while the dialog was open.
  const isBound = !hasSteps && (offer.auction?.bidCount ?? 0) > 0;
  const text = isBound ? t('trade.auctionEdit.hasBids') : words.text;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={hasSteps ? undefined : text}
    >
      <div className="flex flex-col gap-5">
        <TradeSubject token={offer.token} />
        {hasSteps ? (
          <StepList steps={flow.steps} onRestart={flow.restart} />
        ) : isBound ? (
          <Button variant="outlined" onClick={onClose}>
            {t('app.close')}
          </Button>
        ) : (
          <>
            <FailureNotice words={flow.refusal} />
            <div className="grid grid-cols-2 gap-3">
              <Button variant="outlined" onClick={onClose}>
                {words.keep}
              </Button>
              <Button
                isBusy={flow.isSending}
                onClick={() => void flow.send(() => call(offerCalls.cancel, { params: { id: offer.uuid } }))}
              >
                {words.submit}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
};
