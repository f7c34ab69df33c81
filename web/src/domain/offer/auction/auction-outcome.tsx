import type { Offer } from '@skarb/schema/offer';
import { useFormats } from '../../../platform/format/format.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { clientOnly } from '../../../platform/lazy/client-only.tsx';
import { useSessionStatus } from '../../../platform/lazy/use-session-status.ts';
import { outcomeOf, type Outcome } from './auction-outcome.rules.ts';

const OwnOutcome = clientOnly(async () => (await import('./own-outcome.tsx')).OwnOutcome);

/** How an auction ended for the viewer; until the chain has settled it, that it waits for that. */
export const OutcomeWords = ({
  offer,
  outcome,
  isNews = false,
}: {
  offer: Offer;
  outcome: Outcome | null;
  /** The viewer has seen it happen. */
  isNews?: boolean;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!outcome) return t(`offer.statusAuction.${offer.status}`);
  const inWords = (amount: string) => `${formats.exact(amount)} ${offer.currency.name}`;
  return (
    <span data-outcome={outcome} data-news={isNews}>
      {t(`offer.auction.outcome.${outcome}`, {
        price: inWords(offer.price),
        received: inWords(offer.auction?.sellerReceived ?? offer.fees.sellerReceives),
      })}
    </span>
  );
};

/** Says how an auction that is over ended, also to a screen reader. */
export const AuctionOutcome = ({ offer, isOpen }: { offer: Offer; isOpen: boolean }) => {
  // The script of an account is there before the end.
  const isAccount = useSessionStatus() === 'signedIn';
  const others = !isOpen && <OutcomeWords offer={offer} outcome={outcomeOf(offer, null, false)} />;
  return (
    <div role="status" className="font-semibold text-ink-50">
      {isAccount ? <OwnOutcome offer={offer} isOpen={isOpen} fallback={others} /> : others}
    </div>
  );
};
