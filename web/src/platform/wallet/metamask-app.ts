type Place = Pick<Location, 'protocol' | 'host' | 'pathname' | 'search'>;

/**
 * The link that opens a page in the browser of MetaMask's app, which brings the wallet along; where the app is missing it
 * leads to where it is got. The address stands in it as it is: percent-encoded, the app opens an empty page
 * (docs.metamask.io, "Use deeplinks"). Null where the app cannot come: it asks for pages by https only.
 */
export const metaMaskAppLink = ({ protocol, host, pathname, search }: Place): string | null =>
  protocol === 'https:' ? `https://link.metamask.io/dapp/${host}${pathname}${search}` : null;

/** Phones and tablets, where wallets are apps and not extensions. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
