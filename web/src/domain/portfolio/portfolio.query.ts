import type { Language } from '@skarb/schema/language';
import { readError, urlOf } from '@skarb/client';
import * as portfolioCalls from '@skarb/schema/calls/portfolio';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { session } from '../../platform/session/use-session.ts';

/** Sort choices: the first is the default. */
export const PORTFOLIO_SORTS = [
  'createdAt:DESC',
  'worth:DESC',
  'result:DESC',
  'result:ASC',
  'cost:DESC',
  'name:ASC',
] as const;
export type PortfolioSort = (typeof PORTFOLIO_SORTS)[number];

/** What the signed-in person holds, paged; each page carries the totals of everything. @param language names are sorted in it */
export const portfolioQuery = (sortBy: PortfolioSort, language: Language) =>
  infiniteQueryOptions({
    queryKey: [PRIVATE, 'portfolio', sortBy, language],
    queryFn: ({ signal, pageParam }) =>
      call(portfolioCalls.list, { query: { sortBy, language, page: pageParam }, signal }),
    ...PAGES,
    placeholderData: (previous) => previous,
  });

/** What they have sold, the newest sales first. */
export const soldQuery = infiniteQueryOptions({
  queryKey: [PRIVATE, 'portfolio', 'sold'],
  queryFn: ({ signal, pageParam }) => call(portfolioCalls.sales, { query: { page: pageParam }, signal }),
  ...PAGES,
});

/** The portfolio as a CSV file, its heads in the reader's language. @throws ApiError */
export const readPortfolioCsv = async (currency: 'USD' | 'EUR' | 'UAH', language: Language): Promise<Blob> => {
  // Renews an expired access token: the client of the API reads JSON only, so the file is requested without it.
  await call(portfolioCalls.list, { query: { limit: 1 } });
  const response = await fetch(urlOf(portfolioCalls.csv, { query: { currency, language } }), {
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  if (!response.ok) throw await readError(response);
  return response.blob();
};
