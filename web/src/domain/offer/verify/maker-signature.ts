import type { SignedOrder } from '@skarb/schema/offer';
import { ORDER_TYPES } from '@skarb/schema/order';
import { encodeFunctionData, hashTypedData, type Address, type Hex } from 'viem';
import { paysFees, rpc, RpcError } from '../../../platform/wallet/rpc.ts';

const abi = [
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
const MAGIC = '0x1626ba7e';

/**
 * Whether the maker's contract wallet accepts the signature of the order at a block (ERC-1271), as Seaport asks it: its owners
 * can withdraw a signature without a trace. null for a wallet with a key of its own, and where the offer has no signature.
 * @throws WalletError `rpcAway`
 */
export const isAcceptedByMaker = async (
  { rpcUrl, chainId }: { rpcUrl: string; chainId: number },
  { components, signature, seaport }: SignedOrder,
  block: string,
): Promise<boolean | null> => {
  const { offerer } = components;
  if (signature === null || (await paysFees(rpcUrl, offerer))) return null;
  const domain = { name: 'Seaport', version: '1.6', chainId, verifyingContract: seaport as Address };
  const hash = hashTypedData({
    domain,
    types: ORDER_TYPES,
    primaryType: 'OrderComponents',
    message: components as never,
  });
  const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature as Hex] });
  try {
    return (await rpc<string>(rpcUrl, 'eth_call', [{ to: offerer, data }, block])).startsWith(MAGIC);
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
};
