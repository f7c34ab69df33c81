/** Asks the chain by a simulated call whether an account with enough tokens and money could fill an order now. */
import { seaportAbi } from '@skarb/contracts/abi';
import {
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  keccak256,
  numberToHex,
  pad,
  slice,
  type Hex,
} from 'viem';
import { buildAcceptance, buildPurchase } from '../src/domain/offer/offer.fulfil.ts';
import type { OrderComponents } from '../src/domain/offer/offer.order.ts';
import { readRevert } from '../src/platform/chain/revert-reason.ts';
import type { Token, World } from './world.ts';

export type Asked = {
  type: 'SALE' | 'BID';
  token: Token;
  orderHash: Hex;
  order: OrderComponents;
  signature: Hex;
  /** The units to fill, such as the rest of the order. */
  units: bigint;
};
/** `why` is the chain's own reason; undefined when the fill would succeed. */
export type Fill = { why: string | undefined; filled: bigint; isCancelled: boolean };

type Call = { method: string; params: unknown[] };
type Answer = { id: number; result?: Hex; error?: { message: string; data?: Hex } };
/** Sends a batch of requests to a node. @returns the responses in the order of the calls */
export const batch = async (rpcUrl: string, calls: Call[]): Promise<Answer[]> => {
  if (calls.length === 0) return [];
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  });
  return ((await response.json()) as Answer[]).toSorted((a, b) => a.id - b.id);
};

const word = (value: bigint): Hex => numberToHex(BigInt.asUintN(256, value), { size: 32 });
/** The storage slot of a token's owner in Solady's ERC-721 (ERC721.sol, `ownershipSlot`). */
const ownerSlot = (id: bigint): Hex =>
  word(2n * id + BigInt(keccak256(encodePacked(['bytes28', 'bytes4'], [slice(word(id), 0, 28), '0x7d882553']))));
/** The storage slot of an owner's balance of a token in Solady's ERC-1155 (ERC1155.sol, `balanceOf`). */
const balanceSlot = (id: bigint, owner: Hex): Hex =>
  keccak256(encodePacked(['uint256', 'address', 'bytes12'], [id, owner, '0x000000009a31110384e0b0c9']));

/** State overrides in which the rich account holds the token that a bid asks for, whoever really holds it. */
const asHolder = ({ token }: Asked, rich: Hex) => ({
  [token.contract]: {
    stateDiff: token.isEdition
      ? { [balanceSlot(token.id, rich)]: word(token.quantity) }
      : { [ownerSlot(token.id)]: pad(rich) },
  },
});

/** Simulates the fill of each order at the newest block. */
export const askChain = async (world: World, asked: Asked[]): Promise<Fill[]> => {
  const { chain, deployment, rich } = world;
  const statuses = await batch(
    chain.rpcUrl,
    asked.map(({ orderHash }) => ({
      method: 'eth_call',
      params: [
        {
          to: deployment.seaport,
          data: encodeFunctionData({ abi: seaportAbi, functionName: 'getOrderStatus', args: [orderHash] }),
        },
        'latest',
      ],
    })),
  );
  const known = statuses.map(({ result }, index) => {
    const [, isCancelled, filled, size] = decodeFunctionResult({
      abi: seaportAbi,
      functionName: 'getOrderStatus',
      data: result as Hex,
    });
    const { order, type } = asked[index] as Asked;
    const quantity = (type === 'SALE' ? order.offer[0] : order.consideration[0])?.startAmount ?? 0n;
    return { isCancelled, filled: size === 0n ? 0n : (filled * quantity) / size };
  });
  const fills = await batch(
    chain.rpcUrl,
    asked.map((one, index) => {
      const { filled } = known[index] as { filled: bigint };
      const call =
        one.type === 'SALE' ? buildPurchase([{ ...one, filled }]) : buildAcceptance({ ...one, filled }, rich, 1n);
      const tx = {
        from: rich,
        to: deployment.seaport,
        data: call.data,
        value: numberToHex(call.value),
        gas: '0x300000',
      };
      return { method: 'eth_call', params: one.type === 'SALE' ? [tx, 'latest'] : [tx, 'latest', asHolder(one, rich)] };
    }),
  );
  return fills.map(({ error }, index) => ({
    ...(known[index] as { filled: bigint; isCancelled: boolean }),
    why: error && (error.data ? readRevert(error.data).code : error.message),
  }));
};
