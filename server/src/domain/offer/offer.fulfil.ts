import { seaportAbi } from '@skarb/contracts/abi';
import { encodeFunctionData, type Hex } from 'viem';
import { NO_ADDRESS, NO_BYTES32, type OrderComponents } from './offer.order.ts';

/** A call for a wallet to send to Seaport. `value` is native coin, in wei. */
export type SeaportCall = { data: Hex; value: bigint };

/** BasicOrderType is order type plus four times the route (seaport-types, ConsiderationEnums.sol). */
const ROUTE = { native: { 2: 0, 3: 1 }, erc20: { 2: 2, 3: 3 } } as const;

const priceOf = (order: OrderComponents) => order.consideration.reduce((sum, line) => sum + line.startAmount, 0n);
const isNative = (order: OrderComponents) => order.consideration[0]?.itemType === 0;

/** A whole, unfilled order by the cheapest way there is (research/gas.md: 138k native, 145k WETH). */
const fulfilBasic = (order: OrderComponents, signature: Hex): SeaportCall => {
  const [first, ...rest] = order.consideration as [
    OrderComponents['consideration'][0],
    ...OrderComponents['consideration'],
  ];
  const [offered] = order.offer as [OrderComponents['offer'][0]];
  const route = ROUTE[isNative(order) ? 'native' : 'erc20'][offered.itemType as 2 | 3];
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

/** A part of an edition: units over the order's quantity is an exact fraction of every line. */
const fulfilPart = (order: OrderComponents, signature: Hex, units: bigint, quantity: bigint): SeaportCall => {
  const { counter: _counter, ...parameters } = order;
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAdvancedOrder',
    args: [
      {
        parameters: { ...parameters, totalOriginalConsiderationItems: BigInt(order.consideration.length) },
        numerator: units,
        denominator: quantity,
        signature,
        extraData: '0x',
      },
      [],
      NO_BYTES32,
      NO_ADDRESS,
    ],
  });
  return { data, value: isNative(order) ? (priceOf(order) * units) / quantity : 0n };
};

/**
 * The call that buys `units` of a sale.
 * @param filled units of this order that were bought before
 */
export const buildPurchase = (order: OrderComponents, signature: Hex, units: bigint, filled: bigint): SeaportCall => {
  const quantity = order.offer[0]?.startAmount ?? 0n;
  return units === quantity && filled === 0n
    ? fulfilBasic(order, signature)
    : fulfilPart(order, signature, units, quantity);
};

/** The maker's own way to cancel, at his cost. */
export const buildCancel = (orders: OrderComponents[]): Hex =>
  encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args: [orders] });
