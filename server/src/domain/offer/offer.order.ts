import { ORDER_TYPES } from '@skarb/schema/order';
import { splitPrice, type SignatureStep } from '@skarb/schema/primitive';
import type { TokenType } from '@skarb/schema/token';
import {
  compactSignatureToSignature,
  getTypesForEIP712Domain,
  hashStruct,
  hexToBytes,
  parseCompactSignature,
  parseSignature,
  serializeSignature,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import { randomBytes } from 'node:crypto';

export const NO_BYTES32: Hex = `0x${'00'.repeat(32)}`;

/** Seaport's item and order types (seaport-types, ConsiderationEnums.sol). */
export const ITEM = { NATIVE: 0, ERC20: 1, ERC721: 2, ERC1155: 3 } as const;
export const ORDER_TYPE = { FULL_OPEN: 0, PARTIAL_OPEN: 1 } as const;

type Item = { itemType: number; token: Address; identifierOrCriteria: bigint; startAmount: bigint; endAmount: bigint };
export type OrderComponents = {
  offerer: Address;
  zone: Address;
  offer: Item[];
  consideration: (Item & { recipient: Address })[];
  orderType: number;
  startTime: bigint;
  endTime: bigint;
  zoneHash: Hex;
  salt: bigint;
  conduitKey: Hex;
  counter: bigint;
};

/** What an order is built from, for both a seller and a bidder. */
export type OrderTerms = {
  maker: Address;
  zone: Address;
  type: TokenType;
  contract: Address;
  tokenId: bigint;
  quantity: bigint;
  /** Of one unit, in base units. */
  unitPrice: bigint;
  /** null for the native coin. */
  currency: Address | null;
  marketplaceBps: number;
  feeRecipient: Address;
  royaltyBps: number;
  royaltyReceiver: Address;
  startsAt: Date | null;
  endsAt: Date;
  counter: bigint;
};

/** Without a start, an order starts slightly in the past: block times lag behind clocks. */
const START_SLACK_SECONDS = 600;

const nftOf = ({ type, contract, tokenId, quantity }: OrderTerms): Item => ({
  itemType: type === 'ERC721' ? ITEM.ERC721 : ITEM.ERC1155,
  token: contract,
  identifierOrCriteria: tokenId,
  startAmount: quantity,
  endAmount: quantity,
});
/** One unit's share of the price times the quantity: any whole number of units is then an exact fraction. */
const moneyOf = ({ currency, quantity }: OrderTerms, unitShare: bigint): Item => ({
  itemType: currency === null ? ITEM.NATIVE : ITEM.ERC20,
  token: currency ?? zeroAddress,
  identifierOrCriteria: 0n,
  startAmount: unitShare * quantity,
  endAmount: unitShare * quantity,
});
const framed = (
  terms: OrderTerms,
  now: Date,
  salt: bigint,
  items: Pick<OrderComponents, 'offer' | 'consideration'>,
): OrderComponents => ({
  offerer: terms.maker,
  zone: terms.zone,
  ...items,
  orderType: terms.quantity > 1n ? ORDER_TYPE.PARTIAL_OPEN : ORDER_TYPE.FULL_OPEN,
  startTime: BigInt(Math.floor((terms.startsAt ?? now).getTime() / 1000) - (terms.startsAt ? 0 : START_SLACK_SECONDS)),
  endTime: BigInt(Math.floor(terms.endsAt.getTime() / 1000)),
  zoneHash: NO_BYTES32,
  salt,
  conduitKey: NO_BYTES32,
  counter: terms.counter,
});
const randomSalt = () => BigInt(toHex(randomBytes(32)));

/**
 * The Seaport order of a fixed-price sale. A creator who sells gets the royalty in the seller's amount. The seller's
 * amount is never zero: fee and royalty together are at most 60 %, each rounded down.
 */
export const buildSaleOrder = (terms: OrderTerms, now: Date, salt = randomSalt()): OrderComponents => {
  const { maker: seller, royaltyReceiver } = terms;
  const unit = splitPrice(terms.unitPrice, terms.marketplaceBps, terms.royaltyBps);
  const isOwnRoyalty = royaltyReceiver.toLowerCase() === seller.toLowerCase();
  const line = (unitShare: bigint, recipient: Address) => ({ ...moneyOf(terms, unitShare), recipient });
  return framed(terms, now, salt, {
    offer: [nftOf(terms)],
    consideration: [
      line(unit.sellerReceives + (isOwnRoyalty ? unit.royalty : 0n), seller),
      line(unit.marketplace, terms.feeRecipient),
      line(isOwnRoyalty ? 0n : unit.royalty, royaltyReceiver),
    ].filter(({ startAmount }) => startAmount > 0n),
  });
};

/**
 * The Seaport order of a bid: the bidder offers the money for the NFT. Fee and royalty are paid out of that money; the
 * rest is the seller's.
 */
export const buildBidOrder = (terms: OrderTerms, now: Date, salt = randomSalt()): OrderComponents => {
  if (terms.currency === null) throw new Error('a bid is never in the native coin');
  const unit = splitPrice(terms.unitPrice, terms.marketplaceBps, terms.royaltyBps);
  return framed(terms, now, salt, {
    offer: [moneyOf(terms, terms.unitPrice)],
    consideration: [
      { ...nftOf(terms), recipient: terms.maker },
      { ...moneyOf(terms, unit.marketplace), recipient: terms.feeRecipient },
      { ...moneyOf(terms, unit.royalty), recipient: terms.royaltyReceiver },
    ].filter(({ startAmount }) => startAmount > 0n),
  });
};

/** Seaport's order hash: the EIP-712 struct hash of the components. */
export const hashOrder = (order: OrderComponents): Hex =>
  hashStruct({ data: order as never, primaryType: 'OrderComponents', types: ORDER_TYPES });

/** The EIP-712 domain of Seaport 1.6. */
export const orderDomain = (chainId: number, seaport: Address) =>
  ({ name: 'Seaport', version: '1.6', chainId, verifyingContract: seaport }) as const;

type Stored = Record<string, unknown>;
const inText = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(inText);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inText(entry)]));
  return value;
};

/** The components with numbers as decimal strings, for the database and for wallets. */
export const orderToJson = (order: OrderComponents) => inText(order) as Stored;
/** The inverse of `orderToJson`. */
export const orderFromJson = (json: Stored): OrderComponents => {
  const item = (stored: Stored) => ({
    itemType: Number(stored.itemType),
    token: stored.token as Address,
    identifierOrCriteria: BigInt(stored.identifierOrCriteria as string),
    startAmount: BigInt(stored.startAmount as string),
    endAmount: BigInt(stored.endAmount as string),
  });
  return {
    offerer: json.offerer as Address,
    zone: json.zone as Address,
    offer: (json.offer as Stored[]).map(item),
    consideration: (json.consideration as Stored[]).map((stored) => ({
      ...item(stored),
      recipient: stored.recipient as Address,
    })),
    orderType: Number(json.orderType),
    startTime: BigInt(json.startTime as string),
    endTime: BigInt(json.endTime as string),
    zoneHash: json.zoneHash as Hex,
    salt: BigInt(json.salt as string),
    conduitKey: json.conduitKey as Hex,
    counter: BigInt(json.counter as string),
  };
};

/** The argument of `eth_signTypedData_v4`. */
export const typedDataOf = (order: OrderComponents, chainId: number, seaport: Address): SignatureStep['typedData'] => {
  const domain = orderDomain(chainId, seaport);
  return {
    domain,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...ORDER_TYPES },
    primaryType: 'OrderComponents',
    message: orderToJson(order),
  };
};

/**
 * A key's signature in the form that Seaport accepts: 65 bytes with v of 27 or 28. Rewrites compact signatures
 * (EIP-2098) and the recovery ids 0 and 1 of hardware wallets; leaves everything else unchanged.
 */
export const normaliseSignature = (signature: Hex): Hex => {
  const length = hexToBytes(signature).length;
  if (length !== 64 && length !== 65) return signature;
  try {
    const parsed =
      length === 64 ? compactSignatureToSignature(parseCompactSignature(signature)) : parseSignature(signature);
    return serializeSignature({ r: parsed.r, s: parsed.s, yParity: parsed.yParity ?? 0 });
  } catch {
    return signature;
  }
};
