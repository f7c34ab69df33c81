import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsSkeleton } from '../actions-skeleton.tsx';
import { offerQuery } from '../offer.query.ts';
import { AuctionPanel } from './auction-panel.tsx';
import { clientOnly } from '../../../platform/lazy/client-only.tsx';

/** How an auction of a work that is still on sale otherwise ended, for a viewer who has seen it open. */
const GoneAuction = ({ offer: seen }: { offer: Offer }) => {
  const { data: offer } = useQuery({ ...offerQuery(seen.uuid), placeholderData: seen });
  if (offer?.status === 'CANCELLED') return null;
  return (
    offer && (
      <div className="rounded-2xl border border-ink-700 p-4">
        <AuctionPanel offer={offer} />
      </div>
    )
  );
};

/** Bidding and settling: loaded only if there is an auction. */
const AuctionActions = clientOnly(async () => (await import('./auction-actions.tsx')).AuctionActions);

export const auctionsOf = (token: TokenDetail): Offer[] =>
  (token.offers as Offer[]).filter(({ type }) => type === 'AUCTION');

/**
 * The auctions of a token with what the viewer can do. A cancelled or settled one disappears, except for a dialog that
 * is still open.
 */
export const TokenAuctions = ({ token }: { token: TokenDetail }) => {
  const auctions = auctionsOf(token);
  const [known, setKnown] = useState<readonly Offer[]>(auctions);
  const [shown, setShown] = useState(token);
  if (token !== shown) {
    setShown(token);
    setKnown([...auctions, ...known.filter((one) => !auctions.some(({ uuid }) => uuid === one.uuid))]);
  }
  const gone = known.filter((one) => !auctions.some(({ uuid }) => uuid === one.uuid));
  return [...auctions, ...gone].map((offer) => {
    const isGone = gone.includes(offer);
    // If the price above is not the auction's, the auction shows its own.
    const isBoxed = !isGone && (!!token.listing || offer !== auctions[0]);
    return (
      <div key={offer.uuid} className={isBoxed ? 'rounded-2xl border border-ink-700 p-4' : 'contents *:mt-0'}>
        {isBoxed && <AuctionPanel offer={offer} />}
        {isGone && (token.listing || auctions.length > 0) && <GoneAuction offer={offer} />}
        <AuctionActions offer={offer} isGone={isGone} fallback={<ActionsSkeleton count={1} />} />
      </div>
    );
  });
};
