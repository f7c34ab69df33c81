import * as authCalls from '@skarb/schema/calls/auth';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(authCalls.profile, { params: { id }, signal })
        .then(({ data }) => data),
  });
