import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { TradeCurrency } from './price-fields.tsx';
import type { SaleForm } from './offer.form.ts';

/** Selects the first currency once the currencies are loaded. @returns whether they are */
export const useFirstCurrency = (
  { getValues, setValue }: UseFormReturn<SaleForm>,
  currencies: readonly TradeCurrency[],
): boolean => {
  const first = currencies[0]?.uuid;
  useEffect(() => {
    if (first && !getValues('currencyUuid')) setValue('currencyUuid', first);
  }, [first, getValues, setValue]);
  return first !== undefined;
};
