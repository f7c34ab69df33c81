import { CRYPTO_REFRESH_MS, FIAT_REFRESH_MS } from '@skarb/schema/limits';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { holdLease } from '../../platform/chain/lease.ts';
import { CRYPTO, FIAT, type Asset, type Quote } from './price.ts';
import { readFeed } from './price.feed.ts';
import type { HttpSource } from './price.http.ts';
import { updateRates } from './price.rate.ts';
import { refusalOf } from './price.rules.ts';
import { keepPrice, newestPrices } from './price.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/** "SKPR": the lease of the one worker of a cluster that reads prices. */
const LEASE = 0x534b5052;

/**
 * Reads the prices of some assets: the chain's feed first, then each HTTP source in order, until one gives a plausible
 * price. An asset without one keeps its older price.
 * @returns the assets that got a price, each with its source
 */
export const readPrices = async (
  context: Needs,
  log: Logger,
  assets: readonly Asset[],
  sources: readonly HttpSource[],
): Promise<Map<Asset, string>> => {
  const { db } = context;
  const newest = await newestPrices(db.sql);
  const got = new Map<Asset, string>();
  const take = async (quote: Quote) => {
    const row = newest.get(quote.asset);
    const refusal = refusalOf(quote, row && { value: Number(row.value), at: row.at }, Date.now());
    if (refusal) return log.warn('price refused', { ...quote, refusal });
    await keepPrice(db.sql, quote);
    got.set(quote.asset, quote.source);
  };
  for (const asset of assets)
    await readFeed(context, asset).then(
      (quote) => quote && take(quote),
      (error: unknown) => log.warn('price feed unavailable', { asset, error: String(error) }),
    );
  for (const source of sources) {
    const missing = assets.filter((asset) => !got.has(asset));
    if (missing.length === 0) break;
    await source.read(source.url, missing).then(
      async (quotes) => {
        for (const quote of quotes) await take(quote);
      },
      (error: unknown) => log.warn('price source unavailable', { source: source.name, error: String(error) }),
    );
  }
  if (got.has('ETH') || got.has('POL')) await updateRates(context);
  return got;
};

/**
 * Reads crypto every 30 s and fiat every hour, in one process of the cluster, until the signal.
 * @param onCryptoPrices runs after each reading that changed a crypto price
 */
export const runPrices = (
  context: Needs,
  log: Logger,
  signal: AbortSignal,
  onCryptoPrices: () => Promise<void> = async () => {},
): Promise<void> => {
  const { config } = context;
  const every = async (ms: number, retryMs: number, held: AbortSignal, read: () => Promise<Map<Asset, string>>) => {
    while (!held.aborted) {
      const got = await read().catch((error: unknown) => {
        log.warn('prices could not be read', { error: String(error) });
        return new Map<Asset, string>();
      });
      await sleep(got.size > 0 ? ms : retryMs, undefined, { signal: held }).catch(() => {});
    }
  };
  return holdLease(
    { databaseUrl: config.database.url, key: [LEASE, config.chain.id], name: 'price reader', log, signal },
    async (held) => {
      await Promise.all([
        every(CRYPTO_REFRESH_MS, CRYPTO_REFRESH_MS, held, async () => {
          const got = await readPrices(context, log, CRYPTO, config.price.cryptoSources);
          if (got.size > 0) await onCryptoPrices();
          return got;
        }),
        every(FIAT_REFRESH_MS, CRYPTO_REFRESH_MS * 2, held, () =>
          readPrices(context, log, FIAT, config.price.fiatSources),
        ),
      ]);
    },
  );
};
