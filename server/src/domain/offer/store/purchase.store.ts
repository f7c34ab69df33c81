import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';

type Purchase = { buyer: string; tokenUuid: string; tokenCreatedAt: Date };

/** Counts that addresses bought tokens, for the lists of who bought what. */
export const addPurchases = async (tx: Tx, purchases: Purchase[]): Promise<void> => {
  if (purchases.length > 0)
    await tx`
      insert into purchase (buyer, token_uuid, times, token_created_at)
      select buyer, token, count(*), min(at) from unnest(${columnOf(purchases.map(({ buyer }) => buyer))}::text[],
        ${columnOf(purchases.map(({ tokenUuid }) => tokenUuid))}::uuid[], ${columnOf(purchases.map(({ tokenCreatedAt }) => tokenCreatedAt))}::timestamptz[])
        as one (buyer, token, at) group by 1, 2 order by 1, 2
      on conflict (buyer, token_uuid) do update set times = purchase.times + excluded.times`;
};

/** Undoes one purchase. */
export const removePurchase = async (tx: Tx, buyer: string, tokenUuid: string): Promise<void> => {
  const where = tx`where buyer = ${buyer} and token_uuid = ${tokenUuid}`;
  const [last] = await tx`delete from purchase ${where} and times = 1 returning 1`;
  if (!last) await tx`update purchase set times = times - 1 ${where}`;
};
