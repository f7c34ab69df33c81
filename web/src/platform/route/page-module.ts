import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export type LoadContext = { client: QueryClient; params: Record<string, string | undefined>; url: URL };

/** What a file in `page/` exports. */
export type PageModule = {
  Component: ComponentType;
  /** Fills the query cache for the page. Awaited on the server; throws an ApiError where there is nothing to show. */
  load?: (context: LoadContext) => Promise<unknown> | unknown;
};
