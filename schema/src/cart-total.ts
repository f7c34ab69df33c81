import type { CartTotal } from './cart.ts';
import { fromBaseUnits, toBaseUnits } from './money.ts';
import type { Offer } from './offer.ts';

type Line = { offer: Pick<Offer, 'price' | 'currency' | 'networkUuid'>; quantity: number };

/** What units of several offers cost together in each currency, in the order in which the currencies first occur. */
export const totalsOf = (lines: readonly Line[]): CartTotal[] => {
  const sums = new Map<string, { offer: Line['offer']; sum: bigint }>();
  for (const { offer, quantity } of lines) {
    const { uuid, decimals } = offer.currency;
    const cost = toBaseUnits(offer.price, decimals) * BigInt(quantity);
    sums.set(uuid, { offer, sum: (sums.get(uuid)?.sum ?? 0n) + cost });
  }
  return [...sums.values()].map(({ offer: { currency, networkUuid }, sum }) => ({
    currency,
    networkUuid,
    amount: fromBaseUnits(sum, currency.decimals),
  }));
};
