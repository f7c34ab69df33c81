import type { Breeding, BreedingFamily, breedingEndpoints, BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import type { QueryOf } from '@skarb/schema/endpoint';
import { getAddress, type Address, type Hex } from 'viem';
import { notFound } from '../../platform/http/app-error.ts';
import { boundedPage, literal, pageOfUuids } from '../../platform/db/bounded-page.ts';
import type { Tx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/text-parts.ts';
import { TOTAL_CAP, metaOf, offsetOf, sortOf } from '../../platform/http/list.ts';
import { isWalletShown, type PersonJson, personJson, shownWallet, toPerson } from '../auth/auth.view.ts';
import { seesHiddenToken } from '../hidden/hidden.view.ts';
import { mediaUrl } from '../media/media.view.ts';
import { localizedVocabularyOf } from './breeding.child.ts';
import {
  DECIMALS,
  ether,
  findTokenRows,
  refJson,
  toBreedingToken,
  vocabularyOf,
  type TokenRef,
} from './breeding.token-view.ts';

/** The facts about the chain that views need besides the database; `now` is the chain's time. */
export type Where = { contract: Address; weth: Address; feeBps: number; now: Date };

type CurrencyRow = { currency_uuid: string; symbol: string };
const currencyOf = (row: CurrencyRow, { weth }: Where) => ({
  uuid: row.currency_uuid,
  symbol: row.symbol,
  decimals: DECIMALS,
  address: getAddress(weth),
});

type TermsRow = CurrencyRow & {
  uuid: string;
  name: string;
  image_hash: string;
  creator_uuid: string;
  address: Address;
  is_open: boolean;
  base_fee: string;
  traits: number;
  counts: string;
  vocabulary: Vocabulary | null;
  members: number;
  children: number;
};
const termsColumns = (sql: Tx) => sql`
  c.uuid, c.name, c.image_hash, c.creator_uuid, cc.address, t.is_open, t.base_fee, t.traits, t.counts::text as counts, v.vocabulary,
  t.members, t.children, w.uuid as currency_uuid, w.name as symbol`;
const termsFrom = (sql: Tx, { weth }: Where) => sql`
  breeding_terms t join collection c on c.uuid = t.collection_uuid
  join collection_contract cc on cc.collection_uuid = c.uuid and cc.type = 'ERC721'
  left join breeding_vocabulary v on v.digest = t.vocabulary join currency w on w.network_uuid = c.network_uuid and w.address = ${weth}`;
const toTerms = (row: TermsRow, where: Where): BreedingTerms => ({
  localizedVocabulary: localizedVocabularyOf(vocabularyOf(row)),
  collection: { uuid: row.uuid, name: row.name, imageUrl: mediaUrl(row.image_hash) },
  contractAddress: getAddress(row.address),
  creatorUuid: row.creator_uuid,
  isOpen: row.is_open,
  baseFee: ether(row.base_fee),
  currency: currencyOf(row, where),
  feePercent: where.feeBps / 100,
  vocabulary: vocabularyOf(row),
  members: row.members,
  children: row.children,
});

/** The breeding terms of a collection; undefined if it is not registered for breeding. */
export const findTermsOf = async (sql: Tx, uuid: string, where: Where): Promise<BreedingTerms | undefined> => {
  const [row] = await sql<TermsRow[]>`select ${termsColumns(sql)} from ${termsFrom(sql, where)} where c.uuid = ${uuid}`;
  return row && toTerms(row, where);
};

/** GET /breeding/collection */
export const listTerms = async (sql: Tx, query: QueryOf<typeof breedingEndpoints.collections>, where: Where) => {
  const { field, direction } = sortOf(query.sortBy);
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  const from = sql`${termsFrom(sql, where)} where t.is_open and not c.is_hidden ${query.search ? sql`and c.name ilike ${patternOf(query.search)}` : sql``}`;
  const [rows, [counted]] = await Promise.all([
    sql<TermsRow[]>`
      select ${termsColumns(sql)} from ${from}
      order by ${field === 'name' ? sql`c.name` : sql`t.opened_at`} ${way}, t.collection_uuid ${way} limit ${query.limit} offset ${offsetOf(query)}`,
    sql<{ count: number }[]>`select count(*)::int as count from (select 1 from ${from} limit ${TOTAL_CAP + 1}) found`,
  ]);
  const count = counted?.count ?? 0;
  return {
    data: rows.map((row) => toTerms(row, where)),
    meta: metaOf(query, Math.min(count, TOTAL_CAP), count <= TOTAL_CAP),
  };
};

type BreedingRow = CurrencyRow & {
  uuid: string;
  number: string | null;
  status: Breeding['status'];
  version: number;
  collection: { uuid: string; name: string };
  matron: TokenRef;
  sire: TokenRef;
  child: TokenRef | null;
  breeder: Address;
  breeder_user: PersonJson | null;
  owner_user: PersonJson | null;
  fee: string;
  siring_price: string;
  generation: number;
  ready_at: Date | null;
  hatched_at: Date | null;
  target_block: string | null;
  kept_hash: Hex | null;
  secret: Hex | null;
  seed: string | null;
  matron_genes: string | null;
  sire_genes: string | null;
  genes: string | null;
  traits: number;
  counts: string;
  refund: string | null;
  tx_hash: Hex | null;
  hatch_tx_hash: Hex | null;
  created_at: Date;
  updated_at: Date;
};
const breedingColumns = (sql: Tx, { weth }: Where, page: ReturnType<typeof pageOf>) => sql`
  select b.uuid, b.number, b.status, b.version, jsonb_build_object('uuid', c.uuid, 'name', c.name) as collection,
    ${refJson(sql, 'm')} as matron, ${refJson(sql, 's')} as sire, case when b.hatched_at is not null then ${refJson(sql, 'k')} end as child,
    b.breeder, ${personJson(sql, 'u')} as breeder_user, ${personJson(sql, 'h')} as owner_user, b.fee, b.siring_price, b.generation,
    b.ready_at, b.hatched_at, b.target_block, b.kept_hash, b.secret, b.seed::text as seed, b.matron_genes::text as matron_genes,
    b.sire_genes::text as sire_genes, b.genes::text as genes, t.traits, t.counts::text as counts, b.refund, b.tx_hash, b.hatch_tx_hash,
    b.created_at, b.updated_at, w.uuid as currency_uuid, w.name as symbol
  from (${page}) page join breeding b on b.uuid = page.uuid join collection c on c.uuid = b.collection_uuid
  join breeding_terms t on t.collection_uuid = c.uuid join token m on m.uuid = b.matron_uuid join token s on s.uuid = b.sire_uuid
  left join token k on k.uuid = b.child_uuid left join app_user u on u.uuid = b.breeder_uuid
  left join lateral (select owner from ownership where token_uuid = m.uuid limit 1) own on true
  left join app_user h on h.metamask_wallet = own.owner and ${isWalletShown(sql, 'h')}
  join currency w on w.network_uuid = c.network_uuid and w.address = ${weth}`;
const pageOf = (sql: Tx, uuid: string) => sql`select ${uuid}::uuid as uuid`;

const toBreeding = (row: BreedingRow, where: Where): Breeding => ({
  uuid: row.uuid,
  number: row.number,
  status: row.status,
  version: row.version,
  collection: row.collection,
  matron: row.matron,
  sire: row.sire,
  breeder: row.breeder_user && toPerson(row.breeder_user),
  breederAddress: getAddress(row.breeder),
  owner: row.owner_user && toPerson(row.owner_user),
  fee: ether(row.fee),
  siringPrice: ether(row.siring_price),
  currency: currencyOf(row, where),
  generation: row.generation,
  readyAt: row.ready_at?.toISOString() ?? null,
  child: row.child,
  // The hatch log reveals the secret: there is no proof before it.
  proof:
    row.hatched_at && row.kept_hash && row.secret && row.seed && row.genes && row.matron_genes && row.sire_genes
      ? {
          contract: getAddress(where.contract),
          targetBlock: Number(row.target_block),
          blockHash: row.kept_hash,
          secret: row.secret,
          seed: row.seed,
          traits: row.traits,
          counts: row.counts,
          matronGenes: row.matron_genes,
          sireGenes: row.sire_genes,
          genes: row.genes,
        }
      : null,
  loss: row.refund === null ? null : { reason: row.kept_hash ? 'silent' : 'missed', refund: ether(row.refund) },
  txHash: row.tx_hash,
  hatchTxHash: row.hatch_tx_hash,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/**
 * One breeding. Only its breeder sees a draft. One with a hidden token is seen by its breeder, by the owner of the matron,
 * who gets the child, and by who sees each hidden token.
 */
const findBreeding = async (
  sql: Tx,
  uuid: string,
  callerUuid: string | undefined,
  where: Where,
): Promise<Breeding | undefined> => {
  const [[row], hidden] = await Promise.all([
    sql<BreedingRow[]>`${breedingColumns(sql, where, pageOf(sql, uuid))}`,
    sql<{ uuid: string }[]>`
      select x.uuid from breeding b join token x on x.uuid in (b.matron_uuid, b.sire_uuid, b.child_uuid)
      where b.uuid = ${uuid} and x.status = 'minted' and not x.is_counted`,
  ]);
  if (!row) return undefined;
  const isBreeder = callerUuid !== undefined && row.breeder_user?.uuid === callerUuid;
  if (row.number === null && !isBreeder) return undefined;
  const isPart = isBreeder || (callerUuid !== undefined && row.owner_user?.uuid === callerUuid);
  const sees = await Promise.all(isPart ? [] : hidden.map((one) => seesHiddenToken(sql, one.uuid, callerUuid)));
  return sees.every(Boolean) ? toBreeding(row, where) : undefined;
};

/** As `findBreeding`. @throws AppError 404 */
export const getBreeding = async (...asked: Parameters<typeof findBreeding>): Promise<Breeding> => {
  const found = await findBreeding(...asked);
  if (!found) throw notFound('breeding');
  return found;
};

/** GET /breeding: one page of the breedings on the chain, without drafts. */
export const listBreedings = async (
  sql: Tx,
  query: QueryOf<typeof breedingEndpoints.list>,
  where: Where,
  callerUuid: string | undefined,
) => {
  // Breedings with a hidden token (minted but not counted) are listed only in the caller's own list.
  const isOwn = callerUuid !== undefined && query.ownerUuid?.toLowerCase() === callerUuid;
  const { field, direction } = sortOf(query.sortBy);
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  const column = field === 'readyAt' ? sql`o.ready_at` : sql`o.created_at`;
  const { ownerUuid, collectionUuid, status } = query;
  // Of one user: breedings that they paid for, and those of matrons that they own now.
  const wallet = ownerUuid && shownWallet(sql, ownerUuid, callerUuid);
  const inStatus = status ? sql`and o.status = ${literal(sql, status)}` : sql``;
  const paid = sql`breeding o where o.breeder_uuid = ${ownerUuid ?? null}`;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      columns: sql`o.uuid, o.number, o.collection_uuid, o.status, o.breeder_uuid, o.matron_uuid, o.sire_uuid, o.child_uuid, o.created_at, o.ready_at`,
      keys: sql`o.uuid, ${column}`,
      ranges: [
        sql`breeding o where o.number is not null ${collectionUuid && field === 'createdAt' ? sql`and o.collection_uuid = ${collectionUuid}` : sql``}`,
      ],
      where: sql`o.number is not null
        ${collectionUuid ? sql`and o.collection_uuid = ${collectionUuid}` : sql``}
        ${inStatus}
        ${wallet ? sql`and (o.breeder_uuid = ${ownerUuid as string} or (select true from ownership w where w.token_uuid = o.matron_uuid and w.owner = ${wallet} limit 1))` : sql``}
        ${isOwn ? sql`` : sql`and (select true from token x where x.uuid = any(array[o.matron_uuid, o.sire_uuid, o.child_uuid]) and x.status = 'minted' and not x.is_counted limit 1) is null`}`,
      order: sql`${column} ${way}, o.uuid ${way}`,
      isSparse: wallet !== undefined,
      sets: [
        ...(collectionUuid
          ? [
              {
                name: `breedings of ${collectionUuid} ${status}`,
                rows: [
                  sql`breeding o where o.collection_uuid = ${collectionUuid} and o.number is not null ${inStatus}`,
                ],
              },
            ]
          : []),
        ...(wallet
          ? [
              {
                name: `breedings of ${ownerUuid} ${ownerUuid === callerUuid}`,
                rows: [
                  paid,
                  sql`ownership w join breeding o on o.matron_uuid = w.token_uuid and o.number is not null
                    where w.owner = ${wallet} and o.breeder_uuid is distinct from ${ownerUuid as string}`,
                ],
                bound: sql`select 1 from ${paid} union all select 1 from ownership w where w.owner = ${wallet}`,
              },
            ]
          : []),
      ],
    },
    { limit: query.limit, offset: offsetOf(query) },
  );
  const rows = await sql<BreedingRow[]>`
    ${breedingColumns(sql, where, sql`select * from ${pageOfUuids(sql, uuids)}`)} order by page.place`;
  return { data: rows.map((row) => toBreeding(row, where)), meta: metaOf(query, total, isExact) };
};

/** The most siblings, and the most children, that a family shows. */
const RELATIVES_MAX = 48;
type Relative = TokenRef & { generation: number };
type Role = 'matron' | 'sire';

/** A token's relatives: two generations up, siblings, and one generation down. Null if it has no genes. */
export const findFamily = async (sql: Tx, uuid: string, where: Where): Promise<BreedingFamily | null> => {
  const [token] = await findTokenRows(sql, [uuid]);
  if (!token) return null;
  const terms = await findTermsOf(sql, token.collection.uuid, where);
  if (!terms) return null;
  const parentUuids = [token.matron_uuid, token.sire_uuid].filter((one) => one !== null);
  type Up = { uuid: string; generation: number; ref: TokenRef; matron: TokenRef | null; sire: TokenRef | null } & {
    matron_generation: number | null;
    sire_generation: number | null;
  };
  const [ups, siblings, children, [birth]] = await Promise.all([
    parentUuids.length === 0
      ? []
      : sql<Up[]>`
        select b.token_uuid as uuid, b.generation, ${refJson(sql, 't')} as ref, ${refJson(sql, 'm')} as matron, ${refJson(sql, 's')} as sire,
          bm.generation as matron_generation, bs.generation as sire_generation
        from breeding_token b join token t on t.uuid = b.token_uuid left join token m on m.uuid = b.matron_uuid and m.is_counted
        left join token s on s.uuid = b.sire_uuid and s.is_counted left join breeding_token bm on bm.token_uuid = b.matron_uuid left join breeding_token bs on bs.token_uuid = b.sire_uuid
        where b.token_uuid = any(${parentUuids}::uuid[]) and t.is_counted`,
    parentUuids.length === 0
      ? []
      : sql<{ ref: TokenRef; generation: number }[]>`
        select ${refJson(sql, 't')} as ref, b.generation from (
          select token_uuid, generation, token_created_at from breeding_token where matron_uuid = any(${parentUuids}::uuid[])
          union select token_uuid, generation, token_created_at from breeding_token where sire_uuid = any(${parentUuids}::uuid[])) b
        join token t on t.uuid = b.token_uuid where b.token_uuid <> ${uuid} and t.is_counted order by b.token_created_at, b.token_uuid limit ${RELATIVES_MAX}`,
    sql<{ ref: TokenRef; generation: number; other: TokenRef }[]>`
      select ${refJson(sql, 't')} as ref, b.generation, ${refJson(sql, 'o')} as other from (
        select token_uuid, generation, token_created_at, sire_uuid as other_uuid from breeding_token where matron_uuid = ${uuid}
        union all select token_uuid, generation, token_created_at, matron_uuid from breeding_token where sire_uuid = ${uuid}) b
      join token t on t.uuid = b.token_uuid join token o on o.uuid = b.other_uuid where t.is_counted and o.is_counted order by b.token_created_at, b.token_uuid limit ${RELATIVES_MAX}`,
    sql<{ uuid: string | null }[]>`select birth_uuid as uuid from breeding_token where token_uuid = ${uuid}`,
  ]);
  const up = (role: Role) => ups.find((row) => row.uuid === (role === 'matron' ? token.matron_uuid : token.sire_uuid));
  const ROLES: Role[] = ['matron', 'sire'];
  return {
    token: toBreedingToken(token, where.now),
    terms,
    parents: ROLES.flatMap((role) => {
      const row = up(role);
      return row ? [{ ...row.ref, role, generation: row.generation }] : [];
    }),
    grandparents: ROLES.flatMap((of) =>
      ROLES.flatMap((role) => {
        const row = up(of);
        const ref = row?.[role];
        const generation = role === 'matron' ? row?.matron_generation : row?.sire_generation;
        return ref ? [{ ...ref, role, of, generation: generation ?? 0 }] : [];
      }),
    ),
    siblings: siblings.map(({ ref, generation }): Relative => ({ ...ref, generation })),
    children: children.map(({ ref, generation, other }) => ({ ...ref, generation, other })),
    birth: (birth?.uuid && (await findBreeding(sql, birth.uuid, undefined, where))) || null,
  };
};
