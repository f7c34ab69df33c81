import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { hideReason, subjectType } from './hidden.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { NOTIFICATION_KINDS } from './notification-kind.ts';
import { offerStatus, offerType } from './offer.ts';
import { address, amount, listMeta, listQuery, one, queryBoolean, time, uuid } from './primitive.ts';

const settingKind = z.enum(NOTIFICATION_KINDS);
const notificationKind = z.enum([...NOTIFICATION_KINDS, 'SIGN_IN']);

/**
 * An admin's action on a token, a collection or a profile: only write its creator a note, hide it, or restore it; for who
 * reported it, hide it or leave it as it is.
 */
const noteAct = z.enum(['NOTE', 'HIDDEN', 'RESTORED', 'REPORT_HIDDEN', 'REPORT_LEFT']);
export type NoteAct = z.infer<typeof noteAct>;

/** An event of a user's token, offer or favorite, caused by another user or by time. */
const notification = z.object({
  uuid,
  kind: notificationKind,
  isRead: z.boolean(),
  /** Null for kinds without a token: SIGN_IN, and some of NOTE. */
  token: z.object({ uuid, name: z.string(), localization: localizedName.optional(), image }).nullable(),
  /** Null when the offer was deleted. */
  offerUuid: uuid.nullable(),
  /** Null for kinds without an offer: NOTE, SIGN_IN, RECEIVED, and those of breeding. */
  offerType: offerType.nullable(),
  /** Of a kind that invites to trade an offer which is over or being withdrawn: its status. Such a one counts as read. */
  outcome: offerStatus.nullable(),
  /** CHILD_LOST: the breeding that has no child. */
  breedingUuid: uuid.nullable(),
  /** NOTE: a message of the marketplace about something of the user. About a collection, `token` is a work that they own. */
  note: z
    .object({
      act: noteAct,
      subjectType,
      subjectUuid: uuid,
      name: z.string(),
      image: image.nullable(),
      /** HIDDEN: the reason. */
      reason: hideReason.nullable(),
      /** In the admin's own words; may be empty. */
      text: z.string(),
    })
    .nullable(),
  /** NEW_WORK, NEW_LISTING: what the user follows; `token` is the newest of `quantity` works. */
  followed: z.object({ type: z.enum(['collection', 'user']), uuid, name: z.string() }).nullable(),
  /** SIGN_IN: where an account without an e-mail address was signed in to from a new device. */
  signIn: z.object({ ip: z.string(), userAgent: z.string().nullable() }).nullable(),
  /** Of one unit; of an auction the bid; of a CHILD_LOST the fee that was returned. */
  price: amount.nullable(),
  /** SOLD: what the recipient received for all units, after fees; null when the offer was deleted. */
  received: amount.nullable(),
  /** PRICE_DROP: the price before, when it was in the same currency. */
  oldPrice: amount.nullable(),
  /** The currency's symbol. */
  currency: z.string().nullable(),
  quantity: z.number().int().nullable(),
  /** RECEIVED: how many works came at once; `token` is the first of them, and `quantity` its units. */
  works: z.number().int().nullable(),
  /** Who caused it; null for time, or for nobody in particular. */
  actor: z.object({ person: person.nullable(), address }).nullable(),
  /** AUCTION_ENDING: when it ends. */
  endsAt: time.nullable(),
  createdAt: time,
});
export type Notification = z.infer<typeof notification>;

/** The channels of a kind. Mails go to a confirmed e-mail address only. */
const notificationSetting = z.object({ kind: settingKind, app: z.boolean(), mail: z.boolean() });
export type NotificationSetting = z.infer<typeof notificationSetting>;

const size = { default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer };
/** The most that one call can mark. */
const READ_MAX = 100;

export const notificationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/notification',
    summary: 'The caller’s notifications, newest first, and the number of unread ones',
    access: 'user',
    query: listQuery(size, ['createdAt']).omit({ search: true }).extend({ isRead: queryBoolean.optional() }),
    response: z.object({
      data: z.array(notification),
      meta: listMeta.extend({
        /** All unread ones, whatever the page. */
        unreadItems: z.number().int(),
      }),
    }),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notification/read',
    summary: 'Mark the given notifications, or all, as read',
    access: 'user',
    body: z.object({ uuids: z.array(uuid).max(READ_MAX).optional() }),
    response: one(z.object({ unreadItems: z.number().int() })),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/notification/setting',
    summary: 'Which notifications the caller receives, and how',
    access: 'user',
    response: z.object({ data: z.array(notificationSetting) }),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/notification/setting',
    summary: 'Change which notifications the caller receives, and how; kinds that are not named keep their settings',
    access: 'user',
    body: z.object({ settings: z.array(notificationSetting).min(1).max(NOTIFICATION_KINDS.length) }),
    response: z.object({ data: z.array(notificationSetting) }),
  }),
};
