import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Fetches all but the reference data again, after a change of something that many screens show. An answer that is on its
 * way would be taken for one after the change, so it is dropped.
 */
export const refetchShown = async (client: QueryClient): Promise<void> => {
  const predicate = ({ queryKey }: Query) => queryKey[0] !== 'reference';
  await client.cancelQueries({ predicate });
  await client.invalidateQueries({ predicate });
};
