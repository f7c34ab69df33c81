import type { Currency } from '@skarb/schema/reference';
import type { ReactNode } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { quantityWrong } from './quantity.rules.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SentForm } from '../../ui/field-frame.tsx';
import { NumberField, PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Fiat } from '../price/fiat.tsx';
import { type ListingForm, priceWrong, type SaleForm, STARTS, type Term } from './offer.form.ts';
import { useAsksQuantity } from './use-asks-quantity.ts';

export type TradeCurrency = Pick<Currency, 'uuid' | 'networkUuid' | 'name' | 'decimals'>;

/** The text of an error of these fields. */
export const useFieldWord = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    key: string | undefined,
    holes: { max?: number; decimals?: number; min?: string; currency?: string; price?: string } = {},
  ) =>
    key &&
    t(`trade.field.${key}`, {
      ...holes,
      // Held together by a non-breaking space.
      min: holes.min && [formats.exact(holes.min), holes.currency].filter(Boolean).join('\u00a0'),
      // "1,234" may mean two numbers: show both.
      whole: holes.price?.replace(',', ''),
      fraction: holes.price?.replace(',', '.'),
    });
};

/** Price and currency, the price in the display currency, and the quantity of an edition. */
export const PriceFields = ({
  form,
  label,
  currencies,
  isCurrencyFixed = false,
  maxQuantity,
  quantityHint,
  minPrice,
}: {
  form: UseFormReturn<SaleForm>;
  label: string;
  currencies: readonly TradeCurrency[];
  /** The currency of an existing offer cannot change. */
  isCurrencyFixed?: boolean;
  /** Of an edition; absent if there is nothing to choose, whatever others do meanwhile. */
  maxQuantity?: number | undefined;
  quantityHint?: ReactNode;
  minPrice?: string;
}) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { control, register, formState } = form;
  const { errors } = formState;
  const [price, currencyUuid, quantity] = useWatch({ control, name: ['price', 'currencyUuid', 'quantity'] });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const decimals = currency?.decimals ?? 18;
  const asksQuantity = useAsksQuantity(quantity, maxQuantity);
  // At once: the sum below is of no use then.
  const isTooMany = maxQuantity !== undefined && quantityWrong(quantity, maxQuantity) === 'quantityMax';
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 max-[19rem]:grid-cols-1 tablet:grid-cols-[minmax(0,1fr)_7.5rem]">
        <Controller
          control={control}
          name="price"
          render={({ field }) => (
            <PriceField
              label={label}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              maxDecimals={currency?.decimals}
              aside={currency && !priceWrong(price, decimals) && <Fiat amount={price} currency={currency.name} />}
              required
              error={word(errors.price?.message, { decimals, min: minPrice, currency: currency?.name, price })}
            />
          )}
        />
        <Select
          label={t('trade.currency')}
          options={currencies.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          disabled={isCurrencyFixed}
          error={word(errors.currencyUuid?.message)}
          // How many decimals a price may have depends on it.
          {...register('currencyUuid', { deps: 'price' })}
        />
      </div>
      {asksQuantity && (
        <Controller
          control={control}
          name="quantity"
          render={({ field }) => (
            <NumberField
              label={t('trade.quantity')}
              hint={quantityHint}
              min={1}
              max={maxQuantity}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              error={word(errors.quantity?.message ?? (isTooMany ? 'quantityMax' : undefined), {
                max: maxQuantity,
              })}
            />
          )}
        />
      )}
    </>
  );
};

/** When it starts: now, or at a date. */
export const StartFields = ({ form }: { form: UseFormReturn<Pick<ListingForm, 'start' | 'startsAt'>> }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { control, register, formState } = form;
  const { errors, isSubmitted } = formState;
  const start = useWatch({ control, name: 'start' });
  return (
    <>
      <Select
        label={t('trade.start')}
        options={STARTS.map((value) => ({ value, label: t(`trade.startAt.${value}`) }))}
        {...register('start')}
      />
      {start === 'custom' && (
        <SentForm value={isSubmitted}>
          <DateField label={t('trade.startsAt')} error={word(errors.startsAt?.message)} {...register('startsAt')} />
        </SentForm>
      )}
    </>
  );
};

/** The end: after a number of days, or at a date. */
export const EndFields = ({ form, terms }: { form: UseFormReturn<SaleForm>; terms: readonly Term[] }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { control, register, formState } = form;
  const { errors, isSubmitted } = formState;
  const term = useWatch({ control, name: 'term' });
  return (
    <>
      <Select
        label={t('trade.end')}
        options={terms.map((value) => ({ value, label: t(`trade.term.${value}`) }))}
        {...register('term')}
      />
      {term === 'custom' && (
        <SentForm value={isSubmitted}>
          <DateField label={t('trade.endsAt')} error={word(errors.endsAt?.message)} {...register('endsAt')} />
        </SentForm>
      )}
    </>
  );
};
