import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { hideReason, subjectType } from './hidden.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { image } from './media.ts';
import { NOTIFICATION_KINDS } from './notification-kind.ts';
import { offerType } from './offer.ts';
import { address, amount, listMeta, listQuery, one, queryBoolean, time, uuid } from './primitive.ts';

export const settingKind = z.enum(NOTIFICATION_KINDS);
export const notificationKind = z.enum([...NOTIFICATION_KINDS, 'SIGN_IN']);

/** Something that happened to somebody's work, offer or favourite by another's doing, or by time. */
export const notification = z.object({
  uuid,
  kind: notificationKind,
  isRead: z.boolean(),
  /** Null for what is about no token: a SIGN_IN, and some of NOTE. */
  token: z.object({ uuid, name: z.string(), image }).nullable(),
  /** Null where the offer is no more. */
  offerUuid: uuid.nullable(),
  /** Null for what is about no offer: a NOTE, a SIGN_IN, and what breeding tells. */
  offerType: offerType.nullable(),
  /** CHILD_LOST: the breeding that there will be no child of. */
  breedingUuid: uuid.nullable(),
  /** NOTE: what the marketplace says about something of one's own. */
  note: z
    .object({
      /** What it did: nothing but write, hide it, or show it again. */
      act: z.enum(['NOTE', 'HIDDEN', 'RESTORED']),
      subjectType,
      subjectUuid: uuid,
      name: z.string(),
      image: image.nullable(),
      /** HIDDEN: why. */
      reason: hideReason.nullable(),
      /** In the admin's own words; may be empty. */
      text: z.string(),
    })
    .nullable(),
  /** SIGN_IN: from where an account without an e-mail address was signed in to, a device it had never been before. */
  signIn: z.object({ ip: z.string(), userAgent: z.string().nullable() }).nullable(),
  /** Of one unit; of an auction what was bid; of a CHILD_LOST the fee that was given back. */
  price: amount.nullable(),
  /** PRICE_DROP: what was asked before, where that was in the same currency. */
  oldPrice: amount.nullable(),
  /** The currency's symbol. */
  currency: z.string().nullable(),
  quantity: z.number().int().nullable(),
  /** Who did it; null where it was time, or nobody in particular. */
  actor: z.object({ person: person.nullable(), address }).nullable(),
  /** AUCTION_ENDING: when it ends. */
  endsAt: time.nullable(),
  createdAt: time,
});
export type Notification = z.infer<typeof notification>;

/** By which ways one wants to hear of a kind. Mails go to a confirmed e-mail address alone. */
export const notificationSetting = z.object({ kind: settingKind, app: z.boolean(), mail: z.boolean() });
export type NotificationSetting = z.infer<typeof notificationSetting>;

const size = { default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer };
/** As many as one call may mark. */
const READ_MAX = 100;

export const notificationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/notification',
    summary: 'One’s own notifications, newest first, and how many are unread',
    access: 'user',
    query: listQuery(size, ['createdAt']).omit({ search: true }).extend({ isRead: queryBoolean.optional() }),
    response: z.object({
      data: z.array(notification),
      meta: listMeta.extend({
        /** All that are unread, whatever the page. */
        unreadItems: z.number().int(),
      }),
    }),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notification/read',
    summary: 'Mark notifications as read: those named, or all',
    access: 'user',
    body: z.object({ uuids: z.array(uuid).max(READ_MAX).optional() }),
    response: one(z.object({ unreadItems: z.number().int() })),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/notification/setting',
    summary: 'Of what one is told, and how',
    access: 'user',
    response: z.object({ data: z.array(notificationSetting) }),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/notification/setting',
    summary: 'Change of what one is told, and how; kinds that are not named stay as they are',
    access: 'user',
    body: z.object({ settings: z.array(notificationSetting).min(1).max(NOTIFICATION_KINDS.length) }),
    response: z.object({ data: z.array(notificationSetting) }),
  }),
};
