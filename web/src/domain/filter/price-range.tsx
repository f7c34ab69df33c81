import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { parseDecimal } from '../../ui/decimal-text.ts';
import { PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useFiatRate } from '../price/fiat.tsx';
import { currenciesQuery } from '../reference/reference.query.ts';
import type { Panels } from './panel.tsx';

/** A product or quotient as a decimal text, without an exponent and trailing zeros. @param digits one at least */
const decimal = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
};

/**
 * Lowest and highest price: in ether, for all currencies; in the reader's currency, which is converted to ether; or in one
 * currency, of works priced in it. Applied with the button, on Enter, or when a field loses the focus.
 */
export const PriceRange = ({ filter, change }: Panels) => {
  const { t } = useTranslation();
  const { data: currencies } = useQuery(currenciesQuery);
  const { money, rate } = useFiatRate('ETH', false);
  const base = currencies?.find((currency) => currency.isDefault)?.name ?? 'ETH';
  const hasRate = Number.isFinite(rate) && rate > 0;
  const isFiat = filter.currency === 'fiat' && hasRate;
  const only = currencies?.find(({ uuid }) => uuid === filter.currency);
  const symbol = isFiat ? money : (only?.name ?? base);

  const shown = (amount: string) => (isFiat && amount ? decimal(Number(amount) * rate, 2) : amount);
  const present = { min: shown(filter.minPrice), max: shown(filter.maxPrice) };
  const [range, setRange] = useState(present);
  // The rate changes all the time: it must not change what is typed.
  const key = `${filter.minPrice} ${filter.maxPrice} ${filter.currency} ${isFiat}`;
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setRange(present);
  }
  const isWrongWay = range.min !== '' && range.max !== '' && Number(range.min) > Number(range.max);
  const apply = () => {
    if (isWrongWay || parseDecimal(range.min) === null || parseDecimal(range.max) === null) return;
    const asked = (typed: string, before: string) =>
      typed === shown(before) ? before : isFiat && typed ? decimal(Number(typed) / rate, 8) : typed;
    const [minPrice, maxPrice] = [asked(range.min, filter.minPrice), asked(range.max, filter.maxPrice)];
    if (minPrice !== filter.minPrice || maxPrice !== filter.maxPrice) change({ minPrice, maxPrice });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Select
        label={t('property.unit.label')}
        isLabelHidden
        size="small"
        className="mb-3"
        value={isFiat || only ? filter.currency : ''}
        // An amount means something else in another currency.
        onChange={(event) => change({ currency: event.target.value, minPrice: '', maxPrice: '' })}
        options={[
          { value: '', label: t('property.unit.worth', { currency: base }) },
          ...(hasRate ? [{ value: 'fiat', label: t('property.unit.worth', { currency: money }) }] : []),
          ...(currencies ?? []).map(({ uuid, name }) => ({
            value: uuid,
            label: t('property.unit.only', { currency: name }),
          })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          label={t('token.filter.from', { currency: symbol })}
          value={range.min}
          onValueChange={(min) => setRange({ ...range, min })}
          onBlur={apply}
        />
        <PriceField
          label={t('token.filter.to', { currency: symbol })}
          value={range.max}
          onValueChange={(max) => setRange({ ...range, max })}
          onBlur={apply}
        />
      </div>
      {isWrongWay && (
        <p role="alert" className="mt-2 text-sm text-red-400">
          {t('token.filter.wrongWay')}
        </p>
      )}
      <Button type="submit" variant="outlined" size="small" className="mt-3 w-full">
        {t('token.filter.apply')}
      </Button>
    </form>
  );
};
