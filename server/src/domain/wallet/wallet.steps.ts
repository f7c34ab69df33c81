import { erc20Abi } from '@skarb/contracts/abi';
import type { TransactionStep } from '@skarb/schema/primitive';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, parseAbi, type Address } from 'viem';
import type { Config } from '../../config.ts';

const approvalAbi = parseAbi(['function setApprovalForAll(address operator, bool isApproved)']);

type Target = { deployment: Pick<Config['deployment'], 'seaport'>; chain: Pick<Config['chain'], 'id'> };

/**
 * Lets Seaport transfer the owner's tokens of a collection: the standard approves all of them, so it is needed once.
 */
export const nftApprovalStep = (
  { deployment, chain }: Target,
  contract: Address,
  isDone: boolean,
): TransactionStep => ({
  id: 'approve-nft',
  kind: 'transaction',
  description: 'Allow the marketplace to transfer your tokens of this collection when they are sold',
  status: isDone ? 'complete' : 'incomplete',
  chainId: chain.id,
  to: getAddress(contract),
  data: encodeFunctionData({
    abi: approvalAbi,
    functionName: 'setApprovalForAll',
    args: [getAddress(deployment.seaport), true],
  }),
  value: '0',
});

/** Lets Seaport take exactly this much of a currency, in its base units. */
export const erc20ApprovalStep = (
  { deployment, chain }: Target,
  currency: { address: Address; symbol: string; decimals: number },
  units: bigint,
  isDone: boolean,
): TransactionStep => ({
  id: `approve-${currency.symbol.toLowerCase()}`,
  kind: 'transaction',
  description: `Allow the marketplace to spend ${fromBaseUnits(units, currency.decimals)} ${currency.symbol}`,
  status: isDone ? 'complete' : 'incomplete',
  chainId: chain.id,
  to: getAddress(currency.address),
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(deployment.seaport), units] }),
  value: '0',
});
