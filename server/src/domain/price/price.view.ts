import type { Prices } from '@skarb/schema/price';
import type { Config } from '../../config.ts';

/**
 * The prices of the settings, which are the ones that amounts are counted with. No market is asked, so they are
 * said to be `stale` and where they come from.
 * @param at when the settings were read
 */
export const pricesOf = ({ ethUsd, usdEur, usdUah }: Config['price'], at: Date): Prices => ({
  eth: { usd: ethUsd.toFixed(2), at: at.toISOString(), source: 'settings' },
  fiat: { USD: 1, EUR: usdEur, UAH: usdUah },
  at: at.toISOString(),
  stale: true,
});
