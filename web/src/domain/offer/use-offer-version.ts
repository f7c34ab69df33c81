import type { Offer } from '@skarb/schema/offer';
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from './offer.query.ts';

/** The newest known version of an offer; an observed offer is updated by the live stream. */
export const useOfferVersion = (offer: Offer | undefined): number =>
  useQuery({ ...offerQuery(offer?.uuid ?? ''), enabled: !!offer, initialData: offer }).data?.version ?? 0;
