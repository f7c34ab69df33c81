import type { AdminExhibition, ExhibitionInput } from '@skarb/schema/exhibition';
import { LANGUAGE_FALLBACK } from '@skarb/schema/language';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalidField, notFound } from '../../platform/http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endExhibition, orderExhibitions, putExhibition } from './exhibition.store.ts';
import { adminExhibitions } from './exhibition.view.ts';

type Needs = Pick<Context, 'db'>;

/** @throws AppError 400 for what does not exist, is hidden, or is named twice */
const requireSubjects = async (tx: Tx, { tokenUuids, collectionUuid, offerUuid }: ExhibitionInput): Promise<void> => {
  const [found] = await tx<{ works: number; has_collection: boolean; has_auction: boolean }[]>`
    select (select count(*)::int from token where uuid = any(${tokenUuids}::uuid[]) and is_counted) as works,
      exists (select 1 from collection where uuid = ${collectionUuid} and not is_hidden) as has_collection,
      exists (select 1 from offer where uuid = ${offerUuid} and type = 'AUCTION' and status in ('SCHEDULED', 'ACTIVE') and not is_hidden) as has_auction`;
  if (found?.works !== tokenUuids.length)
    throw invalidField('tokenUuids', 'isKnown', 'each must be a work that everybody sees, named once');
  if (collectionUuid && !found.has_collection)
    throw invalidField('collectionUuid', 'isKnown', 'must be a collection that everybody sees');
  if (offerUuid && !found.has_auction)
    throw invalidField('offerUuid', 'isKnown', 'must be an auction that has not ended');
};

const saveExhibition = async (
  { db }: Needs,
  adminUuid: string,
  act: 'exhibition.add' | 'exhibition.edit',
  uuid: string,
  input: ExhibitionInput,
): Promise<AdminExhibition> => {
  const wanted: ExhibitionInput = {
    ...input,
    tokenUuids: input.tokenUuids.map((one) => one.toLowerCase()),
  };
  await db.sql.begin(async (tx) => {
    if (act === 'exhibition.edit') {
      const known = await tx`select 1 from exhibition where uuid = ${uuid} for update`;
      if (known.length === 0) throw notFound('exhibition');
    }
    await requireSubjects(tx, wanted);
    await putExhibition(tx, uuid, wanted);
    await recordAudit(tx, {
      adminUuid,
      act,
      subjectType: 'exhibition',
      subjectUuid: uuid,
      detail: {
        title: wanted.title.en,
        startsAt: wanted.startsAt,
        endsAt: wanted.endsAt,
        tokenUuids: wanted.tokenUuids,
        collectionUuid: wanted.collectionUuid,
        offerUuid: wanted.offerUuid,
      },
    });
  });
  return (await adminExhibitions(db.sql, uuid))[0] as AdminExhibition;
};

/** Plans an exhibition, after all others. @throws AppError 400 */
export const addExhibition = (needs: Needs, adminUuid: string, input: ExhibitionInput): Promise<AdminExhibition> =>
  saveExhibition(needs, adminUuid, 'exhibition.add', uuidv7(), input);

/** Changes all fields of an exhibition. @throws AppError 400, 404 */
export const editExhibition = (
  needs: Needs,
  adminUuid: string,
  uuid: string,
  input: ExhibitionInput,
): Promise<AdminExhibition> => saveExhibition(needs, adminUuid, 'exhibition.edit', uuid, input);

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
