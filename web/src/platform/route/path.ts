import type { HELP_TOPICS } from '@skarb/schema/limits';

/** Every URL of the app. */
export const path = {
  home: '/',
  tokens: '/nfts',
  token: (id: string) => `/nfts/${id}`,
  collections: '/collections',
  collection: (id: string) => `/collections/${id}`,
  editCollection: (id: string) => `/collections/${id}/edit`,
  auctions: '/auctions',
  offer: (id: string) => `/offers/${id}`,
  profile: '/profile',
  publicProfile: (id: string) => `/profile/${id}`,
  artists: '/artists',
  portfolio: '/portfolio',
  feed: '/feed',
  createToken: '/create-nft',
  createCollection: '/create-collection',
  confirmation: '/confirmation',
  breeding: '/breeding',
  search: '/search',
  activity: '/activity',
  exhibition: (id: string) => `/exhibitions/${id}`,
  admin: '/admin-profile',
  settings: '/settings',
  help: '/help',
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  /** Matches no screen. The server renders it once for all unmatched paths. */
  notFound: '/404',
  resetPassword: (token: string) => `/reset-password/${token}`,
} as const;

/** The help page at one of its headings. */
export const helpOn = (topic: (typeof HELP_TOPICS)[number]): string => `${path.help}#${topic}`;
