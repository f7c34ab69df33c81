import type { Vocabulary } from '@skarb/schema/breeding';
import type { Address, Hex } from 'viem';
import { toBigint, toTime } from '../../platform/chain/clamp.ts';
import type { ChainLog } from '../../platform/chain/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BreedingArgs } from './breeding.contract.ts';
import type { Birth } from './breeding.steps.ts';
import type { Founder } from './breeding.vocabulary.ts';

/** Stores a vocabulary by its digest. Idempotent. */
export const putVocabulary = (tx: Tx, digest: Hex, vocabulary: Vocabulary) => tx`
  insert into breeding_vocabulary (digest, vocabulary) values (${digest}, ${tx.json(vocabulary as never)}) on conflict do nothing`;

export type NewBreeding = {
  uuid: string;
  chainId: number;
  collectionUuid: string;
  matronUuid: string;
  sireUuid: string;
  breeder: Address;
  breederUuid: string;
  fee: bigint;
  siringPrice: bigint;
  generation: number;
};
/** Stores a draft, or updates the account's draft of the same breeder and pair. @returns its uuid */
export const putDraft = async (tx: Tx, draft: NewBreeding): Promise<string> => {
  // Serialized per breeder, so that a double click makes one draft.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`breeding ${draft.breeder}`}, 0))`;
  const [renewed] = await tx<{ uuid: string }[]>`
    update breeding set fee = ${String(draft.fee)}, siring_price = ${String(draft.siringPrice)}, generation = ${draft.generation}, updated_at = now()
    where uuid = (select uuid from breeding where number is null and breeder = ${draft.breeder} and breeder_uuid = ${draft.breederUuid} and matron_uuid = ${draft.matronUuid}
      and sire_uuid = ${draft.sireUuid} order by created_at, uuid limit 1) and number is null returning uuid`;
  if (renewed) return renewed.uuid;
  await tx`
    insert into breeding (uuid, chain_id, is_drafted, collection_uuid, matron_uuid, sire_uuid, breeder, breeder_uuid, fee, siring_price, generation)
    values (${draft.uuid}, ${draft.chainId}, true, ${draft.collectionUuid}, ${draft.matronUuid}, ${draft.sireUuid}, ${draft.breeder},
      ${draft.breederUuid}, ${String(draft.fee)}, ${String(draft.siringPrice)}, ${draft.generation})`;
  return draft.uuid;
};

/** Deletes drafts after a day. @returns their number */
export const dropBreedingDrafts = async (tx: Tx): Promise<number> =>
  (await tx`delete from breeding where number is null and updated_at < now() - interval '1 day'`).count;

/**
 * Deletes a user's drafts, and their account from their breedings; the breedings stay with the breeder's address.
 */
export const eraseBreeder = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from breeding where breeder_uuid = ${userUuid} and number is null`;
  await tx`update breeding set breeder_uuid = null where breeder_uuid = ${userUuid}`;
};

type ChainBreeding = Pick<NewBreeding, 'uuid' | 'chainId' | 'collectionUuid' | 'matronUuid' | 'sireUuid' | 'breeder'>;
/** Adds a breeding that was made directly on the chain; `setBred` adds what its log reports. */
export const insertChainBreeding = (tx: Tx, bred: ChainBreeding & { createdAt: Date }) => tx`
  insert into breeding (uuid, chain_id, is_drafted, collection_uuid, matron_uuid, sire_uuid, breeder, breeder_uuid, fee, siring_price,
    generation, created_at)
  values (${bred.uuid}, ${bred.chainId}, false, ${bred.collectionUuid}, ${bred.matronUuid}, ${bred.sireUuid}, ${bred.breeder},
    (select uuid from app_user where metamask_wallet = ${bred.breeder}), 0, 0, 0, ${bred.createdAt})`;

/** Records what a log `Bred` reports. Amounts are in wei. */
export const setBred = (tx: Tx, uuid: string, contract: Address, log: ChainLog, args: BreedingArgs<'Bred'>) => tx`
  update breeding set contract = ${contract}, number = ${String(args.id)}, fee = ${String(args.fee)}, siring_price = ${String(args.siringPrice)},
    generation = ${args.generation}, bred_block = ${String(log.blockNumber)}, bred_index = ${log.logIndex}, tx_hash = ${log.txHash},
    target_block = ${toBigint(args.targetBlock)}, ready_at = ${toTime(args.readyAt)}, sire_ready_at = ${toTime(args.sireReadyAt)}
  where uuid = ${uuid}`;

/** Undoes `setBred` of a breeding that was a draft: it is a draft again. */
export const setDraft = (tx: Tx, uuid: string) => tx`
  update breeding set contract = null, number = null, bred_block = null, bred_index = null, tx_hash = null, target_block = null, ready_at = null,
    sire_ready_at = null, child_uuid = null, drawn_seed = null where uuid = ${uuid}`;

export const deleteBreeding = (tx: Tx, uuid: string) => tx`delete from breeding where uuid = ${uuid}`;

/** Records the hash of the target block; null undoes it. */
export const setKeptHash = (tx: Tx, uuid: string, hash: Hex | null) =>
  tx`update breeding set kept_hash = ${hash} where uuid = ${uuid}`;

/** Records the token that was drawn for the child, and the seed that it was drawn from. */
export const setChild = (tx: Tx, uuid: string, childUuid: string, seed: bigint) =>
  tx`update breeding set child_uuid = ${childUuid}, drawn_seed = ${String(seed)} where uuid = ${uuid}`;

/** Records a birth. @returns the child's generation */
export const setHatched = async (
  tx: Tx,
  uuid: string,
  log: ChainLog,
  args: BreedingArgs<'Hatched'>,
  childUuid: string | null,
): Promise<number> => {
  const [row] = await tx<{ generation: number }[]>`
    update breeding set hatched_at = ${log.blockTime}, hatch_tx_hash = ${log.txHash}, secret = ${args.secret}, seed = ${String(args.seed)},
      matron_genes = ${String(args.matronGenes)}, sire_genes = ${String(args.sireGenes)}, genes = ${String(args.genes)}, child_uuid = ${childUuid}
    where uuid = ${uuid} returning generation`;
  return row?.generation ?? 0;
};

/** Undoes `setHatched`. The child's token stays. */
export const setUnhatched = (tx: Tx, uuid: string) => tx`
  update breeding set hatched_at = null, hatch_tx_hash = null, secret = null, seed = null, matron_genes = null, sire_genes = null,
    genes = null where uuid = ${uuid}`;

/** Records that a breeding was closed without a child, with the refund in wei; null undoes it. */
export const setLost = (tx: Tx, uuid: string, lost: { txHash: Hex; refund: bigint } | null) => tx`
  update breeding set lost_tx_hash = ${lost && lost.txHash}, refund = ${lost && String(lost.refund)} where uuid = ${uuid}`;

/** The status of a breeding by its facts at a time: `statusOf` of breeding.rules.ts in SQL. */
const statusAt = (tx: Tx, now: Date) => tx`
  case when number is null then 'DRAFT' when hatched_at is not null then 'HATCHED' when lost_tx_hash is not null then 'LOST'
    when kept_hash is not null and ready_at <= ${now} then 'READY' else 'EXPECTING' end`;

/** Derives the status of breedings whose facts have changed. @param now see `chainNow` */
export const updateStatuses = (tx: Tx, uuids: string[], now: Date) => tx`
  update breeding set status = ${statusAt(tx, now)}, updated_at = now() where uuid = any(${uuids}::uuid[])`;

/** Sets breedings to READY when their time has come. Locked rows wait for the next call. @returns their number */
export const advanceReadyBreedings = async (sql: Tx, chainId: number, now: Date): Promise<number> =>
  (
    await sql`
      update breeding set status = 'READY', updated_at = now() where uuid in (
        select uuid from breeding
        where chain_id = ${chainId} and status = 'EXPECTING' and ready_at <= ${now} and ${statusAt(sql, now)} = 'READY'
        order by uuid for no key update skip locked)`
  ).count;

/** The follower's block, and whether a breeding is under way: without one, time alone changes none. */
export const findUnderWay = async (sql: Tx, chainId: number): Promise<{ block: string | null; isAny: boolean }> => {
  const [row] = await sql<{ block: string | null; is_any: boolean }[]>`
    select (select block_hash from chain_cursor where chain_id = ${chainId}) as block,
      exists (select 1 from breeding where chain_id = ${chainId} and status in ('EXPECTING', 'READY')) as is_any`;
  return { block: row?.block ?? null, isAny: row?.is_any ?? false };
};

/** A collection with its ERC-721 contract. */
export type Home = {
  uuid: string;
  name: string;
  creator_uuid: string;
  creator_address: Address | null;
  address: Address | null;
  is_deployed: boolean;
};
/** A collection with its ERC-721 contract, whether or not that is deployed. */
export const findHome = async (tx: Tx, uuid: string): Promise<Home | undefined> => {
  const [row] = await tx<Home[]>`
    select c.uuid, c.name, c.creator_uuid, c.creator_address, cc.address, coalesce(cc.is_deployed, false) as is_deployed
    from collection c left join collection_contract cc on cc.collection_uuid = c.uuid and cc.type = 'ERC721' where c.uuid = ${uuid}`;
  return row;
};

export type TermsRow = {
  is_open: boolean;
  base_fee: string;
  traits: number;
  counts: string;
  vocabulary: Vocabulary | null;
};
/** The terms of a collection that was opened at least once; undefined otherwise. */
export const findTerms = async (tx: Tx, collectionUuid: string): Promise<TermsRow | undefined> => {
  const [row] = await tx<TermsRow[]>`
    select t.is_open, t.base_fee, t.traits, t.counts, v.vocabulary
    from breeding_terms t left join breeding_vocabulary v on v.digest = t.vocabulary where t.collection_uuid = ${collectionUuid}`;
  return row;
};

/** A collection’s minted ERC-721 tokens that have no genes yet, oldest first, with their properties. */
export const findFounders = (tx: Tx, collectionUuid: string, limit: number): Promise<Founder[]> => tx<Founder[]>`
  select t.uuid as "tokenUuid", t.token_id as "tokenId",
    (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value) order by position), '[]') from token_trait
      where token_uuid = t.uuid) as properties
  from token t where t.collection_uuid = ${collectionUuid} and t.status = 'minted' and t.type = 'ERC721'
    and not exists (select 1 from breeding_token b where b.token_uuid = t.uuid)
  order by t.created_at, t.uuid limit ${limit}`;

/** A row of `breeding`. */
export type BreedingRow = {
  uuid: string;
  chain_id: number;
  /** The contract that the number belongs to; both null for a draft. */
  contract: Address | null;
  number: string | null;
  status: 'DRAFT' | 'EXPECTING' | 'READY' | 'HATCHED' | 'LOST';
  breeder_uuid: string | null;
  breeder: Address;
  collection_uuid: string;
  matron_uuid: string;
  sire_uuid: string;
  fee: string;
  siring_price: string;
  generation: number;
  target_block: string | null;
  ready_at: Date | null;
  kept_hash: Hex | null;
  child_uuid: string | null;
  drawn_seed: string | null;
};
/** A breeding by its uuid, also one that the chain has not reported yet. */
export const findBreedingRow = async (tx: Tx, uuid: string): Promise<BreedingRow | undefined> => {
  const [row] = await tx<BreedingRow[]>`select * from breeding where uuid = ${uuid}`;
  return row;
};

/** Stores the arguments of `hatch` for the draw of this block hash. */
export const putBirth = (tx: Tx, row: BreedingRow, birth: Birth) => tx`
  insert into breeding_birth as b (breeding_uuid, kept_hash, secret, proof, digest, signature)
  values (${row.uuid}, ${row.kept_hash}, ${birth.secret}, ${birth.proof}, ${birth.digest}, ${birth.signature})
  on conflict (breeding_uuid) do update set kept_hash = excluded.kept_hash, secret = excluded.secret, proof = excluded.proof,
    digest = excluded.digest, signature = excluded.signature, updated_at = now()
  where (b.kept_hash, b.digest, b.signature) is distinct from (excluded.kept_hash, excluded.digest, excluded.signature)`;

/** The arguments of `hatch`, as the worker has prepared them; undefined before that. */
export const findBirth = async (tx: Tx, row: BreedingRow): Promise<Birth | undefined> => {
  const [birth] = await tx<Omit<Birth, 'number'>[]>`
    select secret, proof, digest, signature from breeding_birth where breeding_uuid = ${row.uuid} and kept_hash = ${row.kept_hash}`;
  return birth && { number: BigInt(row.number as string), ...birth };
};

type Where = { chainId: number; contract: Address };
/** A batch with a root that is not ours, and the correct root. */
export type ForeignRoot = { batch: string; root: Hex };
/**
 * Records whether a worker can hatch children.
 * @param hasSecrets whether it has the master secret, without which roots cannot be compared
 * @returns whether this changed
 */
export const putKeeper = async (
  tx: Tx,
  { chainId, contract }: Where,
  hasSecrets: boolean,
  foreign: ForeignRoot[],
): Promise<boolean> => {
  const canBear = hasSecrets && foreign.length === 0;
  const { count } = await tx`
    insert into breeding_keeper as k (chain_id, contract, can_bear, foreign_roots)
    values (${chainId}, ${contract}, ${canBear}, ${tx.json(foreign as never)})
    on conflict (chain_id, contract) do update set can_bear = excluded.can_bear, foreign_roots = excluded.foreign_roots
    where (k.can_bear, k.foreign_roots) is distinct from (excluded.can_bear, excluded.foreign_roots)`;
  return count > 0;
};
/** The batches whose roots the owner has to replace, from the worker's last check. */
export const foreignRoots = async (tx: Tx, { chainId, contract }: Where): Promise<ForeignRoot[]> => {
  const [row] = await tx<{ foreign_roots: ForeignRoot[] }[]>`
    select foreign_roots from breeding_keeper where chain_id = ${chainId} and contract = ${contract}`;
  return row?.foreign_roots ?? [];
};
/** Whether the operator can hatch for this contract, from the worker’s last check. */
export const canBear = async (tx: Tx, { chainId, contract }: Where): Promise<boolean> => {
  const [row] = await tx<{ can_bear: boolean }[]>`
    select can_bear from breeding_keeper where chain_id = ${chainId} and contract = ${contract}`;
  return row?.can_bear ?? false;
};
