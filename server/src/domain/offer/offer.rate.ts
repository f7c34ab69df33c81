import type { Context } from '../../context.ts';
import type { Sql } from '../../platform/db/database.ts';
import { updatePricesEth } from './store/offer.store.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';

/** How far `price_eth` may be off before it is computed again. */
const TOLERANCE = 0.01;
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Computes what makes prices in several currencies comparable (`offer.price_eth`, floors, sorting) again where the rates
 * have moved. Never touches the price that a maker set. Idempotent, and continues where a crash stopped it.
 */
export const updateComparablePrices = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  // Once through all offers: one that stays off, for whatever reason, does not come again until the next call.
  for (let last: string | undefined = FIRST; last;) last = await updateBatch(db.sql, last);
};

/** @returns the last offer of the batch; undefined when none is left */
const updateBatch = async (sql: Sql, after: string): Promise<string | undefined> => {
  const off = await sql<{ uuid: string; token_uuid: string }[]>`
    select o.uuid, o.token_uuid from offer o join currency c on c.uuid = o.currency_uuid
    where o.status in ('SCHEDULED', 'ACTIVE', 'INVALID') and o.price > 0 and o.uuid > ${after}
      and abs(o.price_eth / (o.price * c.eth_rate * ('1e' || (18 - c.decimals))::numeric) - 1) > ${TOLERANCE}
    order by o.uuid limit ${BATCH}`;
  if (off.length === 0) return undefined;
  await sql.begin(async (tx) => {
    const tokens = off.map((row) => row.token_uuid);
    await lockTokens(tx, tokens);
    await tx`select 1 from offer where uuid = any(${off.map((row) => row.uuid)}::uuid[]) order by uuid for no key update`;
    await updatePricesEth(
      tx,
      off.map((row) => row.uuid),
    );
    await refreshTokens(tx, tokens);
    await tx`select pg_notify('public_change', '')`;
  });
  return off.length < BATCH ? undefined : off.at(-1)?.uuid;
};
