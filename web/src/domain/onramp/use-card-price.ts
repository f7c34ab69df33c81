import { CRYPTO_REFRESH_MS } from '@skarb/schema/limits';
import type { OnrampSettings } from '@skarb/schema/onramp';
import { useQuery } from '@tanstack/react-query';
import { useDisplayCurrency } from '../../platform/format/display-currency.ts';
import { dollarsOf, pricesQuery } from '../price/fiat.tsx';

/**
 * About what one unit of a currency costs by card; NaN if unknown. The card is charged in `money`: the reader's display
 * currency, or US dollars where the provider does not take that, which is `refused` then.
 * @returns hasFee whether the provider's fee is known and in it
 */
export const useCardPrice = (settings: OnrampSettings | null | undefined, currency: string) => {
  const own = useDisplayCurrency();
  const { data: prices } = useQuery({ ...pricesQuery, refetchInterval: CRYPTO_REFRESH_MS });
  const isTaken = !settings || settings.payIn.includes(own);
  const money = isTaken ? own : 'USD';
  const rate = prices ? dollarsOf(prices, currency) * prices.fiat[money] : Number.NaN;
  const fee = settings?.feePercent ?? null;
  return {
    money,
    refused: isTaken ? undefined : own,
    price: rate * (1 + (fee ?? 0) / 100),
    hasFee: fee !== null && Number.isFinite(rate),
  };
};
