import type { ExhibitionInput } from '@skarb/schema/exhibition';
import type { Tx } from '../../platform/db/database.ts';

/** Adds an exhibition after all others, or changes all fields of the one with this uuid. */
export const putExhibition = async (tx: Tx, uuid: string, input: ExhibitionInput): Promise<void> => {
  const words = tx.json({ title: input.title, text: input.text });
  await tx`
    insert into exhibition (uuid, words, starts_at, ends_at, collection_uuid, offer_uuid, position)
    values (${uuid}, ${words}, ${input.startsAt}, ${input.endsAt}, ${input.collectionUuid}, ${input.offerUuid},
      (select coalesce(max(position), 0) + 1 from exhibition))
    on conflict (uuid) do update set words = excluded.words, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      collection_uuid = excluded.collection_uuid, offer_uuid = excluded.offer_uuid, updated_at = now()`;
  await tx`delete from exhibition_work where exhibition_uuid = ${uuid}`;
  await tx`
    insert into exhibition_work (exhibition_uuid, position, token_uuid)
    select ${uuid}, place, token from unnest(${input.tokenUuids}::uuid[]) with ordinality as chosen (token, place)`;
};

/** Ends one that has begun; deletes one that has not. @returns what was done; undefined if there was nothing to end */
export const endExhibition = async (tx: Tx, uuid: string): Promise<'ended' | 'deleted' | undefined> => {
  const deleted = await tx`delete from exhibition where uuid = ${uuid} and starts_at >= now()`;
  if (deleted.count > 0) return 'deleted';
  const ended = await tx`
    update exhibition set ends_at = now(), updated_at = now() where uuid = ${uuid} and (ends_at is null or ends_at > now())`;
  return ended.count > 0 ? 'ended' : undefined;
};

/** Sets the order; those that are not named follow in their order. */
export const orderExhibitions = (tx: Tx, uuids: string[]) => tx`
  update exhibition e set position = placed.place from (
    select x.uuid, row_number() over (order by w.place nulls last, x.position, x.uuid) as place
    from exhibition x left join unnest(${uuids}::uuid[]) with ordinality as w (uuid, place) on w.uuid = x.uuid) placed
  where placed.uuid = e.uuid and e.position is distinct from placed.place`;
