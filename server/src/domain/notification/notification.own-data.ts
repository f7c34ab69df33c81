import type { OwnData } from '../../platform/own-data.ts';
import { deleteNotificationsOf } from './notification.store.ts';

export const notificationOwnData: OwnData = {
  tables: ['notification', 'notification_mailed', 'notification_setting'],
  topics: {
    notifications: (sql, { uuid }) => sql`
      select uuid::text as key, uuid, kind, token_uuid, offer_uuid, offer_type, price::text as price, old_price::text as old_price,
        currency_uuid, quantity::text as quantity, works, actor, subject_type, subject_uuid, ip, user_agent, ends_at, read_at, created_at
      from notification where user_uuid = ${uuid}`,
    'notification-mails': (sql, { uuid }) =>
      sql`select kind || ' ' || happening as key, kind, created_at from notification_mailed where user_uuid = ${uuid}`,
    'notification-settings': (sql, { uuid }) =>
      sql`select kind as key, kind, app, mail from notification_setting where user_uuid = ${uuid}`,
  },
  erase: (tx, { uuid }) => deleteNotificationsOf(tx, uuid),
};
