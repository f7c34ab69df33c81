import type { HideReason } from '@skarb/schema/hidden';
import type { Tx } from '../../platform/db/database.ts';
import { updateUserHidden } from '../auth/auth.store.ts';
import { updateCollectionsHidden } from '../collection/collection.store.ts';
import type { Subject } from './moderation.rules.ts';

export { setUserVerified } from '../auth/auth.store.ts';
export { setCollectionVerified, setFeatured } from '../collection/collection.store.ts';
export { updateOffersHidden as markOffers } from '../offer/store/offer.store.ts';

/** @returns undefined when the reporter's earlier report of the subject is still open */
export const insertReport = async (
  tx: Tx,
  report: { uuid: string; subject: Subject; reporterUuid: string; reason: HideReason; note: string },
): Promise<{ created_at: Date } | undefined> => {
  const [row] = await tx<{ created_at: Date }[]>`
    insert into report (uuid, subject_type, subject_uuid, reporter_uuid, reason, note)
    values (${report.uuid}, ${report.subject.type}, ${report.subject.uuid}, ${report.reporterUuid}, ${report.reason}, ${report.note})
    on conflict (subject_type, subject_uuid, reporter_uuid) where closed_at is null do nothing
    returning created_at`;
  return row;
};

/** Closes the open reports of a subject. @returns who made them, each with one */
export const closeReports = async (tx: Tx, subject: Subject, as: 'hidden' | 'dismissed'): Promise<string[]> => {
  const rows = await tx<{ reporter_uuid: string }[]>`
    update report set closed_at = now(), closed_as = ${as}
    where subject_type = ${subject.type} and subject_uuid = ${subject.uuid} and closed_at is null returning reporter_uuid`;
  return rows.map((row) => row.reporter_uuid);
};

/** @returns false when it is hidden already */
export const insertHidden = async (
  tx: Tx,
  subject: Subject,
  { reason, note, adminUuid }: { reason: HideReason; note: string; adminUuid: string },
): Promise<boolean> => {
  const { count } = await tx`
    insert into hidden (subject_type, subject_uuid, reason, note, admin_uuid)
    values (${subject.type}, ${subject.uuid}, ${reason}, ${note}, ${adminUuid}) on conflict do nothing`;
  return count > 0;
};

/** @returns false when it was not hidden */
export const deleteHidden = async (tx: Tx, subject: Subject): Promise<boolean> => {
  const { count } =
    await tx`delete from hidden where subject_type = ${subject.type} and subject_uuid = ${subject.uuid}`;
  return count > 0;
};

/** Tokens affected when a subject is hidden or restored; for a user also the tokens of their offers. Sorted. */
export const tokensOf = async (tx: Tx, { type, uuid }: Subject): Promise<string[]> => {
  const rows =
    type === 'token'
      ? [{ uuid }]
      : type === 'collection'
        ? await tx<{ uuid: string }[]>`select uuid from token where collection_uuid = ${uuid}`
        : await tx<{ uuid: string }[]>`
            select uuid from token where collection_uuid in (select uuid from collection where creator_uuid = ${uuid})
            union select token_uuid from offer where maker_uuid = ${uuid}`;
  return rows.map((row) => row.uuid).sort();
};

export const lockOffers = (tx: Tx, tokenUuids: string[]) =>
  tx`select 1 from offer where token_uuid = any(${tokenUuids}::uuid[]) order by uuid for no key update`;

/** The collections whose counts include these tokens, and those that are hidden or restored with the subject. */
export const collectionsOf = async (tx: Tx, { type, uuid }: Subject, tokenUuids: string[]): Promise<string[]> => {
  const own = type === 'token' ? tx`false` : type === 'user' ? tx`creator_uuid = ${uuid}` : tx`uuid = ${uuid}`;
  const rows = await tx<{ uuid: string }[]>`
    select uuid from collection where ${own} union select collection_uuid from token where uuid = any(${tokenUuids}::uuid[])`;
  return rows.map((row) => row.uuid);
};

/** Updates the hidden flag of a user and their collections, or of a collection. */
export const markSubject = async (tx: Tx, { type, uuid }: Subject): Promise<void> => {
  if (type === 'user') await updateUserHidden(tx, uuid);
  if (type !== 'token')
    await updateCollectionsHidden(tx, type === 'user' ? tx`creator_uuid = ${uuid}` : tx`uuid = ${uuid}`);
};

/** Deletes the reports that a user made, and their name from what they hid as an admin. */
export const eraseModerator = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from report where reporter_uuid = ${userUuid}`;
  await tx`update hidden set admin_uuid = null where admin_uuid = ${userUuid}`;
};
