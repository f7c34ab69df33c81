import type { Category, Currency, Network } from '@skarb/schema/reference';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

const reference = <T>(name: 'category' | 'currency' | 'network', sortBy: string) =>
  queryOptions({
    queryKey: ['reference', name],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<Page<T>>(`/${name}`, { query: { sortBy }, signal })
        .then(({ data }) => data),
    staleTime: 10 * 60_000,
  });

/** In the order that admins put them in. */
export const categoriesQuery = reference<Category>('category', 'position:ASC');
export const currenciesQuery = reference<Currency>('currency', 'position:ASC');
export const networksQuery = reference<Network>('network', 'position:ASC');

/** What a category is called in the reader's language. */
export const categoryName = ({ name, names }: Category, language: string): string =>
  (names as Record<string, string>)[language] ?? name;
