import {
  isFollowKind,
  NOTIFICATION_KINDS,
  pageOfSubject,
  type FollowKind,
  type SettingKind,
} from '@skarb/schema/notification-kind';
import type { Language } from '@skarb/schema/language';
import type { NotificationSetting } from '@skarb/schema/notification';
import type { Context } from '../../context.ts';
import { seal, unseal } from '../auth/auth.seal.ts';
import type { Mail } from '../mail/mail.messages.ts';
import { canMail, sendMail } from '../mail/mail.service.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { KIND, type TokenKind } from './notification.kinds.ts';
import { writeNotification } from './notification.mail.ts';
import { writeNote, type Note } from './notification.note.ts';
import { gatherFollowEvents, sendFollowNotices, type FollowEvent } from './notification.follow.store.ts';
import { decideOfferEvent, decideTokenEvent, type Draft, type OfferEvent } from './notification.rules.ts';
import {
  addNotes,
  addNotifications,
  addSignIn,
  continueEnding,
  continueEvent,
  deferEvent,
  dropEvent,
  endMails,
  findMails,
  lockReaders,
  findPreviousPrice,
  markRead,
  recordMail,
  putSettings,
  readInvitations,
  stopMails,
  takeTokenEvents,
  takeDueMails,
  takeEndingAuction,
  takeOfferEvents,
  type DueMail,
  type NoteReader,
} from './notification.store.ts';
import { countUnread, listSettings } from './notification.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

const BATCH = 50;
/** Followers that one transaction notifies. */
const FOLLOWERS = 500;
/** How long after a failure an event or a mail is tried again. */
const RETRY_MS = 60_000;
/** A mail that cannot be written is tried so often within about four hours, then set aside. */
const MAIL_TRIES = 10;
/** Time before an auction's end at which its participants are notified. */
const ENDING_SECONDS = 3600;
/** Notification mails per account; further notifications of the hour are in the app only. */
export const MAX_MAILS_PER_HOUR = 30;

const mailTime = ({ mail, isLocalStack }: Needs['config'], now: Date): Date | null =>
  canMail({ mail, isLocalStack }) ? new Date(now.getTime() + mail.noticeDelaySeconds * 1000) : null;

/**
 * Notifies the next users of each audience.
 * @returns the last of them whom all audiences have reached, when there may be more
 */
const notifyNext = async (
  tx: Tx,
  drafts: readonly Draft[],
  about: Parameters<typeof addNotifications>[2],
  mailAt: Date | null,
): Promise<string | undefined> => {
  const lasts: string[] = [];
  for (const { audience, ...draft } of drafts) {
    // Their notices are gathered.
    if (audience === 'followers') continue;
    const last = await addNotifications(tx, { ...draft, audience }, about, mailAt);
    if (last !== undefined) lasts.push(last);
  }
  return lasts.toSorted()[0];
};

/**
 * Turns a batch of pending history events into notifications, each event in a savepoint of its own. Workers may run it
 * concurrently.
 * @param onError called for an event that fails; it is retried later and does not delay the others
 * @returns how many events were taken
 */
export const notifyOfHistory = async ({ config, db }: Needs, onError: (error: unknown) => void): Promise<number> =>
  db.sql.begin(async (tx) => {
    const now = new Date();
    const mailAt = mailTime(config, now);
    const gathered: FollowEvent[] = [];
    const followed = (drafts: Draft[], { tokenUuid, historyUuid }: Pick<OfferEvent, 'tokenUuid' | 'historyUuid'>) =>
      drafts.flatMap(({ audience, kind, actor }): FollowEvent[] =>
        audience === 'followers' ? [{ kind: kind as FollowKind, tokenUuid, historyUuid, actor }] : [],
      );
    const events = await takeOfferEvents(tx, BATCH);
    for (const event of events)
      try {
        await tx.savepoint(async (part) => {
          const hasNewPrice = event.event === 'LISTED' || event.event === 'EDITED';
          const previous = hasNewPrice ? await findPreviousPrice(part, event) : undefined;
          const decision = decideOfferEvent(event, previous, now);
          if ('later' in decision) return deferEvent(part, event.historyUuid, decision.later);
          const last = await notifyNext(part, decision, event, mailAt);
          if (last !== undefined) return continueEvent(part, event.historyUuid, last);
          if (event.isOver) await readInvitations(part, event.offerUuid);
          await dropEvent(part, event.historyUuid);
          gathered.push(...followed(decision, event));
        });
      } catch (error) {
        onError(error);
        await deferEvent(tx, event.historyUuid, new Date(now.getTime() + RETRY_MS));
      }
    const others = await takeTokenEvents(tx, BATCH);
    for (const event of others)
      try {
        await tx.savepoint(async (part) => {
          const about = {
            ...event,
            offerUuid: null,
            offerType: null,
            quantity: event.event === 'TRANSFERRED' ? event.quantity : null,
            // A birth has no price, and a fee of 0 is not returned.
            price: event.event === 'BORN' ? null : event.price || null,
          };
          const drafts = decideTokenEvent(event);
          const last = await notifyNext(part, drafts, about, mailAt);
          if (last !== undefined) return continueEvent(part, event.historyUuid, last);
          await dropEvent(part, event.historyUuid);
          gathered.push(...followed(drafts, event));
        });
      } catch (error) {
        onError(error);
        await deferEvent(tx, event.historyUuid, new Date(now.getTime() + RETRY_MS));
      }
    await gatherFollowEvents(tx, gathered, config.mail.noticeDelaySeconds);
    return events.length + others.length;
  }) as Promise<number>;

/**
 * Notifies the next followers of what they follow, a bounded number of them.
 * @returns whether something was due, so that more may be
 */
export const notifyFollowers = async ({ config, db }: Needs): Promise<boolean> =>
  db.sql.begin((tx) => sendFollowNotices(tx, FOLLOWERS, mailTime(config, new Date()))) as Promise<boolean>;

/** Notifies the seller, the bidders and the likers of auctions that end within the hour, some at a time. @returns how often */
export const notifyEndings = async ({ config, db }: Needs): Promise<number> => {
  for (let auctions = 0; ; auctions++) {
    const isMore = await db.sql.begin(async (tx) => {
      const auction = await takeEndingAuction(tx, ENDING_SECONDS);
      if (!auction) return false;
      // No actor, so no one is excluded; a user in two audiences is notified once.
      const drafts = (['maker', 'likers', 'bidders'] as const).map((audience) => ({
        kind: 'AUCTION_ENDING' as const,
        audience,
        actor: null,
        occurrence: [auction.offerUuid, auction.announcedEnd?.toISOString()].join(' ').trim(),
      }));
      const last = await notifyNext(tx, drafts, auction, mailTime(config, new Date()));
      await continueEnding(tx, auction.offerUuid, last);
      return true;
    });
    if (!isMore) return auctions;
  }
};

const unsubscribeUrl = (config: Needs['config'], userUuid: string, kind: SettingKind): string =>
  `${config.publicUrl}/api/notification/unsubscribe?token=${seal(config, `unsubscribe ${userUuid} ${kind}`)}`;

/** Current price and end of the offer, for kinds that show these. */
const currentOffer = (due: DueMail, kind: TokenKind) =>
  KIND[kind].usesCurrentOffer?.(due.current_offer_type) ? { price: due.offer_price, ends_at: due.offer_ends_at } : {};

/** Whether the reader still wants the mail and its content is still true. */
const isWanted = (due: DueMail, now: Date): boolean =>
  due.can_be_mailed &&
  (due.kind === 'NOTE' ||
    (KIND[due.kind].isStillDue?.(
      {
        offerType: due.offer_type,
        offerIsActive: due.offer_is_active,
        offerHasPrice: due.offer_has_price,
        offerEndsAt: due.offer_ends_at,
        isHighestBidder: due.is_highest_bidder,
      },
      now,
    ) ??
      true));

const mailOf = (config: Needs['config'], due: DueMail & { email: string }): Mail => {
  const { publicUrl } = config;
  const leaveUrl = unsubscribeUrl(config, due.user_uuid, due.kind);
  const { kind } = due;
  if (kind !== 'NOTE') {
    const followed = isFollowKind(kind)
      ? { type: due.subject_type as 'collection' | 'user', uuid: due.subject_uuid }
      : null;
    return writeNotification({ ...due, ...currentOffer(due, kind), kind, followed }, publicUrl, leaveUrl);
  }
  const note: Note = {
    act: due.act,
    subjectType: due.subject_type,
    subjectUuid: due.subject_uuid,
    subjectName: due.subject_name,
    reason: due.reason,
    text: due.note,
  };
  return writeNote(note, due, {
    page: due.token_uuid ? pageOfSubject('token', due.token_uuid) : pageOfSubject(note.subjectType, note.subjectUuid),
    publicUrl,
    unsubscribeUrl: leaveUrl,
    contact: config.contact?.replace('mailto:', '') ?? `${publicUrl}/contact`,
  });
};

/** One statement adds at most this many notes, and at most this many are mailed in a minute. */
export const NOTES_AT_ONCE = 1000;
/**
 * Notifies people of what an admin did or wrote, in the admin's transaction. The mail is due at once, because no reorg can
 * undo it; of many readers in one minute after the other, so that the mails of others are not behind all of them.
 */
export const notifyOfNote = async (
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  readers: readonly NoteReader[],
  note: Note,
): Promise<void> => {
  for (let minute = 0; minute * NOTES_AT_ONCE < readers.length; minute++)
    await addNotes(
      tx,
      readers.slice(minute * NOTES_AT_ONCE, (minute + 1) * NOTES_AT_ONCE),
      note,
      canMail(config) ? minute : null,
    );
};

/** Notifies a user in the app of a sign-in from a new device, in the transaction of the sign-in. */
export const notifyNewDevice: Context['notifyNewDevice'] = addSignIn;

export { withdrawInvitations } from './notification.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'notification-mail': { uuid: string };
  }
}

/** Queues the mail of a notification if its reader, whose account is locked, still wants it. */
const queueMail = async (tx: Tx, config: Needs['config'], mail: DueMail, now: Date): Promise<void> => {
  const { email } = mail;
  if (isWanted(mail, now) && email && canMail(config) && (await recordMail(tx, mail, MAX_MAILS_PER_HOUR)))
    await sendMail(tx, config, mailOf(config, { ...mail, email }));
};

/**
 * Sends the mails that are due; the delay lets a short reorg delete wrong ones first.
 * @param onError called for a mail that fails; it becomes a job of its own (`retryMail`) and does not delay the others
 * @returns how many were due
 */
export const sendDueMails = async ({ config, db }: Needs, onError: (error: unknown) => void): Promise<number> =>
  db.sql.begin(async (tx) => {
    const now = new Date();
    const due = await takeDueMails(tx, BATCH);
    if (due.length === 0) return 0;
    await lockReaders(
      tx,
      due.map((mail) => mail.user_uuid),
    );
    for (const mail of due)
      try {
        await tx.savepoint((part) => queueMail(part, config, mail, now));
      } catch (error) {
        onError(error);
        const runAt = new Date(now.getTime() + RETRY_MS);
        await addJob(tx, 'notification-mail', { uuid: mail.uuid }, { runAt, maxAttempts: MAIL_TRIES });
      }
    await endMails(
      tx,
      due.map((mail) => mail.uuid),
    );
    return due.length;
  }) as Promise<number>;

/**
 * Sends the mail of a notification that failed when it was due; nothing if the notification is gone. An error leaves it to
 * the queue, which tries again with growing delays, sets it aside after `MAIL_TRIES`, and shows it on the dashboard.
 */
export const retryMail = async ({ config, db }: Needs, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const [mail] = await findMails(tx, [uuid]);
    if (!mail) return;
    await lockReaders(tx, [mail.user_uuid]);
    await queueMail(tx, config, mail, new Date());
  });
};

/** Marks the user's notifications as read: the given ones, or all. @returns the number still unread */
export const read = async ({ db }: Pick<Context, 'db'>, userUuid: string, uuids?: string[]): Promise<number> => {
  await markRead(db.sql, userUuid, uuids);
  return countUnread(db.sql, userUuid);
};

/** Changes the given notification settings. @returns all of the user's settings */
export const changeSettings = async (
  { db }: Pick<Context, 'db'>,
  userUuid: string,
  settings: NotificationSetting[],
): Promise<NotificationSetting[]> => {
  await db.sql.begin((tx) => putSettings(tx, userUuid, settings));
  return listSettings(db.sql, userUuid);
};

export type Unsubscribing = { userUuid: string; kind: SettingKind };

/** The user and kind that an unsubscribe link is for; undefined for a token that this server did not seal. */
export const readUnsubscribeToken = (config: Needs['config'], token: string): Unsubscribing | undefined => {
  const [purpose, userUuid = '', asked] = unseal(config, token)?.split(' ') ?? [];
  const kind = NOTIFICATION_KINDS.find((one) => one === asked);
  return purpose === 'unsubscribe' && kind ? { userUuid, kind } : undefined;
};

/** Stops the mails that an unsubscribe link is for. @returns undefined for an invalid link */
export const unsubscribe = async (
  { config, db }: Needs,
  token: string,
): Promise<(Unsubscribing & { language: Language }) | undefined> => {
  const what = readUnsubscribeToken(config, token);
  const user = what && (await db.sql.begin((tx) => stopMails(tx, what.userUuid, what.kind)));
  return user && { ...what, language: user.language };
};
