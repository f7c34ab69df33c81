/** What pages of works and collections ask about breeding: apart from the rest, which they do not load. */
import * as breedingCalls from '@skarb/schema/calls/breeding';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** The breeding terms of one collection; null if it was never opened. */
export const termsQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'terms', collectionUuid],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(breedingCalls.terms, { params: { id: collectionUuid }, signal })
        .then(({ data }) => data),
  });

/** One token as a parent, with its relatives; null if it has no genes. */
export const familyQuery = (tokenUuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'family', tokenUuid],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(breedingCalls.family, { params: { id: tokenUuid }, signal })
        .then(({ data }) => data),
  });
