import * as walletCalls from '@skarb/schema/calls/wallet';
import type { Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { StepList } from '../../wallet/step-list.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { TradeSubject } from '../trade-subject.tsx';
import { useTradeFlow } from '../use-trade-flow.ts';

/** Gives the marketplace the permission again to transfer a token that is on sale. */
export const ApproveDialog = ({ token, onClose }: { token: TokenDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const flow = useTradeFlow<{ approved: boolean; steps: Step[] }>(`approve:${token.uuid}`, (_answer, isOpen) => {
    toast.success(t('trade.approve.done'));
    if (isOpen) onClose();
  });
  const begin = () => flow.send(() => call(walletCalls.approveNft, { body: { tokenUuid: token.uuid } }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('trade.approve.title')}
      description={t('trade.approve.text')}
    >
      <div className="flex flex-col gap-5">
        <TradeSubject token={token} />
        <FailureNotice words={flow.refusal} />
        {flow.phase === 'steps' ? (
          <StepList steps={flow.steps} onRestart={flow.restart} />
        ) : (
          <Button isBusy={flow.isSending} onClick={() => void begin()}>
            {t('trade.approve.submit')}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
