import { type Hex, numberToHex } from 'viem';
import type { Sql } from '../db/database.ts';
import { isOrigin, type Cursor } from './chain-cursor.ts';
import { hasBlock, RpcError, type ChainClient } from './client.ts';
import { NodeNotTrusted } from './node-pool.ts';
import { withTimeout } from '../with-timeout.ts';

type Options = {
  sql: Sql;
  chain: Pick<ChainClient, 'id' | 'rpc' | 'nodes' | 'pool'>;
  /** The only node is the chain itself, as on the local stack: it is always trusted, and may start from scratch. */
  isSoleNode: boolean;
};
type RawBlock = { number: Hex; hash: Hex } | null;

/** Blocks between two requests for the newest final block. */
const FINALITY_STEP = 32;
/** One of several nodes has this long to identify itself; the pool checks a slower one before it uses it. */
const IDENTITY_MS = 2500;
const withinIdentityTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, IDENTITY_MS, () => new DOMException('the node does not answer', 'TimeoutError'));
const countOf = (values: string[], value: string) => values.filter((one) => one === value).length;

/** Checks the nodes before the follower trusts them. Writes to nothing but the chain's own row in `chain_cursor`. */
export const createNodeTrust = ({ sql, chain, isSoleNode }: Options) => {
  const nodes = chain.nodes ?? [chain.rpc];
  let isKnown = false;
  let finalityReadAt: number | undefined;
  let hasFinality = true;

  /**
   * The node's first block; undefined when the node has pruned it, which proves nothing.
   * @throws NodeNotTrusted when the node serves another chain; RpcError and others when it is unavailable
   */
  const readGenesis = async (rpc: ChainClient['rpc']): Promise<Hex | undefined> => {
    const id = Number(await rpc<Hex>('eth_chainId', []));
    if (id !== chain.id) throw new NodeNotTrusted('wrong', `the node serves chain ${id}, not ${chain.id}`);
    if (isSoleNode) return undefined;
    try {
      return (await rpc<RawBlock>('eth_getBlockByNumber', ['0x0', false]))?.hash.toLowerCase() as Hex | undefined;
    } catch (error) {
      // Some nodes answer with an error for a block they have pruned; the other nodes confirm the chain.
      if (nodes.length > 1 && error instanceof RpcError) return undefined;
      throw error;
    }
  };

  /** The recorded first block; at first contact, records the one that the nodes agree on. */
  const knownGenesis = async (found: Hex[]): Promise<Hex | undefined> => {
    if (found.length === 0) return undefined;
    const [stored] = await sql<{ genesis_hash: Hex | null }[]>`
      select genesis_hash from chain_cursor where chain_id = ${chain.id}`;
    if (stored?.genesis_hash) return stored.genesis_hash;
    const isAgreed = (hash: Hex) => found.every((one) => one === hash) || countOf(found, hash) * 2 > nodes.length;
    const genesis = found.find(isAgreed);
    if (!genesis) throw new NodeNotTrusted('wrong', 'the nodes have different first blocks');
    const [row] = await sql<{ genesis_hash: Hex }[]>`
      update chain_cursor set genesis_hash = coalesce(genesis_hash, ${genesis}) where chain_id = ${chain.id} returning genesis_hash`;
    return row?.genesis_hash ?? genesis;
  };

  /**
   * Checks chain id and first block of each node, once after each failure. Nodes of another chain are left out.
   * @throws NodeNotTrusted when only such nodes answer, or when no node answers
   */
  const verify = async (): Promise<void> => {
    if (isKnown) return;
    const answers = await Promise.allSettled(
      nodes.map((rpc) => (nodes.length > 1 ? withinIdentityTime(readGenesis(rpc)) : readGenesis(rpc))),
    );
    const genesis = await knownGenesis(
      answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : [])),
    );
    const failures = answers.map((answer): unknown => {
      if (answer.status === 'rejected') return answer.reason;
      if (!answer.value || answer.value === genesis) return undefined;
      return new NodeNotTrusted('wrong', `the node's first block is ${answer.value}, not ${genesis}`);
    });
    for (const [node, failure] of failures.entries()) {
      if (failure instanceof NodeNotTrusted) chain.pool?.note(node, true);
      else if (!failure) chain.pool?.note(node, false);
    }
    if (failures.every(Boolean)) throw failures.find((failure) => failure instanceof NodeNotTrusted) ?? failures[0];
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
      const final =
        Number(block.number) > cursor.number
          ? cursor
          : { number: Number(block.number), hash: block.hash.toLowerCase() };
      await sql`
        update chain_cursor set finalized_number = ${final.number}, finalized_hash = ${final.hash}
        where chain_id = ${chain.id} and block_number >= ${final.number} and (finalized_number is null or finalized_number < ${final.number}
          or (finalized_number = ${final.number} and finalized_hash is null))`;
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
    const [row] = await sql<
      { finalized_number: string | null; finalized_hash: Hex | null; genesis_hash: Hex | null }[]
    >`select finalized_number, finalized_hash, genesis_hash from chain_cursor where chain_id = ${chain.id}`;
    const { finalized_number: final, finalized_hash: finalHash } = row ?? {};
    // Blocks without logs are not recorded: the last final one may be on the node's chain, above the ancestor that is.
    const isFinalKept = async () => !!finalHash && hasBlock(chain, Number(final), finalHash);
    if (final && ancestor.number < Number(final) && !(await isFinalKept()))
      throw new NodeNotTrusted(
        'contradicts',
        `the node removes blocks down to ${ancestor.number}; they are final up to ${final}`,
      );
    if (nodes.length < 2 || cursor.number - ancestor.number <= 1) return;
    // A node of another chain has no vote; it counts among those that a majority needs, as does one that is silent.
    const answers = await Promise.allSettled(
      nodes.map(async (rpc) => {
        const [genesis, block] = await Promise.all([
          readGenesis(rpc),
          rpc<RawBlock>('eth_getBlockByNumber', [numberToHex(contradicted.number), false]),
        ]);
        return genesis && row?.genesis_hash && genesis !== row.genesis_hash ? undefined : block?.hash.toLowerCase();
      }),
    );
    const votes = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
    if (!votes.some((hash) => hash !== contradicted.hash && countOf(votes, hash) * 2 > nodes.length))
      throw new NodeNotTrusted('unconfirmed', `most nodes do not confirm another block ${contradicted.number}`);
  };

  /** After a failure another node may respond: check again. */
  const doubt = () => {
    isKnown = false;
    hasFinality = true;
  };

  return { verify, noteFinality, confirmUndo, doubt };
};
