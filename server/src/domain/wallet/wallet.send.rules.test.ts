import { expect, it } from 'vitest';
import { firstUnsendable, type Owned } from './wallet.send.rules.ts';

const owned = new Map<string, Owned>([
  ['single', { quantity: 1n, escrowed: 0n }],
  ['edition', { quantity: 5n, escrowed: 2n }],
  ['auctioned', { quantity: 1n, escrowed: 1n }],
]);
const refusalOf = (...items: [tokenUuid: string, quantity: number][]) => {
  const found = firstUnsendable(
    items.map(([tokenUuid, quantity]) => ({ tokenUuid, quantity })),
    owned,
  );
  return found && [found.index, found.field, found.code];
};

it('sends what is owned and not in an auction, to the last unit', () => {
  expect(refusalOf(['single', 1], ['edition', 3])).toBeUndefined();
  expect(refusalOf(['edition', 1], ['edition', 2])).toBeUndefined();
});

it('names the first item that cannot leave: not owned, in an auction, or more than there is', () => {
  expect(refusalOf(['single', 1], ['strange', 1], ['auctioned', 1])).toEqual([1, 'tokenUuid', 'send.notOwned']);
  expect(refusalOf(['auctioned', 1])).toEqual([0, 'tokenUuid', 'send.auctioned']);
  expect(refusalOf(['edition', 4])).toEqual([0, 'quantity', 'send.tooMany']);
});

it('adds up the items of one work', () => {
  expect(refusalOf(['edition', 2], ['edition', 2])).toEqual([1, 'quantity', 'send.tooMany']);
  expect(refusalOf(['single', 1], ['single', 1])).toEqual([1, 'quantity', 'send.tooMany']);
});
