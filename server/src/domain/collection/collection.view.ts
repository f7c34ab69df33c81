import type { Collection, CollectionDetail, collectionEndpoints, WorksOrder } from '@skarb/schema/collection';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { Localized } from '@skarb/schema/form-value';
import { forEachLanguage } from '@skarb/schema/language';
import type { ProfileLink } from '@skarb/schema/link';
import { fromBaseUnits } from '@skarb/schema/primitive';
import type { Image } from '@skarb/schema/media';
import { getAddress } from 'viem';
import { notFound } from '../../platform/http/app-error.ts';
import { boundedPage, pageOfUuids } from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { contains, patternOf } from '../../platform/db/text-parts.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { isFollowed, type PersonJson, personJson, pictureUrl, toPerson } from '../auth/auth.view.ts';
import { noticeJson, seesHiddenOf, type NoticeJson } from '../hidden/hidden.view.ts';
import { imageJson } from '../media/media.view.ts';

type Row = {
  uuid: string;
  name: string;
  contract_name: string | null;
  description: string;
  text: Partial<Localized>;
  links: ProfileLink[];
  banner_hash: string | null;
  works_order: WorksOrder;
  verified_key: string | null;
  network_uuid: string;
  creator_uuid: string;
  image_hash: string;
  items: number;
  owners: number;
  on_sale: number;
  floor_price: string | null;
  volume: string;
  followers: number;
  is_followed: boolean | null;
  created_at: Date;
  updated_at: Date;
  image: Image;
  creator: PersonJson;
  hidden: NoticeJson | null;
  contracts: { type: 'ERC721' | 'ERC1155'; address: string; isDeployed: boolean }[];
};

/** Wei of ether, with a fraction of a wei after a conversion, as an amount of ether. */
export const etherOf = (wei: string): string => fromBaseUnits(BigInt(wei.split('.')[0] ?? '0'), 18);

const toCollection = (row: Row): Collection => ({
  uuid: row.uuid,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  name: row.name,
  description: row.description,
  networkUuid: row.network_uuid,
  creatorUuid: row.creator_uuid,
  imageHash: row.image_hash,
  imageUrl: row.image.url,
  image: row.image,
  creator: toPerson(row.creator),
  isVerified: row.verified_key !== null,
  contracts: row.contracts.map((contract) => ({ ...contract, address: getAddress(contract.address) })),
  stats: {
    items: row.items,
    owners: row.owners,
    floorPrice: row.floor_price === null ? null : etherOf(row.floor_price),
    volume: etherOf(row.volume),
    onSale: row.on_sale,
  },
  followerCount: row.followers,
  isFollowed: row.is_followed,
  hidden: row.hidden,
});

/** A description from before there were texts by language: of the language that its letters are of. */
export const textOf = ({ text, description }: Pick<Row, 'text' | 'description'>): Localized =>
  forEachLanguage((language) =>
    Object.keys(text).length > 0
      ? (text[language] ?? null)
      : description !== '' && language === (/\p{Script=Cyrillic}/u.test(description) ? 'ukr' : 'en')
        ? description
        : null,
  );

/** SQL of the jsonb that names the collection of a `token t`, as it is called now: cards keep older names for a while. */
export const COLLECTION_REF =
  "(select jsonb_build_object('uuid', named.uuid, 'name', named.name, 'isVerified', named.verified_key is not null) from collection named where named.uuid = t.collection_uuid)";
export const collectionRefJson = (sql: Tx): Fragment => sql.unsafe(COLLECTION_REF) as unknown as Fragment;

const columns = (sql: Tx, callerUuid?: string) => sql`
  c.*, ${isFollowed(sql, 'c.uuid', 'c.creator_uuid', callerUuid)} as is_followed, ${imageJson(sql, 'm')} as image, ${personJson(sql, 'u')} as creator,
  coalesce((select jsonb_agg(jsonb_build_object('type', type, 'address', address, 'isDeployed', is_deployed) order by type desc)
    from collection_contract where collection_uuid = c.uuid), '[]') as contracts,
  case when c.is_hidden then ${noticeJson(sql, [
    ['collection', 'c.uuid'],
    ['user', 'c.creator_uuid'],
  ])} end as hidden`;

/** @throws AppError 404, also for what is hidden from the caller */
export const getCollection = async (sql: Tx, uuid: string, callerUuid?: string): Promise<CollectionDetail> => {
  const [row] = await sql<(Row & { pinned: string[] })[]>`
    select ${columns(sql, callerUuid)}, array(select p.token_uuid from collection_pin p where p.collection_uuid = c.uuid order by p.position) as pinned from collection c join media m on m.cid = c.image_hash join app_user u on u.uuid = c.creator_uuid where c.uuid = ${uuid}`;
  if (!row || (row.hidden && !(await seesHiddenOf(sql, row.creator_uuid, callerUuid)))) throw notFound('collection');
  return {
    ...toCollection(row),
    contractName: row.contract_name,
    text: textOf(row),
    links: row.links,
    banner: pictureUrl(row.banner_hash, 1280),
    order: row.works_order,
    pinned: row.pinned,
  };
};

/** The collections that an admin features, in the admin's order, including those hidden since. */
export const featuredCollections = async (sql: Tx): Promise<Collection[]> => {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from collection c join media m on m.cid = c.image_hash join app_user u on u.uuid = c.creator_uuid
    where c.featured_position is not null order by c.featured_position, c.uuid`;
  return rows.map(toCollection);
};

/** The collections with these uuids, in this order. */
export const collectionsOf = async (sql: Tx, uuids: string[], callerUuid?: string): Promise<Collection[]> => {
  const rows = await sql<Row[]>`
    select ${columns(sql, callerUuid)} from ${pageOfUuids(sql, uuids)} join collection c on c.uuid = page.uuid
    join media m on m.cid = c.image_hash join app_user u on u.uuid = c.creator_uuid order by page.place`;
  return rows.map(toCollection);
};

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
  return { data: await collectionsOf(sql, uuids, callerUuid), meta: metaOf(query, total, isExact) };
};
