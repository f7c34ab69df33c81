import type { Offer } from '@skarb/schema/offer';
import { useState } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { OutcomeWords } from './auction-outcome.tsx';
import { outcomeOf } from './auction-outcome.rules.ts';
import { useBidPosition } from './use-bid-position.ts';

/** How an auction ended for a signed-in viewer, with the light of a purchase for a winner who sees it happen. */
export const OwnOutcome = ({ offer, isOpen }: { offer: Offer; isOpen: boolean }) => {
  const { user } = useSession();
  const { t } = useTranslation();
  const { position, wasCredited } = useBidPosition(offer);
  const outcome = outcomeOf(offer, user, position !== null);
  const [isNews] = useState(!outcome);
  if (isOpen) return false;
  return (
    <>
      <OutcomeWords offer={offer} outcome={outcome} isNews={isNews} />
      {outcome === 'lost' && !wasCredited && (
        <span className="block text-sm font-normal text-ink-200">{t('offer.auction.refunded')}</span>
      )}
    </>
  );
};
