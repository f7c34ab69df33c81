import type { Currency } from '@skarb/schema/reference';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberField, PriceField, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { BreakdownList } from './breakdown-list.tsx';
import { breakdown, type SaleForm, TERMS } from './trade.form.ts';

type Props = {
  form: UseFormReturn<SaleForm>;
  currencies: readonly Pick<Currency, 'uuid' | 'name' | 'decimals'>[];
  /** The currency of a sale that stands cannot change. */
  isCurrencyFixed?: boolean;
  maxQuantity: number;
  isEdition: boolean;
  royaltyPercent: number;
};

/** The terms of a sale: price, currency, quantity of an edition, end; and what comes out of it. */
export const SaleFields = ({
  form,
  currencies,
  isCurrencyFixed = false,
  maxQuantity,
  isEdition,
  royaltyPercent,
}: Props) => {
  const { t } = useTranslation();
  const { control, register, watch, formState } = form;
  const { errors } = formState;
  const [price, currencyUuid, quantity, term] = watch(['price', 'currencyUuid', 'quantity', 'term']);
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const word = (key: string | undefined) =>
    key && t(`trade.field.${key}`, { max: maxQuantity, decimals: currency?.decimals });
  return (
    <>
      <div className="grid grid-cols-[1fr_7.5rem] gap-3">
        <Controller
          control={control}
          name="price"
          render={({ field }) => (
            <PriceField
              label={isEdition ? t('trade.pricePerUnit') : t('trade.price')}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              maxDecimals={currency?.decimals}
              required
              error={word(errors.price?.message)}
            />
          )}
        />
        <Select
          label={t('trade.currency')}
          options={currencies.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          disabled={isCurrencyFixed}
          error={word(errors.currencyUuid?.message)}
          {...register('currencyUuid')}
        />
      </div>
      {isEdition && maxQuantity > 1 && (
        <Controller
          control={control}
          name="quantity"
          render={({ field }) => (
            <NumberField
              label={t('trade.quantity')}
              hint={t('trade.quantityHint', { max: maxQuantity })}
              min={1}
              max={maxQuantity}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              error={word(errors.quantity?.message)}
            />
          )}
        />
      )}
      <Select
        label={t('trade.end')}
        options={TERMS.map((value) => ({ value, label: t(`trade.term.${value}`) }))}
        {...register('term')}
      />
      {term === 'custom' && (
        <TextField
          label={t('trade.endsAt')}
          type="datetime-local"
          error={word(errors.endsAt?.message)}
          {...register('endsAt')}
        />
      )}
      <BreakdownList
        parts={breakdown(price, currency?.decimals ?? 18, royaltyPercent, isEdition ? Number(quantity) : 1)}
        currency={currency?.name ?? ''}
        royaltyPercent={royaltyPercent}
      />
    </>
  );
};
