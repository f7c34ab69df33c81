import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import type { ReactNode } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { SendMoney } from '../wallet/send-money.tsx';
import { AuctionActions } from './auction/auction-actions.tsx';
import { BidActions } from './bid/bid-actions.tsx';
import { TokenActions } from './token-actions.tsx';

type Props = { offer: Offer; token: TokenDetail; /** Shown to a buyer. */ buyerNotice?: ReactNode };

const Actions = ({ offer, token, buyerNotice }: Props) => {
  if (offer.type === 'AUCTION') return <AuctionActions offer={offer} />;
  if (offer.type === 'BID') return <BidActions offer={offer} token={token} />;
  return <TokenActions token={token} offerUuid={offer.uuid} buyerNotice={buyerNotice} />;
};

/** What the viewer can do with an offer of any type, and with the money of their sale. */
export const OfferActions = (props: Props) => {
  const { user } = useSession();
  const { status, seller } = props.offer;
  return (
    <>
      <Actions {...props} />
      {status === 'SOLD' && user && seller?.uuid === user.uuid && (
        <div className="mt-4 flex flex-col empty:hidden">
          <SendMoney />
        </div>
      )}
    </>
  );
};
