import type { OnrampSettings } from '@skarb/schema/onramp';
import { useFiatRate } from '../price/fiat.tsx';

/**
 * About what one unit of a currency costs by card, in the reader's money; NaN if unknown.
 * @returns hasFee whether the provider's fee is known and in it
 */
export const useCardPrice = (settings: OnrampSettings | null | undefined, currency: string) => {
  const { money, rate } = useFiatRate(currency);
  const fee = settings?.feePercent ?? null;
  return { money, price: rate * (1 + (fee ?? 0) / 100), hasFee: fee !== null && Number.isFinite(rate) };
};
