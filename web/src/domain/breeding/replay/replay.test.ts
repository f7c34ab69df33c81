import { breedingAbi } from '../../../../../contracts/abi/breeding.ts';
import {
  getAbiItem,
  toEventSelector,
  toFunctionSelector,
  type AbiEvent,
  type AbiFunction,
  type Hex,
  keccak256,
  concat,
} from 'viem';
import { expect, it } from 'vitest';
import { abi, rootFrom } from './replay.ts';

it('uses the signatures of the contract’s ABI', () => {
  for (const item of abi) {
    const real = getAbiItem({ abi: breedingAbi, name: item.name } as never) as AbiEvent | AbiFunction;
    expect(real.type).toBe(item.type);
    if (item.type === 'function') {
      expect(toFunctionSelector(item)).toBe(toFunctionSelector(real as AbiFunction));
      continue;
    }
    expect(toEventSelector(item)).toBe(toEventSelector(real as AbiEvent));
    const indexed = (event: AbiEvent) => event.inputs.map((input) => input.indexed ?? false);
    expect(indexed(item)).toEqual(indexed(real as AbiEvent));
  }
});

it('computes the Merkle root from a secret: the bits of its id select left or right', () => {
  const secret: Hex = `0x${'11'.repeat(32)}`;
  const beside = Array.from({ length: 10 }, (_, level): Hex => `0x${String(level).repeat(64)}`);
  // Number 1 is the leftmost leaf: every sibling is at its right. Number 2 is its neighbour at the right.
  const leftmost = rootFrom(1n, secret, beside);
  const up = (from: Hex, levels: readonly Hex[]) =>
    levels.reduce((node, other) => keccak256(concat([node, other])), from);
  const first = rootFrom(2n, secret, beside.slice(0, 1));
  expect(rootFrom(2n, secret, beside)).toBe(up(first, beside.slice(1)));
  expect(leftmost).not.toBe(rootFrom(1025n, secret, beside));
  expect(leftmost).toBe(up(rootFrom(1n, secret, []), beside));
});
