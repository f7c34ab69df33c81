import type { Profile } from '@skarb/schema/auth';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';

/** A public profile. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: Profile }>(`/auth/profile/${id}`, { signal })
        .then(({ data }) => data),
  });
