import { NOTIFICATION_KINDS, type SettingKind } from '@skarb/schema/notification-kind';
import type { NotificationSetting } from '@skarb/schema/notification';
import type { Context } from '../../context.ts';
import { seal, unseal } from '../auth/auth.seal.ts';
import type { Mail } from '../mail/mail.messages.ts';
import { canMail, sendMail } from '../mail/mail.service.ts';
import type { Tx } from '../../platform/db/database.ts';
import { writeNotification } from './notification.mail.ts';
import { writeNote, type Note } from './notification.note.ts';
import { decideBirth, decideNews, type Audience } from './notification.rules.ts';
import {
  addNote,
  addNotifications,
  addSignIn,
  biddersOf,
  dropInvitations,
  dropNews,
  endMails,
  holdReaders,
  findAsked,
  markRead,
  noteMailed,
  putOffNews,
  putSettings,
  stopMails,
  takeBirths,
  takeDueMails,
  takeEndingAuction,
  takeNews,
  type DueMail,
} from './notification.store.ts';
import { countUnread, listSettings } from './notification.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

const BATCH = 50;
/** A line that could not be told is tried again after this. */
const AGAIN_MS = 60_000;
/** How long before an auction's end its people are told. */
const ENDING_SECONDS = 3600;
/** More mails than this in an hour help nobody; the rest is in the app. */
export const MAILS_AN_HOUR = 30;

const mailTime = ({ mail, isLocalStack }: Needs['config'], now: Date): Date | null =>
  canMail({ mail, isLocalStack }) ? new Date(now.getTime() + mail.noticeDelaySeconds * 1000) : null;

/**
 * Tells what has happened to whom it concerns: one batch of the lines that wait, each with all its people or not at all.
 * Any number of workers may do it at once.
 * @param onError of a line that could not be told; it is tried again later and holds up no other
 * @returns how many lines were taken up
 */
export const tellNews = async ({ config, db }: Needs, onError: (error: unknown) => void): Promise<number> =>
  db.sql.begin(async (tx) => {
    const now = new Date();
    const lines = await takeNews(tx, BATCH);
    for (const line of lines)
      try {
        await tx.savepoint(async (part) => {
          const hasAsked = line.event === 'LISTED' || line.event === 'EDITED';
          const decision = decideNews(line, hasAsked ? await findAsked(part, line) : undefined, now);
          if ('later' in decision) return putOffNews(part, line.historyUuid, decision.later);
          for (const notice of decision) await addNotifications(part, notice, line, mailTime(config, now));
          return dropNews(part, line.historyUuid);
        });
      } catch (error) {
        onError(error);
        await putOffNews(tx, line.historyUuid, new Date(now.getTime() + AGAIN_MS));
      }
    const births = await takeBirths(tx, BATCH);
    for (const line of births)
      try {
        await tx.savepoint(async (part) => {
          const about = {
            ...line,
            offerUuid: null,
            offerType: null,
            quantity: null,
            // A birth costs nothing more, and a fee of nothing is not given back.
            price: line.event === 'BORN' ? null : line.price || null,
          };
          for (const notice of decideBirth(line)) await addNotifications(part, notice, about, mailTime(config, now));
          return dropNews(part, line.historyUuid);
        });
      } catch (error) {
        onError(error);
        await putOffNews(tx, line.historyUuid, new Date(now.getTime() + AGAIN_MS));
      }
    return lines.length + births.length;
  }) as Promise<number>;

/** Tells of auctions that end within the hour: their seller, who bid, and who likes the work. @returns how many there were */
export const tellEndings = async ({ config, db }: Needs): Promise<number> => {
  for (let told = 0; ; told++) {
    const isMore = await db.sql.begin(async (tx) => {
      const auction = await takeEndingAuction(tx, ENDING_SECONDS);
      if (!auction) return false;
      const bidders = await biddersOf(tx, auction.offerUuid);
      const audiences: Audience[] = ['maker', 'favourers', ...bidders.map((wallet) => ({ wallet }))];
      // Nobody's act, so nobody is left out; who is concerned twice is told once.
      for (const audience of audiences)
        await addNotifications(
          tx,
          { kind: 'AUCTION_ENDING', audience, actor: null, happening: auction.offerUuid },
          auction,
          mailTime(config, new Date()),
        );
      return true;
    });
    if (!isMore) return told;
  }
};

const unsubscribeUrl = (config: Needs['config'], userUuid: string, kind: SettingKind): string =>
  `${config.publicUrl}/api/notification/unsubscribe?token=${seal(config, `unsubscribe ${userUuid} ${kind}`)}`;

const mailOf = (config: Needs['config'], due: DueMail & { email: string }): Mail => {
  const { publicUrl } = config;
  const leaveUrl = unsubscribeUrl(config, due.user_uuid, due.kind);
  const { kind } = due;
  if (kind !== 'NOTE') return writeNotification({ ...due, kind }, publicUrl, leaveUrl);
  const note: Note = {
    act: due.act,
    subjectType: due.subject_type,
    subjectUuid: due.subject_uuid,
    subjectName: due.subject_name,
    reason: due.reason,
    text: due.note,
  };
  return writeNote(note, due, { publicUrl, unsubscribeUrl: leaveUrl });
};

/**
 * Tells somebody what the marketplace says about something of his, in the transaction that did it. His mail goes out at
 * once: no reorg takes it back.
 */
export const tellNote = async (
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  userUuid: string,
  note: Note,
): Promise<void> => addNote(tx, userUuid, note, canMail(config));

/** Notifies a user in the app of a sign-in from a new device, in the transaction of the sign-in. */
export const notifyNewDevice: Context['notifyNewDevice'] = addSignIn;

/** What invited people to trade these tokens is taken back: they are hidden. */
export const takeBackInvitations = async (tx: Tx, tokenUuids: string[]): Promise<void> => {
  await dropInvitations(tx, tokenUuids);
};

/** Writes the mails that are due: by then a short reorg has taken back what was not so. @returns how many were looked at */
export const writeMails = async ({ config, db }: Needs): Promise<number> =>
  db.sql.begin(async (tx) => {
    const due = await takeDueMails(tx, BATCH);
    if (due.length === 0) return 0;
    await holdReaders(
      tx,
      due.map((mail) => mail.user_uuid),
    );
    for (const mail of due)
      if (mail.is_wanted && mail.email && canMail(config) && (await noteMailed(tx, mail, MAILS_AN_HOUR)))
        await sendMail(tx, config, mailOf(config, { ...mail, email: mail.email }));
    await endMails(
      tx,
      due.map(({ uuid }) => uuid),
    );
    return due.length;
  }) as Promise<number>;

/** Marks one's notifications as read: those named, or all. @returns how many are unread then */
export const read = async ({ db }: Pick<Context, 'db'>, userUuid: string, uuids?: string[]): Promise<number> => {
  await markRead(db.sql, userUuid, uuids);
  return countUnread(db.sql, userUuid);
};

/** Changes of what somebody is told. @returns all his settings */
export const changeSettings = async (
  { db }: Pick<Context, 'db'>,
  userUuid: string,
  settings: NotificationSetting[],
): Promise<NotificationSetting[]> => {
  await db.sql.begin((tx) => putSettings(tx, userUuid, settings));
  return listSettings(db.sql, userUuid);
};

export type Unsubscribing = { userUuid: string; kind: SettingKind };

/** What a mail’s link is for; undefined when it is none of ours. */
export const readUnsubscribeToken = (config: Needs['config'], token: string): Unsubscribing | undefined => {
  try {
    const [purpose, userUuid = '', asked] = unseal(config, token).split(' ');
    const kind = NOTIFICATION_KINDS.find((one) => one === asked);
    return purpose === 'unsubscribe' && kind ? { userUuid, kind } : undefined;
  } catch {
    return undefined;
  }
};

/** Turns the mails of a kind off, as a mail’s link asks. @returns whose they were; undefined when the link is none of ours */
export const unsubscribe = async (
  { config, db }: Needs,
  token: string,
): Promise<(Unsubscribing & { language: 'en' | 'ukr' }) | undefined> => {
  const what = readUnsubscribeToken(config, token);
  const user = what && (await db.sql.begin((tx) => stopMails(tx, what.userUuid, what.kind)));
  return user && { ...what, language: user.language };
};
