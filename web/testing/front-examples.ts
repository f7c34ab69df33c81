import type { ActivityEvent } from '@skarb/schema/activity';
import type { TrendingCollection } from '@skarb/schema/collection';
import type { AdminExhibition, Exhibition } from '@skarb/schema/exhibition';
import type { FrontPage } from '@skarb/schema/front-page';
import type { ShownWork } from '@skarb/schema/shown-work';
import { aCollection, aToken, daysAgo, hashOf, inDays, NETWORK, personOf, SELLER, uuidOf } from './examples.ts';

export const aShownWork = (over: Partial<ShownWork> = {}): ShownWork => {
  const { uuid, name, type, quantity, image, collection, creator } = aToken();
  return {
    uuid,
    name,
    type,
    quantity,
    image,
    collection: { uuid: collection.uuid, name: collection.name, isVerified: false },
    networkUuid: NETWORK.uuid,
    creator,
    listing: null,
    auction: null,
    ...over,
  };
};

/** A work in an auction that ends in two days, with three bids. */
export const inAuction = (over: Partial<ShownWork> = {}): ShownWork =>
  aShownWork({
    auction: { offerUuid: uuidOf(71), price: '1.4', currency: 'ETH', bidCount: 3, startsAt: null, endsAt: inDays(2) },
    ...over,
  });

export const anActivity = (over: Partial<ActivityEvent> = {}): ActivityEvent => {
  const { uuid, name, type, quantity, image, collection } = aToken();
  return {
    uuid: uuidOf(201),
    kind: 'SALE',
    event: 'SOLD',
    offerUuid: uuidOf(61),
    offerType: 'SALE',
    price: '0.3',
    currency: 'ETH',
    quantity: 1,
    from: SELLER.metamaskWallet,
    to: null,
    fromUser: personOf(SELLER),
    toUser: null,
    txHash: hashOf(201),
    usd: '600.00',
    createdAt: daysAgo(1),
    token: { uuid, name, type, quantity, image },
    collection: { uuid: collection.uuid, name: collection.name, isVerified: false },
    ...over,
  };
};

export const aTrendingCollection = (over: Partial<TrendingCollection> = {}): TrendingCollection => ({
  ...aCollection(),
  trend: { volume: '2.5', changePercent: -20, sales: 4 },
  ...over,
});

export const anExhibition = (over: Partial<Exhibition> = {}): Exhibition => ({
  uuid: uuidOf(301),
  title: { en: 'Night birds', ukr: 'Нічні птахи' },
  text: { en: 'Seen in the dark.', ukr: 'Побачені в темряві.' },
  startsAt: daysAgo(1),
  endsAt: inDays(6),
  works: [aShownWork()],
  collection: null,
  offerUuid: null,
  ...over,
});
export const anAdminExhibition = (over: Partial<AdminExhibition> = {}): AdminExhibition => ({
  ...anExhibition(),
  state: 'SHOWN',
  tokenUuids: [aShownWork().uuid],
  collectionUuid: null,
  ...over,
});

/** A first page with every section. */
export const aFrontPage = (over: Partial<FrontPage> = {}): FrontPage => {
  const { image, uuid, name } = aToken();
  const collection = aCollection();
  return {
    exhibitions: [],
    featured: { reason: 'AUCTION', work: inAuction({ uuid: uuidOf(401), name: 'The lead' }) },
    endingSoon: [inAuction({ uuid: uuidOf(402), name: 'Under the hammer' })],
    newArtists: [{ person: personOf(SELLER), works: 2, workUuid: uuid, image }],
    sales: [
      {
        uuid: uuidOf(403),
        token: { uuid: uuidOf(404), name: 'Sold lately', image },
        event: 'SOLD',
        offerType: 'SALE',
        quantity: 1,
        price: '0.3',
        currency: 'ETH',
        usd: '600.00',
        to: null,
        toUser: personOf(SELLER),
        createdAt: daysAgo(1),
      },
    ],
    collections: [3, 2, 1].map((volume) => ({
      uuid: uuidOf(410 + volume),
      name: `${name} ${volume}`,
      isVerified: false,
      image: collection.image,
      items: 4,
      floorPrice: '0.1',
      volume: String(volume),
      changePercent: volume === 3 ? 12.5 : null,
      sales: volume,
    })),
    ...over,
  };
};
