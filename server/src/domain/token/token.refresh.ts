import { collection1155Abi, collection721Abi } from '@skarb/contracts/abi';
import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { reading } from '../../platform/chain/client.ts';
import type { Tx } from '../../platform/db/database.ts';
import { settleOffers } from '../offer/offer.derive.ts';
import { lockTokens } from './token.derive.ts';
import { type Move, moveOwnership } from './token.ownership.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'chain'>;
type Row = {
  status: string;
  type: 'ERC721' | 'ERC1155';
  chain_id: number;
  contract_address: Address;
  token_id: string;
};
type Held = { owner: Address; quantity: bigint };

/** Asking more often than this changes nothing: the follower reads the same chain. */
const REST_MS = 5000;
const ATTEMPTS = 3;
const OWNERS_MAX = 1000;
const lately = new Map<string, number>();

/** Our records went on while the chain was asked: nothing is written. */
class CursorMoved extends Error {
  override name = 'CursorMoved';
}

const heldOf = async (tx: Tx, uuid: string): Promise<Held[]> =>
  (
    await tx<
      { owner: Address; quantity: string }[]
    >`select owner, quantity - escrowed as quantity from ownership where token_uuid = ${uuid} order by ownership.quantity desc, owner limit ${OWNERS_MAX}`
  ).map((row) => ({ owner: row.owner, quantity: BigInt(row.quantity) }));

/** Who holds it by the chain, as of a block. Of an edition only those we know of can be asked for. */
const onChain = async ({ chain, config }: Ctx, token: Row, held: Held[], blockNumber: bigint): Promise<Held[]> => {
  const tokenId = BigInt(token.token_id);
  if (token.type === 'ERC721') {
    const owner = await chain.public.readContract({
      address: token.contract_address,
      abi: collection721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
      blockNumber,
    });
    // Whose it is there, the auction house's logs say.
    if (owner.toLowerCase() === config.deployment.auctionHouse) return held;
    return [{ owner: owner.toLowerCase() as Address, quantity: 1n }];
  }
  const owners = held.map((row) => row.owner);
  const balances = await chain.public.readContract({
    address: token.contract_address,
    abi: collection1155Abi,
    functionName: 'balanceOfBatch',
    args: [owners, owners.map(() => tokenId)],
    blockNumber,
  });
  return owners.map((owner, index) => ({ owner, quantity: balances[index] ?? 0n }));
};

const differences = (uuid: string, held: Held[], real: Held[]): Move[] => {
  const owners = new Set([...held, ...real].map((row) => row.owner));
  const of = (rows: Held[], owner: Address) => rows.find((row) => row.owner === owner)?.quantity ?? 0n;
  return [...owners]
    .map((owner) => ({ tokenUuid: uuid, owner, by: of(real, owner) - of(held, owner) }))
    .filter((move) => move.by !== 0n);
};

/**
 * Reads a token's holders anew from the chain and repairs what differs, its offers with it; its metadata is part of its CID and cannot. The
 * chain is read as of the block our records stand at, and nothing is written when they have moved on meanwhile, so that
 * no transfer counts twice.
 * @returns how many holdings were repaired
 * @throws AppError 404, 503 when the chain is away
 */
export const rereadToken = async (ctx: Ctx, uuid: string): Promise<number> => {
  const { sql } = ctx.db;
  const [token] = await sql<
    Row[]
  >`select status, type, chain_id, contract_address, token_id from token where uuid = ${uuid} and status in ('minted', 'minting')`;
  if (!token) throw notFound('token');
  const last = lately.get(uuid);
  if (token.status !== 'minted' || (last && Date.now() - last < REST_MS)) return 0;
  if (lately.size > 10_000) lately.clear();
  lately.set(uuid, Date.now());

  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [cursor] = await sql<
      { block_number: string; block_hash: string }[]
    >`select block_number, block_hash from chain_cursor where chain_id = ${token.chain_id}`;
    if (!cursor) return 0;
    const held = await heldOf(sql, uuid);
    const real = await reading(() => onChain(ctx, token, held, BigInt(cursor.block_number)));
    const moves = differences(uuid, held, real);
    const write = sql.begin(async (tx) => {
      await lockTokens(tx, [uuid]);
      if (moves.length) await moveOwnership(tx, moves);
      const live = await tx<{ uuid: string }[]>`
        select uuid from offer where token_uuid = ${uuid} and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
      await settleOffers(
        tx,
        ctx.config,
        uuid,
        live.map((offer) => offer.uuid),
      );
      // Last, and without waiting: the follower may hold it while it waits for what we hold.
      const [now] = await tx`
        select 1 from chain_cursor where chain_id = ${token.chain_id} and block_hash = ${cursor.block_hash} for share skip locked`;
      if (!now) throw new CursorMoved();
    });
    try {
      await write;
      return moves.length;
    } catch (error) {
      if (!(error instanceof CursorMoved)) throw error;
    }
  }
  return 0;
};
