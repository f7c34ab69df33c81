import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Price } from '../price/price.tsx';
import { type Credit, creditQuery, readCredits } from '../wallet/credit.query.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { Setting } from './settings-section.tsx';

const ADDRESS = /^0x[0-9a-f]{40}$/i;

const Line = ({ credit, account }: { credit: Credit; account: string }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  /** The address that receives the money; null for the user's own wallet. */
  const [to, setTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const steps = useSteps(`credit:${credit.currency.uuid}`, {
    onDone: () => {
      toast.success(t(to === null ? 'settings.credit.done' : 'trade.claim.sent'));
      void client.invalidateQueries({ queryKey: ['private'] });
    },
  });
  const isRunning = steps.state.steps.length > 0;
  const collect = async () => {
    setRefusal(undefined);
    if (to === null) return void steps.start(credit.steps, account);
    try {
      const elsewhere = await readCredits(to.trim());
      const same = elsewhere.find(({ currency }) => currency.uuid === credit.currency.uuid);
      await steps.start(same?.steps ?? [], account);
    } catch (error) {
      setRefusal(wordsOf(t, error));
    }
  };
  return (
    <li className="flex flex-col gap-4 rounded-2xl bg-ink-900 p-4">
      <Price amount={credit.amount} currency={credit.currency.name} className="text-xl font-semibold" />
      {isRunning ? (
        <StepList steps={steps} onRestart={steps.reset} />
      ) : (
        <>
          {to !== null && (
            <TextField
              label={t('trade.claim.to')}
              hint={t('settings.credit.toHint')}
              error={refusal}
              value={to}
              onChange={({ target }) => setTo(target.value)}
              autoComplete="off"
              spellCheck={false}
              placeholder="0x…"
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button size="small" disabled={to !== null && !ADDRESS.test(to.trim())} onClick={() => void collect()}>
              {t('settings.credit.collect')}
            </Button>
            <Button variant="outlined" size="small" onClick={() => setTo((before) => (before === null ? '' : null))}>
              {t(to === null ? 'trade.claim.elsewhere' : 'trade.claim.here')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
};

/** Auction money that could not be paid to the wallet, with a button to collect it. Renders nothing without any. */
export const CreditList = ({ account }: { account: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery(creditQuery(account));
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
