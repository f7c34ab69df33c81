import type { Offer } from '@skarb/schema/offer';
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from './offer.query.ts';

/** An offer's version by the newest word there is; being looked at, the offer is among those the live stream tells of. */
export const useOfferVersion = (offer: Offer | undefined): number =>
  useQuery({ ...offerQuery(offer?.uuid ?? ''), enabled: !!offer, initialData: offer }).data?.version ?? 0;
