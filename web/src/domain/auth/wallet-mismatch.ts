import { sameAddress } from '../../platform/wallet/eip1193.ts';

/** Why a connected wallet cannot act for the account as it is. */
export type WalletTrouble = 'foreign' | 'unconnected' | 'chain';

/**
 * @param own the account's wallet, '' where it has none; null when nobody is signed in
 * @param address the connected wallet's account; null when none is connected
 * @param chainIds the networks that are traded on; none while they are not known
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
