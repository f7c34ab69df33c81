import type { TokenFilter } from './token.query.ts';

/** The shelves of the seed: five on one's own profile, two for everybody. */
export const OWN_TABS = ['myGallery', 'onSale', 'purchased', 'created', 'favorites'] as const;
export const PUBLIC_VIEWS = ['gallery', 'onSale'] as const;
export type ProfileTab = (typeof OWN_TABS)[number] | (typeof PUBLIC_VIEWS)[number];

/** What stands on a person's shelf, as GET /token takes it. */
export const tabFilter = (shelf: ProfileTab, uuid: string): TokenFilter => {
  switch (shelf) {
    case 'onSale':
      return { onSaleOf: uuid };
    case 'purchased':
      return { purchasedByUuid: uuid };
    case 'created':
      return { creatorUuid: uuid };
    case 'favorites':
      return { favoritedByUuid: uuid };
    default:
      return { ownerUuid: uuid };
  }
};
