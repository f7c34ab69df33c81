import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../platform/session/use-session.ts';
import { tokenQuery } from '../token/token.query.ts';

/** Whether the royalty of a token's sale is the viewer's, who then receives it with the price; undefined until known. */
export const useOwnRoyalty = (tokenUuid: string): boolean | undefined => {
  const { user } = useSession();
  const { data: token, isPending } = useQuery(tokenQuery(tokenUuid));
  return isPending ? undefined : !!user && token?.collection.creatorUuid === user.uuid;
};
