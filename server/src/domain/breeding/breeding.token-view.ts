import type { BreedingToken, breedingEndpoints, Vocabulary } from '@skarb/schema/breeding';
import type { QueryOf } from '@skarb/schema/endpoint';
import { breedingFee, restSeconds, USES_MAX } from '@skarb/schema/genome';
import type { LocalizedName } from '@skarb/schema/localization';
import type { Image } from '@skarb/schema/media';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { getAddress, type Address } from 'viem';
import { notFound } from '../../platform/http/app-error.ts';
import { boundedPage, pageOfUuids, rowsOfUuids } from '../../platform/db/bounded-page.ts';
import type { Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { isWalletShown, type PersonJson, personJson, shownWallet, toPerson } from '../auth/auth.view.ts';
import { isCommonName } from '../token/token.statistics.ts';
import { isNamed } from '../token/token.terms.ts';
import { isResting, tokenObstacles, type Parent } from './breeding.rules.ts';
import { traitsOf } from './breeding.vocabulary.ts';

/** The decimals of WETH. */
export const DECIMALS = 18;
/** Wei as a decimal string of ether, without trailing zeros. */
export const ether = (units: string | bigint): string => fromBaseUnits(BigInt(units), DECIMALS);

export type TokenRef = { uuid: string; name: string; localization?: LocalizedName; tokenId: string; image: Image };
/** SQL of a token's reference as jsonb from a row of `token`; null if an outer join found no row. */
export const refJson = (sql: Tx, alias: string) => {
  const of = (column: string) => sql(`${alias}.${column}`);
  return sql`case when ${of('uuid')} is not null then jsonb_build_object('uuid', ${of('uuid')}, 'name', ${of('name')},
    'tokenId', ${of('token_id')}::text, 'image', ${of('card')}->'image') || jsonb_strip_nulls(jsonb_build_object('localization', ${of('card')}->'localization')) end`;
};

/** A token as a parent, with the facts that its rules need. */
export type TokenRow = {
  uuid: string;
  name: string;
  localization: LocalizedName | null;
  token_id: string;
  image: Image;
  collection: { uuid: string; name: string };
  owner: Address | null;
  owner_user: PersonJson | null;
  is_escrowed: boolean;
  is_listed: boolean;
  is_hidden: boolean;
  genes: string;
  generation: number;
  uses: number;
  ready_at: Date | null;
  matron_uuid: string | null;
  sire_uuid: string | null;
  matron: TokenRef | null;
  sire: TokenRef | null;
  is_expecting: boolean;
  expecting: { breedingUuid: string; readyAt: string } | null;
  siring_owner: Address | null;
  siring_price: string | null;
  siring_ends_at: Date | null;
  is_open: boolean;
  base_fee: string;
  counts: string;
  vocabulary: Vocabulary | null;
};

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
/** SQL: a time column as the ISO string that `Date.toISOString` gives. */
const isoTime = (sql: Tx, column: string) => sql`to_char(${sql(column)} at time zone 'utc', ${sql.unsafe(TIME)})`;

/** Rows of those of the given tokens that have genes, in the given order. */
export const findTokenRows = (sql: Tx, uuids: string[]): Promise<TokenRow[]> => sql<TokenRow[]>`
  select t.uuid, t.name, t.token_id::text as token_id, t.card->'image' as image, t.card->'localization' as localization, jsonb_build_object('uuid', c.uuid, 'name', c.name) as collection,
    own.owner, ${personJson(sql, 'u')} as owner_user, coalesce(own.escrowed, 0) > 0 as is_escrowed,
    exists (select 1 from offer where offer.token_uuid = t.uuid and offer.type = 'SALE' and offer.status in ('SCHEDULED', 'ACTIVE', 'CANCELLING')) as is_listed,
    not t.is_counted as is_hidden, bt.genes::text as genes, bt.generation, bt.uses, bt.ready_at, bt.matron_uuid, bt.sire_uuid, ${refJson(sql, 'm')} as matron, ${refJson(sql, 's')} as sire,
    case when e.uuid is not null then jsonb_build_object('breedingUuid', e.uuid, 'readyAt', ${isoTime(sql, 'e.ready_at')}) end as expecting, bt.is_expecting,
    bt.siring_owner, bt.siring_price, bt.siring_ends_at, terms.is_open, terms.base_fee, terms.counts::text as counts, v.vocabulary,
    bt.token_created_at
  from ${pageOfUuids(sql, uuids)} join breeding_token bt on bt.token_uuid = page.uuid join token t on t.uuid = bt.token_uuid
  join collection c on c.uuid = bt.collection_uuid join breeding_terms terms on terms.collection_uuid = bt.collection_uuid
  left join breeding_vocabulary v on v.digest = terms.vocabulary
  left join lateral (select owner, escrowed from ownership where token_uuid = t.uuid limit 1) own on true
  left join app_user u on u.metamask_wallet = own.owner and ${isWalletShown(sql, 'u')}
  left join token m on m.uuid = bt.matron_uuid and m.is_counted left join token s on s.uuid = bt.sire_uuid and s.is_counted left join breeding e on e.uuid = bt.expecting_uuid
  order by page.place`;

/** The token's current siring offer: made by its present owner and not expired; null without one. */
const siringOf = (row: TokenRow, now: Date) =>
  row.siring_price !== null && row.siring_ends_at && row.siring_ends_at > now && row.siring_owner === row.owner
    ? { price: row.siring_price, endsAt: row.siring_ends_at }
    : null;

export const toParent = (row: TokenRow, now: Date): Parent => ({
  tokenUuid: row.uuid,
  collectionUuid: row.collection.uuid,
  matronUuid: row.matron_uuid,
  sireUuid: row.sire_uuid,
  owner: row.owner,
  uses: row.uses,
  readyAt: row.ready_at,
  isOpen: row.is_open,
  isListed: row.is_listed,
  isEscrowed: row.is_escrowed,
  isExpecting: row.is_expecting,
  isHidden: row.is_hidden,
  siring: siringOf(row, now),
});

/** The stored vocabulary, or generic names if there is none because the collection was opened directly on the chain. */
export const vocabularyOf = (row: { vocabulary: Vocabulary | null; counts: string; traits?: number }): Vocabulary => {
  if (row.vocabulary) return row.vocabulary;
  const counts = BigInt(row.counts);
  return Array.from({ length: row.traits ?? 12 }, (_, trait) => ({
    name: `Trait ${trait + 1}`,
    values: Array.from({ length: Number((counts >> BigInt(trait * 5)) & 31n) + 1 }, (_v, value) => `${value + 1}`),
  }));
};

export const toBreedingToken = (row: TokenRow, now: Date): BreedingToken => {
  const siring = siringOf(row, now);
  const isWornOut = row.uses >= USES_MAX;
  return {
    uuid: row.uuid,
    name: row.name,
    localization: row.localization ?? undefined,
    tokenId: row.token_id,
    image: row.image,
    collection: row.collection,
    owner: row.owner_user && toPerson(row.owner_user),
    ownerAddress: row.owner && getAddress(row.owner),
    generation: row.generation,
    uses: row.uses,
    readyAt: isResting(row.ready_at, now) ? (row.ready_at as Date).toISOString() : null,
    nextFee: isWornOut ? null : ether(breedingFee(BigInt(row.base_fee), row.uses)),
    nextRestSeconds: isWornOut ? null : restSeconds(row.generation, row.uses),
    genes: row.genes,
    traits: traitsOf(BigInt(row.genes), vocabularyOf(row)),
    matron: row.matron,
    sire: row.sire,
    expecting: row.expecting,
    siring: siring && { price: ether(siring.price), endsAt: siring.endsAt.toISOString() },
    obstacles: tokenObstacles(toParent(row, now), now),
  };
};

/** One token as a parent. @throws AppError 404 if it has no genes */
export const getTokenRow = async (sql: Tx, uuid: string): Promise<TokenRow> => {
  const [row] = await findTokenRows(sql, [uuid]);
  if (!row) throw notFound('breedingToken');
  return row;
};

type Query = QueryOf<typeof breedingEndpoints.tokens>;

/** GET /breeding/token: one page of tokens with genes. */
export const listBreedingTokens = async (sql: Tx, query: Query, now: Date, callerUuid: string | undefined) => {
  // Hidden tokens (minted but not counted) are listed only in the caller's own list.
  const isOwn = callerUuid !== undefined && query.ownerUuid?.toLowerCase() === callerUuid;
  const { search } = query;
  const { field, direction } = sortOf(query.sortBy);
  const column =
    field === 'generation'
      ? sql`o.generation`
      : field === 'siringPrice'
        ? sql`o.siring_price`
        : sql`o.token_created_at`;
  // Only prices can be null.
  const last = field === 'siringPrice' ? sql`nulls last` : sql``;
  const owner = query.ownerUuid && shownWallet(sql, query.ownerUuid, callerUuid);
  const ofCollection = query.collectionUuid ? sql`and o.collection_uuid = ${query.collectionUuid}` : sql``;
  const members = sql`(select token_uuid as uuid, * from breeding_token)`;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      columns: sql`o.uuid, o.token_created_at, o.generation, o.siring_price, o.siring_ends_at, o.collection_uuid`,
      keys: sql`o.uuid, ${column}`,
      ranges: [sql`${members} o where true ${ofCollection}`],
      // One token is looked up after the other, with `limit`: the planner would read all tokens of an owner first.
      where: sql`true ${ofCollection}
        ${isOwn ? sql`` : sql`and (select n.is_counted from token n where n.uuid = o.uuid limit 1)`}
        ${owner ? sql`and (select true from ownership w where w.token_uuid = o.uuid and w.owner = ${owner} limit 1)` : sql``}
        ${query.siring === undefined ? sql`` : query.siring ? sql`and o.siring_price is not null and o.siring_ends_at > ${now}` : sql`and (o.siring_price is null or o.siring_ends_at <= ${now})`}`,
      order: direction === 'ASC' ? sql`${column} asc ${last}, o.uuid asc` : sql`${column} desc ${last}, o.uuid desc`,
      isSparse: owner !== undefined,
      sets: owner
        ? [
            {
              name: `held ${query.ownerUuid} ${query.ownerUuid === callerUuid}`,
              rows: [sql`ownership w join ${members} o on o.uuid = w.token_uuid where w.owner = ${owner}`],
              bound: sql`select 1 from ownership w where w.owner = ${owner}`,
            },
          ]
        : [],
      costly: search
        ? {
            condition: sql`(select true from token n where n.uuid = o.uuid and ${isNamed(sql, 'n', search, false)} limit 1)`,
            rows: rowsOfUuids(sql, members, sql`select n.uuid from token n where ${isNamed(sql, 'n', search, true)}`),
            bound: sql`select 1 from token n where ${isNamed(sql, 'n', search, true)}`,
            isCommon: await isCommonName(sql, search),
            // Fewer have genes than a common text.
            within: sql`${members} o where (select true from token n where n.uuid = o.uuid and ${isNamed(sql, 'n', search, false)} limit 1)`,
          }
        : undefined,
    },
    { limit: query.limit, offset: offsetOf(query) },
  );
  const rows = await findTokenRows(sql, uuids);
  return { data: rows.map((row) => toBreedingToken(row, now)), meta: metaOf(query, total, isExact) };
};
