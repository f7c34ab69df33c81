import { ORDER_TYPES } from '@skarb/schema/order';
import { collection721Abi, erc20Abi, seaportAbi } from '@skarb/contracts/abi';
import { hashTypedData, recoverTypedDataAddress, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { isTakenByContract } from '../../platform/chain/contract-signature.ts';
import { normaliseSignature, orderDomain, type OrderComponents } from './offer.order.ts';

type OnChain = Pick<Context, 'config' | 'chain'>;

/** Whether Seaport may transfer this holder's NFTs of a contract. */
export const isApprovedForAll = ({ config, chain }: OnChain, contract: Address, owner: Address): Promise<boolean> =>
  reading(() =>
    chain.public.readContract({
      address: contract,
      abi: collection721Abi,
      functionName: 'isApprovedForAll',
      args: [owner, config.deployment.seaport],
    }),
  );

/** A maker's Seaport counter: orders signed under another one are invalid. */
export const readCounter = ({ config, chain }: OnChain, maker: Address): Promise<bigint> =>
  reading(() =>
    chain.public.readContract({
      address: config.deployment.seaport,
      abi: seaportAbi,
      functionName: 'getCounter',
      args: [maker],
    }),
  );

/** The state of an order in Seaport, in units of the NFT. */
export const readOrderState = async ({ config, chain }: OnChain, orderHash: Hex, quantity: bigint) => {
  const [, isCancelled, filled, size] = await reading(() =>
    chain.public.readContract({
      address: config.deployment.seaport,
      abi: seaportAbi,
      functionName: 'getOrderStatus',
      args: [orderHash],
    }),
  );
  return { isCancelled, filled: size === 0n ? 0n : (filled * quantity) / size };
};

/** A balance, and how much of it Seaport (or `spender`) may take; a native coin needs no allowance. */
export const readFunds = (
  { config, chain }: OnChain,
  currency: Address | null,
  owner: Address,
  spender = config.deployment.seaport,
) =>
  reading(async () => {
    if (currency === null) return { balance: await chain.public.getBalance({ address: owner }), allowance: null };
    const token = { address: currency, abi: erc20Abi } as const;
    const [balance, allowance] = await Promise.all([
      chain.public.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
      chain.public.readContract({ ...token, functionName: 'allowance', args: [owner, spender] }),
    ]);
    return { balance, allowance };
  });

const typedOf = ({ config, chain }: OnChain, order: OrderComponents) =>
  ({
    domain: orderDomain(chain.id, config.deployment.seaport),
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    message: order,
  }) as never;

/** The EIP-712 digest that a maker signs, with a key or with a contract. */
export const orderHashOf = (needs: OnChain, order: OrderComponents): Hex => hashTypedData(typedOf(needs, order));

/**
 * Whether the maker's own key signed it.
 * @param signature in any form that normaliseSignature accepts
 */
export const isSignedByKey = async (needs: OnChain, order: OrderComponents, signature: Hex): Promise<boolean> => {
  const typed = { ...(typedOf(needs, order) as object), signature: normaliseSignature(signature) } as never;
  const signer = await recoverTypedDataAddress(typed).catch(() => undefined);
  return signer?.toLowerCase() === order.offerer.toLowerCase();
};

/**
 * The maker's signature over exactly this order in the form that Seaport accepts: by the maker's key, or by their
 * contract wallet (ERC-1271).
 * @returns undefined when someone else signed it, or it signs something else
 */
export const checkSignature = async (
  needs: OnChain,
  order: OrderComponents,
  signature: Hex,
): Promise<{ signature: Hex; isByContract: boolean } | undefined> => {
  const { chain } = needs;
  if (await isSignedByKey(needs, order, signature))
    return { signature: normaliseSignature(signature), isByContract: false };
  const code = await reading(() => chain.public.getCode({ address: order.offerer }));
  if (!code || code === '0x') return undefined;
  const hash = orderHashOf(needs, order);
  const isTaken = await reading(() => isTakenByContract(chain, order.offerer, hash, signature));
  return isTaken ? { signature, isByContract: true } : undefined;
};
