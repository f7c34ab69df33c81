// Apart from the schemas: the web app shows these in places where zod would weigh more than the page.

/** What people choose to be told of, in the order in which settings show it. */
export const NOTIFICATION_KINDS = [
  'SOLD',
  'BOUGHT',
  'OFFER_RECEIVED',
  'OFFER_ACCEPTED',
  'OFFER_EXPIRED',
  'OUTBID',
  'WON',
  'AUCTION_ENDING',
  'PRICE_DROP',
  'CHILD_BORN',
  'CHILD_LOST',
  'SIRING_USED',
  'NOTE',
] as const;
export type SettingKind = (typeof NOTIFICATION_KINDS)[number];
/** SIGN_IN is about the account's safety: nobody can turn it off, nor can who stole a session. */
export type NotificationKind = SettingKind | 'SIGN_IN';

/** What is one's own now, or is on sale for less: the work itself is what matters; else the offer is. */
const ABOUT_WORK: ReadonlySet<NotificationKind> = new Set([
  'SOLD',
  'BOUGHT',
  'WON',
  'OFFER_ACCEPTED',
  'PRICE_DROP',
  'CHILD_BORN',
  'SIRING_USED',
]);

/** What invites to trade: nobody is told of it where the work is hidden. Other news is about one’s own money. */
export const INVITING_KINDS: readonly NotificationKind[] = ['OFFER_RECEIVED', 'AUCTION_ENDING', 'PRICE_DROP'];

type About = {
  kind: NotificationKind;
  tokenUuid: string;
  offerUuid: string | null;
  offerType: 'SALE' | 'AUCTION' | 'BID' | null;
  breedingUuid: string | null;
};
/** The page of the web app that a notification about a work leads to. A listing that ran out leads to where a new one is made. */
export const pageOfNotification = ({ kind, tokenUuid, offerUuid, offerType, breedingUuid }: About): string => {
  if (breedingUuid) return `/breeding?breeding=${breedingUuid}`;
  const isAboutWork = ABOUT_WORK.has(kind) || (kind === 'OFFER_EXPIRED' && offerType === 'SALE');
  return offerUuid && !isAboutWork ? `/offers/${offerUuid}` : `/nfts/${tokenUuid}`;
};

/** The page of what the marketplace writes about. */
export const pageOfSubject = (type: 'token' | 'collection' | 'user', uuid: string): string =>
  type === 'token' ? `/nfts/${uuid}` : type === 'collection' ? `/collections/${uuid}` : `/profile/${uuid}`;
