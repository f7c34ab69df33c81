import type { Offer } from '@skarb/schema/offer';
import { useState } from 'react';
import { useSession } from '../../../platform/session/use-session.ts';
import { OutcomeWords } from './auction-outcome.tsx';
import { outcomeOf } from './auction-outcome.rules.ts';
import { useBidPosition } from './use-bid-position.ts';

/** How an auction ended for a signed-in viewer, with the light of a purchase for a winner who sees it happen. */
export const OwnOutcome = ({ offer, isOpen }: { offer: Offer; isOpen: boolean }) => {
  const { user } = useSession();
  const { position } = useBidPosition(offer);
  const outcome = outcomeOf(offer, user, position !== null);
  const [isNews] = useState(!outcome);
  return !isOpen && <OutcomeWords offer={offer} outcome={outcome} isNews={isNews} />;
};
