import type { Collection } from '@skarb/schema/collection';
import type { HideReason } from '@skarb/schema/hidden';
import type { ModerationCase } from '@skarb/schema/moderation';
import { nameKey } from '@skarb/schema/name-key';
import type { NoteAct } from '@skarb/schema/notification';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { retriedTransaction } from '../../platform/db/retried-transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { featuredCollections } from '../collection/collection.view.ts';
import { notifyOfNote } from '../notification/notification.service.ts';
import { applyHiddenState } from './moderation.hide.ts';
import {
  closeReports,
  deleteHidden,
  insertHidden,
  insertReport,
  setCollectionVerified,
  setFeatured,
  setUserVerified,
} from './moderation.store.ts';
import type { Subject } from './moderation.rules.ts';
import { getCase, holdersOf, lockNamed, ownerOf } from './moderation.view.ts';

type Needs = Pick<Context, 'config' | 'db'>;

const NAME = { token: 'token', collection: 'collection', user: 'profile' } as const;

/** @throws AppError 404 */
const requireSubject = async (sql: Tx, subject: Subject) => {
  const owner = await ownerOf(sql, subject);
  if (!owner) throw notFound(NAME[subject.type]);
  return owner;
};

/**
 * POST /report. A hidden subject is invisible to the caller and answers 404; so does a deleted account.
 * @throws AppError 403 the caller's own subject, 404, 409 the caller's earlier report of it is still open
 */
export const reportSubject = async (
  { db }: Needs,
  caller: Caller,
  subject: Subject,
  { reason, note }: { reason: HideReason; note: string },
): Promise<{ uuid: string; createdAt: string }> => {
  const { ownerUuid, isHidden, isErased } = await requireSubject(db.sql, subject);
  if (isHidden || isErased) throw notFound(NAME[subject.type]);
  if (ownerUuid === caller.uuid) throw forbidden('report.own', 'You cannot report your own work');
  const uuid = uuidv7();
  const made = await insertReport(db.sql, { uuid, subject, reporterUuid: caller.uuid, reason, note });
  if (!made) throw conflict('report.open', 'You have reported this already; an admin will look at it');
  return { uuid, createdAt: made.created_at.toISOString() };
};

type Act = { act: NoteAct; reason?: HideReason; note: string };
const notifyOwner = async (
  tx: Tx,
  needs: Needs,
  subject: Subject,
  owner: { ownerUuid: string; name: string | null },
  { act, reason, note }: Act,
) =>
  notifyOfNote(tx, needs, [{ userUuid: owner.ownerUuid, tokenUuid: subject.type === 'token' ? subject.uuid : null }], {
    act,
    subjectType: subject.type,
    subjectUuid: subject.uuid,
    subjectName: owner.name,
    reason: reason ?? null,
    text: note,
  });

/** Notifies who else owns works that are hidden or restored with a subject. What the admin wrote is for the creator alone. */
const notifyHolders = async (tx: Tx, needs: Needs, subject: Subject, act: NoteAct, reason: HideReason | null) => {
  for (const { type, uuid, holders } of await holdersOf(tx, subject))
    await notifyOfNote(tx, needs, holders, {
      act,
      subjectType: type,
      subjectUuid: uuid,
      subjectName: null,
      reason,
      text: '',
    });
};

/** Notifies who reported a subject what became of it; whose decision it was and what others wrote, the note does not say. */
const notifyReporters = (tx: Tx, needs: Needs, subject: Subject, act: NoteAct, reporters: readonly string[]) =>
  notifyOfNote(
    tx,
    needs,
    reporters.map((userUuid) => ({ userUuid, tokenUuid: subject.type === 'token' ? subject.uuid : null })),
    { act, subjectType: subject.type, subjectUuid: subject.uuid, subjectName: null, reason: null, text: '' },
  );

const audit = (
  tx: Tx,
  caller: Caller,
  act: 'hide' | 'restore' | 'dismiss' | 'note',
  subject: Subject,
  detail: Record<string, unknown>,
) =>
  recordAudit(tx, {
    adminUuid: caller.uuid,
    act: `moderation.${act}`,
    subjectType: subject.type,
    subjectUuid: subject.uuid,
    detail,
  });

/**
 * Hides a subject with all that belongs to it, closes its reports and notifies its creator and the owners of its works of
 * the reason.
 * @throws AppError 404, 409 hidden already
 */
export const hideSubject = async (
  needs: Needs,
  caller: Caller,
  subject: Subject,
  { reason, note }: { reason: HideReason; note: string },
): Promise<ModerationCase> => {
  const owner = await requireSubject(needs.db.sql, subject);
  await retriedTransaction(needs.db.sql, async (tx) => {
    if (!(await insertHidden(tx, subject, { reason, note, adminUuid: caller.uuid })))
      throw conflict('moderation.hidden', 'It is hidden already');
    await applyHiddenState(tx, subject, true);
    const reporters = await closeReports(tx, subject, 'hidden');
    await notifyOwner(tx, needs, subject, owner, { act: 'HIDDEN', reason, note });
    await notifyHolders(tx, needs, subject, 'HIDDEN', reason);
    await notifyReporters(tx, needs, subject, 'REPORT_HIDDEN', reporters);
    await audit(tx, caller, 'hide', subject, { reason, note, reports: reporters.length });
  });
  return getCase(needs.db.sql, subject);
};

/**
 * Restores a subject, with all that belongs to it and is not hidden separately.
 * @throws AppError 404, 409 not hidden
 */
export const restoreSubject = async (
  needs: Needs,
  caller: Caller,
  subject: Subject,
  { note }: { note: string },
): Promise<ModerationCase> => {
  const owner = await requireSubject(needs.db.sql, subject);
  await retriedTransaction(needs.db.sql, async (tx) => {
    if (!(await deleteHidden(tx, subject)))
      throw conflict('moderation.shown', 'It is not hidden itself; look at what it belongs to');
    await applyHiddenState(tx, subject, false);
    await notifyOwner(tx, needs, subject, owner, { act: 'RESTORED', note });
    await notifyHolders(tx, needs, subject, 'RESTORED', null);
    await audit(tx, caller, 'restore', subject, { note });
  });
  return getCase(needs.db.sql, subject);
};

/**
 * Closes a subject's open reports, answers who made them, and changes nothing else. Also those of a token whose minting
 * failed after they were made.
 * @throws AppError 404
 */
export const dismissReports = async (needs: Needs, caller: Caller, subject: Subject): Promise<ModerationCase> => {
  await needs.db.sql.begin(async (tx) => {
    const reporters = await closeReports(tx, subject, 'dismissed');
    if (reporters.length === 0) await requireSubject(tx, subject);
    await notifyReporters(tx, needs, subject, 'REPORT_LEFT', reporters);
    await audit(tx, caller, 'dismiss', subject, { reports: reporters.length });
  });
  return getCase(needs.db.sql, subject);
};

/** Sends the subject's creator a note, by mail and in the app. @throws AppError 404 */
export const writeToCreator = async (
  needs: Needs,
  caller: Caller,
  subject: Subject,
  { note }: { note: string },
): Promise<ModerationCase> => {
  const owner = await requireSubject(needs.db.sql, subject);
  await needs.db.sql.begin(async (tx) => {
    await notifyOwner(tx, needs, subject, owner, { act: 'NOTE', note });
    await audit(tx, caller, 'note', subject, { note });
  });
  return getCase(needs.db.sql, subject);
};

/**
 * Gives the verified mark to a collection or a user, or takes it away. The mark is for the name that the admin sees: another
 * one loses it, and nobody else can take one that looks the same. Others who have such a name already keep it, without a
 * mark, until an admin hides them: nobody loses their name because somebody else is verified.
 * @throws AppError 404, also for what is hidden; 409 `moderation.nameless`, `moderation.sameName`
 */
export const setVerified = async (
  { db }: Needs,
  caller: Caller,
  { type, uuid }: { type: 'collection' | 'user'; uuid: string },
  isVerified: boolean,
): Promise<void> => {
  try {
    await db.sql.begin(async (tx) => {
      const named = await lockNamed(tx, type, uuid);
      if (!named || (named.is_hidden && isVerified)) throw notFound(NAME[type]);
      if (isVerified && !named.name)
        throw conflict('moderation.nameless', 'This user has no name that could be verified');
      const key = isVerified ? nameKey(named.name ?? '') : null;
      if (key === named.verified_key) return;
      await (type === 'collection' ? setCollectionVerified : setUserVerified)(tx, uuid, key);
      await recordAudit(tx, {
        adminUuid: caller.uuid,
        act: 'moderation.verify',
        subjectType: type,
        subjectUuid: uuid,
        detail: { name: named.name, isVerified },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('moderation.sameName', 'Another one with a name that looks the same is verified');
    throw error;
  }
};

/**
 * Sets the featured collections of the start page, in this order.
 * @throws AppError 400 for an unknown, hidden or repeated one
 */
export const featureCollections = async (needs: Needs, caller: Caller, uuids: string[]): Promise<Collection[]> => {
  const wanted = uuids.map((uuid) => uuid.toLowerCase());
  await needs.db.sql.begin(async (tx) => {
    if (new Set(wanted).size < wanted.length || !(await setFeatured(tx, wanted)))
      throw invalidField('collectionUuids', 'isKnown', 'each must be a collection that everybody sees, named once');
    await recordAudit(tx, {
      adminUuid: caller.uuid,
      act: 'moderation.feature',
      subjectType: 'collection',
      subjectUuid: null,
      detail: { collectionUuids: wanted },
    });
  });
  return featuredCollections(needs.db.sql);
};
