/**
 * The facts that logs report, each written by its log and removed when the log is undone: pairings of known and unknown
 * tokens, terms, siring offers and batches of secrets. Uses, rest and expected children are derived from them.
 */
import { numberToHex, type Address, type Hex } from 'viem';
import type { ChainLog } from '../../platform/chain/events.ts';
import { toBigint, toTime } from '../../platform/chain/clamp.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addressTopic, lower } from '../../platform/chain/address.ts';
import { BREEDING_TOPIC, type BreedingArgs } from './breeding.contract.ts';

const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** Records a breeding that the chain reports; the same log again changes nothing. */
export const notePairing = (tx: Tx, log: ChainLog, args: BreedingArgs<'Bred'>) => tx`
  insert into breeding_pairing (chain_id, contract, number, block_number, log_index, collection, matron_id, sire_id, breeder, ready_at, sire_ready_at)
  values (${log.chainId}, ${log.address}, ${String(args.id)}, ${toBigint(log.blockNumber)}, ${log.logIndex}, ${lower(args.collection)},
    ${String(args.matronId)}, ${String(args.sireId)}, ${lower(args.breeder)}, ${toTime(args.readyAt)}, ${toTime(args.sireReadyAt)})
  on conflict do nothing`;
/** Undoes `notePairing`, for a log that a reorg removed. */
export const dropPairing = (tx: Tx, log: ChainLog) => tx`
  delete from breeding_pairing where chain_id = ${log.chainId} and contract = ${log.address} and block_number = ${toBigint(log.blockNumber)}
    and log_index = ${log.logIndex}`;
/** Records whether a pairing has ended (hatched or lost), or that this was undone. */
export const endPairing = (tx: Tx, log: ChainLog, id: bigint, isOver: boolean) => tx`
  update breeding_pairing set is_over = ${isOver}
  where chain_id = ${log.chainId} and contract = ${log.address} and number = ${String(id)}`;

/** SQL condition: the row that a log wrote. */
const isOf = (tx: Tx, log: ChainLog) =>
  tx`chain_id = ${log.chainId} and block_number = ${String(log.blockNumber)} and log_index = ${log.logIndex}`;

type TermsFact = { event: 'OPENED' | 'FEE' | 'CLOSED'; baseFee?: bigint; terms?: [number, bigint, Hex] };
/** Records a change of a collection's terms; `terms` are number of traits, counts and digest of the vocabulary. */
export const noteTerms = (tx: Tx, log: ChainLog, collection: string, { event, baseFee, terms }: TermsFact) => tx`
  insert into breeding_terms_log (chain_id, block_number, log_index, block_time, collection_uuid, event, base_fee, traits, counts, vocabulary)
  values (${log.chainId}, ${String(log.blockNumber)}, ${log.logIndex}, ${log.blockTime}, ${collection}, ${event},
    ${baseFee === undefined ? null : String(baseFee)}, ${terms?.[0] ?? null}, ${terms ? String(terms[1]) : null}, ${terms?.[2] ?? null})`;
/** @returns the collections whose terms it had changed */
export const dropTerms = async (tx: Tx, log: ChainLog): Promise<string[]> =>
  (
    await tx<{ uuid: string }[]>`
      delete from breeding_terms_log where ${isOf(tx, log)} returning collection_uuid as uuid`
  ).map(({ uuid }) => uuid);

/** Records a token's siring offer (price in wei), or that it was withdrawn (null). */
export const noteSiring = (
  tx: Tx,
  log: ChainLog,
  token: string,
  offer: { owner: Address; price: bigint; endsAt: Date } | null,
) => tx`
  insert into siring_log (chain_id, block_number, log_index, token_uuid, owner, price, ends_at)
  values (${log.chainId}, ${String(log.blockNumber)}, ${log.logIndex}, ${token}, ${offer && lower(offer.owner)},
    ${offer && String(offer.price)}, ${offer && offer.endsAt})
  on conflict do nothing`;
/** @returns the tokens whose siring offer it had changed */
export const dropSiring = async (tx: Tx, log: ChainLog): Promise<string[]> =>
  (await tx<{ uuid: string }[]>`delete from siring_log where ${isOf(tx, log)} returning token_uuid as uuid`).map(
    ({ uuid }) => uuid,
  );

/** Records the root of a batch of secrets. */
export const noteBatch = (tx: Tx, log: ChainLog, batch: bigint, root: Hex) => tx`
  insert into breeding_batch (chain_id, contract, batch, root)
  values (${log.chainId}, ${log.address}, ${String(batch)}, ${root}) on conflict do nothing`;
/** Undoes `noteBatch`, for a log that a reorg removed. */
export const dropBatch = (tx: Tx, log: ChainLog, batch: bigint) => tx`
  delete from breeding_batch where chain_id = ${log.chainId} and contract = ${log.address} and batch = ${String(batch)}`;
/** Replaces the root of a batch, or restores the former one. */
export const setRoot = (tx: Tx, log: ChainLog, batch: bigint, root: Hex) => tx`
  update breeding_batch set root = ${root}
  where chain_id = ${log.chainId} and contract = ${log.address} and batch = ${String(batch)}`;

/** The known parents of the pairings with these numbers. */
export const tokensOfPairings = async (tx: Tx, log: Pick<ChainLog, 'chainId' | 'address'>, numbers: bigint[]) =>
  (
    await tx<{ uuid: string }[]>`
      select t.uuid from breeding_pairing p join token t
        on t.chain_id = p.chain_id and t.contract_address = p.collection and t.token_id in (p.matron_id, p.sire_id) and t.status = 'minted'
      where p.chain_id = ${log.chainId} and p.contract = ${log.address} and p.number = any(${numbers.map(String)}::numeric[])`
  ).map(({ uuid }) => uuid);

type LogRow = Omit<ChainLog, 'chainId' | 'blockNumber'> & { blockNumber: string };
const columns = (tx: Tx) => tx`
  l.block_number as "blockNumber", l.block_hash as "blockHash", l.block_time as "blockTime", l.log_index as "logIndex", l.tx_hash as "txHash",
  l.address, l.topics, l.data`;
const toLog = (chainId: number, row: LogRow): ChainLog => ({ ...row, chainId, blockNumber: BigInt(row.blockNumber) });

/**
 * Logs that were read before these tokens, or their collections, were known: the collection's terms, the tokens' genes and
 * siring offers, and all logs of pairings whose parents are both known now. In chain order; empty if all are applied.
 */
export const findMissedLogs = async (
  tx: Tx,
  { chainId, contract }: { chainId: number; contract: Address },
  tokens: string[],
): Promise<ChainLog[]> => {
  if (tokens.length === 0) return [];
  const terms = await tx<LogRow[]>`
    select ${columns(tx)} from (
      select distinct c.address from token t join collection_contract c
        on c.chain_id = t.chain_id and c.address = t.contract_address and c.type = 'ERC721'
      where t.uuid = any(${tokens}::uuid[]) and t.chain_id = ${chainId} and t.status = 'minted') late
    join chain_log l on l.chain_id = ${chainId} and l.address = ${contract}
      and l.topics[1] in (${BREEDING_TOPIC.Opened}, ${BREEDING_TOPIC.BaseFeeSet}, ${BREEDING_TOPIC.Closed})
      and l.topics[2] = '0x' || repeat('0', 24) || substr(late.address, 3)
    where not exists (select 1 from breeding_terms_log said
      where said.chain_id = l.chain_id and said.block_number = l.block_number and said.log_index = l.log_index)`;
  const said = tx`l.chain_id = ${chainId} and l.address = ${contract}
    and l.topics[1] in (${BREEDING_TOPIC.Enrolled}, ${BREEDING_TOPIC.SiringOffered}, ${BREEDING_TOPIC.SiringWithdrawn})`;
  // Most collections do not breed: their tokens are not asked for one by one.
  const late = await tx<{ address: Address; id: string }[]>`
    with late as (
      select t.contract_address, t.token_id from token t
      where t.uuid = any(${columnOf(tokens)}::uuid[]) and t.chain_id = ${chainId} and t.status = 'minted' and t.type = 'ERC721'
        and not exists (select 1 from breeding_token b where b.token_uuid = t.uuid)),
    breeds as materialized (
      select contract_address from (select distinct contract_address from late) one
      where exists (select 1 from chain_log l where ${said} and l.topics[2] = '0x' || repeat('0', 24) || substr(contract_address, 3)))
    select contract_address as address, token_id::text as id from late join breeds using (contract_address)`;
  const own =
    late.length === 0
      ? []
      : await tx<LogRow[]>`
          select ${columns(tx)}
          from unnest(${columnOf(late.map(({ address }) => addressTopic(address)))}::text[], ${columnOf(late.map(({ id }) => word(BigInt(id))))}::text[])
            as late (collection, id)
          join chain_log l on ${said} and l.topics[2] = late.collection and l.topics[3] = late.id`;
  const pairs = await tx<{ number: string }[]>`
    select distinct p.number::text as number from token t join breeding_pairing p
      on p.chain_id = t.chain_id and p.collection = t.contract_address and t.token_id in (p.matron_id, p.sire_id)
    where t.uuid = any(${tokens}::uuid[]) and t.chain_id = ${chainId} and t.status = 'minted' and p.contract = ${contract}
      and not exists (select 1 from breeding b where b.chain_id = p.chain_id and b.contract = p.contract and b.number = p.number)
      and (select count(distinct o.token_id) from token o where o.chain_id = p.chain_id and o.contract_address = p.collection
        and o.token_id in (p.matron_id, p.sire_id) and o.status = 'minted') = 2`;
  const ids = pairs.map(({ number }) => word(BigInt(number)));
  const ofPairs =
    ids.length === 0
      ? []
      : await tx<LogRow[]>`
        select ${columns(tx)} from chain_log l
        where l.chain_id = ${chainId} and l.address = ${contract} and l.topics[2] = any(${ids}::text[])
          and l.topics[1] in (${BREEDING_TOPIC.Bred}, ${BREEDING_TOPIC.BlockKept}, ${BREEDING_TOPIC.Hatched}, ${BREEDING_TOPIC.Lost})`;
  return [...terms, ...own, ...ofPairs]
    .map((row) => toLog(chainId, row))
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
};
