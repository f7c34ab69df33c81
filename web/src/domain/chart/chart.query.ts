import * as chartCalls from '@skarb/schema/calls/chart';
import type { ChartRange } from '@skarb/schema/chart';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** A token's past sale prices. */
export const tokenChartQuery = (id: string) =>
  queryOptions({
    // Below ['token'], so that a new sale invalidates it with the token.
    queryKey: ['token', 'chart', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(chartCalls.token, { params: { id }, signal })
        .then(({ data }) => data),
  });

/** Floor price and volume of a collection over a range. */
export const collectionChartQuery = (id: string, range: ChartRange) =>
  queryOptions({
    queryKey: ['collection', 'chart', id, range],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(chartCalls.collection, { params: { id }, query: { range }, signal })
        .then(({ data }) => data),
    placeholderData: (previous) => previous,
  });
