/**
 * The Merkle tree of the operator's secrets, as src/breeding/SecretTree.sol verifies it: 1,024 leaves in the order of
 * the ids, with unsorted pairs.
 */
import { concat, encodeAbiParameters, type Hex, keccak256 } from 'viem';

export const BATCH = 1024;

/** The batch of an id's secret; ids start at 1, batches at 0. */
export const batchOf = (id: bigint): bigint => (id - 1n) / BigInt(BATCH);

/** The leaf of an id: a hash of a hash, so that no inner node can be used as a leaf. */
export function leafOf(id: bigint, secret: Hex): Hex {
  return keccak256(keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [id, secret])));
}

/**
 * The whole tree of a batch: leaves first, the root last.
 * @param secretOf the 32 bytes of an id of this batch; must always return the same value
 */
export function secretTree(batch: bigint, secretOf: (id: bigint) => Hex): readonly (readonly Hex[])[] {
  const first = batch * BigInt(BATCH) + 1n;
  let row = Array.from({ length: BATCH }, (_, index) => leafOf(first + BigInt(index), secretOf(first + BigInt(index))));
  const rows = [row];
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, i) => keccak256(concat([row[2 * i]!, row[2 * i + 1]!])));
    rows.push(row);
  }
  return rows;
}

/** The root of a tree, which the operator posts as commitment. */
export function rootOf(tree: readonly (readonly Hex[])[]): Hex {
  return tree.at(-1)![0]!;
}

/** The Merkle proof of an id: the ten sibling hashes on the path from its leaf to the root. */
export function proofOf(tree: readonly (readonly Hex[])[], id: bigint): Hex[] {
  const index = Number((id - 1n) % BigInt(BATCH));
  return tree.slice(0, -1).map((row, level) => row[(index >> level) ^ 1]!);
}
