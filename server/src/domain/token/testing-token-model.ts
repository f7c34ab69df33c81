/** Lists of tokens by filtering and sorting in memory, to compare with those of the API. */
import type { TokenState } from '@skarb/schema/token';

export type Listing = { maker: string; currency: number; units: bigint; eth: number };
export type Auction = Listing & {
  status: 'ACTIVE' | 'SCHEDULED' | 'ENDED';
  bidCount: number;
  startsAt: number;
  endsAt: number;
};
/** A token of the in-memory model. */
export type Plain = {
  uuid: string;
  name: string;
  description: string;
  type: 'ERC721' | 'ERC1155';
  status: 'draft' | 'minted';
  collection: number;
  category: string;
  creator: string;
  createdAt: number;
  traits: { name: string; value: string }[];
  owners: string[];
  listings: Listing[];
  auction: Auction | undefined;
  bids: Listing[];
  isNew: boolean;
  /** By an admin: its holders and its creator see it in their own lists. Nothing of it is on sale. */
  isHidden: boolean;
  lastSale: number | undefined;
  fans: string[];
  buyers: string[];
  rank?: number;
};

export type World = {
  currencies: readonly { uuid: string; decimals: number }[];
  collections: readonly { uuid: string; name: string }[];
  /** The first two are the artists Taras Hai and oksana_lys. */
  people: readonly { uuid: string }[];
  tokens: readonly Plain[];
};

export type Query = Partial<
  Record<
    | 'search'
    | 'type'
    | 'onSale'
    | 'ownerUuid'
    | 'creatorUuid'
    | 'favoritedByUuid'
    | 'purchasedByUuid'
    | 'minPrice'
    | 'maxPrice'
    | 'currencyUuid'
    | 'sortBy'
    | 'networkUuid',
    string
  >
> & {
  state?: TokenState[];
  categoryUuid?: string[];
  collectionUuid?: string[];
  trait?: string[];
  traitRange?: string[];
  minRarity?: number;
  maxRarity?: number;
  page: number;
  limit: number;
};

export const cheapest = (token: Plain) => token.listings.toSorted((a, b) => a.eth - b.eth)[0];
const running = (token: Plain) => (token.auction?.status === 'ACTIVE' ? token.auction : undefined);
/** What a buyer meets next. */
export const next = (token: Plain): Listing | undefined => cheapest(token) ?? running(token);
export const statesOf = (token: Plain): TokenState[] => [
  ...(token.listings.length > 0 ? (['BUY_NOW'] as const) : []),
  ...(running(token) ? (['AUCTION'] as const) : []),
  ...(token.auction?.status === 'SCHEDULED' ? (['UPCOMING'] as const) : []),
  ...(token.bids.length > 0 || (running(token)?.bidCount ?? 0) > 0 ? (['HAS_OFFERS'] as const) : []),
  ...(token.isNew ? (['NEW'] as const) : []),
];

/** The artists whose names have all words of a text. */
const artistsNamed = (people: readonly { uuid: string }[], text: string): string[] =>
  [
    ['taras', 'hai'],
    ['oksana', 'lys'],
  ].flatMap((words, at) =>
    /^[a-z_ ]{3,}$/.test(text) && text.split(/[ _]/).every((part) => words.some((word) => word.startsWith(part)))
      ? [(people[at] as { uuid: string }).uuid]
      : [],
  );

/** The same list by plain filtering and sorting in memory. */
export const expectedUuids = (
  { currencies, collections, people, tokens }: World,
  query: Query,
  caller: string | undefined,
  onSaleOf?: string,
): string[] => {
  const currency = currencies.findIndex((row) => row.uuid === query.currencyUuid);
  const priceOf = (token: Plain) => {
    const sale = next(token);
    if (!sale) return undefined;
    return currency >= 0
      ? Number(sale.units) / 10 ** (currencies[currency] as { decimals: number }).decimals
      : sale.eth;
  };
  const [field = '', direction] = (query.sortBy ?? 'createdAt:DESC').split(':');
  const isUpcoming = query.state?.every((state) => state === 'UPCOMING') === true;
  const found = tokens.filter((token) => {
    const isOwn = (uuid: string | undefined) => uuid !== undefined && uuid === caller;
    if (token.status === 'draft' && !isOwn(query.creatorUuid)) return false;
    if (token.isHidden && !isOwn(query.creatorUuid) && !isOwn(query.ownerUuid)) return false;
    const price = priceOf(token);
    const text = [
      token.name,
      token.description,
      (collections[token.collection] as { name: string }).name,
      ...token.traits.map((trait) => trait.value),
    ]
      .join(' ')
      .toLowerCase();
    const words = text.split(/[^\p{L}\p{N}]+/u);
    const asked = query.search?.toLowerCase();
    const groups = new Map<string, string[]>();
    for (const trait of query.trait ?? [])
      groups.set(trait.split(':')[0] as string, [...(groups.get(trait.split(':')[0] as string) ?? []), trait]);
    return (
      (!query.categoryUuid || query.categoryUuid.includes(token.category)) &&
      (!query.collectionUuid ||
        query.collectionUuid.includes((collections[token.collection] as { uuid: string }).uuid)) &&
      (!query.type || token.type === query.type) &&
      (!query.onSale || (next(token) !== undefined) === (query.onSale === 'true')) &&
      (!query.state || query.state.some((state) => statesOf(token).includes(state))) &&
      (field !== 'endsAt' || statesOf(token).includes(isUpcoming ? 'UPCOMING' : 'AUCTION')) &&
      (!query.ownerUuid || token.owners.includes(query.ownerUuid)) &&
      (!query.creatorUuid || token.creator === query.creatorUuid) &&
      (!query.favoritedByUuid || token.fans.includes(query.favoritedByUuid)) &&
      (!query.purchasedByUuid || token.buyers.includes(query.purchasedByUuid)) &&
      (!onSaleOf || [...token.listings, running(token)].some((listing) => listing?.maker === onSaleOf)) &&
      (!query.currencyUuid || next(token)?.currency === currency) &&
      (!query.minPrice || (price !== undefined && price >= Number(query.minPrice))) &&
      (!query.maxPrice || (price !== undefined && price <= Number(query.maxPrice))) &&
      (!asked ||
        (/[\p{L}\p{N}]/u.test(asked) &&
          asked.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) ||
        artistsNamed(people, asked).includes(token.creator) ||
        ((asked.length >= 3 || !/[\p{L}\p{N}]/u.test(asked)) && token.name.toLowerCase().includes(asked))) &&
      (!query.minRarity || (Number.isFinite(token.rank) && (token.rank as number) >= query.minRarity)) &&
      (!query.maxRarity || (token.rank ?? Infinity) <= query.maxRarity) &&
      (!query.sortBy?.startsWith('rarity') || token.rank !== undefined) &&
      (query.traitRange ?? []).every((range) => {
        const [, least, most] = /^Size:cm:(.*):(.*)$/.exec(range) ?? [];
        return token.traits.some(
          ({ name, value }) =>
            name === 'Size:cm' &&
            (!least || Number(value) >= Number(least)) &&
            (!most || Number(value) <= Number(most)),
        );
      }) &&
      [...groups.values()].every((values) =>
        token.traits.some((trait) => values.includes(`${trait.name}:${trait.value}`)),
      )
    );
  });
  const sign = direction === 'ASC' ? 1 : -1;
  const byUuid = (a: Plain, b: Plain) => sign * (a.uuid < b.uuid ? -1 : 1);
  const keyOf = (token: Plain): number =>
    ({
      rarity: token.rank,
      favorites: token.fans.length,
      endsAt: (isUpcoming ? token.auction?.startsAt : token.auction?.endsAt) ?? 0,
      lastSale: token.lastSale ?? 0,
    })[field] ?? token.createdAt;
  return found
    .toSorted((a, b) => {
      if (field === 'name') return sign * Math.sign(a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || byUuid(a, b);
      if (field === 'price') {
        const [left, right] = [priceOf(a), priceOf(b)];
        if (left === undefined || right === undefined)
          return left === right ? byUuid(a, b) : left === undefined ? 1 : -1;
        return sign * (left - right) || byUuid(a, b);
      }
      return (keyOf(a) === keyOf(b) ? 0 : sign * (keyOf(a) - keyOf(b))) || byUuid(a, b);
    })
    .map((token) => token.uuid);
};
