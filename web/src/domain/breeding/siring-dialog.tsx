import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { BreedingToken } from '@skarb/schema/breeding';
import type { Step } from '@skarb/schema/primitive';
import { toBaseUnits } from '@skarb/schema/money';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Fiat } from '../price/fiat.tsx';
import { useFieldWord } from '../offer/price-fields.tsx';
import { DAY_MS, priceWrong } from '../offer/offer.form.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { TradeSubject } from '../offer/trade-subject.tsx';
import { stepsPlan } from './breed.plan.ts';
import { StepsDialog } from './steps-dialog.tsx';

const DAYS = ['1', '3', '7', '30'] as const;
type Answer = { data: BreedingToken; steps: Step[] };

/** The moment in so many days. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const withSteps = ({ data, steps }: Answer) => ({ data: { ...data, steps } });

type Props = { token: BreedingToken; symbol: string; decimals: number; networkUuid: string; onClose: () => void };

/** Offers a token as a sire: a price for one use, and an end. */
export const SiringDialog = ({ token, symbol, decimals, networkUuid, onClose }: Props) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const [price, setPrice] = useState(token.siring?.price ?? '');
  const [days, setDays] = useState<string>('7');
  const [isTouched, setTouched] = useState(false);
  const problem = priceWrong(price, decimals);
  const settled = useDebounced(price);
  const send = () =>
    call(breedingCalls.offerSiring, {
      params: { id: token.uuid },
      body: { price, endsAt: inDays(Number(days)) },
    }).then(withSteps);
  const isPlanned = !problem && settled === price;
  return (
    <StepsDialog
      flowKey={`siring:${token.uuid}`}
      title={t('breeding.siring.title')}
      text={t('breeding.siring.text')}
      submit={t('breeding.siring.submit')}
      plan={
        isPlanned
          ? stepsPlan(
              ['siring', token.uuid, toBaseUnits(price, decimals).toString(), days],
              networkUuid,
              async () => (await send()).data.steps,
            )
          : null
      }
      send={send}
      onClose={onClose}
    >
      <TradeSubject token={token} />
      <PriceField
        label={t('breeding.siring.price')}
        symbol={symbol}
        value={price}
        onValueChange={(text) => {
          setTouched(true);
          setPrice(text);
        }}
        maxDecimals={decimals}
        aside={!problem && <Fiat amount={price} currency={symbol} />}
        required
        error={isTouched ? word(problem, { decimals, price }) : undefined}
      />
      <Select
        label={t('breeding.siring.ends')}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        options={DAYS.map((value) => ({ value, label: t(`trade.term.${value}`) }))}
      />
    </StepsDialog>
  );
};

/** Withdraws that offer. */
export const SiringEndDialog = ({ token, networkUuid, onClose }: Pick<Props, 'token' | 'networkUuid' | 'onClose'>) => {
  const { t } = useTranslation();
  const send = () => call(breedingCalls.withdrawSiring, { params: { id: token.uuid } }).then(withSteps);
  return (
    <StepsDialog
      flowKey={`siring-end:${token.uuid}`}
      title={t('breeding.siring.endTitle')}
      text={t('breeding.siring.endText')}
      submit={t('breeding.siring.endSubmit')}
      plan={stepsPlan(['siring-end', token.uuid], networkUuid, async () => (await send()).data.steps)}
      send={send}
      onClose={onClose}
    >
      <TradeSubject token={token} />
    </StepsDialog>
  );
};
