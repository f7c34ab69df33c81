type Place = Pick<Location, 'protocol' | 'host' | 'pathname' | 'search'>;

/**
 * The link that opens a page in the browser of MetaMask's app, which contains the wallet; without the app, the link
 * leads to its download. The address is not percent-encoded, otherwise the app opens an empty page (docs.metamask.io,
 * "Use deeplinks"). Null for a page without https, which the app does not open.
 */
export const metaMaskAppLink = ({ protocol, host, pathname, search }: Place): string | null =>
  protocol === 'https:' ? `https://link.metamask.io/dapp/${host}${pathname}${search}` : null;

/** Phones and tablets, where wallets are apps and not extensions. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
