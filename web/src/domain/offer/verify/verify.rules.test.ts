import type { Offer, SignedOrder } from '@skarb/schema/offer';
import { expect, it } from 'vitest';
import { SEAPORT } from '../../../platform/wallet/contract-calls.ts';
import { hashOfOrder } from './order-hash.ts';
import { formatsOf } from '../../../platform/format/format.ts';
import { compare, textsOf, type Line, type Onchain, type Value } from './verify.rules.ts';

const at = (digit: string) => `0x${digit.repeat(40)}`;
const [SELLER, WORK, WETH, FEE, OTHER] = ['1', '2', '3', '4', '5'].map(at) as [string, string, string, string, string];
const END = 1_800_000_000;
const BEFORE_END = (END - 100) * 1000;
const item = (itemType: number, token: string, id: string, amount: string) => ({
  itemType,
  token,
  identifierOrCriteria: id,
  startAmount: amount,
  endAmount: amount,
});
const order: SignedOrder = {
  orderHash: '',
  seaport: SEAPORT,
  signature: null,
  components: {
    offerer: SELLER,
    zone: at('6'),
    offer: [item(3, WORK, '7', '4')],
    consideration: [
      { ...item(1, WETH, '0', '3600'), recipient: SELLER },
      { ...item(1, WETH, '0', '400'), recipient: FEE },
    ],
    orderType: 3,
    startTime: '1',
    endTime: String(END),
    zoneHash: `0x${'0'.repeat(64)}`,
    salt: '9',
    conduitKey: `0x${'0'.repeat(64)}`,
    counter: '0',
  },
};
order.orderHash = hashOfOrder(order);
const offer = (change: Partial<Offer> = {}): Offer =>
  ({
    type: 'SALE',
    status: 'ACTIVE',
    invalidReason: null,
    price: '0.001',
    currency: { name: 'ETH', decimals: 6, address: WETH },
    quantityLeft: 3,
    sellerAddress: SELLER,
    endsAt: new Date(END * 1000).toISOString(),
    orderHash: order.orderHash,
    token: { contractAddress: WORK, tokenId: '7' },
    ...change,
  }) as Offer;
const onchain = (change: Partial<Onchain> = {}): Onchain => ({
  block: { number: 5, time: END - 100 },
  hash: order.orderHash,
  status: { isCancelled: false, filled: 1n, size: 4n },
  counter: 0n,
  isAccepted: null,
  nft: { owner: null, held: 3n, isApproved: true },
  money: null,
  ...change,
});
/** The names of the lines that do not agree, and of those the page says nothing about. */
const found = (page: Offer, chain: Onchain, signed = order) => {
  const lines = compare(page, signed, chain, BEFORE_END);
  const named = (isSame: boolean | null) => lines.filter((line) => line.isSame === isSame).map(({ name }) => name);
  return { wrong: named(false), open: named(null) };
};

it('agrees in every line if the chain has the values that the page shows', () => {
  expect(found(offer(), onchain())).toEqual({ wrong: [], open: [] });
  expect(compare(offer(), order, onchain(), BEFORE_END).map(({ name }) => name)).toEqual([
    'price',
    'held',
    'permission',
    'left',
    'counter',
    'end',
  ]);
});

it.each<[string, Partial<Onchain>, string]>([
  ['the seller holds too few', { nft: { owner: null, held: 2n, isApproved: true } }, 'held'],
  ['the permission was withdrawn', { nft: { owner: null, held: 3n, isApproved: false } }, 'permission'],
  ['somebody else holds it', { nft: { owner: OTHER, held: 0n, isApproved: true } }, 'holder'],
  ['the number of sold units differs', { status: { isCancelled: false, filled: 2n, size: 4n } }, 'left'],
  ['the order was cancelled', { status: { isCancelled: true, filled: 0n, size: 0n } }, 'left'],
  ['the counter was raised', { counter: 1n }, 'counter'],
  ['the offer has ended', { block: { number: 5, time: END } }, 'end'],
  ['the terms give another hash', { hash: `0x${'9'.repeat(64)}` }, 'price'],
])('reports when %s', (_, change, name) => expect(found(offer(), onchain(change)).wrong).toEqual([name]));

it('reports a page that shows another price than the signed one', () =>
  expect(found(offer({ price: '0.0009' }), onchain()).wrong).toEqual(['price']));

it('detects a changed term by the hash', () => {
  const changed = { ...order, components: { ...order.components, salt: '10' } };
  expect(hashOfOrder(changed)).not.toBe(order.orderHash);
});

it('checks for a contract wallet that it accepts the signature, and says nothing of it for other wallets', () => {
  const names = (chain: Onchain) => compare(offer(), order, chain, BEFORE_END).map(({ name }) => name);
  expect(names(onchain())).not.toContain('signature');
  expect(names(onchain({ isAccepted: true }))).toContain('signature');
  expect(found(offer(), onchain({ isAccepted: true })).wrong).toEqual([]);
  expect(found(offer(), onchain({ isAccepted: false })).wrong).toEqual(['signature']);
  const paused = offer({ status: 'INVALID', invalidReason: 'SIGNATURE_REFUSED' });
  expect(found(paused, onchain({ isAccepted: false })).wrong).toEqual([]);
});

it('checks an invalid offer only for the reason that the page gives', () => {
  const invalid = offer({ status: 'INVALID', invalidReason: 'NOT_APPROVED' });
  const withdrawn = onchain({ nft: { owner: null, held: 3n, isApproved: false } });
  expect(found(invalid, withdrawn)).toEqual({ wrong: [], open: ['held', 'left', 'counter'] });
  expect(found(invalid, onchain()).wrong).toEqual(['permission']);
});

it('checks a sold and a cancelled offer by their state in Seaport', () => {
  const sold = onchain({ status: { isCancelled: false, filled: 1n, size: 1n } });
  expect(found(offer({ status: 'SOLD', quantityLeft: 0 }), sold).wrong).toEqual([]);
  expect(found(offer({ status: 'CANCELLED' }), onchain()).wrong).toEqual(['left']);
  expect(
    found(offer({ status: 'CANCELLED' }), onchain({ status: { isCancelled: true, filled: 0n, size: 0n } })).wrong,
  ).toEqual([]);
});

it('checks for a bid that the buyer has the money and allows its transfer', () => {
  const components = {
    ...order.components,
    offer: [item(1, WETH, '0', '4000')],
    consideration: [{ ...item(3, WORK, '7', '4'), recipient: SELLER }],
  };
  const bid: SignedOrder = { ...order, components };
  bid.orderHash = hashOfOrder(bid);
  const page = offer({ type: 'BID', sellerAddress: null, buyerAddress: SELLER, orderHash: bid.orderHash });
  const chain = (balance: bigint, allowance: bigint) =>
    onchain({ nft: null, money: { balance, allowance }, hash: bid.orderHash });
  expect(found(page, chain(3000n, 3000n), bid)).toEqual({ wrong: [], open: [] });
  expect(found(page, chain(2999n, 2999n), bid).wrong).toEqual(['balance', 'allowance']);
});

it('writes out two amounts that differ beyond the decimals shown, and rounds all others', () => {
  const formats = formatsOf('en');
  const say = (value: Value, isExact: boolean): string =>
    value.kind === 'amount' && !isExact ? formats.amount(value.amount) : value.kind === 'amount' ? value.amount : '';
  const line = (is: string, says: string | null, isSame: boolean | null): Line => ({
    name: 'price',
    is: { kind: 'amount', amount: is, currency: 'ETH' },
    says: says === null ? null : { kind: 'amount', amount: says, currency: 'ETH' },
    isSame,
  });
  expect(textsOf(line('1.00001', '1.00002', false), say)).toEqual({ is: '1.00001', says: '1.00002' });
  expect(textsOf(line('1.12345', '2.12345', false), say)).toEqual({ is: '1.1235', says: '2.1235' });
  // What is needed and what is there, agreeing: once is enough where both look the same.
  expect(textsOf(line('1.00002', '1.00001', true), say)).toEqual({ is: '1', says: null });
  expect(textsOf(line('5', '1', true), say)).toEqual({ is: '5', says: '1' });
  expect(textsOf(line('1.12345', null, null), say)).toEqual({ is: '1.1235', says: null });
});

it('agrees with a sale that is paused for want of copies while the seller holds fewer than it offers', () => {
  const paused = offer({ status: 'INVALID', invalidReason: 'TOO_FEW' });
  expect(found(paused, onchain({ nft: { owner: null, held: 2n, isApproved: true } })).wrong).toEqual([]);
  expect(found(paused, onchain()).wrong).toEqual(['held']);
});

it('an offer that the page calls expired is so from its end on', () => {
  const isSame = (now: number) =>
    compare(offer({ status: 'EXPIRED' }), order, onchain(), now).find(({ name }) => name === 'end')?.isSame;
  expect([isSame(BEFORE_END), isSame(END * 1000)]).toEqual([false, true]);
});
