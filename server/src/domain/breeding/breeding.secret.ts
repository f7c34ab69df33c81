import { batchOf, proofOf as proofIn, rootOf as rootIn, secretTree } from '@skarb/contracts/secret-tree';
import { encodeAbiParameters, keccak256, type Address, type Hex } from 'viem';

/** The source of the secrets. The holder of the master secret knows all of them; each birth reveals one. */
export type Source = { master: Hex; chainId: number; contract: Address };

const SOURCE = [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }, { type: 'uint256' }] as const;
/** The secret of a breeding. It depends only on master, chain, contract and id, so it is fixed before anyone breeds. */
export const secretOf = ({ master, chainId, contract }: Source, id: bigint): Hex =>
  keccak256(encodeAbiParameters(SOURCE, [master, BigInt(chainId), contract, id]));

type Tree = readonly (readonly Hex[])[];
const KEPT = 4;
const kept = new Map<string, Tree>();
/** Building a tree takes tens of milliseconds: the latest ones are cached. */
const treeOf = (source: Source, batch: bigint): Tree => {
  const key = `${source.master} ${source.chainId} ${source.contract} ${batch}`;
  const tree = kept.get(key) ?? secretTree(batch, (id) => secretOf(source, id));
  if (!kept.has(key) && kept.size >= KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(key, tree);
  return tree;
};

/** The root that the operator commits to for a batch. */
export const rootOf = (source: Source, batch: bigint): Hex => rootIn(treeOf(source, batch));

/** The Merkle proof of an id: ten hashes. */
export const proofOf = (source: Source, id: bigint): Hex[] => proofIn(treeOf(source, batchOf(id)), id);

const SEED = [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }] as const;
/** The seed from which `mix` draws the child's genes. */
export const seedOf = (id: bigint, blockHash: Hex, secret: Hex): bigint =>
  BigInt(keccak256(encodeAbiParameters(SEED, [id, blockHash, secret])));
