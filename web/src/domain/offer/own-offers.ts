import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import type { User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { sameAddress } from '../../platform/wallet/eip1193.ts';

/** States in which a seller still has a say over his sale. */
const LIVE = ['ACTIVE', 'SCHEDULED', 'INVALID', 'CANCELLING'] as const;

/** The viewer's own sales of a token that are not over, those that cannot be filled now included. */
export const useOwnOffers = (tokenUuid: string, user: User | null): Offer[] | undefined =>
  useQuery({
    // Named as the lists of offers are, so that live news of one of them has it read again.
    queryKey: ['private', 'offers', { tokenUuid, ownUuid: user?.uuid }],
    queryFn: ({ signal }) =>
      call(offerCalls.list, {
        signal,
        query: { tokenUuid, sellerUuid: user?.uuid, type: 'SALE', status: LIVE, limit: 100 },
      }),
    enabled: !!user,
    // A sale that is being cancelled changes by itself.
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'CANCELLING') ? 2_000 : false),
  }).data?.data;

/** Units of a token that a person holds. */
export const heldBy = (token: TokenDetail, user: User | null): number =>
  token.ownerships
    .filter(({ owner, ownerUuid }) => !!user && (ownerUuid === user.uuid || sameAddress(owner, user.metamaskWallet)))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** Units of sales that stand, or may stand again. */
export const promisedIn = (offers: readonly Offer[]): number =>
  offers.reduce((sum, { quantityLeft }) => sum + quantityLeft, 0);
