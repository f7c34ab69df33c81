import type { Artist } from '@skarb/schema/artist';
import type { Profile, User } from '@skarb/schema/auth';
import type { CollectionDetail } from '@skarb/schema/collection';
import type { Offer } from '@skarb/schema/offer';
import type { ListMeta } from '@skarb/schema/primitive';
import type { Category, Currency, Network } from '@skarb/schema/reference';
import type { SearchFound } from '@skarb/schema/search';
import type { Token, TokenDetail } from '@skarb/schema/token';
import { RPC_URL } from './browser-boundary.ts';

/** The uuid for a number. */
export const uuidOf = (number: number): string => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`;
/** The address for a number. */
export const addressOf = (number: number): string => `0x${String(number).padStart(40, '0')}`;
export const hashOf = (number: number): `0x${string}` => `0x${String(number).padStart(64, '0')}`;

const DAY_MS = 86_400_000;
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
export const inDays = (days: number): string => daysAgo(-days);

export const listOf = <T>(data: T[]): { data: T[]; meta: ListMeta } => ({
  data,
  meta: { itemsPerPage: 25, totalItems: data.length, currentPage: 1, totalPages: 1 },
});

/** The answer of the search for these works. */
export const foundWorks = (...works: Token[]): { data: SearchFound } => ({
  data: {
    exact: null,
    corrected: null,
    tokens: works.map((one) => ({ ...one, matched: null })),
    areTokensListed: true,
    collections: [],
    people: [],
  },
});

export const NETWORK: Network = {
  uuid: uuidOf(1),
  name: 'amoy',
  humanName: 'Polygon Amoy',
  chainId: 80002,
  rpcUrl: RPC_URL,
  explorerUrl: 'https://scan.example',
  nativeSymbol: 'POL',
  isRunning: true,
  leastTip: '0',
  smartAccount: null,
};
const currencyOf = (number: number, symbol: string, over: Partial<Currency> = {}): Currency => ({
  isEnabled: true,
  uuid: uuidOf(number),
  name: symbol,
  symbol,
  networkUuid: NETWORK.uuid,
  address: addressOf(number),
  decimals: 18,
  isNative: false,
  isDefault: false,
  ...over,
});
export const WETH = currencyOf(11, 'WETH', { name: 'ETH', isDefault: true });
export const USDC = currencyOf(12, 'USDC', { decimals: 6 });
export const POL = currencyOf(13, 'POL', { address: null, isNative: true });
export const CATEGORY: Category = {
  uuid: uuidOf(21),
  name: 'Art',
  names: { en: 'Art', ukr: 'Мистецтво' },
  createdAt: daysAgo(90),
};

/** An account with a confirmed address, a password and a wallet. */
export const aUser = (over: Partial<User> = {}): User => ({
  uuid: uuidOf(31),
  role: 'CREATOR',
  username: 'olha_koval',
  gameId: null,
  email: 'olha@example.com',
  isEmailConfirmed: true,
  isTwoFactorAuthenticationEnabled: false,
  googleId: null,
  phoneNumber: null,
  isPhoneNumberConfirmed: false,
  metamaskWallet: addressOf(31),
  name: 'Olha Koval',
  avatar: null,
  bio: null,
  statement: { en: null, ukr: null },
  links: [],
  isVerified: false,
  backgroundImg: null,
  pendingEmail: null,
  hasPassword: true,
  language: 'en',
  displayCurrency: 'USD',
  deletionAt: null,
  createdAt: daysAgo(40),
  ...over,
});
/** A user as others see them. */
export const personOf = ({ uuid, username, name, avatar, metamaskWallet, isVerified }: User) => ({
  uuid,
  username,
  name,
  avatar,
  metamaskWallet,
  isVerified,
});
/** A user's public profile. */
export const aProfile = (user: User, over: Partial<Profile> = {}): Profile => ({
  ...personOf(user),
  bio: user.bio,
  statement: user.statement,
  links: user.links,
  backgroundImg: user.backgroundImg,
  isErased: false,
  role: user.role,
  createdAt: user.createdAt,
  followerCount: 0,
  isFollowed: false,
  counts: { gallery: 1, onSale: 0, purchased: 0, created: 1, favorites: 0, sold: 0 },
  hidden: null,
  ...over,
});
export const SELLER = aUser({
  uuid: uuidOf(32),
  username: 'ann',
  name: 'Ann Bondar',
  email: 'ann@example.com',
  metamaskWallet: addressOf(32),
});

const PIXEL =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="teal"/></svg>';
export const IMAGE = {
  url: PIXEL,
  preview: PIXEL,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  width: 640,
  height: 640,
  mimeType: 'image/png',
};

export const aCollection = (over: Partial<CollectionDetail> = {}): CollectionDetail => ({
  uuid: uuidOf(41),
  createdAt: daysAgo(30),
  updatedAt: daysAgo(30),
  name: 'River evenings',
  description: 'Evenings by the river.',
  networkUuid: NETWORK.uuid,
  creatorUuid: SELLER.uuid,
  imageHash: 'bafyhash',
  imageUrl: PIXEL,
  image: IMAGE,
  creator: personOf(SELLER),
  isVerified: false,
  contractName: null,
  text: { en: 'Evenings by the river.', ukr: null },
  links: [],
  banner: null,
  order: 'newest',
  pinned: [],
  contracts: [{ type: 'ERC721', address: addressOf(41), isDeployed: true }],
  stats: { items: 3, owners: 2, floorPrice: '0.3', volume: '1.2', onSale: 1 },
  followerCount: 4,
  isFollowed: false,
  hidden: null,
  ...over,
});

export const anArtist = (over: Partial<Artist> = {}): Artist => ({
  ...personOf(SELLER),
  works: 12,
  followerCount: 4,
  isFollowed: false,
  volume: '1.2',
  createdAt: daysAgo(20),
  tokens: [51, 52, 53].map((number) => ({ uuid: uuidOf(number), name: `Evening ${number}`, image: IMAGE })),
  ...over,
});

/** The seller's token, not for sale. */
export const aToken = (over: Partial<TokenDetail> = {}): TokenDetail => ({
  uuid: uuidOf(51),
  type: 'ERC721',
  name: 'A quiet evening',
  description: 'The river after the rain.',
  imageHash: 'bafyhash',
  image: IMAGE,
  royalty: 5,
  quantity: 1,
  metadata: [{ name: 'Mood', value: 'calm', isNumber: false }],
  createdAt: daysAgo(20),
  updatedAt: daysAgo(2),
  status: 'minted',
  collection: {
    uuid: uuidOf(41),
    name: 'River evenings',
    isVerified: false,
    imageUrl: PIXEL,
    creatorUuid: SELLER.uuid,
  },
  category: { uuid: CATEGORY.uuid, name: CATEGORY.name },
  network: { uuid: NETWORK.uuid, name: NETWORK.name },
  creator: personOf(SELLER),
  contractAddress: addressOf(41),
  tokenId: '7',
  listing: null,
  auction: null,
  favoriteCount: 3,
  isFavorite: false,
  rarity: null,
  isHidden: false,
  metadataHash: 'bafymeta',
  metadataUrl: 'https://ipfs.example/bafymeta',
  ownerships: [{ owner: SELLER.metamaskWallet ?? '', ownerUuid: SELLER.uuid, quantity: 1, user: personOf(SELLER) }],
  traits: [{ name: 'Mood', value: 'calm', isNumber: false, share: 0.5, count: 1, floorPrice: null }],
  chain: { chainId: NETWORK.chainId, tokenUri: 'ipfs://bafymeta', mintTxHash: hashOf(51), mintedAt: daysAgo(20) },
  burnt: 0,
  noOffers: null,
  offers: [],
  breeding: null,
  hidden: null,
  ...over,
});
/** A token as lists show it. */
export const cardOf = ({
  metadataHash: _hash,
  metadataUrl: _url,
  ownerships: _ownerships,
  traits: _traits,
  chain: _chain,
  offers: _offers,
  breeding: _breeding,
  hidden: _hidden,
  ...token
}: TokenDetail): Token => token;

/** For `aToken`: the work has a Ukrainian title, too. */
export const inUkrainian = (name: string): Required<Pick<TokenDetail, 'localization'>> => ({
  localization: { default: 'en', texts: [{ locale: 'uk', name, description: '', metadata: [] }] },
});

/** An offer of a token. Default: the seller's sale for 0.3 ETH. */
export const anOffer = (token: TokenDetail, over: Partial<Offer> = {}): Offer => ({
  uuid: uuidOf(61),
  type: 'SALE',
  status: 'ACTIVE',
  invalidReason: null,
  version: 1,
  price: '0.3',
  currency: {
    uuid: WETH.uuid,
    name: WETH.name,
    symbol: WETH.symbol,
    decimals: 18,
    address: WETH.address,
    isNative: false,
  },
  quantity: 1,
  quantityLeft: 1,
  startsAt: null,
  endsAt: null,
  createdAt: daysAgo(5),
  updatedAt: daysAgo(5),
  fees: {
    marketplace: '0.03',
    royalty: '0.015',
    sellerReceives: '0.255',
    marketplacePercent: 10,
    royaltyPercent: 5,
  },
  seller: personOf(SELLER),
  sellerAddress: SELLER.metamaskWallet,
  buyer: null,
  buyerAddress: null,
  orderHash: hashOf(61),
  token: {
    uuid: token.uuid,
    name: token.name,
    type: token.type,
    quantity: token.quantity,
    image: token.image,
    collection: { uuid: token.collection.uuid, name: token.collection.name, isVerified: false },
    contractAddress: token.contractAddress,
    tokenId: token.tokenId,
  },
  networkUuid: NETWORK.uuid,
  auction: null,
  asking: null,
  checked: { block: 800, at: daysAgo(0) },
  isHidden: false,
  ...over,
});

/** A token with the offers that are open on it. */
export const withOffers = (token: TokenDetail, ...offers: Offer[]): TokenDetail => {
  const sale = offers.find(({ type, status }) => type === 'SALE' && status === 'ACTIVE');
  return {
    ...token,
    offers,
    listing: sale
      ? {
          offerUuid: sale.uuid,
          price: sale.price,
          currencyUuid: sale.currency.uuid,
          currency: sale.currency.name,
          quantityLeft: sale.quantityLeft,
        }
      : null,
  };
};
