import type { Peg } from '@skarb/schema/admin';
import type { Context } from '../../context.ts';
import type { Sql } from '../../platform/db/database.ts';
import { lockTokens, refreshTokens } from '../token/token.store.ts';
import { newestPrices } from './price.store.ts';

/** How far a rate may be off before prices in that currency are compared anew. */
const OFF = 0.01;
/** A rate itself follows closely. */
const DRIFT = 0.0005;
const BATCH = 200;

/**
 * Brings `currency.eth_rate` level with the newest prices, and with it what makes prices in several currencies
 * comparable (`offer.price_eth`, floors, sorting). The price that a maker set is never touched. Idempotent, and goes on
 * where a crash left it.
 */
export const rateCurrencies = async ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<void> => {
  const newest = await newestPrices(db.sql);
  const [eth, pol, eur, uah] = (['ETH', 'POL', 'EUR', 'UAH'] as const).map((asset) => Number(newest.get(asset)?.value));
  if (eth === undefined || pol === undefined || eur === undefined || uah === undefined) return;
  const rates: [peg: Peg, rate: number][] = [
    ['USD', 1 / eth],
    ['POL', pol / eth],
    // How much of it one dollar is.
    ['EUR', 1 / (eur * eth)],
    ['UAH', 1 / (uah * eth)],
  ];
  for (const [peg, rate] of rates) {
    if (!Number.isFinite(rate)) continue;
    await db.sql`
      update currency set eth_rate = ${String(rate)}::numeric from network n
      where n.uuid = network_uuid and n.chain_id = ${config.chain.id} and peg = ${peg} and abs(eth_rate / ${String(rate)}::numeric - 1) > ${DRIFT}`;
  }
  while ((await compareAnew(db.sql)) === BATCH);
};

/** Offers whose comparable price is off, at most a batch of them. @returns how many */
const compareAnew = async (sql: Sql): Promise<number> => {
  const off = await sql<{ uuid: string; token_uuid: string }[]>`
    select o.uuid, o.token_uuid from offer o join currency c on c.uuid = o.currency_uuid
    where o.status in ('SCHEDULED', 'ACTIVE', 'INVALID') and c.peg <> 'ETH' and o.price > 0
      and abs(o.price_eth / (o.price * c.eth_rate * ('1e' || (18 - c.decimals))::numeric) - 1) > ${OFF}
    order by o.uuid limit ${BATCH}`;
  if (off.length === 0) return 0;
  await sql.begin(async (tx) => {
    const tokens = off.map((row) => row.token_uuid);
    await lockTokens(tx, tokens);
    await tx`select 1 from offer where uuid = any(${off.map((row) => row.uuid)}::uuid[]) order by uuid for no key update`;
    await tx`
      update offer set price_eth = round(offer.price * c.eth_rate * ('1e' || (18 - c.decimals))::numeric, 6)
      from currency c where c.uuid = offer.currency_uuid and offer.uuid = any(${off.map((row) => row.uuid)}::uuid[])`;
    await refreshTokens(tx, tokens);
    await tx`select pg_notify('public_change', '')`;
  });
  return off.length;
};
