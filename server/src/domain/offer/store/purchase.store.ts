import type { Tx } from '../../../platform/db/database.ts';

/** Counts that an address bought a token, for the lists of who bought what. */
export const addPurchase = (tx: Tx, buyer: string, tokenUuid: string, tokenCreatedAt: Date) => tx`
  insert into purchase (buyer, token_uuid, times, token_created_at) values (${buyer}, ${tokenUuid}, 1, ${tokenCreatedAt})
  on conflict (buyer, token_uuid) do update set times = purchase.times + 1`;

/** Undoes one `addPurchase`. */
export const removePurchase = async (tx: Tx, buyer: string, tokenUuid: string): Promise<void> => {
  const where = tx`where buyer = ${buyer} and token_uuid = ${tokenUuid}`;
  const [last] = await tx`delete from purchase ${where} and times = 1 returning 1`;
  if (!last) await tx`update purchase set times = times - 1 ${where}`;
};
