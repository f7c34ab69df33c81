import * as offerCalls from '@skarb/schema/calls/offer';
import type { CancelledAll } from '@skarb/schema/offer';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { StepList } from '../wallet/step-list.tsx';
import { refreshTrade } from './refresh-trade.ts';
import { useTradeFlow } from './use-trade-flow.ts';

/** Says what it ends, then has the wallet cancel all of one's own sales and offers. */
export const CancelAllDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [hasNothing, setNothing] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = () => call(offerCalls.cancelAll);
  const flow = useTradeFlow<CancelledAll>('cancel-all', (answer) => {
    if (answer?.steps.length === 0) return setNothing(true);
    onClose();
    // The chain has the transaction: this closes the offers that it ended.
    void ask()
      .then(() => toast.success(t('trade.cancelAll.done')))
      .catch(() => toast.info(t('trade.cancelAll.asked')))
      .finally(() => refreshTrade(client));
  });
  const kept = flow.offer?.kept ?? 0;
  const hasSteps = flow.phase === 'steps';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('trade.cancelAll.title')}
      description={hasSteps || hasNothing ? undefined : t('trade.cancelAll.text')}
      initialFocus={keep}
    >
      <div className="flex flex-col gap-5">
        {hasNothing ? (
          <p role="status" className="text-ink-200">
            {kept > 0 ? t('trade.cancelAll.kept', { count: kept }) : t('trade.cancelAll.nothing')}
          </p>
        ) : hasSteps ? (
          <>
            {kept > 0 && <p className="text-sm text-ink-200">{t('trade.cancelAll.kept', { count: kept })}</p>}
            <StepList steps={flow.steps} onRestart={flow.restart} />
          </>
        ) : (
          <>
            <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink-200">
              {(['fee', 'elsewhere', 'auctions', 'single'] as const).map((one) => (
                <li key={one}>{t(`trade.cancelAll.how.${one}`)}</li>
              ))}
            </ul>
            <FailureNotice words={flow.refusal} />
            <div className="grid grid-cols-2 gap-3">
              <Button ref={keep} variant="outlined" onClick={onClose}>
                {t('trade.cancelAll.keep')}
              </Button>
              <Button isBusy={flow.isSending} onClick={() => void flow.send(ask)}>
                {t('trade.cancelAll.submit')}
              </Button>
            </div>
          </>
        )}
        {hasNothing && (
          <Button variant="outlined" onClick={onClose}>
            {t('app.close')}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
