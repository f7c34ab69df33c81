import type { ChartPeriod, ChartRange, ChartTrade } from '@skarb/schema/chart';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';

/** What a token was sold for. */
export const tokenChartQuery = (id: string) =>
  queryOptions({
    // Below ['token']: a sale that becomes known makes it stale, as all of a token.
    queryKey: ['token', 'chart', id],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: ChartTrade[] }>(`/token/${id}/chart`, { signal })
        .then(({ data }) => data),
  });

/** Floor and volume of a collection over a range. */
export const collectionChartQuery = (id: string, range: ChartRange) =>
  queryOptions({
    queryKey: ['collection', 'chart', id, range],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: ChartPeriod[] }>(`/collection/${id}/chart`, { query: { range }, signal })
        .then(({ data }) => data),
    placeholderData: (previous) => previous,
  });
