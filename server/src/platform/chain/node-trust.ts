import type { Hex } from 'viem';
import type { Sql } from '../db/database.ts';
import { isOrigin, type Cursor } from './chain-cursor.ts';
import { RpcError, type ChainClient } from './client.ts';

/**
 * Why what a node says is not believed: it is of another chain (`wrong`), takes back final blocks (`contradicts`), or
 * takes back blocks that the other nodes keep (`unconfirmed`).
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
  /** The one node is the chain itself, as on the local stack: what it says is so, and it may begin anew. */
  isSoleNode: boolean;
};
type RawBlock = { number: Hex; hash: Hex } | null;

/** So many blocks pass before it is asked again how far the chain is final. */
const FINALITY_STEP = 32;

/** What a node has to show before the follower believes it. Changes no record but what is known of the chain itself. */
export const createNodeTrust = ({ sql, chain, isSoleNode }: Options) => {
  const nodes = chain.nodes ?? [chain.rpc];
  let isKnown = false;
  let askedFinalAt: number | undefined;
  let hasFinality = true;

  /** @throws NodeNotTrusted when a node that answers is of another chain; what the first node throws when it is away */
  const verifyNode = async (rpc: ChainClient['rpc']): Promise<void> => {
    const id = Number(await rpc<Hex>('eth_chainId', []));
    if (id !== chain.id) throw new NodeNotTrusted('wrong', `the node is of chain ${id}, not ${chain.id}`);
    if (isSoleNode) return;
    const genesis = (await rpc<RawBlock>('eth_getBlockByNumber', ['0x0', false]))?.hash.toLowerCase();
    // A node that keeps no old blocks says nothing against itself.
    if (!genesis) return;
    const [row] = await sql<{ genesis_hash: Hex | null }[]>`
      update chain_cursor set genesis_hash = coalesce(genesis_hash, ${genesis}) where chain_id = ${chain.id} returning genesis_hash`;
    if (row && row.genesis_hash !== genesis)
      throw new NodeNotTrusted('wrong', `the node's first block is ${genesis}, not ${row.genesis_hash}`);
  };

  /** Asks each node whose it is, once after each failure. @throws NodeNotTrusted, or when no node answers */
  const verify = async (): Promise<void> => {
    if (isKnown) return;
    const answers = await Promise.allSettled(nodes.map(verifyNode));
    const failures = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason as unknown);
    for (const failure of failures) if (failure instanceof NodeNotTrusted) throw failure;
    if (failures.length === nodes.length) throw failures[0];
    isKnown = true;
  };

  /** Keeps how far the chain is final, where nodes know that. The cursor stands on the node's chain. */
  const noteFinality = async (cursor: Cursor): Promise<void> => {
    if (
      isSoleNode ||
      isOrigin(cursor) ||
      !hasFinality ||
      (askedFinalAt !== undefined && cursor.number < askedFinalAt + FINALITY_STEP)
    )
      return;
    try {
      const block = await chain.rpc<RawBlock>('eth_getBlockByNumber', ['finalized', false]);
      askedFinalAt = cursor.number;
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
   * May what stands above the ancestor be taken back?
   * @param contradicted the lowest block that the follower stood on and the node has another one for
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
        `the node takes back blocks to ${ancestor.number}; up to ${row.finalized_number} they are final`,
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

  /** Something failed: whoever answers next may be another one. */
  const doubt = () => {
    isKnown = false;
    hasFinality = true;
  };

  return { verify, noteFinality, confirmUndo, doubt };
};
