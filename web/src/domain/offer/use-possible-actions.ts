import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/use-session.ts';
import { auctionsOf } from './auction/token-auctions.tsx';
import { tokenBidsQuery } from './offer.query.ts';
import { freeOf, heldBy, isOwn, promisedIn, useOwnOffers } from './own-offers.ts';

/**
 * What the viewer can do with a token.
 * @param offerUuid the sale to buy from; by default the cheapest that is not the viewer's own
 */
export const usePossibleActions = (token: TokenDetail, offerUuid?: string) => {
  const { status, user } = useSession();
  const own = useOwnOffers(token.uuid, user);
  const sales = (token.offers as Offer[]).filter(({ type, status: state }) => type === 'SALE' && state === 'ACTIVE');
  const isMine = (offer: Offer) => isOwn(offer, user);
  const toBuy = offerUuid ? sales.find(({ uuid }) => uuid === offerUuid) : sales.find((offer) => !isMine(offer));
  // A hidden token cannot be traded here; its owner can still cancel open sales.
  const isTradable = token.status === 'minted' && !token.hidden;
  const canBuy = !!toBuy && !isMine(toBuy) && isTradable;
  const held = heldBy(token, user);
  const isEdition = token.type === 'ERC1155';
  // The list of offers is far below on a phone: the best one is beside what else its holder can do.
  const bids = useInfiniteQuery({ ...tokenBidsQuery(token.uuid), enabled: held > 0 && isTradable });
  const best = (bids.data?.pages[0]?.data as Offer[] | undefined)?.find(
    ({ status: state, isHidden, buyer }) => held > 0 && state === 'ACTIVE' && !isHidden && buyer?.uuid !== user?.uuid,
  );
  const auctions = auctionsOf(token);
  // The viewer still owns units in the auction house but cannot sell them.
  const free = freeOf(token, user);
  const available = Math.max(0, free - promisedIn(own ?? []));
  const isAuctioned = auctions.length > 0;
  // An ERC-721 on sale is edited, never listed twice.
  const canSell =
    isTradable && held > 0 && own !== undefined && (isEdition ? available > 0 : own.length === 0 && !isAuctioned);
  // A single token in an auction takes bids, not offers; nobody makes an offer for units that are all their own.
  const others = token.ownerships.reduce((sum, { quantity }) => sum + quantity, 0) - held;
  const canBid = isTradable && others > 0 && !token.noOffers && (isEdition || !isAuctioned);
  // A hidden work, too, belongs to its owner.
  const canSend = token.status === 'minted' && free > 0;
  const isMaker = token.creator.uuid === user?.uuid;
  const canMint = isMaker && (token.status === 'draft' || token.status === 'failed');
  const canDelete = isMaker && token.status === 'draft';
  // An owner may have it on sale, so wait for their own sales before showing a buyer's buttons.
  const isSettled = status !== 'loading' && (held === 0 || (own !== undefined && !bids.isLoading));
  return {
    own,
    sales,
    toBuy,
    best,
    held,
    free,
    available,
    others,
    isEdition,
    isTradable,
    canBuy,
    canSell,
    canBid,
    canMint,
    canDelete,
    canSend,
    isSettled,
  };
};
