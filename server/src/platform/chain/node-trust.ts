import type { Hex } from 'viem';
import type { Sql } from '../db/database.ts';
import { isOrigin, type Cursor } from './chain-cursor.ts';
import { RpcError, type ChainClient } from './client.ts';

/**
 * Why a node is not trusted: it serves another chain (`wrong`), removes final blocks (`contradicts`), or removes blocks
 * that the other nodes keep (`unconfirmed`).
 */
export type Trouble = 'wrong' | 'contradicts' | 'unconfirmed';
export class NodeNotTrusted extends Error {
  override name = 'NodeNotTrusted';
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

type Options = {
  sql: Sql;
  chain: Pick<ChainClient, 'id' | 'rpc' | 'nodes'>;
  /** The only node is the chain itself, as on the local stack: it is always trusted, and may start from scratch. */
  isSoleNode: boolean;
};
type RawBlock = { number: Hex; hash: Hex } | null;

/** Blocks between two requests for the newest final block. */
const FINALITY_STEP = 32;

/** Checks the nodes before the follower trusts them. Writes to nothing but the chain's own row in `chain_cursor`. */
export const createNodeTrust = ({ sql, chain, isSoleNode }: Options) => {
  const nodes = chain.nodes ?? [chain.rpc];
  let isKnown = false;
  let finalityReadAt: number | undefined;
  let hasFinality = true;

  /** @throws NodeNotTrusted when the node serves another chain; RpcError and others when it is unavailable */
  const verifyNode = async (rpc: ChainClient['rpc']): Promise<void> => {
    const id = Number(await rpc<Hex>('eth_chainId', []));
    if (id !== chain.id) throw new NodeNotTrusted('wrong', `the node serves chain ${id}, not ${chain.id}`);
    if (isSoleNode) return;
    const genesis = (await rpc<RawBlock>('eth_getBlockByNumber', ['0x0', false]))?.hash.toLowerCase();
    // A node may have pruned its old blocks: a missing block proves nothing.
    if (!genesis) return;
    const [row] = await sql<{ genesis_hash: Hex | null }[]>`
      update chain_cursor set genesis_hash = coalesce(genesis_hash, ${genesis}) where chain_id = ${chain.id} returning genesis_hash`;
    if (row && row.genesis_hash !== genesis)
      throw new NodeNotTrusted('wrong', `the node's first block is ${genesis}, not ${row.genesis_hash}`);
  };

  /** Checks chain id and first block of each node, once after each failure. @throws NodeNotTrusted, or when no node answers */
  const verify = async (): Promise<void> => {
    if (isKnown) return;
    const answers = await Promise.allSettled(nodes.map(verifyNode));
    const failures = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason as unknown);
    for (const failure of failures) if (failure instanceof NodeNotTrusted) throw failure;
    if (failures.length === nodes.length) throw failures[0];
    isKnown = true;
  };

  /** Records the newest final block, if the node knows the tag. The cursor's block is on the node's chain. */
  const noteFinality = async (cursor: Cursor): Promise<void> => {
    if (
      isSoleNode ||
      isOrigin(cursor) ||
      !hasFinality ||
      (finalityReadAt !== undefined && cursor.number < finalityReadAt + FINALITY_STEP)
    )
      return;
    try {
      const block = await chain.rpc<RawBlock>('eth_getBlockByNumber', ['finalized', false]);
      finalityReadAt = cursor.number;
      if (!block) return;
      const number = Math.min(Number(block.number), cursor.number);
      await sql`
        update chain_cursor set finalized_number = greatest(finalized_number, ${number})
        where chain_id = ${chain.id} and block_number >= ${number}`;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      hasFinality = false;
    }
  };

  /**
   * Checks that the blocks above the ancestor may be undone.
   * @param contradicted the lowest recorded block that the node has another block for
   * @throws NodeNotTrusted
   */
  const confirmUndo = async (
    cursor: Cursor,
    ancestor: Cursor,
    contradicted: { number: number; hash: Hex },
  ): Promise<void> => {
    if (isSoleNode) return;
    const [row] = await sql<{ finalized_number: string | null }[]>`
      select finalized_number from chain_cursor where chain_id = ${chain.id}`;
    if (row && row.finalized_number !== null && ancestor.number < Number(row.finalized_number))
      throw new NodeNotTrusted(
        'contradicts',
        `the node removes blocks down to ${ancestor.number}; they are final up to ${row.finalized_number}`,
      );
    if (nodes.length < 2 || cursor.number - ancestor.number <= 1) return;
    const answers = await Promise.allSettled(
      nodes.map((rpc) => rpc<RawBlock>('eth_getBlockByNumber', [`0x${contradicted.number.toString(16)}`, false])),
    );
    const votes = new Map<string, number>();
    for (const answer of answers) {
      const hash = answer.status === 'fulfilled' ? answer.value?.hash.toLowerCase() : undefined;
      if (hash && hash !== contradicted.hash) votes.set(hash, (votes.get(hash) ?? 0) + 1);
    }
    if (Math.max(0, ...votes.values()) * 2 <= nodes.length)
      throw new NodeNotTrusted('unconfirmed', `most nodes do not confirm another block ${contradicted.number}`);
  };

  /** After a failure another node may respond: check again. */
  const doubt = () => {
    isKnown = false;
    hasFinality = true;
  };

  return { verify, noteFinality, confirmUndo, doubt };
};
