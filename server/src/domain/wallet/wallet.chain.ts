import { auctionHouseAbi, erc20Abi } from '@skarb/contracts/abi';
import { parseAbi, type Address } from 'viem';
import { reading, type ChainClient } from '../../platform/chain/client.ts';

const nftAbi = parseAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
]);

type Chain = Pick<ChainClient, 'public'>;
type Nft = { contract: Address; type: 'ERC721' | 'ERC1155'; tokenId: bigint };

/** Whether the operator may move this token for its owner now. @throws AppError 503 when the chain is unavailable */
export const isNftApproved = (chain: Chain, nft: Nft, owner: Address, operator: Address): Promise<boolean> =>
  reading(async () => {
    const read = { address: nft.contract, abi: nftAbi } as const;
    if (await chain.public.readContract({ ...read, functionName: 'isApprovedForAll', args: [owner, operator] }))
      return true;
    if (nft.type === 'ERC1155') return false;
    const approved = await chain.public.readContract({ ...read, functionName: 'getApproved', args: [nft.tokenId] });
    return approved.toLowerCase() === operator.toLowerCase();
  });

/** The spender's allowance in base units. @throws AppError 503 when the chain is unavailable */
export const erc20AllowanceOf = (chain: Chain, currency: Address, owner: Address, spender: Address): Promise<bigint> =>
  reading(() =>
    chain.public.readContract({ address: currency, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
  );

/**
 * The balance of an address in base units, of the native coin for null. @throws AppError 503 when the chain is
 * unavailable
 */
export const balanceOf = (chain: Chain, currency: Address | null, owner: Address): Promise<bigint> =>
  reading(() =>
    currency === null
      ? chain.public.getBalance({ address: owner })
      : chain.public.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  );

/** Whether an address is a contract. @throws AppError 503 when the chain is unavailable */
export const hasCode = (chain: Chain, address: Address): Promise<boolean> =>
  reading(async () => (await chain.public.getCode({ address })) !== undefined);

/** The credit of an account in the auction house, in base units. @throws AppError 503 when the chain is unavailable */
export const creditOf = (chain: Chain, house: Address, account: Address, currency: Address): Promise<bigint> =>
  reading(() =>
    chain.public.readContract({
      address: house,
      abi: auctionHouseAbi,
      functionName: 'creditOf',
      args: [account, currency],
    }),
  );
