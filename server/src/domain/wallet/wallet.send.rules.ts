/** What may leave a wallet, and the call that sends it. */
import type { TokenType } from '@skarb/schema/token';
import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem';

const nftAbi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
]);

type Sent = { type: TokenType; tokenId: string; from: Address; to: Address; quantity: bigint };

/** The data of the call to a collection's contract that sends units of a token. */
export const sendData = ({ type, tokenId, from, to, quantity }: Sent): Hex =>
  type === 'ERC721'
    ? encodeFunctionData({ abi: nftAbi, functionName: 'safeTransferFrom', args: [from, to, BigInt(tokenId)] })
    : encodeFunctionData({
        abi: nftAbi,
        functionName: 'safeTransferFrom',
        args: [from, to, BigInt(tokenId), quantity, '0x'],
      });

/** Units of a token that a wallet owns; the auction house has those of its auctions. */
export type Owned = { quantity: bigint; escrowed: bigint };
type Refused = { index: number; field: 'tokenUuid' | 'quantity'; code: string; message: string };

/**
 * The first item that a wallet cannot send. Items of one token add up.
 * @param owned by the token's uuid; what it lacks, the wallet does not own
 */
export const firstUnsendable = (
  items: readonly { tokenUuid: string; quantity: number }[],
  owned: ReadonlyMap<string, Owned>,
): Refused | undefined => {
  const sent = new Map<string, bigint>();
  for (const [index, { tokenUuid, quantity }] of items.entries()) {
    const { quantity: held, escrowed } = owned.get(tokenUuid) ?? { quantity: 0n, escrowed: 0n };
    if (held === 0n)
      return { index, field: 'tokenUuid', code: 'send.notOwned', message: 'Your wallet does not own it' };
    const free = held - escrowed;
    if (free === 0n)
      return {
        index,
        field: 'tokenUuid',
        code: 'send.auctioned',
        message: 'The auction house has it until its auction ends',
      };
    const sum = (sent.get(tokenUuid) ?? 0n) + BigInt(quantity);
    if (sum > free)
      return { index, field: 'quantity', code: 'send.tooMany', message: `Your wallet can send ${free} of it` };
    sent.set(tokenUuid, sum);
  }
  return undefined;
};
