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

/** Takes a sale back: the marketplace cancels it on the chain and pays for that. */
export const CancelDialog = ({ offer, onClose }: { offer: Offer; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const account = user?.metamaskWallet ?? '';
  const [isBusy, setBusy] = useState(false);
  const [hasSteps, setHasSteps] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const asked = () => {
    toast.info(t('trade.cancel.asked'));
    onClose();
    void refreshTrade(client);
    void untilOffer(offer.uuid, ['CANCELLED', 'SOLD', 'EXPIRED']).then((end) => {
      void refreshTrade(client);
      if (end?.status === 'CANCELLED') toast.success(t('trade.cancel.done'));
      if (end?.status === 'SOLD') toast.info(t('trade.cancel.sold'));
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
      title={t('trade.cancel.title')}
      description={hasSteps ? undefined : t('trade.cancel.text')}
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
                {t('trade.cancel.keep')}
              </Button>
              <Button isBusy={isBusy} onClick={() => void cancel()}>
                {t('trade.cancel.submit')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
};
