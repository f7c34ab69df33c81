import type { Artist, artistEndpoints } from '@skarb/schema/artist';
import type { QueryOf } from '@skarb/schema/endpoint';
import { ARTIST_WORKS } from '@skarb/schema/limits';
import type { ListMeta } from '@skarb/schema/primitive';
import { boundedPage, pageOfUuids, rowsOfUuids } from '../../platform/db/bounded-page.ts';
import { joined, type Tx } from '../../platform/db/database.ts';
import { contains, patternOf } from '../../platform/db/text-parts.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { isFollowed, personJson, toPerson, type PersonJson } from '../auth/auth.view.ts';
import { etherOf } from '../collection/collection.view.ts';
import { findCorrected } from '../search/search.correction.ts';

type Query = QueryOf<typeof artistEndpoints.list>;
type Page = { data: Artist[]; meta: ListMeta & { corrected?: string } };
type Row = {
  person: PersonJson;
  works: number;
  followers: number;
  is_followed: boolean | null;
  volume: string;
  first_minted_at: Date;
  tokens: Artist['tokens'];
};

const COLUMN = { createdAt: 'first_minted_at', works: 'works', followers: 'followers', volume: 'volume' } as const;
/** How many of an artist's newest works, drafts and hidden ones included, are read to show some. */
const WORKS_READ = 60;
/** Further words of a search are ignored. */
const WORDS_MAX = 8;

/** What a search for people by name reads: the expression of the index app_user_name. */
const publicName = (sql: Tx) => sql`(coalesce(username, '') || ' ' || coalesce(name, ''))`;

const toArtist = ({ person, ...row }: Row): Artist => ({
  ...toPerson(person),
  works: row.works,
  followerCount: row.followers,
  isFollowed: row.is_followed,
  volume: etherOf(row.volume),
  createdAt: row.first_minted_at.toISOString(),
  tokens: row.tokens,
});

/**
 * A page of people who have made public works. Their numbers are stored (`person_count`); the works of each are read from
 * the index of their creator, for the page alone. Hidden people have no public works; who is blocked or leaving is found by their name alone.
 */
const readArtists = async (sql: Tx, query: Query, callerUuid?: string): Promise<Page> => {
  const words = (query.search ?? '').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  const isNamed = joined(
    sql,
    words.map((word) => sql`${publicName(sql)} ilike ${patternOf(word)}`),
    sql` and `,
  );
  const { field, direction } = sortOf(query.sortBy);
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  const isListed = sql`o.works > 0 and not o.is_erased ${words.length > 0 ? sql`` : sql`and o.is_recommended`}`;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      columns: sql`o.uuid, o.works, o.volume, o.followers, o.first_minted_at, o.is_erased, o.is_recommended`,
      keys: sql`o.uuid, o.works, o.volume, o.followers, o.first_minted_at`,
      ranges: [sql`person_count o where ${isListed}`],
      where: isListed,
      order: sql`o.${sql(COLUMN[field])} ${way}, o.uuid ${way}`,
      sets: [],
      costly: words.length
        ? {
            // Of one row each: the planner would hash all people for `exists`.
            condition: sql`(select ${isNamed} from app_user u where u.uuid = o.uuid)`,
            rows: rowsOfUuids(
              sql,
              sql`person_count`,
              sql`select uuid from app_user where role <> 'USER' and ${contains(sql, publicName(sql), words, 1)}`,
            ),
          }
        : undefined,
    },
    { limit: query.limit, offset: offsetOf(query) },
  );
  const rows = await sql<Row[]>`
    select ${personJson(sql, 'u')} as person, c.works, c.followers, ${isFollowed(sql, 'c.uuid', 'c.uuid', callerUuid)} as is_followed, c.volume, c.first_minted_at,
      made.tokens
    from ${pageOfUuids(sql, uuids)} join person_count c on c.uuid = page.uuid join app_user u on u.uuid = c.uuid
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('uuid', newest.uuid, 'name', newest.card -> 'name', 'image', newest.card -> 'image')
        order by newest.created_at desc, newest.uuid desc), '[]') as tokens
      from (
        select t.* from (select uuid, card, created_at, is_counted from token where creator_uuid = c.uuid
          order by created_at desc, uuid desc limit ${WORKS_READ}) t
        where t.is_counted order by t.created_at desc, t.uuid desc limit ${ARTIST_WORKS}) newest) made
    order by page.place`;
  return { data: rows.map(toArtist), meta: metaOf(query, total, isExact) };
};

/** The artists whose names have all words of a search; if nobody’s has, those whose names have what was probably meant. */
export const listArtists = async (sql: Tx, query: Query, callerUuid?: string): Promise<Page> => {
  const page = await readArtists(sql, query, callerUuid);
  const text = (query.search ?? '').replaceAll('\0', '');
  if (text === '' || page.meta.totalItems > 0) return page;
  const instead = await findCorrected(
    sql,
    text,
    (search) => readArtists(sql, { ...query, search }, callerUuid),
    ({ meta }) => meta.totalItems > 0,
    'artists',
  );
  return instead ? { ...instead.found, meta: { ...instead.found.meta, corrected: instead.corrected } } : page;
};
