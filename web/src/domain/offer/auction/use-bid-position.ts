import type { Offer } from '@skarb/schema/offer';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../platform/session/use-session.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { creditQuery } from '../../wallet/credit.query.ts';
import { offerHistoryQuery } from '../offer.query.ts';

type BidPosition = 'winning' | 'outbid' | null;

/**
 * Whether the viewer leads, or led and was outbid (null if they have not bid), and whether the auction house keeps
 * money for them.
 */
export const useBidPosition = (offer: Offer): { position: BidPosition; wasCredited: boolean; isCredited: boolean } => {
  const { user } = useSession();
  const history = useInfiniteQuery({ ...offerHistoryQuery(offer.uuid), enabled: !!user });
  const wallet = user?.metamaskWallet;
  const lines = history.data?.pages.flatMap(({ data }) => data) ?? [];
  const wasCredited = !!wallet && lines.some(({ event, to }) => event === 'CREDITED' && sameAddress(to, wallet));
  // The history says that money was credited; only the auction house knows if it is still there.
  const kept = useQuery({ ...creditQuery(wallet ?? ''), enabled: wasCredited });
  if (!user || !offer.auction) return { position: null, wasCredited, isCredited: false };
  const isCredited =
    wasCredited && (!kept.data || kept.data.some(({ currency }) => currency.uuid === offer.currency.uuid));
  if (offer.auction.highestBidder?.uuid === user.uuid || sameAddress(offer.auction.highestBidderAddress, wallet))
    return { position: 'winning', wasCredited, isCredited };
  const hasBid = lines.some(
    ({ event, from, fromUser }) => event === 'BID' && (fromUser?.uuid === user.uuid || sameAddress(from, wallet)),
  );
  return { position: hasBid ? 'outbid' : null, wasCredited, isCredited };
};
