import { collection1155Abi, collection721Abi } from '@skarb/contracts/abi';
import { TOKEN_REFRESH_PAUSE_MS } from '@skarb/schema/limits';
import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hasBlock, isChainUnavailable, reading } from '../../platform/chain/client.ts';
import { CursorMoved } from '../../platform/chain/set-aside.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lower } from '../../platform/chain/address.ts';
import { lockTokens } from './store/token-card.store.ts';
import { type Move, moveOwnership } from './store/ownership.store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'chain'>;
type Row = {
  status: string;
  type: 'ERC721' | 'ERC1155';
  chain_id: number;
  contract_address: Address;
  token_id: string;
};
type Held = { owner: Address; quantity: bigint };
type Rederive = (tx: Tx, config: Context['config'], tokenUuid: string) => Promise<void>;

const ATTEMPTS = 3;
const OWNERS_MAX = 1000;
const lastRead = new Map<string, number>();

const heldOf = async (tx: Tx, uuid: string): Promise<Held[]> =>
  (
    await tx<
      { owner: Address; quantity: string }[]
    >`select owner, quantity - escrowed as quantity from ownership where token_uuid = ${uuid} order by ownership.quantity desc, owner limit ${OWNERS_MAX}`
  ).map((row) => ({ owner: row.owner, quantity: BigInt(row.quantity) }));

/**
 * The holders by the chain as of a block, by its hash: another block of the same number may lack a transfer. Of an edition
 * the balances of the known holders only: the chain lists none.
 */
const onChain = async ({ chain, config }: Ctx, token: Row, held: Held[], blockHash: Hex): Promise<Held[]> => {
  const tokenId = BigInt(token.token_id);
  if (token.type === 'ERC721') {
    const owner = await chain.public.readContract({
      address: token.contract_address,
      abi: collection721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
      blockHash,
      requireCanonical: true,
    });
    // The auction house's logs, not the chain's owner, name the seller.
    if (owner.toLowerCase() === config.deployment.auctionHouse) return held;
    return [{ owner: lower(owner), quantity: 1n }];
  }
  const owners = held.map((row) => row.owner);
  const balances = await chain.public.readContract({
    address: token.contract_address,
    abi: collection1155Abi,
    functionName: 'balanceOfBatch',
    args: [owners, owners.map(() => tokenId)],
    blockHash,
    requireCanonical: true,
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
 * Reads a token's holders from the chain, repairs the holdings that differ and derives its offers again. Its metadata
 * needs no repair: the CID names the content. Reads the chain as of the follower's block and writes nothing when the
 * follower has moved on meanwhile or the chain does not have that block any more, so that no transfer counts twice.
 * @returns how many holdings were repaired
 * @throws AppError 404, 503 when the chain is unavailable
 */
export const rereadToken = async (ctx: Ctx, uuid: string, rederiveOpenOffers: Rederive): Promise<number> => {
  const { sql } = ctx.db;
  const [token] = await sql<
    Row[]
  >`select status, type, chain_id, contract_address, token_id from token where uuid = ${uuid} and status in ('minted', 'minting')`;
  if (!token) throw notFound('token');
  const last = lastRead.get(uuid);
  if (token.status !== 'minted' || (last && Date.now() - last < TOKEN_REFRESH_PAUSE_MS)) return 0;
  if (lastRead.size > 10_000) lastRead.clear();
  lastRead.set(uuid, Date.now());
  try {
    return await repair(ctx, uuid, token, rederiveOpenOffers);
  } catch (error) {
    // Nothing was read: the next request must not wait.
    lastRead.delete(uuid);
    throw error;
  }
};

const repair = async (ctx: Ctx, uuid: string, token: Row, rederiveOpenOffers: Rederive): Promise<number> => {
  const { sql } = ctx.db;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [cursor] = await sql<
      { block_number: string; block_hash: Hex }[]
    >`select block_number, block_hash from chain_cursor where chain_id = ${token.chain_id}`;
    if (!cursor) return 0;
    const held = await heldOf(sql, uuid);
    const real = await reading(async () => {
      try {
        return await onChain(ctx, token, held, cursor.block_hash);
      } catch (error) {
        // The node does not know the block: the follower will undo it, or the node is behind.
        if (isChainUnavailable(error) || (await hasBlock(ctx.chain, Number(cursor.block_number), cursor.block_hash)))
          throw error;
        return undefined;
      }
    });
    if (!real) continue;
    const moves = differences(uuid, held, real);
    const write = sql.begin(async (tx) => {
      await lockTokens(tx, [uuid]);
      if (moves.length) await moveOwnership(tx, moves);
      await rederiveOpenOffers(tx, ctx.config, uuid);
      // Last, and without waiting: the follower may hold the cursor while it waits for our locks.
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
