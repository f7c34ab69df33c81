import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import type { User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { untilRead } from '../../platform/query/client.ts';
import { call } from '../../platform/http/api.ts';
import { sameAddress } from '../../platform/format/same-address.ts';

/** Statuses in which a seller can still change or cancel a sale. */
const LIVE = ['ACTIVE', 'SCHEDULED', 'INVALID', 'CANCELLING'] as const;

/** The viewer's own open sales of a token, including those that cannot be bought now. */
export const useOwnOffers = (tokenUuid: string, user: User | null): Offer[] | undefined =>
  useQuery({
    // The same key as lists of offers, so that live updates invalidate it.
    queryKey: ['private', 'offers', { tokenUuid, ownUuid: user?.uuid }],
    queryFn: ({ signal }) =>
      call(offerCalls.list, {
        signal,
        query: { tokenUuid, sellerUuid: user?.uuid, type: 'SALE', status: LIVE, limit: 100 },
      }),
    enabled: !!user,
    // A sale that is being cancelled changes without any action of the viewer, so poll.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'CANCELLING') ? 2_000 : untilRead(state),
  }).data?.data;

/** Units of a token that a user holds. */
export const heldBy = (token: TokenDetail, user: User | null): number =>
  token.ownerships
    .filter(({ owner, ownerUuid }) => !!user && (ownerUuid === user.uuid || sameAddress(owner, user.metamaskWallet)))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** Units in sales that are active or may become active again. */
export const promisedIn = (offers: readonly Offer[]): number =>
  offers.reduce((sum, { quantityLeft }) => sum + quantityLeft, 0);

/** Whether a sale or an auction is the user's own. */
export const isOwn = ({ seller, sellerAddress }: Offer, user: User | null): boolean =>
  !!user && (seller?.uuid === user.uuid || sameAddress(sellerAddress, user.metamaskWallet));

/** Units that a user holds and can transfer: the auction house keeps those of their auctions. */
export const freeOf = (token: TokenDetail, user: User | null): number => {
  const auctions = (token.offers as Offer[]).filter((offer) => offer.type === 'AUCTION' && isOwn(offer, user));
  return Math.max(0, heldBy(token, user) - promisedIn(auctions));
};

/** Units that one of the seller's sales may offer: those that no other sale of theirs can sell now. */
export const availableFor = (sale: Offer, own: readonly Offer[], free: number): number => {
  const others = own.filter(
    ({ uuid, status, invalidReason }) =>
      uuid !== sale.uuid && (status !== 'INVALID' || invalidReason === 'NOT_APPROVED'),
  );
  return Math.max(1, free - promisedIn(others));
};

/** What becomes of a sale when `left` units stay with its seller: the whole sale stops if they are fewer than it offers. */
export const saleAfter = ({ quantityLeft }: Pick<Offer, 'quantityLeft'>, left: number): 'gone' | 'paused' | 'stays' =>
  left <= 0 ? 'gone' : quantityLeft > left ? 'paused' : 'stays';
