import {
  concat,
  getContractAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  stringToBytes,
  stringToHex,
} from 'viem';

type Kind = 'ERC721' | 'ERC1155';

/** The contract's number in the factory's enum. */
export const kindNumber = (type: Kind): 0 | 1 => (type === 'ERC721' ? 0 : 1);

/** Binds a collection's contracts to its record here. */
export const saltOf = (collectionUuid: string): Hex => keccak256(stringToBytes(collectionUuid));

/**
 * The address of a collection's contract, deployed or not: what `CollectionFactory.predict` returns, without a
 * request. The factory deploys its two implementations in its constructor (nonces 1 and 2) and clones them with
 * immutable arguments: Solady's LibClone, "minimal proxy with immutable args", built as in its `initCode`.
 * @returns lower-case
 */
export const predictAddress = (factory: Hex, type: Kind, creator: Hex, name: string, salt: Hex): Hex => {
  const implementation = getContractAddress({ from: factory, nonce: BigInt(kindNumber(type) + 1) });
  const args = concat([creator, stringToHex(name)]);
  const length = (args.length - 2) / 2;
  const code = concat([
    '0x61',
    numberToHex(0x2d + length, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    args,
  ]);
  return getCreate2Address({ from: factory, salt, bytecodeHash: keccak256(code) }).toLowerCase() as Hex;
};
