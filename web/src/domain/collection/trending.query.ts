import * as collectionCalls from '@skarb/schema/calls/collection';
import type { TrendPeriod } from '@skarb/schema/collection';
import { TREND_PERIODS } from '@skarb/schema/limits';
import type { PageParameters } from '@skarb/schema/page-parameters';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** Left out of the URL. */
export const PERIOD_DEFAULT: TrendPeriod = '7d';

/** The period that a URL asks for; an unknown one is ignored. */
export const readPeriod = (query: PageParameters): TrendPeriod =>
  TREND_PERIODS.find((period) => period === query.get('period')) ?? PERIOD_DEFAULT;

/** The collections with the highest volume of a period. */
export const trendingQuery = (period: TrendPeriod) =>
  infiniteQueryOptions({
    queryKey: ['collection', 'trending', period],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(collectionCalls.trending, { query: { period, page: pageParam }, signal }),
    staleTime: 20_000,
    ...PAGES,
  });
