import { seaportAbi } from '@skarb/contracts/abi';
import { encodeFunctionData, toHex, zeroAddress, type Address, type Hex } from 'viem';
import { randomBytes } from 'node:crypto';
import { ITEM, NO_BYTES32, ORDER_TYPE, type OrderComponents } from './offer.order.ts';

/** A call to Seaport for a wallet to send. `value` is native coin, in wei. */
export type SeaportCall = { data: Hex; value: bigint };

/** Seaport's BasicOrderType: the order type plus four times the route (seaport-types, ConsiderationEnums.sol). */
const ROUTE = { native: { 2: 0, 3: 1 }, erc20: { 2: 2, 3: 3 }, bid: { 2: 4, 3: 5 } } as const;

const priceOf = (order: OrderComponents) => order.consideration.reduce((sum, line) => sum + line.startAmount, 0n);
const isNative = (order: OrderComponents) => order.consideration[0]?.itemType === ITEM.NATIVE;
const isBid = (order: OrderComponents) => order.offer[0]?.itemType === ITEM.ERC20;

/** Fills a whole order by the cheapest call: 138k gas in native coin, 145k in WETH. */
const fulfilBasic = (order: OrderComponents, signature: Hex): SeaportCall => {
  const [first, ...rest] = order.consideration as [
    OrderComponents['consideration'][0],
    ...OrderComponents['consideration'],
  ];
  const [offered] = order.offer as [OrderComponents['offer'][0]];
  const route = isBid(order)
    ? ROUTE.bid[first.itemType as 2 | 3]
    : ROUTE[isNative(order) ? 'native' : 'erc20'][offered.itemType as 2 | 3];
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [
      {
        considerationToken: first.token,
        considerationIdentifier: first.identifierOrCriteria,
        considerationAmount: first.startAmount,
        offerer: order.offerer,
        zone: order.zone,
        offerToken: offered.token,
        offerIdentifier: offered.identifierOrCriteria,
        offerAmount: offered.startAmount,
        basicOrderType: order.orderType + 4 * route,
        startTime: order.startTime,
        endTime: order.endTime,
        zoneHash: order.zoneHash,
        salt: order.salt,
        offererConduitKey: order.conduitKey,
        fulfillerConduitKey: NO_BYTES32,
        totalOriginalAdditionalRecipients: BigInt(rest.length),
        additionalRecipients: rest.map(({ startAmount, recipient }) => ({ amount: startAmount, recipient })),
        signature,
      },
    ],
  });
  return { data, value: isNative(order) ? priceOf(order) : 0n };
};

const advanced = (order: OrderComponents, signature: Hex, units: bigint, quantity: bigint) => {
  const { counter: _counter, ...parameters } = order;
  return {
    parameters: { ...parameters, totalOriginalConsiderationItems: BigInt(order.consideration.length) },
    numerator: units,
    denominator: quantity,
    signature,
    extraData: '0x' as Hex,
  };
};

/** Units of a signed order that are filled, and how many of it were filled before. */
export type Fill = { order: OrderComponents; signature: Hex; units: bigint; filled: bigint };
const isWhole = ({ units, filled }: Fill, quantity: bigint) => units === quantity && filled === 0n;

const unitsOf = ({ offer }: OrderComponents): bigint => offer[0]?.startAmount ?? 0n;
const valueOf = ({ order, units }: Fill): bigint => (isNative(order) ? (priceOf(order) * units) / unitsOf(order) : 0n);

/** Fills a part of an edition: units over the order's quantity is an exact fraction of every amount. */
const fulfilPart = (fill: Fill, recipient: Address): SeaportCall => {
  const { order, signature, units } = fill;
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAdvancedOrder',
    args: [advanced(order, signature, units, unitsOf(order)), [], NO_BYTES32, recipient],
  });
  return { data, value: valueOf(fill) };
};

/**
 * Fills those of several sales that can be filled when the transaction is mined: Seaport skips the others and returns
 * their native coin. Payments to one receiver in one currency are made together.
 */
const fulfilAvailable = (fills: readonly Fill[], recipient: Address): SeaportCall => {
  const payments = new Map<string, { orderIndex: bigint; itemIndex: bigint }[]>();
  for (const [orderIndex, { order }] of fills.entries())
    for (const [itemIndex, { token, recipient: paid }] of order.consideration.entries()) {
      const key = `${token} ${paid}`.toLowerCase();
      const place = { orderIndex: BigInt(orderIndex), itemIndex: BigInt(itemIndex) };
      payments.set(key, [...(payments.get(key) ?? []), place]);
    }
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAvailableAdvancedOrders',
    args: [
      fills.map(({ order, signature, units }) => advanced(order, signature, units, unitsOf(order))),
      [],
      fills.map((_, index) => [{ orderIndex: BigInt(index), itemIndex: 0n }]),
      [...payments.values()],
      NO_BYTES32,
      recipient,
      BigInt(fills.length),
    ],
  });
  return { data, value: fills.reduce((sum, fill) => sum + valueOf(fill), 0n) };
};

/**
 * The call that buys units of one or several sales.
 * @param recipient receives the NFTs; the sender by default
 */
export const buildPurchase = (fills: readonly [Fill, ...Fill[]], recipient: Address = zeroAddress): SeaportCall => {
  const [fill, ...others] = fills;
  if (others.length > 0) return fulfilAvailable(fills, recipient);
  return recipient === zeroAddress && isWhole(fill, unitsOf(fill.order))
    ? fulfilBasic(fill.order, fill.signature)
    : fulfilPart(fill, recipient);
};

/**
 * Fills a part of a bid, or its rest. `fulfillAdvancedOrder` would take fee and royalty from the seller's own wallet.
 * So the bid is matched with an order of the seller for as many units, which needs no signature because the seller
 * sends it: the bidder's money pays fee and royalty, and the seller's order states the exact amount that must reach
 * the seller.
 */
const matchPart = (
  { order: bid, signature, units }: Fill,
  quantity: bigint,
  seller: Address,
  salt: bigint,
): SeaportCall => {
  const [nft, ...payouts] = bid.consideration as [OrderComponents['consideration'][0]];
  const [money] = bid.offer as [OrderComponents['offer'][0]];
  const rest = payouts as OrderComponents['consideration'];
  const net = ((money.startAmount - rest.reduce((sum, line) => sum + line.startAmount, 0n)) * units) / quantity;
  const { recipient: _bidder, ...item } = nft;
  const ask: OrderComponents = {
    ...bid,
    offerer: seller,
    zone: zeroAddress,
    offer: [{ ...item, startAmount: units, endAmount: units }],
    consideration: [{ ...money, startAmount: net, endAmount: net, recipient: seller }],
    orderType: ORDER_TYPE.FULL_OPEN,
    salt,
  };
  const at = (orderIndex: bigint, itemIndex: bigint) => ({ orderIndex, itemIndex });
  const pay = (to: { orderIndex: bigint; itemIndex: bigint }) => ({
    offerComponents: [at(0n, 0n)],
    considerationComponents: [to],
  });
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'matchAdvancedOrders',
    args: [
      [advanced(bid, signature, units, quantity), advanced(ask, '0x', 1n, 1n)],
      [],
      [
        { offerComponents: [at(1n, 0n)], considerationComponents: [at(0n, 0n)] },
        ...rest.map((_, index) => pay(at(0n, BigInt(index + 1)))),
        pay(at(1n, 0n)),
      ],
      seller,
    ],
  });
  return { data, value: 0n };
};

/** The call by which `seller` accepts units of a bid. */
export const buildAcceptance = (
  fill: Fill,
  seller: Address,
  salt: bigint = BigInt(toHex(randomBytes(32))),
): SeaportCall => {
  const quantity = fill.order.consideration[0]?.startAmount ?? 0n;
  return isWhole(fill, quantity) ? fulfilBasic(fill.order, fill.signature) : matchPart(fill, quantity, seller, salt);
};

/** Cancels orders by a transaction of the maker, at the maker's cost. */
export const buildCancel = (orders: OrderComponents[]): Hex =>
  encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [orders] });
