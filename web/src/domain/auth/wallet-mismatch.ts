import { sameAddress } from '../../platform/format/same-address.ts';

/** Why the connected wallet cannot act for the account. */
export type WalletTrouble = 'foreign' | 'unconnected' | 'chain';

/**
 * @param own the account's wallet, '' if it has none; null if nobody is signed in
 * @param address the connected wallet's account; null if none is connected
 * @param ownChainId the marketplace's chain; undefined while it is not known
 */
export const walletMismatch = ({
  own,
  address,
  chainId,
  ownChainId,
}: {
  own: string | null;
  address: string | null;
  chainId: number | null;
  ownChainId: number | undefined;
}): WalletTrouble | null => {
  if (own === null || address === null) return null;
  if (own === '') return 'unconnected';
  if (!sameAddress(own, address)) return 'foreign';
  return chainId !== null && ownChainId !== undefined && chainId !== ownChainId ? 'chain' : null;
};
