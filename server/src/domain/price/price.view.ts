import { CRYPTO_REFRESH_MS, FIAT_REFRESH_MS } from '@skarb/schema/limits';
import type { DisplayCurrency } from '@skarb/schema/limits';
import type { Prices } from '@skarb/schema/price';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newestPrices } from './price.store.ts';
import { FIAT, type Asset } from './price.ts';

/** A source counts as unavailable after this many missed readings. */
const MISSED_READINGS = 4;

/**
 * The newest prices, and those of the settings for assets that were never read. `stale`: a source has not been read
 * lately, or never.
 */
export const readNewestPrices = async ({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Prices> => {
  const newest = await newestPrices(db.sql);
  const now = Date.now();
  const { ethUsd, polUsd, usdEur, usdUah } = config.price;
  const crypto = (asset: 'ETH' | 'POL', settings: number) => {
    const row = newest.get(asset);
    return row
      ? { usd: Number(row.value).toFixed(asset === 'ETH' ? 2 : 4), at: row.at.toISOString(), source: row.source }
      : { usd: settings.toFixed(asset === 'ETH' ? 2 : 4), at: new Date(now).toISOString(), source: 'settings' };
  };
  const isOld = (asset: Asset, everyMs: number) => {
    const row = newest.get(asset);
    return !row || now - row.read_at.getTime() > MISSED_READINGS * everyMs;
  };
  const fiatAt = FIAT.map((asset) => newest.get(asset)?.at.getTime() ?? now);
  const isStale = isOld('ETH', CRYPTO_REFRESH_MS) || FIAT.some((asset) => isOld(asset, FIAT_REFRESH_MS));
  return {
    eth: crypto('ETH', ethUsd),
    pol: crypto('POL', polUsd),
    fiat: {
      USD: 1,
      EUR: Number(newest.get('EUR')?.value ?? usdEur),
      UAH: Number(newest.get('UAH')?.value ?? usdUah),
    },
    at: new Date(Math.min(...fiatAt)).toISOString(),
    ...(isStale ? { stale: true } : {}),
  };
};

export type PriceBounds = {
  minPrice?: string | undefined;
  maxPrice?: string | undefined;
  currencyUuid?: string | undefined;
  priceCurrency?: DisplayCurrency | undefined;
};
/** More ether than there will ever be: a number above has an exponent in its text. */
const ETHER_MAX = 1e15;

/** A query with its bounds of price in ether: those in a display currency are converted at the rates of now. */
export const inEther = async <Q extends PriceBounds>(
  context: Pick<Context, 'db' | 'config'>,
  { priceCurrency, ...query }: Q,
): Promise<Omit<Q, 'priceCurrency'>> => {
  const { minPrice, maxPrice, currencyUuid } = query;
  if (!priceCurrency || currencyUuid || (!minPrice && !maxPrice)) return query;
  const { eth, fiat } = await readNewestPrices(context);
  const rate = Number(eth.usd) * fiat[priceCurrency];
  const ether = (amount: string) => Math.min(Number(amount) / rate, ETHER_MAX).toFixed(18);
  return { ...query, ...(minPrice && { minPrice: ether(minPrice) }), ...(maxPrice && { maxPrice: ether(maxPrice) }) };
};

/** SQL for the value of one traded unit in US dollars at its time; `h` is its history row, `c` its currency. */
export const tradeUsd = (sql: Tx) => sql`
  case when h.value_eth is null then null
    when c.peg = 'USD' then round(h.price * ('1e-' || c.decimals)::numeric, 2)
    else round(h.value_eth / greatest(h.quantity, 1) * 1e-18 * h.eth_usd, 2) end::text`;

/** As `tradeUsd`, also for an event without a trade: at the rates of its time. */
export const eventUsd = (sql: Tx) => sql`
  coalesce(${tradeUsd(sql)}, case when h.price is null then null
    when c.peg = 'USD' then round(h.price * ('1e-' || c.decimals)::numeric, 2)
    else round(h.price * ('1e-' || c.decimals)::numeric * eth_rate_at(c.uuid, h.created_at) * asset_at('ETH', h.created_at), 2) end::text)`;
