import { batchOf, proofOf as proofIn, rootOf as rootIn, secretTree } from '@skarb/contracts/secret-tree';
import { encodeAbiParameters, keccak256, type Address, type Hex } from 'viem';

/** Where the secrets come from: who has the master knows them all, nobody else any before its child is born. */
export type Source = { master: Hex; chainId: number; contract: Address };

const SOURCE = [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }, { type: 'uint256' }] as const;
/** The secret of a breeding: nothing but the master and the id decides it, so it was fixed before anybody bred. */
export const secretOf = ({ master, chainId, contract }: Source, id: bigint): Hex =>
  keccak256(encodeAbiParameters(SOURCE, [master, BigInt(chainId), contract, id]));

type Tree = readonly (readonly Hex[])[];
const KEPT = 4;
const kept = new Map<string, Tree>();
/** A tree takes tens of milliseconds; the last ones made are kept. */
const treeOf = (source: Source, batch: bigint): Tree => {
  const key = `${source.master} ${source.chainId} ${source.contract} ${batch}`;
  const tree = kept.get(key) ?? secretTree(batch, (id) => secretOf(source, id));
  if (!kept.has(key) && kept.size >= KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(key, tree);
  return tree;
};

/** What the operator commits to for a batch. */
export const rootOf = (source: Source, batch: bigint): Hex => rootIn(treeOf(source, batch));

/** The ten hashes beside the way from an id's leaf to its root. */
export const proofOf = (source: Source, id: bigint): Hex[] => proofIn(treeOf(source, batchOf(id)), id);

const SEED = [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }] as const;
/** The lot of a breeding: what `mix` draws the child's genes by. */
export const seedOf = (id: bigint, blockHash: Hex, secret: Hex): bigint =>
  BigInt(keccak256(encodeAbiParameters(SEED, [id, blockHash, secret])));
