import type { Sql, Tx } from '../../platform/db/database.ts';
import type { Asset, Quote } from './price.ts';
import { isNewPoint } from './price.rules.ts';

export type PriceRow = { asset: Asset; value: string; source: string; at: Date; read_at: Date };

/** The newest price of each asset that has one. */
export const newestPrices = async (sql: Sql | Tx): Promise<Map<Asset, PriceRow>> =>
  new Map((await sql<PriceRow[]>`select * from price_now`).map((row) => [row.asset, row]));

/**
 * Stores an accepted price, and adds a point to the price history when it differs enough. Idempotent. An older price than
 * the one on record, as a feed's after another source answered for it, changes the time of the reading alone.
 */
export const keepPrice = (sql: Sql, quote: Quote): Promise<void> =>
  sql.begin(async (tx) => {
    const { asset, value, at, source } = quote;
    const [last] = await tx<{ value: string; at: Date }[]>`
      select value, at from price_point where asset = ${asset} order by at desc limit 1`;
    if (isNewPoint(quote, last && { value: Number(last.value), at: last.at }))
      await tx`insert into price_point (asset, at, value, source) values (${asset}, ${at}, ${value}, ${source}) on conflict do nothing`;
    // The same price read again extends the newest point.
    await tx`
      insert into price_now (asset, value, source, at, read_at) values (${asset}, ${value}, ${source}, ${at}, now())
      on conflict (asset) do update set (value, source, at, read_at) = (
        select newer.value, newer.source, newer.at, excluded.read_at
        from (values (1, price_now.value, price_now.source, price_now.at), (2, excluded.value, excluded.source, excluded.at)) newer (place, value, source, at)
        order by newer.at desc, newer.place desc limit 1)`;
  }) as Promise<unknown> as Promise<void>;
