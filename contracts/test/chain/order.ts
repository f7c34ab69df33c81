/** Seaport orders as the marketplace builds them, for tests: seller, 10 % fee, royalty. */
import { zeroAddress, type Address, type Hex } from 'viem';
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';

export const zeroBytes = `0x${'00'.repeat(32)}` satisfies Hex;
export const nativeCoin = zeroAddress;

const offerItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
] as const;

/** EIP-712 types of Seaport 1.6 (its documentation, "Order"). */
export const orderTypes = {
  OrderComponents: [
    { name: 'offerer', type: 'address' },
    { name: 'zone', type: 'address' },
    { name: 'offer', type: 'OfferItem[]' },
    { name: 'consideration', type: 'ConsiderationItem[]' },
    { name: 'orderType', type: 'uint8' },
    { name: 'startTime', type: 'uint256' },
    { name: 'endTime', type: 'uint256' },
    { name: 'zoneHash', type: 'bytes32' },
    { name: 'salt', type: 'uint256' },
    { name: 'conduitKey', type: 'bytes32' },
    { name: 'counter', type: 'uint256' },
  ],
  OfferItem: offerItem,
  ConsiderationItem: [...offerItem, { name: 'recipient', type: 'address' }],
} as const;

export const orderDomain = (chainId: number) =>
  ({ name: 'Seaport', version: '1.6', chainId, verifyingContract: SEAPORT_ADDRESS }) as const;

export type Sale = {
  seller: Address;
  zone: Address;
  collection: Address;
  kind: 721 | 1155;
  tokenId: bigint;
  quantity: bigint;
  currency: Address;
  unitPrice: bigint;
  feeRecipient: Address;
  creator: Address;
  royaltyBps: bigint;
  salt?: bigint;
  startTime?: bigint;
  endTime?: bigint;
};

/** The order components of a fixed-price sale. Every payout is unit price times quantity, so fractions stay exact. */
export function saleOrder(sale: Sale) {
  const { unitPrice, quantity } = sale;
  const fee = (unitPrice * 1_000n) / 10_000n;
  const royalty = (unitPrice * sale.royaltyBps) / 10_000n;
  const line = (unit: bigint, recipient: Address) => ({
    itemType: sale.currency === nativeCoin ? 0 : 1,
    token: sale.currency,
    identifierOrCriteria: 0n,
    startAmount: unit * quantity,
    endAmount: unit * quantity,
    recipient,
  });
  return {
    offerer: sale.seller,
    zone: sale.zone,
    offer: [
      {
        itemType: sale.kind === 721 ? 2 : 3,
        token: sale.collection,
        identifierOrCriteria: sale.tokenId,
        startAmount: quantity,
        endAmount: quantity,
      },
    ],
    consideration: [
      line(unitPrice - fee - royalty, sale.seller),
      line(fee, sale.feeRecipient),
      line(royalty, sale.creator),
    ],
    orderType: sale.kind === 721 ? 0 : 1,
    startTime: sale.startTime ?? 0n,
    endTime: sale.endTime ?? 4_000_000_000n,
    zoneHash: zeroBytes,
    salt: sale.salt ?? 7n,
    conduitKey: zeroBytes,
    counter: 0n,
  };
}

/** A bid for what a sale offers, at the same price: the bidder's money pays fee and royalty. */
export function bidOrder(
  { offer, consideration, ...sale }: ReturnType<typeof saleOrder>,
  bidder: Address,
): ReturnType<typeof saleOrder> {
  const [{ recipient: _seller, ...money }, ...payouts] = consideration as [(typeof consideration)[0]];
  const price = consideration.reduce((sum, { startAmount }) => sum + startAmount, 0n);
  return {
    ...sale,
    offerer: bidder,
    offer: [{ ...money, startAmount: price, endAmount: price }],
    consideration: [{ ...offer[0]!, recipient: bidder }, ...payouts],
  };
}

/** The same order in the flat shape of `fulfillBasicOrder_efficient_6GL6yc`: one ERC-721 for one currency. */
export function basicOrder(order: ReturnType<typeof saleOrder>, signature: Hex) {
  const [first, ...rest] = order.consideration;
  const offered = order.offer[0]!;
  return {
    considerationToken: first!.token,
    considerationIdentifier: first!.identifierOrCriteria,
    considerationAmount: first!.startAmount,
    offerer: order.offerer,
    zone: order.zone,
    offerToken: offered.token,
    offerIdentifier: offered.identifierOrCriteria,
    offerAmount: offered.startAmount,
    // BasicOrderType: order type plus four times the route, which pays for an ERC-721 in the native coin (0) or in an
    // ERC-20 token (2), or accepts an ERC-20 token for it (4): twice the type of the first item.
    basicOrderType: order.orderType + 8 * first!.itemType,
    startTime: order.startTime,
    endTime: order.endTime,
    zoneHash: order.zoneHash,
    salt: order.salt,
    offererConduitKey: order.conduitKey,
    fulfillerConduitKey: zeroBytes,
    totalOriginalAdditionalRecipients: BigInt(rest.length),
    additionalRecipients: rest.map(({ startAmount, recipient }) => ({ amount: startAmount, recipient })),
    signature,
  };
}

/** A fraction of the same order in the shape of `fulfillAdvancedOrder`. */
export function advancedOrder(
  order: ReturnType<typeof saleOrder>,
  signature: Hex,
  numerator: bigint,
  denominator: bigint,
) {
  const { counter: _counter, ...parameters } = order;
  const totalOriginalConsiderationItems = BigInt(order.consideration.length);
  return {
    parameters: { ...parameters, totalOriginalConsiderationItems },
    numerator,
    denominator,
    signature,
    extraData: '0x',
  } as const;
}
