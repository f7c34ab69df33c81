import type { ActivityEvent } from '@skarb/schema/activity';
import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '../../platform/query/pages.ts';

type Pages = InfiniteData<Page<ActivityEvent>>;

/** The lines that are newer than a list's first one. */
export const newLines = (newest: readonly ActivityEvent[], shown: readonly ActivityEvent[]): ActivityEvent[] => {
  const known = new Set(shown.map(({ uuid }) => uuid));
  const first = shown[0]?.createdAt ?? '';
  return newest.filter(({ uuid, createdAt }) => !known.has(uuid) && createdAt >= first);
};

/** A list with new lines before its first one. */
export const withNewLines = (pages: Pages, lines: readonly ActivityEvent[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page, at) => (at === 0 ? { ...page, data: [...lines, ...page.data] } : page)),
});
