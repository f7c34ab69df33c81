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

export const categoriesQuery = reference<Category>('category', 'name:ASC');
export const currenciesQuery = reference<Currency>('currency', 'createdAt:ASC');
export const networksQuery = reference<Network>('network', 'createdAt:ASC');
