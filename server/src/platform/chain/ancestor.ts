/** Where the recorded blocks part from the node's chain. */
import type { Hex } from 'viem';
import type { Sql } from '../db/database.ts';
import { InconsistentNode, type Block, type createBlockReader } from './block-reader.ts';
import { isOrigin, originOf, readBlocks, type Cursor } from './chain-cursor.ts';

type Options = { sql: Sql; chainId: number; startBlock: number };

/** @returns questions about the recorded blocks and a node with this head */
export const createAncestry = ({ sql, chainId, startBlock }: Options, reader: ReturnType<typeof createBlockReader>) => {
  /** A block below the head. @throws InconsistentNode when the node does not have it, which does not mean a reorg */
  const blockBelowHead = async (number: number): Promise<Block> => {
    const block = await reader.block(number);
    if (!block) throw new InconsistentNode(`block ${number} is below the head, but the node does not have it`);
    return block;
  };

  /** Whether the node has another block where we have one, up to its head. If not, it is only behind. */
  const isContradicted = async (head: Block): Promise<boolean> => {
    const newest = (await readBlocks(sql, chainId, head.number)).at(-1);
    return newest !== undefined && (await blockBelowHead(newest.number)).hash !== newest.hash;
  };

  /** Whether the cursor's block is still part of the chain. */
  const isOnChain = async (cursor: Cursor, head: Block): Promise<boolean> => {
    if (isOrigin(cursor)) return true;
    if (cursor.number > head.number) return false;
    if (cursor.number === head.number) return cursor.hash === head.hash;
    return (await blockBelowHead(cursor.number)).hash === cursor.hash;
  };

  /**
   * @returns the newest recorded block that is still part of the chain (the origin if none is), and the recorded block
   *   after it, which the node contradicts
   */
  const find = async (head: Block): Promise<{ ancestor: Cursor; contradicted: { number: number; hash: Hex } }> => {
    const recorded = await readBlocks(sql, chainId, head.number);
    let low = 0;
    let high = recorded.length;
    let ancestor = originOf(startBlock);
    let contradicted = { number: head.number, hash: head.hash };
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = recorded[middle] as { number: number; hash: Hex };
      const found = await blockBelowHead(candidate.number);
      if (found.hash === candidate.hash) {
        ancestor = { number: found.number, hash: found.hash, time: found.time };
        low = middle + 1;
      } else {
        contradicted = candidate;
        high = middle;
      }
    }
    return { ancestor, contradicted };
  };

  return { isContradicted, isOnChain, find };
};
