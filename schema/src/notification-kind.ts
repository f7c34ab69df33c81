// Separate from the schemas: the web app uses these where zod would be larger than the page.

/** The kinds of notifications that users can choose, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  'SOLD',
  'BOUGHT',
  'OFFER_RECEIVED',
  'OFFER_ACCEPTED',
  'OFFER_EXPIRED',
  'OUTBID',
  'WON',
  'LOST',
  'AUCTION_ENDING',
  'PRICE_DROP',
  'CHILD_BORN',
  'CHILD_LOST',
  'SIRING_USED',
  'RECEIVED',
  'NEW_WORK',
  'NEW_LISTING',
  'NOTE',
] as const;
export type SettingKind = (typeof NOTIFICATION_KINDS)[number];
/** SIGN_IN protects the account: it cannot be turned off, not even by someone who stole a session. */
export type NotificationKind = SettingKind | 'SIGN_IN';

/** Kinds about what the user follows. Each gathers the events of an hour; mails only where the user has turned them on. */
export const FOLLOW_KINDS = ['NEW_WORK', 'NEW_LISTING'] as const satisfies readonly NotificationKind[];
export type FollowKind = (typeof FOLLOW_KINDS)[number];
export const isFollowKind = (kind: NotificationKind): kind is FollowKind =>
  (FOLLOW_KINDS as readonly NotificationKind[]).includes(kind);

/** Kinds that concern the token, which the user owns now or can buy for less; the others concern the offer. */
const ABOUT_WORK: ReadonlySet<NotificationKind> = new Set([
  'SOLD',
  'BOUGHT',
  'WON',
  'OFFER_ACCEPTED',
  'PRICE_DROP',
  'CHILD_BORN',
  'SIRING_USED',
  'RECEIVED',
  'NEW_WORK',
  'NEW_LISTING',
]);

/** Kinds that invite to trade: not sent for what is hidden. The others concern the user's own money. */
export const INVITING_KINDS: readonly NotificationKind[] = [
  'OFFER_RECEIVED',
  'AUCTION_ENDING',
  'PRICE_DROP',
  ...FOLLOW_KINDS,
];

type About = {
  kind: NotificationKind;
  tokenUuid: string;
  offerUuid: string | null;
  offerType: 'SALE' | 'AUCTION' | 'BID' | null;
  breedingUuid: string | null;
  /** What the user follows, for kinds about that. */
  followed?: { type: 'collection' | 'user'; uuid: string } | null;
  quantity?: number | null;
};
/**
 * The page of a notification about a token. An expired listing leads to where a new one is created, several works to
 * the person or the collection that is followed.
 */
export const pageOfNotification = ({
  kind,
  tokenUuid,
  offerUuid,
  offerType,
  breedingUuid,
  followed,
  quantity,
}: About): string => {
  if (followed && (quantity ?? 1) > 1) return pageOfSubject(followed.type, followed.uuid);
  if (breedingUuid) return `/breeding?breeding=${breedingUuid}`;
  const isAboutWork = ABOUT_WORK.has(kind) || (kind === 'OFFER_EXPIRED' && offerType === 'SALE');
  return offerUuid && !isAboutWork ? `/offers/${offerUuid}` : `/nfts/${tokenUuid}`;
};

/** The page of the subject of a note. */
export const pageOfSubject = (type: 'token' | 'collection' | 'user', uuid: string): string =>
  type === 'token' ? `/nfts/${uuid}` : type === 'collection' ? `/collections/${uuid}` : `/profile/${uuid}`;
