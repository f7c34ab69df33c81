import type { TokenFilter } from './token.query.ts';

/** The profile tabs: five on one's own profile, two for everyone, who see a third one after a press on its figure. */
export const OWN_TABS = ['myGallery', 'onSale', 'purchased', 'created', 'favorites'] as const;
export const PUBLIC_VIEWS = ['gallery', 'onSale'] as const;
const FIGURE_VIEWS = ['created', 'purchased'] as const;
export type ProfileTab = (typeof OWN_TABS)[number] | (typeof PUBLIC_VIEWS)[number];

/** The tabs of a public profile with this `view` in its address, and the selected one. */
export const publicTabs = (view: string | null): { shelves: readonly ProfileTab[]; shelf: ProfileTab } => {
  const extra = FIGURE_VIEWS.find((one) => one === view);
  const shelves = extra ? [...PUBLIC_VIEWS, extra] : PUBLIC_VIEWS;
  return { shelves, shelf: shelves.find((one) => one === view) ?? PUBLIC_VIEWS[0] };
};

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
