import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import { breedingFee } from '@skarb/schema/genome';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import type { Step } from '@skarb/schema/primitive';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { PriceField } from '../../ui/field.tsx';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { useFieldWord } from '../offer/price-fields.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { priceWrong } from '../offer/offer.form.ts';
import { useAllCurrencies } from '../reference/use-networks.ts';
import { stepsPlan } from './breed.plan.ts';
import { StepsDialog } from './steps-dialog.tsx';

type Opening = { data: { vocabulary: Vocabulary; enrolled: number }; steps: Step[] };

/** The values that the genomes' numbers mean: each trait with its values, from common to rare. */
const VocabularyList = ({ vocabulary, count }: { vocabulary: Vocabulary; count: number }) => {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className="font-medium text-ink-50">{t('breeding.open.vocabulary')}</h3>
      <p className="mt-1 text-sm text-ink-200">{t('breeding.open.enrolled', { count })}</p>
      <dl
        // What scrolls must be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 flex max-h-56 flex-col gap-2 overflow-y-auto rounded-2xl bg-ink-800 p-4 text-sm"
      >
        {vocabulary.map(({ name, values }) => (
          <div key={name}>
            <dt className="text-ink-400">{name}</dt>
            <dd className="text-ink-50">{values.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** Opens a creator's collection for breeding, changes its fee, or gives genes to tokens minted since. */
export const OpenDialog = ({
  collectionUuid,
  terms,
  networkUuid,
  onClose,
}: {
  collectionUuid: string;
  terms: BreedingTerms | null;
  networkUuid: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  // Breeding is always paid in wrapped ether.
  const weth = useAllCurrencies(networkUuid).find((one) => one.symbol === 'WETH');
  const [symbol, decimals] = [terms?.currency.symbol ?? weth?.name ?? '', terms?.currency.decimals ?? 18];
  const [baseFee, setBaseFee] = useState(terms?.baseFee ?? '');
  const [isTouched, setTouched] = useState(false);
  const [opening, setOpening] = useState<Opening['data']>();
  // A fee of 0 is valid: a creator may let others breed for free.
  const wrong = priceWrong(baseFee, decimals);
  const problem = wrong === 'priceZero' ? undefined : wrong;
  const settled = useDebounced(baseFee);
  const send = async () => {
    const { data, steps } = await call(breedingCalls.open, { params: { id: collectionUuid }, body: { baseFee } });
    setOpening(data);
    return { data: { ...data, steps } };
  };
  const isPlanned = !problem && settled === baseFee;
  const feeAt = (uses: number) => fromBaseUnits(breedingFee(toBaseUnits(baseFee, decimals), uses), decimals);
  return (
    <StepsDialog
      flowKey={`breeding-open:${collectionUuid}`}
      size="large"
      title={t(terms?.isOpen ? 'breeding.open.changeTitle' : 'breeding.open.title')}
      text={t('breeding.open.text')}
      submit={t('breeding.open.submit')}
      plan={
        isPlanned
          ? stepsPlan(['breeding-open', collectionUuid, baseFee], networkUuid, async () => (await send()).data.steps)
          : null
      }
      send={send}
      onClose={onClose}
    >
      <PriceField
        label={t('breeding.baseFee')}
        symbol={symbol}
        value={baseFee}
        onValueChange={(text) => {
          setTouched(true);
          setBaseFee(text);
        }}
        maxDecimals={decimals}
        aside={!problem && <Fiat amount={baseFee} currency={symbol} />}
        hint={t('breeding.open.feeHint')}
        required
        error={isTouched ? word(problem, { decimals, price: baseFee }) : undefined}
      />
      {!problem && (
        <p className="text-sm text-ink-200">
          {t('breeding.open.feeSteps')}{' '}
          {[0, 1, 2, 6].map((uses) => (
            <span key={uses}>
              {uses > 0 && (uses === 6 ? ' … ' : ' → ')}
              <Price amount={feeAt(uses)} currency={symbol} hasMark={false} />
            </span>
          ))}
        </p>
      )}
      {opening && <VocabularyList vocabulary={opening.vocabulary} count={opening.enrolled} />}
    </StepsDialog>
  );
};

export const CloseDialog = ({
  collectionUuid,
  networkUuid,
  onClose,
}: {
  collectionUuid: string;
  networkUuid: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const send = () =>
    call(breedingCalls.close, { params: { id: collectionUuid } }).then(({ data, steps }) => ({
      data: { ...data, steps },
    }));
  return (
    <StepsDialog
      flowKey={`breeding-close:${collectionUuid}`}
      title={t('breeding.open.closeTitle')}
      text={t('breeding.open.closeText')}
      submit={t('breeding.open.closeSubmit')}
      plan={stepsPlan(['breeding-close', collectionUuid], networkUuid, async () => (await send()).data.steps)}
      send={send}
      onClose={onClose}
    />
  );
};
