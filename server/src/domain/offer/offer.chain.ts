import { ORDER_TYPES } from '@skarb/schema/order';
import { collection721Abi, erc20Abi, seaportAbi } from '@skarb/contracts/abi';
import { hashTypedData, recoverTypedDataAddress, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { normaliseSignature, orderDomain, type OrderComponents } from './offer.order.ts';

type OnChain = Pick<Context, 'config' | 'chain'>;

/** May Seaport move this holder's NFTs of a contract? */
export const isApprovedForAll = ({ config, chain }: OnChain, contract: Address, owner: Address): Promise<boolean> =>
  reading(() =>
    chain.public.readContract({
      address: contract,
      abi: collection721Abi,
      functionName: 'isApprovedForAll',
      args: [owner, config.deployment.seaport],
    }),
  );

/** A maker's Seaport counter: orders signed under another one are worthless. */
export const readCounter = ({ config, chain }: OnChain, maker: Address): Promise<bigint> =>
  reading(() =>
    chain.public.readContract({
      address: config.deployment.seaport,
      abi: seaportAbi,
      functionName: 'getCounter',
      args: [maker],
    }),
  );

/** What Seaport knows of an order, in units of it. */
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

/** What a buyer has, and how much of it Seaport (or who is named) may take (a native coin needs no allowance). */
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

/**
 * The maker's signature over exactly this order, as Seaport will take it: by his key, or by what his contract wallet
 * accepts (ERC-1271).
 * @returns undefined when it is somebody else's, or over something else
 */
export const checkSignature = async (
  { config, chain }: OnChain,
  order: OrderComponents,
  signature: Hex,
): Promise<Hex | undefined> => {
  const typedData = {
    domain: orderDomain(chain.id, config.deployment.seaport),
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    message: order,
  } as never;
  const normal = normaliseSignature(signature);
  const signer = await recoverTypedDataAddress({ ...(typedData as object), signature: normal } as never).catch(
    () => undefined,
  );
  if (signer?.toLowerCase() === order.offerer.toLowerCase()) return normal;
  const code = await reading(() => chain.public.getCode({ address: order.offerer }));
  if (!code || code === '0x') return undefined;
  const hash = hashTypedData(typedData);
  const answer = await reading(async () => {
    try {
      return await chain.public.readContract({
        address: order.offerer,
        abi: ERC1271,
        functionName: 'isValidSignature',
        args: [hash, signature],
      });
    } catch (error) {
      // A contract that reverts says no; a node that is away says nothing.
      if (/revert|returned no data|decod/i.test(String((error as { shortMessage?: string }).shortMessage ?? error)))
        return undefined;
      throw error;
    }
  });
  return answer === '0x1626ba7e' ? signature : undefined;
};

const ERC1271 = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ name: '', type: 'bytes4' }],
  },
] as const;
