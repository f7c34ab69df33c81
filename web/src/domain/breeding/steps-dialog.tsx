import type { Step } from '@skarb/schema/primitive';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { Plan } from '../offer/preflight/preflight.plans.ts';
import { PreflightCard } from '../offer/preflight/preflight-card.tsx';
import { usePreflight } from '../offer/preflight/use-preflight.ts';
import { useTradeFlow } from '../offer/use-trade-flow.ts';
import { StepList } from '../wallet/step-list.tsx';

type Answer = { steps?: readonly Step[] };
type Props = {
  /** Key under which the steps survive a reload. */ flowKey: string;
  title: string;
  text: string;
  submit: string;
  /** The transactions to check; null while the form is invalid. */ plan: Plan | null;
  send: () => Promise<{ data: Answer }>;
  /** Fields above the pre-flight card. */ children?: ReactNode;
  size?: 'medium' | 'large';
  onClose: () => void;
};

/** A dialog for one chain action: form, pre-flight check, the wallet's steps; it closes when they are done. */
export const StepsDialog = ({ flowKey, title, text, submit, plan, send, children, size, onClose }: Props) => {
  const { t } = useTranslation();
  const flow = useTradeFlow<Answer>(flowKey, onClose);
  const flight = usePreflight(flow.phase === 'form' ? plan : null);
  const go = async () => {
    if (!plan) return;
    await flow.send(send);
  };
  const isForm = flow.phase === 'form';
  return (
    <Dialog
      open
      size={size}
      isSticky={!isForm}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={isForm ? text : undefined}
    >
      {isForm ? (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void go();
          }}
        >
          {children}
          {plan && <PreflightCard flight={flight} permission="work" />}
          <FailureNotice words={flight.isClear ? flow.refusal : undefined} />
          <div className="grid grid-cols-2 gap-3">
            <Button variant="outlined" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" isBusy={flow.isSending} disabled={!plan || !flight.isClear}>
              {submit}
            </Button>
          </div>
        </form>
      ) : (
        <StepList steps={flow.steps} onRestart={flow.restart} />
      )}
    </Dialog>
  );
};
