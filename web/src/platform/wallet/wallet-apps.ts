type Place = Pick<Location, 'protocol' | 'host' | 'pathname' | 'search'>;
export type WalletApp = {
  name: string;
  /** Opens this page in the app's own browser. */ link: string;
  /** Where to get the app. */ get: string;
};

/** SLIP-44's number of Polygon. */
const POLYGON = 966;

/**
 * The wallets' apps whose browser opens a page by a link, the most used first; each rule is from the wallet's own document.
 * `url` is the page's whole address, `bare` the same without its scheme. Rainbow documents no such link.
 */
const APPS: { name: string; get: string; link: (url: string, bare: string) => string }[] = [
  {
    // docs.metamask.io, "Use deeplinks". Percent-encoded, the app opens an empty page.
    name: 'MetaMask',
    get: 'https://metamask.io/download',
    link: (_, bare) => `https://link.metamask.io/dapp/${bare}`,
  },
  {
    // developer.trustwallet.com, "Deep Linking"
    name: 'Trust Wallet',
    get: 'https://trustwallet.com/download',
    link: (url) => `https://link.trustwallet.com/open_url?coin_id=${POLYGON}&url=${encodeURIComponent(url)}`,
  },
  {
    // docs.cdp.coinbase.com, "Mobile dapp integration"
    name: 'Coinbase Wallet (Base)',
    get: 'https://wallet.coinbase.com/',
    link: (url) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
  },
  {
    // web3.okx.com, "App Universal Link": the app's own link, encoded again
    name: 'OKX Wallet',
    get: 'https://web3.okx.com/download',
    link: (url) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`)}`,
  },
  {
    // docs.phantom.com, "Browse"
    name: 'Phantom',
    get: 'https://phantom.com/download',
    link: (url) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`,
  },
];

/** The apps that can open a page; none for a page without https, which they do not open. */
export const walletApps = ({ protocol, host, pathname, search }: Place): WalletApp[] => {
  if (protocol !== 'https:') return [];
  const bare = `${host}${pathname}${search}`;
  return APPS.map(({ name, get, link }) => ({ name, get, link: link(`https://${bare}`, bare) }));
};

/** Phones and tablets, where wallets are apps and not extensions. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
