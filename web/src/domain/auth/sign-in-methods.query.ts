import * as accountCalls from '@skarb/schema/calls/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';

export const WAYS_KEY = ['private', 'way'];

/** The sign-in methods of the user. */
export const signInMethodsQuery = queryOptions({
  queryKey: WAYS_KEY,
  queryFn: async ({ signal }) => (await call(accountCalls.ways, { signal })).data,
});
