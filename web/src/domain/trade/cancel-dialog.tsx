import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { FailureNotice } from './failure-notice.tsx';
import { refreshTrade, untilOffer } from './refresh-trade.ts';
import { TradeSubject } from './trade-subject.tsx';

/** The words of taking back a sale, a buyer's offer or an auction. */
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
 * Takes back a sale or an offer: the marketplace cancels it on the chain and pays for that. An auction is taken back by
 * the seller's own transaction.
 */
export const CancelDialog = ({ offer, onClose }: { offer: Offer; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const account = user?.metamaskWallet ?? '';
  const [isBusy, setBusy] = useState(false);
  const [hasSteps, setHasSteps] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const words = useWords(offer.type);
  const asked = () => {
    toast.info(words.asked);
    onClose();
    void refreshTrade(client);
    void untilOffer(offer.uuid, ['CANCELLED', 'SOLD', 'EXPIRED']).then((end) => {
      void refreshTrade(client);
      if (end?.status === 'CANCELLED') toast.success(words.done);
      if (end?.status === 'SOLD') toast.info(words.late);
    });
  };
  const steps = useSteps(`cancel:${offer.uuid}`, { onDone: asked });
  const { resume, start } = steps;
  useEffect(() => {
    if (account && resume(account)) setHasSteps(true);
  }, [account, resume]);
  const cancel = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { data } = await api.del<{ data: OfferWithSteps }>(`/offer/${offer.uuid}`);
      const open = (data.steps ?? []).filter(({ status }) => status === 'incomplete');
      if (open.length === 0) return asked();
      setHasSteps(true);
      await start(open, account);
    } catch (error) {
      setRefusal(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={hasSteps ? undefined : words.text}
    >
      <div className="flex flex-col gap-5">
        <TradeSubject token={offer.token} />
        {hasSteps ? (
          <StepList steps={steps} />
        ) : (
          <>
            <FailureNotice words={refusal} />
            <div className="grid grid-cols-2 gap-3">
              <Button variant="outlined" onClick={onClose}>
                {words.keep}
              </Button>
              <Button isBusy={isBusy} onClick={() => void cancel()}>
                {words.submit}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
};
