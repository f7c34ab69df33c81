import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { AuctionActions } from './auction-actions.tsx';
import { BidActions } from './bid-actions.tsx';
import { TokenActions } from './token-actions.tsx';

/** What the viewer can do with an offer, whatever its type. */
export const OfferActions = ({ offer, token }: { offer: Offer; token: TokenDetail }) => {
  if (offer.type === 'AUCTION') return <AuctionActions offer={offer} />;
  if (offer.type === 'BID') return <BidActions offer={offer} token={token} />;
  return <TokenActions token={token} offerUuid={offer.uuid} />;
};
