import {
  type AdminExhibition,
  type ExhibitionChange,
  type ExhibitionInput,
  exhibitionInput,
} from '@skarb/schema/exhibition';
import { LANGUAGE_FALLBACK } from '@skarb/schema/language';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField, notFound } from '../../platform/http/app-error.ts';
import { parse } from '../../platform/http/validate.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endExhibition, orderExhibitions, putExhibition } from './exhibition.store.ts';
import { adminExhibitions } from './exhibition.view.ts';

type Needs = Pick<Context, 'db'>;

type Subject = Pick<ExhibitionInput, 'tokenUuids' | 'collectionUuid' | 'offerUuid'>;
const NOTHING: Subject = { tokenUuids: [], collectionUuid: null, offerUuid: null };

/**
 * @param shown what it shows already, which may be hidden now
 * @throws AppError 400 for what does not exist, is hidden, or is named twice
 */
const requireSubjects = async (tx: Tx, wanted: Subject, shown: Subject): Promise<void> => {
  const tokenUuids = wanted.tokenUuids.filter((uuid) => !shown.tokenUuids.includes(uuid));
  const collectionUuid = wanted.collectionUuid === shown.collectionUuid ? null : wanted.collectionUuid;
  const offerUuid = wanted.offerUuid === shown.offerUuid ? null : wanted.offerUuid;
  const [found] = await tx<{ works: number; has_collection: boolean; has_auction: boolean }[]>`
    select (select count(*)::int from token where uuid = any(${tokenUuids}::uuid[]) and is_counted) as works,
      exists (select 1 from collection where uuid = ${collectionUuid} and not is_hidden) as has_collection,
      exists (select 1 from offer where uuid = ${offerUuid} and type = 'AUCTION' and status in ('SCHEDULED', 'ACTIVE') and not is_hidden) as has_auction`;
  if (found?.works !== tokenUuids.length || new Set(wanted.tokenUuids).size !== wanted.tokenUuids.length)
    throw invalidField('tokenUuids', 'isKnown', 'each must be a work that everybody sees, named once');
  if (collectionUuid && !found.has_collection)
    throw invalidField('collectionUuid', 'isKnown', 'must be a collection that everybody sees');
  if (offerUuid && !found.has_auction)
    throw invalidField('offerUuid', 'isKnown', 'must be an auction that has not ended');
};

const saveExhibition = async (
  tx: Tx,
  adminUuid: string,
  act: 'exhibition.add' | 'exhibition.edit',
  uuid: string,
  wanted: ExhibitionInput,
  shown: Subject,
): Promise<void> => {
  await requireSubjects(tx, wanted, shown);
  await putExhibition(tx, uuid, wanted);
  const { title, text: _, ...detail } = wanted;
  await recordAudit(tx, {
    adminUuid,
    act,
    subjectType: 'exhibition',
    subjectUuid: uuid,
    detail: { title: title.en, ...detail },
  });
};

const lowerCased = <T extends { tokenUuids?: string[] | undefined }>(input: T): T =>
  input.tokenUuids ? { ...input, tokenUuids: input.tokenUuids.map((one) => one.toLowerCase()) } : input;

const saved = async ({ db }: Needs, uuid: string) => (await adminExhibitions(db.sql, uuid))[0] as AdminExhibition;

/** Plans an exhibition, after all others. @throws AppError 400 */
export const addExhibition = async (
  needs: Needs,
  adminUuid: string,
  input: ExhibitionInput,
): Promise<AdminExhibition> => {
  const uuid = uuidv7();
  await needs.db.sql.begin((tx) => saveExhibition(tx, adminUuid, 'exhibition.add', uuid, lowerCased(input), NOTHING));
  return saved(needs, uuid);
};

/** Changes the fields that are given. @throws AppError 400, 404 */
export const editExhibition = async (
  needs: Needs,
  adminUuid: string,
  uuid: string,
  change: ExhibitionChange,
): Promise<AdminExhibition> => {
  await needs.db.sql.begin(async (tx) => {
    await tx`select 1 from exhibition where uuid = ${uuid} for update`;
    const [before] = await adminExhibitions(tx, uuid);
    if (!before) throw notFound('exhibition');
    const replacesSubject = Object.keys(NOTHING).some((field) => change[field as keyof Subject] !== undefined);
    const wanted = parse(exhibitionInput, { ...before, ...(replacesSubject && NOTHING), ...lowerCased(change) });
    await saveExhibition(tx, adminUuid, 'exhibition.edit', uuid, wanted, before);
  });
  return saved(needs, uuid);
};

/** Ends an exhibition now; one that has not begun is deleted. Ending it again changes nothing. @throws AppError 404 */
export const closeExhibition = async ({ db }: Needs, adminUuid: string, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const [known] = await tx<{ title: string }[]>`
      select words->'title'->>${LANGUAGE_FALLBACK} as title from exhibition where uuid = ${uuid} for update`;
    if (!known) throw notFound('exhibition');
    const done = await endExhibition(tx, uuid);
    if (done)
      await recordAudit(tx, {
        adminUuid,
        act: 'exhibition.end',
        subjectType: 'exhibition',
        subjectUuid: uuid,
        detail: { title: known.title, done },
      });
  });
};

/** Sets the order on the first page. */
export const reorderExhibitions = async ({ db }: Needs, adminUuid: string, uuids: string[]): Promise<void> => {
  await db.sql.begin(async (tx) => {
    await orderExhibitions(tx, uuids);
    await recordAudit(tx, {
      adminUuid,
      act: 'exhibition.order',
      subjectType: 'exhibition',
      subjectUuid: null,
      detail: { uuids },
    });
  });
};
