import type { Peg } from '@skarb/schema/admin';
import type { Context } from '../../context.ts';
import { setRate } from '../reference/reference.store.ts';
import { newestPrices } from './price.store.ts';

/** Brings `currency.eth_rate` level with the newest prices. Idempotent. */
export const updateRates = async ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<void> => {
  const newest = await newestPrices(db.sql);
  const [eth, pol, eur, uah] = (['ETH', 'POL', 'EUR', 'UAH'] as const).map((asset) => Number(newest.get(asset)?.value));
  if (eth === undefined || pol === undefined || eur === undefined || uah === undefined) return;
  const rates: [peg: Peg, rate: number][] = [
    ['USD', 1 / eth],
    ['POL', pol / eth],
    // EUR and UAH are stored as how much of them one dollar buys.
    ['EUR', 1 / (eur * eth)],
    ['UAH', 1 / (uah * eth)],
  ];
  for (const [peg, rate] of rates) if (Number.isFinite(rate)) await setRate(db.sql, config.chain.id, peg, rate);
};
