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

/** Whether all lines of the newest page are new, and there are others: some of these may be new as well. */
export const areMoreNew = ({ data, meta }: Page<ActivityEvent>, lines: readonly ActivityEvent[]): boolean =>
  lines.length === data.length && meta.totalPages > 1;

/**
 * A list with the new lines of the newest page before its first one. If more lines may be new, the list begins again with
 * that page: no later page has what lies between it and the lines that were shown.
 */
export const withNewLines = (list: Pages, newest: Page<ActivityEvent>, lines: readonly ActivityEvent[]): Pages =>
  areMoreNew(newest, lines)
    ? { pages: [newest], pageParams: list.pageParams.slice(0, 1) }
    : {
        ...list,
        pages: list.pages.map((page, at) => (at === 0 ? { ...page, data: [...lines, ...page.data] } : page)),
      };
