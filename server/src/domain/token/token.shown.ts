import type { ShownWork } from '@skarb/schema/shown-work';
import type { Image } from '@skarb/schema/media';
import { pageOfUuids } from '../../platform/db/bounded-page.ts';
import type { Tx } from '../../platform/db/database.ts';
import { collectionRefJson } from '../collection/collection.view.ts';
import { type PersonJson, personJson, toPerson } from '../auth/auth.view.ts';

type Row = Omit<ShownWork, 'creator' | 'image'> & { creator: PersonJson; image: Image };

/** A picture as sections show it. */
export const shownImageOf = ({ preview, thumbhash, width, height }: Image): ShownWork['image'] => ({
  preview,
  thumbhash,
  width,
  height,
});

/** The tokens with these uuids that everybody sees, in this order, as sections of pages show them. */
export const shownWorks = async (sql: Tx, uuids: readonly string[]): Promise<ShownWork[]> => {
  if (uuids.length === 0) return [];
  const rows = await sql<{ work: Row }[]>`
    select jsonb_build_object('uuid', t.uuid, 'name', t.card->'name', 'type', t.card->'type', 'quantity', t.card->'quantity', 'image', t.card->'image',
      'collection', ${collectionRefJson(sql)}, 'networkUuid', t.card->'network'->'uuid', 'listing', t.card->'listing', 'auction', t.card->'auction',
      'creator', ${personJson(sql, 'u')}) || jsonb_strip_nulls(jsonb_build_object('localization', t.card->'localization')) as work
    from ${pageOfUuids(sql, uuids)}
    join token t on t.uuid = page.uuid and t.is_counted join app_user u on u.uuid = t.creator_uuid order by page.place`;
  return rows.map(({ work }) => ({
    ...work,
    image: shownImageOf(work.image),
    creator: toPerson(work.creator),
  }));
};
