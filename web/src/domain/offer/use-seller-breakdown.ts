import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/use-session.ts';
import { tokenQuery } from '../token/token.query.ts';
import { breakdown, type Breakdown } from './breakdown.rules.ts';

/**
 * What each party receives when the viewer sells units of a token. Whoever sells their own work also receives its royalty
 * (`isOwnRoyalty`).
 * @returns `parts` null while the price is invalid, or until it is known whose the royalty is
 */
export const useSellerBreakdown = (
  tokenUuid: string,
  price: string,
  decimals: number,
  royaltyPercent: number,
  quantity: number,
): { parts: Breakdown | null; isOwnRoyalty: boolean } => {
  const { user } = useSession();
  const { data: token, isPending } = useQuery(tokenQuery(tokenUuid));
  const isOwnRoyalty = !!user && token?.collection.creatorUuid === user.uuid;
  return { parts: isPending ? null : breakdown(price, decimals, royaltyPercent, quantity, isOwnRoyalty), isOwnRoyalty };
};
