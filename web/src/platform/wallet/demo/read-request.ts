import { MINT_TYPES } from '@skarb/schema/mint';
import { ORDER_TYPES } from '@skarb/schema/order';
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  keccak256,
  parseAbiParameters,
  zeroAddress,
} from 'viem';
import {
  auctionHouseAbi,
  breedingAbi,
  collection1155Abi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  seaportAbi,
} from '../../../../../contracts/abi/index.ts';
import type words from '../../../../locales/en/common/wallet.json';
import { SEAPORT } from '../contract-calls.ts';
import { sameAddress } from '../../format/same-address.ts';
import type { DemoRequest } from './demo-requests.ts';

/** `token` is null for the native coin. */
type Money = { kind: 'money'; token: string | null; units: bigint };
/** `tokenId` is null where any work of the collection will do. */
type Work = { kind: 'work'; contract: string; tokenId: bigint | null; units: bigint };
/** What an auction sells, of which a bid names only the auction's id. */
type Lot = { kind: 'lot'; auctionId: string };
export type Item = Money | Work | Lot;

/** What a request does, from what is signed alone. */
export type Meaning = {
  /** Its words are below `wallet.demo.act`. */
  act: keyof (typeof words)['demo']['act'];
  /** What leaves the wallet, or may leave it. */
  gives?: Item[];
  /** What arrives in it. */
  gets?: Item[];
  /** What a buyer pays in all, or the lowest first bid. */
  price?: Item[];
  /** In seconds. */
  until?: bigint;
  /** Who may take something, or receives it. */
  who?: string;
  /** The collection or currency. */
  place?: string;
  numbers?: bigint[];
  /** Native coin that is sent besides `gives`, in wei. */
  also?: bigint;
};

/** The contracts that the wallet knows; it reads calls of others only as far as every token has them. */
export type KnownContracts = Record<'auctionHouse' | 'breeding' | 'collectionFactory' | 'weth', string>;
export type Known = { contracts?: KnownContracts | undefined; isCurrency(address: string): boolean };

type OrderItem = {
  itemType: number;
  token: string;
  identifierOrCriteria: bigint;
  startAmount: bigint;
  endAmount: bigint;
};
type Order = {
  offerer: string;
  offer: readonly OrderItem[];
  consideration: readonly (OrderItem & { recipient: string })[];
};

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
/** Seaport's item types: 0 native coin, 1 ERC-20, 2 ERC-721, 3 ERC-1155; 4 and 5 any work of a list or collection. */
const itemOf = ({ itemType, token, identifierOrCriteria, startAmount, endAmount }: OrderItem, pick = larger): Item => {
  const units = pick(startAmount, endAmount);
  return itemType < 2
    ? { kind: 'money', token: itemType === 0 ? null : token, units }
    : { kind: 'work', contract: token, tokenId: itemType > 3 ? null : identifierOrCriteria, units };
};

/** One item for each currency and each work. */
const merged = (items: readonly Item[]): Item[] => {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key =
      item.kind === 'money'
        ? `${item.token}`
        : item.kind === 'work'
          ? `${item.contract} ${item.tokenId}`
          : item.auctionId;
    const before = found.get(key.toLowerCase());
    found.set(
      key.toLowerCase(),
      before && 'units' in before && 'units' in item ? { ...item, units: before.units + item.units } : item,
    );
  }
  return [...found.values()];
};
const isMoney = (item: Item): item is Money => item.kind === 'money';

/** An exchange at once. Money on both sides is one sum: fees are paid out of what arrives. */
const exchange = (gives: Item[], gets: Item[]): Meaning => {
  const minus = (items: Item[], others: Item[]) =>
    items.flatMap((item): Item[] => {
      if (!isMoney(item)) return [item];
      const other = others.find(
        (one) => isMoney(one) && (one.token === item.token || sameAddress(one.token, item.token)),
      );
      const units = item.units - (other && isMoney(other) ? other.units : 0n);
      return units > 0n ? [{ ...item, units }] : [];
    });
  const [out, back] = [merged(gives), merged(gets)];
  const [left, right] = [minus(out, back), minus(back, out)];
  const isSale = left.length > 0 && !left.some(isMoney) && right.every(isMoney);
  const act =
    right.length === 0
      ? 'giveAway'
      : left.length === 0
        ? 'receive'
        : isSale
          ? 'accept'
          : left.every(isMoney)
            ? 'buy'
            : 'swap';
  return { act, gives: left, gets: right };
};

/** What the maker of an order signs away and gets for it. */
const ofOrder = ({ offerer, offer, consideration }: Order, endTime: bigint): Meaning => {
  const gives = merged(offer.map((item) => itemOf(item)));
  const gets = merged(
    consideration.filter(({ recipient }) => sameAddress(recipient, offerer)).map((item) => itemOf(item, smaller)),
  );
  const price = merged(consideration.map((item) => itemOf(item, smaller)));
  const act =
    !gives.some(isMoney) && price.every(isMoney) && gets.length > 0
      ? 'sell'
      : gives.every(isMoney) && gets.length > 0 && !gets.some(isMoney)
        ? 'offer'
        : 'promise';
  return { act, gives, gets, price, until: endTime };
};

const orderOfJson = (message: Record<string, unknown>): Order & { endTime: bigint } => {
  const item = (json: Record<string, unknown>) => ({
    itemType: Number(json.itemType),
    token: String(json.token),
    identifierOrCriteria: BigInt(json.identifierOrCriteria as string),
    startAmount: BigInt(json.startAmount as string),
    endAmount: BigInt(json.endAmount as string),
    recipient: String(json.recipient),
  });
  return {
    offerer: String(message.offerer),
    offer: (message.offer as Record<string, unknown>[]).map(item),
    consideration: (message.consideration as Record<string, unknown>[]).map(item),
    endTime: BigInt(message.endTime as string),
  };
};

type Field = { name: string; type: string };
const fields = (types: Record<string, readonly Field[]>) =>
  JSON.stringify(
    Object.entries(types)
      .filter(([name]) => name !== 'EIP712Domain')
      .map(([name, list]) => [name, list.map(({ name: field, type }) => [field, type])] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const PERMIT_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};

/** Above half of the largest number a permission for money has no bound in practice. */
const UNBOUNDED = 1n << 255n;
const allowance = (place: string, who: string, units: bigint): Meaning => {
  if (units === 0n) return { act: 'stopMoney', who, place };
  if (units >= UNBOUNDED) return { act: 'allowAllMoney', who, place };
  return { act: 'allowMoney', who, gives: [{ kind: 'money', token: place, units }] };
};

/**
 * A signature counts as read only if its types are exactly those that the wallet knows: with others, the shown fields might
 * not be those that are signed.
 */
const readTypedData = ({ typedData, from }: Extract<DemoRequest, { kind: 'typedData' }>): Meaning | undefined => {
  const { domain, types, primaryType, message } = typedData;
  const contract = String(domain.verifyingContract);
  const has = (known: Record<string, readonly Field[]>, name: string) =>
    primaryType === name && fields(types) === fields(known);
  if (has(ORDER_TYPES, 'OrderComponents') && sameAddress(contract, SEAPORT)) {
    const order = orderOfJson(message);
    // Only its maker's signature fills an order.
    return sameAddress(order.offerer, from) ? ofOrder(order, order.endTime) : undefined;
  }
  if (has(MINT_TYPES, 'MintRequest')) {
    const [tokenId, units] = [BigInt(message.tokenId as string), BigInt(message.quantity as string)];
    const gets: Item[] = [{ kind: 'work', contract, tokenId, units }];
    return { act: 'mintRequest', gets, who: String(message.to), until: BigInt(message.deadline as string) };
  }
  if (has(PERMIT_TYPES, 'Permit'))
    return {
      ...allowance(contract, String(message.spender), BigInt(message.value as string)),
      until: BigInt(message.deadline as string),
    };
  return undefined;
};

type Tx = Extract<DemoRequest, { kind: 'transaction' }>;

type AdvancedOrder = { parameters: Order; numerator: bigint; denominator: bigint };
/** What the sender pays for orders and receives, if they all can be filled; what an order pays to them comes back. */
const fulfilment = (orders: readonly AdvancedOrder[], recipient: string, from: string): Meaning => {
  const parts = orders.map(({ parameters, numerator, denominator }) => partOf(parameters, numerator, denominator));
  const paid = parts.flatMap(({ consideration }) => consideration);
  const isMine = recipient === zeroAddress || sameAddress(recipient, from);
  const back = paid.filter(({ recipient: to }) => sameAddress(to, from));
  return exchange(
    paid.map((item) => itemOf(item)),
    [...(isMine ? parts.flatMap(({ offer }) => offer) : []), ...back].map((item) => itemOf(item, smaller)),
  );
};

const readSeaport = ({ data, from }: Tx): Meaning | undefined => {
  const call = decodeFunctionData({ abi: seaportAbi, data: data as `0x${string}` });
  switch (call.functionName) {
    case 'fulfillBasicOrder_efficient_6GL6yc': {
      const [order] = call.args;
      // The routes of a basic order: coin for ERC-721, ERC-1155; ERC-20 for them; then the reverse.
      const route = Math.floor(order.basicOrderType / 4);
      const amount = (units: bigint) => ({ startAmount: units, endAmount: units });
      const asked = (itemType: number, units: bigint) =>
        itemOf({
          itemType,
          token: order.considerationToken,
          identifierOrCriteria: order.considerationIdentifier,
          ...amount(units),
        });
      const offered = (itemType: number, units: bigint) =>
        itemOf({ itemType, token: order.offerToken, identifierOrCriteria: order.offerIdentifier, ...amount(units) });
      const extra = order.additionalRecipients.reduce((sum, one) => sum + one.amount, 0n);
      return route < 4
        ? exchange(
            [asked(route < 2 ? 0 : 1, order.considerationAmount + extra)],
            [offered(2 + (route % 2), order.offerAmount)],
          )
        : exchange([asked(route - 2, order.considerationAmount), offered(1, extra)], [offered(1, order.offerAmount)]);
    }
    case 'fulfillAdvancedOrder':
      return fulfilment([call.args[0]], call.args[3], from);
    case 'fulfillAvailableAdvancedOrders':
      return fulfilment(call.args[0], call.args[5], from);
    case 'matchAdvancedOrders': {
      const parts = call.args[0].map(({ parameters, numerator, denominator }) =>
        partOf(parameters, numerator, denominator),
      );
      const arriving = parts.flatMap(({ consideration }) =>
        consideration.filter(({ recipient }) => sameAddress(recipient, from)),
      );
      return exchange(
        parts
          .filter(({ offerer }) => sameAddress(offerer, from))
          .flatMap(({ offer }) => offer.map((item) => itemOf(item))),
        arriving.map((item) => itemOf(item, smaller)),
      );
    }
    case 'cancel': {
      const items = call.args[0]
        .flatMap(({ offer, consideration }) => [...offer, ...consideration])
        .map((item) => itemOf(item));
      return { act: 'cancel', gets: merged(items.filter((item) => !isMoney(item))) };
    }
    case 'incrementCounter':
      return { act: 'cancelAll' };
    default:
      return undefined;
  }
};
const partOf = (order: Order, numerator: bigint, denominator: bigint): Order => {
  const part = <I extends OrderItem>(item: I): I => ({
    ...item,
    startAmount: (item.startAmount * numerator) / (denominator || 1n),
    endAmount: (item.endAmount * numerator) / (denominator || 1n),
  });
  return { offerer: order.offerer, offer: order.offer.map(part), consideration: order.consideration.map(part) };
};

const REQUEST = parseAbiParameters(
  'address currency, uint256 reservePrice, uint40 startsAt, uint40 endsAt, uint16 raiseBps, bytes32 memo',
);
const AUCTION = parseAbiParameters('address, uint40, uint40, uint16, bytes32');
type LotArgs = { collection: string; tokenId: bigint; quantity: bigint };
const workOf = ({ collection, tokenId, quantity }: LotArgs): Item[] => [
  { kind: 'work', contract: collection, tokenId, units: quantity },
];

const readHouse = ({ data }: Tx): Meaning | undefined => {
  const { functionName, args } = decodeFunctionData({ abi: auctionHouseAbi, data: data as `0x${string}` });
  const money = (token: string, units: bigint): Item[] => [{ kind: 'money', token, units }];
  switch (functionName) {
    case 'bid': {
      const [{ currency, startsAt, endsAt, raiseBps }, lotHash, amount] = args;
      const auctionId = keccak256(encodeAbiParameters(AUCTION, [currency, startsAt, endsAt, raiseBps, lotHash]));
      return { act: 'bid', gives: money(currency, amount), gets: [{ kind: 'lot', auctionId }] };
    }
    case 'edit':
      return { act: 'editAuction', gets: workOf(args[1]), price: money(args[0].currency, args[2]), until: args[3] };
    case 'cancel':
      return { act: 'cancelAuction', gets: workOf(args[1]), who: args[1].seller };
    case 'settle':
      return { act: 'settle', gets: workOf(args[1]) };
    case 'claimToken':
      return { act: 'claimToken', gets: workOf(args[1]), who: args[2] };
    case 'claimCredit':
      return { act: 'claimCredit', place: args[1], who: args[2] };
    default:
      return undefined;
  }
};

const readBreeding = ({ data }: Tx, weth: string): Meaning | undefined => {
  const { functionName, args } = decodeFunctionData({ abi: breedingAbi, data: data as `0x${string}` });
  const money = (units: bigint): Item[] => [{ kind: 'money', token: weth, units }];
  const work = (contract: string, tokenId: bigint): Item[] => [{ kind: 'work', contract, tokenId, units: 1n }];
  switch (functionName) {
    case 'breed':
      return { act: 'breed', place: args[0], numbers: [args[1], args[2]], gives: money(args[3]) };
    case 'hatch':
    case 'keep':
    case 'lose':
      return { act: functionName, numbers: [args[0]] };
    case 'open':
      return { act: 'openBreeding', place: args[0], price: money(args[1]) };
    case 'setBaseFee':
      return { act: 'setBaseFee', place: args[0], price: money(args[1]) };
    case 'close':
      return { act: 'closeBreeding', place: args[0] };
    case 'enrol':
      return { act: 'enrol', place: args[0], numbers: [BigInt(args[1].length)] };
    case 'offerSiring':
      return { act: 'offerSiring', gets: work(args[0], args[1]), price: money(args[2]), until: BigInt(args[3]) };
    case 'withdrawSiring':
      return { act: 'withdrawSiring', gets: work(args[0], args[1]) };
    default:
      return undefined;
  }
};

/** Calls that tokens of every contract have, and those of a collection's maker. */
const readToken = ({ to, data, from }: Tx, { contracts, isCurrency }: Known): Meaning | undefined => {
  const abi = [...collection721Abi, ...collection1155Abi, ...erc20Abi] as const;
  const call = decodeFunctionData({ abi, data: data as `0x${string}` });
  const work = (tokenId: bigint, units = 1n): Item[] => [{ kind: 'work', contract: to, tokenId, units }];
  const send = (owner: string, who: string, gives: Item[]): Meaning | undefined =>
    sameAddress(owner, from) ? { act: 'send', gives, who } : undefined;
  switch (call.functionName) {
    case 'approve': {
      const [who, number] = call.args;
      return isCurrency(to) ? allowance(to, who, number) : { act: 'allowUnknown', who, place: to, numbers: [number] };
    }
    case 'setApprovalForAll':
      return { act: call.args[1] ? 'allowWorks' : 'stopWorks', who: call.args[0], place: to };
    case 'setMinter':
      return { act: call.args[1] ? 'allowMinter' : 'stopMinter', who: call.args[0], place: to };
    case 'transfer':
      return { act: 'send', who: call.args[0], gives: [{ kind: 'money', token: to, units: call.args[1] }] };
    case 'transferFrom': {
      const [owner, who, number] = call.args;
      return send(owner, who, isCurrency(to) ? [{ kind: 'money', token: to, units: number }] : work(number));
    }
    case 'safeTransferFrom': {
      const [owner, who, tokenId] = call.args;
      const units = call.args.length === 5 ? call.args[3] : 1n;
      const gives = work(tokenId, units);
      const request = call.args.length === 5 ? call.args[4] : call.args[3];
      if (!request || request === '0x' || !contracts || !sameAddress(who, contracts.auctionHouse))
        return send(owner, who, gives);
      const [currency, reserve, , until] = decodeAbiParameters(REQUEST, request);
      const price: Item[] = [{ kind: 'money', token: currency, units: reserve }];
      return send(owner, who, gives) && { act: 'startAuction', gives, price, until: BigInt(until), who };
    }
    default:
      return undefined;
  }
};

const readTransaction = (request: Tx, known: Known): Meaning | undefined => {
  const { to, data, value } = request;
  const is = (name: keyof KnownContracts) => known.contracts !== undefined && sameAddress(to, known.contracts[name]);
  if (data === '0x') return { act: 'send', who: to, gives: [{ kind: 'money', token: null, units: value }] };
  if (sameAddress(to, SEAPORT)) return readSeaport(request);
  if (is('auctionHouse')) return readHouse(request);
  if (is('breeding')) return readBreeding(request, known.contracts?.weth ?? '');
  if (is('collectionFactory')) {
    const { functionName, args } = decodeFunctionData({ abi: collectionFactoryAbi, data: data as `0x${string}` });
    if (functionName !== 'createAndMint') return undefined;
    // The factory calculates the contract's address itself.
    return { act: 'mint', who: args[4].to, numbers: [args[4].tokenId] };
  }
  return readToken(request, known);
};

/**
 * What a request does, from what is signed or sent alone, never from what the page says about it. Where the wallet cannot
 * tell, the act is `unread` or `unreadData`.
 */
export const readRequest = (request: Exclude<DemoRequest, { kind: 'text' }>, known: Known): Meaning => {
  const read = () => {
    try {
      return request.kind === 'typedData' ? readTypedData(request) : readTransaction(request, known);
    } catch {
      // No function or value of the contract it calls.
      return undefined;
    }
  };
  const meaning = read();
  // An end below zero can be written into a request, though no chain accepts it.
  if (request.kind === 'typedData') return meaning && (meaning.until ?? 0n) >= 0n ? meaning : { act: 'unreadData' };
  const { act, gives = [], ...rest } = meaning ?? { act: 'unread', who: request.to };
  const coin = gives.reduce((sum, item) => (isMoney(item) && item.token === null ? sum + item.units : sum), 0n);
  return { act, gives, ...rest, ...(request.value > coin && { also: request.value - coin }) };
};
