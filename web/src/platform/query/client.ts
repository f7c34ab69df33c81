import { QueryClient } from '@tanstack/react-query';
import { api, type Api } from '../http/api.ts';
import { ApiError } from '../http/api-error.ts';

const apis = new WeakMap<QueryClient, Api>();

/** The API that a client's queries use: the browser's own, or the one of a request on the server. */
export const apiOf = (client: QueryClient): Api => apis.get(client) ?? api;

/** A query cache. @param own the API of this request, on the server */
export const createQueryClient = (own?: Api): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Long enough that Back finds the list as it was left.
        gcTime: own ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: true,
        retry: own ? false : (count, error) => count < 3 && (!(error instanceof ApiError) || error.isPassing),
        retryDelay: (count, error) =>
          error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : Math.min(500 * 2 ** count, 8000),
      },
      mutations: { retry: false },
    },
  });
  if (own) apis.set(client, own);
  return client;
};
