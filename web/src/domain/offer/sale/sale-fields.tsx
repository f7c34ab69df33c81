import type { ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { WrappedNote } from '../../price/wrapped-note.tsx';
import { BreakdownList } from '../breakdown-list.tsx';
import { EndFields, PriceFields, type TradeCurrency } from '../price-fields.tsx';
import { quantityWrong } from '../quantity.rules.ts';
import { type SaleForm, TERMS } from '../offer.form.ts';
import { useSellerBreakdown } from '../use-seller-breakdown.ts';

type Props = {
  form: UseFormReturn<SaleForm>;
  currencies: readonly TradeCurrency[];
  /** The currency of an existing sale cannot change. */
  isCurrencyFixed?: boolean;
  maxQuantity: number;
  isEdition: boolean;
  royaltyPercent: number;
  tokenUuid: string;
  /** A new listing may start later; the start of an existing one stays. */
  start?: ReactNode;
};

/** The terms of a sale: price, currency, quantity of an edition, start, end; and what each party receives. */
export const SaleFields = ({
  form,
  currencies,
  isCurrencyFixed,
  maxQuantity,
  isEdition,
  royaltyPercent,
  tokenUuid,
  start,
}: Props) => {
  const { t } = useTranslation();
  const [price, currencyUuid, quantity] = useWatch({
    control: form.control,
    name: ['price', 'currencyUuid', 'quantity'],
  });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  // No sum of more than there are.
  const units = !isEdition ? 1 : quantityWrong(quantity, maxQuantity) ? Number.NaN : Number(quantity);
  const shares = useSellerBreakdown(tokenUuid, price, currency?.decimals ?? 18, royaltyPercent, units);
  return (
    <>
      <PriceFields
        form={form}
        label={isEdition ? t('trade.pricePerUnit') : t('trade.price')}
        currencies={currencies}
        isCurrencyFixed={isCurrencyFixed}
        maxQuantity={isEdition ? maxQuantity : undefined}
        quantityHint={t('trade.quantityHint', { max: maxQuantity })}
      />
      {start}
      <EndFields form={form} terms={TERMS} />
      <BreakdownList {...shares} currency={currency?.name ?? ''} royaltyPercent={royaltyPercent} />
      <WrappedNote currency={currency} />
    </>
  );
};
