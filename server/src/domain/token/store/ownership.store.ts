import { BURN_ADDRESSES } from '@skarb/schema/burn';
import type { Address } from 'viem';
import { toQuantityChange } from '../../../platform/chain/clamp.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** The change of an address’s quantity of a token, and how much of it the auction house holds. */
export type Move = { tokenUuid: string; owner: Address; by: bigint; escrowed?: bigint };
type Net = Required<Move>;

/** Nobody is shown to hold more: what answers carry as a JSON integer. */
const MOST = String(Number.MAX_SAFE_INTEGER);

/** Adds movements up, one row for each token and owner, in a fixed order; movements that cancel each other out are omitted. */
const netOf = (moves: Iterable<Move>): Net[] => {
  const sums = new Map<string, Net>();
  for (const move of moves) {
    const key = `${move.tokenUuid}|${move.owner}`;
    const sum = sums.get(key);
    const escrowed = (sum?.escrowed ?? 0n) + (move.escrowed ?? 0n);
    sums.set(key, { ...move, by: (sum?.by ?? 0n) + move.by, escrowed });
  }
  return [...sums]
    .filter(([, move]) => move.by !== 0n || move.escrowed !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, move]) => ({ ...move, by: toQuantityChange(move.by), escrowed: toQuantityChange(move.escrowed) }));
};

/**
 * Changes who holds how many. The same moves with the sign turned take it back exactly.
 * Tokens' derived data (card, counts) are refreshTokens' part, afterwards.
 */
export const moveOwnership = async (tx: Tx, moves: Iterable<Move>): Promise<void> => {
  const net = netOf(moves);
  const gains = net.filter((move) => move.by > 0n);
  const losses = net.filter((move) => move.by < 0n);
  type Changed = { token_uuid: string; owner: Address };
  const gone = losses.length
    ? await tx<Changed[]>`
        delete from ownership using unnest(${columnOf(losses.map((move) => move.tokenUuid))}::uuid[], ${columnOf(losses.map((move) => move.owner))}::text[],
          ${columnOf(losses.map((move) => move.by))}::bigint[]) as loss (token_uuid, owner, by)
        where ownership.token_uuid = loss.token_uuid and ownership.owner = loss.owner and quantity + by <= 0
        returning ownership.token_uuid, ownership.owner`
    : [];
  if (losses.length > gone.length)
    await tx`
      update ownership set quantity = quantity + by, escrowed = ownership.escrowed + loss.escrowed
      from unnest(${columnOf(losses.map((move) => move.tokenUuid))}::uuid[], ${columnOf(losses.map((move) => move.owner))}::text[],
        ${columnOf(losses.map((move) => move.by))}::bigint[], ${columnOf(losses.map((move) => move.escrowed))}::bigint[])
        as loss (token_uuid, owner, by, escrowed)
      where ownership.token_uuid = loss.token_uuid and ownership.owner = loss.owner`;
  const come = gains.length
    ? await tx<(Changed & { is_new: boolean })[]>`
        insert into ownership (token_uuid, owner, quantity, escrowed, token_created_at)
        select gain.token_uuid, gain.owner, gain.by, gain.escrowed, token.created_at
        from unnest(${columnOf(gains.map((move) => move.tokenUuid))}::uuid[], ${columnOf(gains.map((move) => move.owner))}::text[],
          ${columnOf(gains.map((move) => move.by))}::bigint[], ${columnOf(gains.map((move) => move.escrowed))}::bigint[])
          as gain (token_uuid, owner, by, escrowed)
        join token on token.uuid = gain.token_uuid
        on conflict (token_uuid, owner) do update
          set quantity = least(ownership.quantity + excluded.quantity, ${MOST}::bigint), escrowed = ownership.escrowed + excluded.escrowed
        returning token_uuid, owner, (xmax = 0) as is_new`
    : [];
  const kept = net.filter((move) => move.by === 0n);
  if (kept.length)
    await tx`
      update ownership set escrowed = ownership.escrowed + kept.escrowed
      from unnest(${columnOf(kept.map((move) => move.tokenUuid))}::uuid[], ${columnOf(kept.map((move) => move.owner))}::text[],
        ${columnOf(kept.map((move) => move.escrowed))}::bigint[]) as kept (token_uuid, owner, escrowed)
      where ownership.token_uuid = kept.token_uuid and ownership.owner = kept.owner`;
  await countOwners(tx, [
    ...gone.map((row) => ({ ...row, by: -1 })),
    ...come.filter((row) => row.is_new).map((row) => ({ ...row, by: 1 })),
  ]);
};

/**
 * How many of a collection's tokens each address holds. What is burnt has no owner. Each token is looked up by itself: with
 * a join, a batch read all tokens.
 */
const countOwners = async (tx: Tx, moved: { token_uuid: string; owner: Address; by: number }[]) => {
  const changes = moved.filter(({ owner }) => !BURN_ADDRESSES.includes(owner));
  if (changes.length === 0) return;
  await tx`
    with step as (
      select token.collection_uuid, change.owner, sum(change.by)::int as by
      from unnest(${columnOf(changes.map((row) => row.token_uuid))}::uuid[], ${columnOf(changes.map((row) => row.owner))}::text[], ${columnOf(changes.map((row) => row.by))}::int[])
        as change (token_uuid, owner, by)
      cross join lateral (select collection_uuid from token where uuid = change.token_uuid offset 0) token
      group by 1, 2 having sum(change.by) <> 0)
    merge into collection_owner held using step on held.collection_uuid = step.collection_uuid and held.owner = step.owner
    when matched and held.tokens + step.by <= 0 then delete
    when matched then update set tokens = held.tokens + step.by
    when not matched and step.by > 0 then insert (collection_uuid, owner, tokens) values (step.collection_uuid, step.owner, step.by)`;
};
