import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export type LoadContext = { client: QueryClient; params: Record<string, string | undefined>; url: URL };

/** The exports of a file in `page/`. */
export type PageModule = {
  Component: ComponentType;
  /** Fills the query cache for the page. Awaited on the server; throws an ApiError if there is nothing to show. */
  load?: (context: LoadContext) => Promise<unknown> | unknown;
};
