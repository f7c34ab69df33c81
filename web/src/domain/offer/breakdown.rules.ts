import { MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import { fromBaseUnits, splitPrice, toBaseUnits } from '@skarb/schema/money';
import { priceWrong } from './offer.form.ts';

/** How a price is divided, as decimal strings. */
export type Breakdown = { price: string; marketplace: string; royalty: string; sellerReceives: string };

/**
 * What each party receives for some units, as decimal strings; null while the price is invalid. Calculated for one
 * unit and multiplied, as the order is built.
 * @param royaltyPercent 0–50, at most two decimals
 * @param isOwnRoyalty the seller also receives the royalty, as the creator
 */
export const breakdown = (
  price: string,
  decimals: number,
  royaltyPercent: number,
  quantity: number,
  isOwnRoyalty = false,
): Breakdown | null => {
  if (priceWrong(price, decimals) || !Number.isInteger(quantity) || quantity < 1) return null;
  const unit = toBaseUnits(price, decimals);
  const shares = splitPrice(unit, MARKETPLACE_FEE_BPS, Math.round(royaltyPercent * 100));
  const total = (units: bigint) => fromBaseUnits(units * BigInt(quantity), decimals);
  return {
    price: total(unit),
    marketplace: total(shares.marketplace),
    royalty: total(shares.royalty),
    sellerReceives: total(shares.sellerReceives + (isOwnRoyalty ? shares.royalty : 0n)),
  };
};
