import { seaportAbi } from '@skarb/contracts/abi';
import { encodeAbiParameters, getAbiItem, pad, toHex, zeroAddress, type Hex } from 'viem';
import { expect, it } from 'vitest';
import type { ChainLog } from '../../platform/chain/events.ts';
import { TOPIC } from './offer.facts.ts';
import { fillsOf } from './offer.logs.ts';
import { ITEM } from './offer.order.ts';

const address = (number: number): Hex => pad(toHex(number), { size: 20 });
const hash: Hex = `0x${'Ab'.repeat(32)}`;
const { inputs } = getAbiItem({ abi: seaportAbi, name: 'OrderFulfilled' });
const parts = inputs.filter((input) => !('indexed' in input && input.indexed));
type Item = { itemType: number; amount: bigint };
const logOf = (recipient: Hex, offer: Item[], consideration: Item[]): ChainLog => ({
  chainId: 1,
  blockNumber: 1n,
  blockHash: hash,
  blockTime: new Date(0),
  logIndex: 0,
  txHash: hash,
  address: address(1),
  topics: [TOPIC.orderFulfilled, pad(address(0xa11ce)), pad(address(2))],
  // The follower passes logs on in lower case.
  data: encodeAbiParameters(parts, [
    hash,
    recipient,
    offer.map((item) => ({ ...item, token: address(3), identifier: 4n })),
    consideration.map((item) => ({ ...item, token: address(5), identifier: 6n, recipient: address(7) })),
  ] as never).toLowerCase() as Hex,
});

it('a fill says its order, both parties and the units of the NFT, which a bid asks for', () => {
  const nft = { itemType: ITEM.ERC1155, amount: 12n };
  const money = { itemType: ITEM.ERC20, amount: 10n ** 24n };
  const [sale, bid, matched, empty] = fillsOf([
    logOf(address(0xb0b), [nft], [money, money]),
    logOf(address(0xb0b), [money], [nft, money]),
    logOf(zeroAddress, [nft], []),
    logOf(zeroAddress, [], [nft]),
  ]);
  const common = { orderHash: hash.toLowerCase(), maker: address(0xa11ce) };
  expect(sale).toMatchObject({ ...common, taker: address(0xb0b), quantity: 12n });
  expect(bid).toMatchObject({ ...common, taker: address(0xb0b), quantity: 12n });
  expect(matched).toMatchObject({ ...common, taker: null, quantity: 12n });
  expect(empty).toMatchObject({ ...common, taker: null, quantity: 0n });
  expect([sale, bid, matched, empty].map((fill) => fill?.isBid)).toEqual([false, true, false, false]);
});

it('a fill whose data ends early, or points outside of itself, is an error', () => {
  const log = logOf(address(8), [{ itemType: ITEM.ERC721, amount: 1n }], []);
  expect(() => fillsOf([{ ...log, data: log.data.slice(0, -64 * 4) as Hex }])).toThrow();
  const far = `${log.data.slice(0, 2 + 64 * 2)}${'f'.repeat(64)}${log.data.slice(2 + 64 * 3)}` as Hex;
  expect(() => fillsOf([{ ...log, data: far }])).toThrow();
  const odd = `${log.data.slice(0, 2 + 64 * 2)}${'81'.padStart(64, '0')}${log.data.slice(2 + 64 * 3)}` as Hex;
  expect(() => fillsOf([{ ...log, data: odd }])).toThrow();
});
