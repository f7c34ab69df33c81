import { isDisplayCurrency } from '@skarb/schema/gallery-filter';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDisplayCurrency } from '../../platform/format/display-currency.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { changedQuery, usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { parseDecimal } from '../../ui/decimal-text.ts';
import { PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { currenciesQuery } from '../reference/reference.query.ts';
import { isWrongWay, writeFilter } from './filter-url.ts';
import type { Panels } from './panel.tsx';

/** What prices in all currencies are compared in. */
const ETHER = 'ETH';

/**
 * Lowest and highest price: in ether, for all currencies; in the reader's currency, which the server converts; or in one
 * currency, of works priced in it. Applied with the button, on Enter, or when a field loses the focus.
 */
export const PriceRange = ({ filter, change }: Panels) => {
  const { t } = useTranslation();
  const { data: currencies } = useQuery(currenciesQuery);
  const own = useDisplayCurrency();
  const money = isDisplayCurrency(filter.currency) ? filter.currency : undefined;
  const only = currencies?.find(({ uuid }) => uuid === filter.currency);
  const symbol = money ?? only?.name ?? ETHER;

  const present = { min: filter.minPrice, max: filter.maxPrice };
  const [range, setRange] = useState(present);
  const key = `${filter.minPrice} ${filter.maxPrice}`;
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setRange(present);
  }
  const isReversed = isWrongWay(range.min, range.max);
  const apply = () => {
    if (isReversed || parseDecimal(range.min) === null || parseDecimal(range.max) === null) return;
    const { min: minPrice, max: maxPrice } = range;
    if (minPrice !== filter.minPrice || maxPrice !== filter.maxPrice) change({ minPrice, maxPrice });
  };
  // Sent before the first script, the form loads the page of the list: what it leaves out would be lost.
  const [query] = usePageParameters();
  const others = { ...writeFilter(filter), sort: filter.sort, minPrice: '', maxPrice: '', currency: '' };
  const kept = [...changedQuery(new URLSearchParams(), { ...others, lng: query.get('lng') ?? '' })];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Select
        name="currency"
        label={t('property.unit.label')}
        isLabelHidden
        size="small"
        className="mb-3"
        value={money || only ? filter.currency : ''}
        // The numbers stay as they were typed: their labels name the new currency.
        onChange={(event) => change({ currency: event.target.value })}
        options={[
          { value: '', label: t('property.unit.worth', { currency: ETHER }) },
          // Somebody else's currency is in an address that they shared.
          ...[...new Set([own, money ?? own])].map((currency) => ({
            value: currency,
            label: t('property.unit.worth', { currency }),
          })),
          // As is one that has been switched off since.
          ...(currencies ?? [])
            .filter((one) => one.isEnabled || one === only)
            .map(({ uuid, name }) => ({ value: uuid, label: t('property.unit.only', { currency: name }) })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          name="minPrice"
          label={t('token.filter.from', { currency: symbol })}
          value={range.min}
          onValueChange={(min) => setRange({ ...range, min })}
          onBlur={apply}
        />
        <PriceField
          name="maxPrice"
          label={t('token.filter.to', { currency: symbol })}
          value={range.max}
          onValueChange={(max) => setRange({ ...range, max })}
          onBlur={apply}
        />
      </div>
      {isReversed && (
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
