import * as notificationCalls from '@skarb/schema/calls/notification';
import type { Notification } from '@skarb/schema/notification';
import type { ListMeta } from '@skarb/schema/primitive';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { PRIVATE } from '../../platform/query/private.ts';

export type NotificationPage = { data: Notification[]; meta: ListMeta & { unreadItems: number } };

/** Live updates invalidate everything below this key (domain/live). */
export const NOTIFICATION_KEY = [PRIVATE, 'notification'] as const;
const PAGE = 20;

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATION_KEY, 'unread'],
  queryFn: async ({ signal }) => (await call(notificationCalls.list, { query: { limit: 1 }, signal })).meta.unreadItems,
});

/** All notifications, newest first, paged. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATION_KEY, 'list'],
  queryFn: ({ pageParam, signal }) => call(notificationCalls.list, { query: { page: pageParam, limit: PAGE }, signal }),
  ...PAGES,
});

/** Which notifications the user gets, and where. */
export const notificationSettingsQuery = queryOptions({
  queryKey: [PRIVATE, 'notification-setting'],
  queryFn: async ({ signal }) => (await call(notificationCalls.settings, { signal })).data,
});
