import * as operatorPageCalls from '@skarb/schema/calls/operator-page';
import type { Language } from '@skarb/schema/language';
import type { OperatorPage } from '@skarb/schema/operator-page';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

export const operatorPageQuery = (name: OperatorPage['name'], lng: Language) =>
  queryOptions({
    queryKey: ['operator-page', name, lng],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(operatorPageCalls.show, { params: { name }, query: { lng }, signal })
        .then(({ data }) => data),
    staleTime: 60_000,
  });
