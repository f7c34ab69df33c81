import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Step } from '@skarb/schema/primitive';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { Price } from '../offer/price.tsx';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { Setting } from './settings-section.tsx';

type Credit = { currency: { uuid: string; name: string }; amount: string; steps: Step[] };

const Line = ({ credit, account }: { credit: Credit; account: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const steps = useSteps(`credit:${credit.currency.uuid}`, {
    onDone: () => {
      toast.success(t('settings.credit.done'));
      void client.invalidateQueries({ queryKey: ['private'] });
    },
  });
  const isRunning = steps.state.steps.length > 0;
  return (
    <li className="flex flex-col gap-4 rounded-2xl bg-ink-900 p-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Price amount={credit.amount} currency={credit.currency.name} className="text-xl font-semibold" />
        {!isRunning && (
          <Button size="small" onClick={() => void steps.start(credit.steps, account)}>
            {t('settings.credit.collect')}
          </Button>
        )}
      </div>
      {isRunning && <StepList steps={steps} onRestart={steps.reset} />}
    </li>
  );
};

/** Money of auctions that could not be paid to the wallet, with what collects it. Nothing where there is none. */
export const CreditList = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['private', 'credit', account],
    queryFn: ({ signal }) =>
      api.get<{ data: Credit[] }>('/auth/wallet/credit', { signal }).then((answer) => answer.data),
  });
  if (!data || data.length === 0) return null;
  return (
    <Setting title={t('settings.credit.title')} text={t('settings.credit.text')}>
      <ul className="flex flex-col gap-3">
        {data.map((credit) => (
          <Line key={credit.currency.uuid} credit={credit} account={account} />
        ))}
      </ul>
    </Setting>
  );
};
