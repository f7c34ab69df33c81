import { sameAddress } from '../format/same-address.ts';
import { rpc, type Log } from './rpc.ts';

/** Seaport 1.6, at the same address on every chain. */
export const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395';

/** Four-byte selectors of the functions that a page calls without viem. The test compares them with the ABIs. */
const SELECTOR = {
  balanceOf: '0x70a08231',
  unitsOf: '0x00fdd58e',
  ownerOf: '0x6352211e',
  getApproved: '0x081812fc',
  isApprovedForAll: '0xe985e9c5',
  allowance: '0xdd62ed3e',
  approve: '0x095ea7b3',
  setApprovalForAll: '0xa22cb465',
  getOrderStatus: '0x46423aa7',
  getCounter: '0xf07ec373',
  breed: '0x77444820',
} as const;
/** Seaport's event OrderFulfilled: its data begins with the hash of the order. The test compares it with the ABI. */
const ORDER_FULFILLED = '0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31';
/** The hashes of the orders that a transaction filled, in lower case. */
export const ordersFilledBy = (logs: readonly Log[]): string[] =>
  logs
    .filter(({ address, topics }) => sameAddress(address, SEAPORT) && topics[0] === ORDER_FULFILLED)
    .map(({ data }) => data.slice(0, 66).toLowerCase());

type Argument = string | bigint | boolean;

const word = (argument: Argument): string =>
  (typeof argument === 'string' ? argument.slice(2).toLowerCase() : BigInt(argument).toString(16)).padStart(64, '0');

/** Encodes the call data of one of these functions; an address or 32 bytes as hex, a number as a bigint. */
export const encodeCall = (name: keyof typeof SELECTOR, ...args: Argument[]): `0x${string}` =>
  `${SELECTOR[name]}${args.map(word).join('')}`;

/**
 * Calls a contract and returns its answer as words of 32 bytes; none if no contract has this address. @throws as `rpc`
 */
const ask = async (url: string, to: string, data: string, block: string): Promise<bigint[]> => {
  const answer = await rpc<string>(url, 'eth_call', [{ to, data }, block]);
  return (answer.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`));
};
const first = (words: readonly bigint[]): bigint => words[0] ?? 0n;
const toAddress = (value: bigint): string => `0x${value.toString(16).padStart(40, '0')}`;

/**
 * Reads contracts at one block of a node: `latest`, or a number as hex.
 * @throws WalletError `rpcAway`; RpcError if a contract reverts, for instance `ownerOf` for a token that is not minted
 */
export const readerOf = (url: string, block = 'latest') => ({
  /** Balance in base units of a currency. */
  balanceOf: async (currency: string, owner: string) =>
    first(await ask(url, currency, encodeCall('balanceOf', owner), block)),
  /** The amount that a spender may transfer, in base units of a currency. */
  allowance: async (currency: string, owner: string, spender: string = SEAPORT) =>
    first(await ask(url, currency, encodeCall('allowance', owner, spender), block)),
  /** The units of an edition that an owner holds. */
  unitsOf: async (contract: string, owner: string, tokenId: bigint) =>
    first(await ask(url, contract, encodeCall('unitsOf', owner, tokenId), block)),
  ownerOf: async (contract: string, tokenId: bigint) =>
    toAddress(first(await ask(url, contract, encodeCall('ownerOf', tokenId), block))),
  /** The address that may transfer this one token besides its owner. */
  getApproved: async (contract: string, tokenId: bigint) =>
    toAddress(first(await ask(url, contract, encodeCall('getApproved', tokenId), block))),
  isApprovedForAll: async (contract: string, owner: string, operator: string = SEAPORT) =>
    first(await ask(url, contract, encodeCall('isApprovedForAll', owner, operator), block)) === 1n,
  /** The state of an order in Seaport: `filled` of `size` parts; both 0 before the first fill. */
  orderStatus: async (orderHash: string) => {
    const words = await ask(url, SEAPORT, encodeCall('getOrderStatus', orderHash), block);
    return { isCancelled: words[1] === 1n, filled: words[2] ?? 0n, size: words[3] ?? 0n };
  },
  /** The maker's counter; orders signed with another one are invalid. */
  counter: async (maker: string) => first(await ask(url, SEAPORT, encodeCall('getCounter', maker), block)),
});
