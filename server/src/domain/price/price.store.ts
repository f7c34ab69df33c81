import type { Sql, Tx } from '../../platform/db/database.ts';
import type { Asset, Quote } from './price.ts';
import { isNewPoint } from './price.rules.ts';

export type PriceRow = { asset: Asset; value: string; source: string; at: Date; read_at: Date };

/** The newest price of each asset that has one. */
export const newestPrices = async (sql: Sql | Tx): Promise<Map<Asset, PriceRow>> =>
  new Map((await sql<PriceRow[]>`select * from price_now`).map((row) => [row.asset, row]));

/** Stores an accepted price, and adds a point to the price history when it differs enough. Idempotent. */
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
      on conflict (asset) do update set value = excluded.value, source = excluded.source, at = excluded.at, read_at = excluded.read_at
      where price_now.at <= excluded.at`;
  }) as Promise<unknown> as Promise<void>;
