import type { StepState } from '../../platform/steps/step-store.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Line, Paid } from './paid.tsx';

type Props = {
  steps: readonly StepState[];
  /** The receiver; unknown when an interrupted run was resumed. */ to: string | undefined;
  onClose: () => void;
};

/** At the end of sending works: the transaction, and who receives them. */
export const Sent = ({ steps, to, onClose }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <Paid steps={steps} hasEvery>
        {to !== undefined && (
          <Line label={t('wallet.send.to')}>
            <span className="num wrap-anywhere">{to}</span>
          </Line>
        )}
      </Paid>
      <Button variant="success" onClick={onClose}>
        {t('app.close')}
      </Button>
    </>
  );
};
