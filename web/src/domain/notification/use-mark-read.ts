import * as notificationCalls from '@skarb/schema/calls/notification';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { NOTIFICATION_KEY, notificationsQuery, unreadQuery, type NotificationPage } from './notification.query.ts';

/** Marks one notification as read, or all; shown at once, and fetched again if the server refuses. */
export const useMarkRead = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string | undefined) => call(notificationCalls.read, { body: uuid ? { uuids: [uuid] } : {} }),
    onMutate: async (uuid) => {
      // A response in flight is older than this change.
      await client.cancelQueries({ queryKey: NOTIFICATION_KEY });
      client.setQueryData<number>(unreadQuery.queryKey, (count) => (uuid ? Math.max(0, (count ?? 1) - 1) : 0));
      client.setQueryData<InfiniteData<NotificationPage, number>>(
        notificationsQuery.queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              data: page.data.map((one) => (uuid && one.uuid !== uuid ? one : { ...one, isRead: true })),
            })),
          },
      );
    },
    onSuccess: ({ data }) => client.setQueryData(unreadQuery.queryKey, data.unreadItems),
    onError: (error) => {
      toast.error(wordsOf(t, error));
      void client.invalidateQueries({ queryKey: NOTIFICATION_KEY });
    },
  });
};
