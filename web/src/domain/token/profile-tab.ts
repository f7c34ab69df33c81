import type { Profile } from '@skarb/schema/auth';
import type { TokenFilter } from './token.query.ts';

/** The profile tabs: five on one's own profile. */
export const OWN_TABS = ['myGallery', 'onSale', 'purchased', 'created', 'favorites'] as const;
/**
 * Two for everyone, and no more for whoever made nothing: the specification names them. Before them what an artist made, and
 * after them what was bought once its figure is pressed.
 */
export const PUBLIC_VIEWS = ['gallery', 'onSale'] as const;
export type ProfileTab = (typeof OWN_TABS)[number] | (typeof PUBLIC_VIEWS)[number];

/**
 * The tabs of a public profile with this `view` in its address, and the selected one. A deleted account has no wallet
 * whose works could be shown: only what was created with it.
 */
export const publicTabs = (
  view: string | null,
  { counts, isErased }: Pick<Profile, 'counts' | 'isErased'>,
): { shelves: readonly ProfileTab[]; shelf: ProfileTab | undefined } => {
  const shelves: ProfileTab[] = [
    ...(counts.created > 0 ? (['created'] as const) : []),
    ...(isErased ? [] : PUBLIC_VIEWS),
  ];
  if (view === 'purchased' && !isErased) shelves.push(view);
  return { shelves, shelf: shelves.find((one) => one === view) ?? shelves[0] };
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
