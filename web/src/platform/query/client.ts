import { ApiError, type Client } from '@skarb/client';
import { QueryClient } from '@tanstack/react-query';
import { client as browserClient } from '../http/api.ts';

/** The pause between a first reading that failed, with its retries, and the next. */
const AGAIN_MS = 15_000;

/** The interval of a query that could not be read yet, because the server was unavailable; then none. */
export const untilRead = ({ data, error }: { data: unknown; error: unknown }): number | false =>
  data === undefined && error instanceof ApiError && error.isPassing && AGAIN_MS;

const clients = new WeakMap<QueryClient, Client>();

/** The API client of a cache's queries: the browser's, or on the server the client of the request. */
export const clientOf = (cache: QueryClient): Client => clients.get(cache) ?? browserClient;

/** A query cache. @param own on the server, the client of this request */
export const createQueryClient = (own?: Client): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Long enough that Back shows the list in its previous state.
        gcTime: own ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => untilRead(state),
        retry: own ? false : (count, error) => count < 3 && (!(error instanceof ApiError) || error.isPassing),
        retryDelay: (count, error) =>
          error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : Math.min(500 * 2 ** count, 8000),
      },
      mutations: { retry: false },
    },
  });
  if (own) clients.set(client, own);
  return client;
};
