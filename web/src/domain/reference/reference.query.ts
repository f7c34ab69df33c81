import * as referenceCalls from '@skarb/schema/calls/reference';
import type { Category } from '@skarb/schema/reference';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

const staleTime = 10 * 60_000;
/** In the order set by admins. */
const query = { sortBy: 'position:ASC' } as const;

export const categoriesQuery = queryOptions({
  queryKey: ['reference', 'category'],
  queryFn: async ({ client, signal }) =>
    (await clientOf(client).call(referenceCalls.categories, { query, signal })).data,
  staleTime,
});
/** All currencies: also one that is switched off is the currency of offers and of addresses that people share. */
export const currenciesQuery = queryOptions({
  queryKey: ['reference', 'currency'],
  queryFn: async ({ client, signal }) =>
    (await clientOf(client).call(referenceCalls.currencies, { query: { ...query, all: true }, signal })).data,
  staleTime,
});
export const networksQuery = queryOptions({
  queryKey: ['reference', 'network'],
  queryFn: async ({ client, signal }) => (await clientOf(client).call(referenceCalls.networks, { query, signal })).data,
  staleTime,
});

/** A category's name in the reader's language. */
export const categoryName = ({ name, names }: Category, language: string): string =>
  (names as Record<string, string>)[language] ?? name;
