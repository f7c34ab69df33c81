import { sameAddress } from '../../platform/wallet/eip1193.ts';

/** Why the connected wallet cannot act for the account. */
export type WalletTrouble = 'foreign' | 'unconnected' | 'chain';

/**
 * @param own the account's wallet, '' if it has none; null if nobody is signed in
 * @param address the connected wallet's account; null if none is connected
 * @param chainIds the marketplace's networks; empty while they are not known
 */
export const walletMismatch = ({
  own,
  address,
  chainId,
  chainIds,
}: {
  own: string | null;
  address: string | null;
  chainId: number | null;
  chainIds: readonly number[];
}): WalletTrouble | null => {
  if (own === null || address === null) return null;
  if (own === '') return 'unconnected';
  if (!sameAddress(own, address)) return 'foreign';
  return chainId !== null && chainIds.length > 0 && !chainIds.includes(chainId) ? 'chain' : null;
};
