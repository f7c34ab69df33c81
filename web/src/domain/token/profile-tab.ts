import type { TokenFilter } from './token.query.ts';

/** The profile tabs: five on one's own profile, two for everyone. */
export const OWN_TABS = ['myGallery', 'onSale', 'purchased', 'created', 'favorites'] as const;
export const PUBLIC_VIEWS = ['gallery', 'onSale'] as const;
export type ProfileTab = (typeof OWN_TABS)[number] | (typeof PUBLIC_VIEWS)[number];

/** The filter of GET /token for a profile tab. */
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
