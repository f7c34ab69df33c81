import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import type { ReactNode } from 'react';
import { AuctionActions } from './auction/auction-actions.tsx';
import { BidActions } from './bid/bid-actions.tsx';
import { TokenActions } from './token-actions.tsx';

type Props = { offer: Offer; token: TokenDetail; /** Shown to a buyer. */ buyerNotice?: ReactNode };

/** What the viewer can do with an offer of any type. */
export const OfferActions = ({ offer, token, buyerNotice }: Props) => {
  if (offer.type === 'AUCTION') return <AuctionActions offer={offer} />;
  if (offer.type === 'BID') return <BidActions offer={offer} token={token} />;
  return <TokenActions token={token} offerUuid={offer.uuid} buyerNotice={buyerNotice} />;
};
