import type { Collection, CollectionDetail, collectionEndpoints, WorksOrder } from '@skarb/schema/collection';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { Localized } from '@skarb/schema/form-value';
import { forEachLanguage, LANGUAGE_FALLBACK, languageOfText } from '@skarb/schema/language';
import type { ProfileLink } from '@skarb/schema/link';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { notFound } from '../../platform/http/app-error.ts';
import { boundedPage, pageOfUuids } from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import {
  arrayOf,
  code,
  codeOrNull,
  jsonOrNull,
  object,
  plain,
  readArray,
  time,
  truth,
  withChecksums,
  written,
} from '../../platform/db/json.ts';
import { amount } from '../../platform/db/amount.ts';
import { contains, patternOf } from '../../platform/db/text-parts.ts';
import { jsonText, parsed } from '../../platform/http/json-text.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { isFollowed, pictureUrl, writtenPerson } from '../auth/auth.view.ts';
import { noticeJson, seesHiddenOf } from '../hidden/hidden.view.ts';
import { imageOf } from '../media/media.view.ts';

type DetailRow = {
  json: string;
  contract_name: string | null;
  description: string;
  text: Partial<Localized>;
  links: ProfileLink[];
  banner_hash: string | null;
  works_order: WorksOrder;
  pinned: string[];
};

/** Wei of ether, with a fraction of a wei after a conversion, as an amount of ether. */
export const etherOf = (wei: string): string => fromBaseUnits(BigInt(wei.split('.')[0] ?? '0'), 18);

const ether = (wei: string) => amount(`trunc(${wei})`, '1e-18');
/** SQL of the floor price of a collection `c` in ether. */
export const floorPrice = (sql: Tx): Fragment => sql.unsafe(`${ether('c.floor_price')}::text`) as unknown as Fragment;
const CONTRACT = object({ type: code('k.type'), address: code('k.address'), isDeployed: truth('k.is_deployed') });
/** The JSON of a collection of `collectionsFrom`. */
const COLLECTION = object({
  uuid: code('c.uuid'),
  createdAt: time('c.created_at'),
  updatedAt: time('c.updated_at'),
  name: jsonOrNull('c.name'),
  description: jsonOrNull('c.description'),
  networkUuid: code('c.network_uuid'),
  creatorUuid: code('c.creator_uuid'),
  imageHash: code('c.image_hash'),
  imageUrl: code(`'/media/' || c.image_hash`),
  image: imageOf('m'),
  creator: plain(writtenPerson('u')),
  isVerified: truth('c.verified_key is not null'),
  contracts: plain(
    `(select ${arrayOf(CONTRACT, 'k.type desc')} from collection_contract k where k.collection_uuid = c.uuid)`,
  ),
  stats: object({
    items: plain('c.items'),
    owners: plain('c.owners'),
    floorPrice: codeOrNull(ether('c.floor_price')),
    volume: code(ether('c.volume')),
    onSale: plain('c.on_sale'),
  }),
  followerCount: plain('c.followers'),
  isFollowed: jsonOrNull('shown.is_followed'),
  hidden: jsonOrNull('shown.hidden'),
});
const ADDRESS_FIELDS = ['address', 'metamaskWallet'];

/** A description from before there were texts by language: of the language that its letters are of. */
export const textOf = ({ text, description }: Pick<DetailRow, 'text' | 'description'>): Localized =>
  forEachLanguage((language) =>
    Object.keys(text).length > 0
      ? (text[language] ?? null)
      : description !== '' && language === (languageOfText(description) ?? LANGUAGE_FALLBACK)
        ? description
        : null,
  );

/** SQL of the jsonb that names the collection of a `token t`, as it is called now: cards keep older names for a while. */
export const COLLECTION_REF =
  "(select jsonb_build_object('uuid', named.uuid, 'name', named.name, 'isVerified', named.verified_key is not null) from collection named where named.uuid = t.collection_uuid)";
export const collectionRefJson = (sql: Tx): Fragment => sql.unsafe(COLLECTION_REF) as unknown as Fragment;

/** @param page uuids, as a table `page (uuid, place)` */
const collectionsFrom = (sql: Tx, page: Fragment, callerUuid?: string) => sql`
  from ${page} join collection c on c.uuid = page.uuid join media m on m.cid = c.image_hash join app_user u on u.uuid = c.creator_uuid
  cross join lateral (
    select ${isFollowed(sql, 'c.uuid', 'c.creator_uuid', callerUuid)} as is_followed,
      case when c.is_hidden then ${noticeJson(sql, [
        ['collection', 'c.uuid'],
        ['user', 'c.creator_uuid'],
      ])} end as hidden) shown`;

/** Collections as JSON, in the order of a page. */
const collectionsJson = async (sql: Tx, page: Fragment, callerUuid?: string): Promise<Collection[]> => {
  const from = collectionsFrom(sql, page, callerUuid);
  return jsonText(await readArray(sql, COLLECTION, { from, by: 'page.place, c.uuid', addresses: ADDRESS_FIELDS }));
};

/** @throws AppError 404, also for what is hidden from the caller */
export const getCollection = async (sql: Tx, uuid: string, callerUuid?: string): Promise<CollectionDetail> => {
  const [row] = await sql<DetailRow[]>`
    select ${sql.unsafe(written(COLLECTION)) as unknown as Fragment} as json, c.contract_name, c.description, c.text, c.links, c.banner_hash, c.works_order,
      array(select p.token_uuid from collection_pin p where p.collection_uuid = c.uuid order by p.position) as pinned
    ${collectionsFrom(sql, pageOfUuids(sql, [uuid]), callerUuid)}`;
  if (!row) throw notFound('collection');
  const shown = JSON.parse(String(withChecksums(Buffer.from(row.json), ADDRESS_FIELDS))) as Collection;
  if (shown.hidden && !(await seesHiddenOf(sql, shown.creatorUuid, callerUuid))) throw notFound('collection');
  return {
    ...shown,
    contractName: row.contract_name,
    text: textOf(row),
    links: row.links,
    banner: pictureUrl(row.banner_hash, 1280),
    order: row.works_order,
    pinned: row.pinned,
  };
};

/** The collections that an admin features, in the admin's order, including those hidden since. */
export const featuredCollections = (sql: Tx): Promise<Collection[]> =>
  collectionsJson(
    sql,
    sql`(select uuid, featured_position as place from collection where featured_position is not null) page`,
  );

/** The collections with these uuids, in this order. */
export const collectionsOf = async (sql: Tx, uuids: string[]): Promise<Collection[]> =>
  parsed(await collectionsJson(sql, pageOfUuids(sql, uuids)));

type Query = QueryOf<typeof collectionEndpoints.list>;

/** The columns of each order besides `uuid`: a list reads no others, so that its index is enough. */
const KEYS: Record<'name' | 'volume' | 'featured' | 'floorPrice' | 'createdAt', (sql: Tx) => Fragment> = {
  name: (sql) => sql`o.name`,
  volume: (sql) => sql`o.volume`,
  featured: (sql) => sql`o.featured_position, o.rank_key`,
  floorPrice: (sql) => sql`o.floor_price`,
  createdAt: (sql) => sql`o.created_at`,
};

const orderOf = (sql: Tx, sortBy: Query['sortBy']) => {
  const { field, direction } = sortOf(sortBy);
  const isUp = direction === 'ASC';
  switch (field) {
    case 'name':
      return isUp ? sql`o.name asc, o.uuid asc` : sql`o.name desc, o.uuid desc`;
    case 'volume':
      return isUp ? sql`o.volume asc, o.uuid asc` : sql`o.volume desc, o.uuid desc`;
    case 'featured':
      return isUp
        ? sql`o.featured_position asc nulls last, o.rank_key desc, o.uuid desc`
        : sql`o.featured_position desc nulls first, o.rank_key asc, o.uuid asc`;
    case 'floorPrice':
      return isUp ? sql`o.floor_price asc nulls last, o.uuid asc` : sql`o.floor_price desc nulls last, o.uuid desc`;
    default:
      return isUp ? sql`o.created_at asc, o.uuid asc` : sql`o.created_at desc, o.uuid desc`;
  }
};

/** A page of collections. Includes hidden ones only in a creator's own list. */
export const listCollections = async (sql: Tx, query: Query, callerUuid?: string) => {
  const order = orderOf(sql, query.sortBy);
  const { search } = query;
  const isOwn = query.creatorUuid !== undefined && query.creatorUuid.toLowerCase() === callerUuid;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      columns: sql`o.uuid, o.name, o.is_hidden, o.network_uuid, o.creator_uuid, o.created_at, o.volume, o.floor_price, o.featured_position, o.rank_key`,
      keys: sql`o.uuid, ${KEYS[sortOf(query.sortBy).field](sql)}`,
      ranges: [sql`collection o where true`],
      where: sql`${isOwn ? sql`true` : sql`not o.is_hidden`}
        ${query.networkUuid ? sql`and o.network_uuid = any(${query.networkUuid}::uuid[])` : sql``}
        ${query.creatorUuid ? sql`and o.creator_uuid = ${query.creatorUuid}` : sql``}`,
      order,
      sets: query.creatorUuid ? [{ rows: [sql`collection o where o.creator_uuid = ${query.creatorUuid}`] }] : [],
      costly: search
        ? {
            condition: sql`o.name ilike ${patternOf(search)}`,
            rows: sql`collection o where ${contains(sql, sql`name`, search, 1)}`,
            isOwnColumn: true,
          }
        : undefined,
    },
    { limit: query.limit, offset: offsetOf(query) },
  );
  return { data: await collectionsJson(sql, pageOfUuids(sql, uuids), callerUuid), meta: metaOf(query, total, isExact) };
};
