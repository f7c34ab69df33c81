import type { AdminExhibition, Exhibition } from '@skarb/schema/exhibition';
import { EXHIBITION_WORKS_MAX } from '@skarb/schema/limits';
import { notFound } from '../../platform/http/app-error.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { parsed } from '../../platform/http/json-text.ts';
import { imageJson } from '../media/media.view.ts';
import { listTokens } from '../token/token.list.ts';
import { shownWorks } from '../token/token.shown.ts';

type Row = {
  uuid: string;
  words: Pick<Exhibition, 'title' | 'text'>;
  starts_at: Date;
  ends_at: Date | null;
  state: AdminExhibition['state'];
  collection_uuid: string | null;
  offer_uuid: string | null;
  collection: Exhibition['collection'];
  /** The chosen works. */
  chosen: string[];
  /** The chosen works, or the auction's lot. */
  works: string[];
};

const rowsOf = (sql: Tx, condition: Fragment) => sql<Row[]>`
  select e.uuid, e.words, e.starts_at, e.ends_at, e.collection_uuid, e.offer_uuid, w.chosen,
    case when e.starts_at > now() then 'PLANNED' when e.ends_at <= now() then 'ENDED' else 'SHOWN' end as state,
    case when c.uuid is not null then jsonb_build_object('uuid', c.uuid, 'name', c.name, 'image', ${imageJson(sql, 'm')}, 'items', c.items) end as collection,
    case when e.offer_uuid is not null then array(select o.token_uuid from offer o where o.uuid = e.offer_uuid)
      else w.chosen end as works
  from exhibition e left join collection c on c.uuid = e.collection_uuid and not c.is_hidden left join media m on m.cid = c.image_hash
  cross join lateral (select array(select token_uuid from exhibition_work x where x.exhibition_uuid = e.uuid order by x.position) as chosen) w
  where ${condition} order by e.position, e.uuid`;

/** The works of a collection that come first on its page. */
const firstOf = async (sql: Tx, collectionUuid: string): Promise<string[]> => {
  const query = {
    collectionUuid: [collectionUuid],
    sortBy: 'curated:ASC' as const,
    page: 1,
    limit: EXHIBITION_WORKS_MAX,
  };
  return parsed((await listTokens(sql, query, undefined)).data).map(({ uuid }) => uuid);
};

/** The rows as the API shows them, with the works that everybody sees. */
const withWorks = async (sql: Tx, found: Row[]): Promise<Exhibition[]> => {
  const rows = [];
  for (const row of found)
    rows.push(row.collection_uuid === null ? row : { ...row, works: await firstOf(sql, row.collection_uuid) });
  const works = new Map(
    (await shownWorks(sql, [...new Set(rows.flatMap((row) => row.works))])).map((work) => [work.uuid, work]),
  );
  return rows.map((row) => ({
    uuid: row.uuid,
    ...row.words,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    works: row.works.flatMap((uuid) => works.get(uuid) ?? []),
    collection: row.collection,
    offerUuid: row.offer_uuid,
  }));
};

/** The most exhibitions on the first page. */
const SHOWN_MAX = 4;
/** The exhibitions whose time it is, in the admins' order. Those without a work that everybody sees are left out. */
export const shownExhibitions = async (sql: Tx): Promise<Exhibition[]> => {
  const rows = await rowsOf(sql, sql`e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())`);
  const all = await withWorks(sql, rows.slice(0, 2 * SHOWN_MAX));
  return all.filter(({ works }) => works.length > 0).slice(0, SHOWN_MAX);
};

/** @throws AppError 404, also for one that has not begun unless the caller is an admin */
export const getExhibition = async (sql: Tx, uuid: string, isAdmin: boolean): Promise<Exhibition> => {
  const rows = await rowsOf(sql, sql`e.uuid = ${uuid} ${isAdmin ? sql`` : sql`and e.starts_at <= now()`}`);
  const [found] = await withWorks(sql, rows);
  if (!found) throw notFound('exhibition');
  return found;
};

/** All exhibitions or one, as admins see them. */
export const adminExhibitions = async (sql: Tx, uuid?: string): Promise<AdminExhibition[]> => {
  const rows = await rowsOf(sql, uuid ? sql`e.uuid = ${uuid}` : sql`true`);
  const shown = await withWorks(sql, rows);
  return shown.map((one, index) => {
    const row = rows[index] as Row;
    return { ...one, state: row.state, tokenUuids: row.chosen, collectionUuid: row.collection_uuid };
  });
};
