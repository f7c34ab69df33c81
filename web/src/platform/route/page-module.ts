import type { Language } from '@skarb/schema/language';
import type { PageParameters } from '@skarb/schema/page-parameters';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export type LoadContext = {
  client: QueryClient;
  params: Record<string, string | undefined>;
  url: { pathname: string; searchParams: PageParameters };
  /** The language that the server renders in; undefined in the browser, where pages know it themselves. */
  language: Language | undefined;
};

/** The exports of a file in `page/`. */
export type PageModule = {
  Component: ComponentType;
  /** Fills the query cache for the page. Awaited on the server; throws an ApiError if there is nothing to show. */
  load?: (context: LoadContext) => Promise<unknown> | unknown;
};
