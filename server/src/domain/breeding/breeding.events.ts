import { numberToHex, toEventHash, type Address, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import type { ChainLog, EventOwner, Touched } from '../../platform/chain/events.ts';
import type { Batch } from '../../platform/chain/batch.ts';
import { toTime } from '../../platform/chain/clamp.ts';
import type { Tx } from '../../platform/db/database.ts';
import { chainNow } from '../offer/offer.derive.ts';
import { deleteHistoryOfLogs, insertLogEvents } from '../token/store/history.store.ts';
import { BREEDING_TOPICS, decodeBreedingLog, uuidOfBreeding, type BreedingArgs as Args } from './breeding.contract.ts';
import { deriveBreeding, dropOrphans } from './breeding.derive.ts';
import {
  dropBatch,
  dropPairing,
  dropSiring,
  dropTerms,
  endPairing,
  findMissedLogs,
  noteBatch,
  notePairing,
  noteSiring,
  noteTerms,
  setRoot,
  tokensOfPairings,
} from './breeding.facts.store.ts';
import { lower } from '../../platform/chain/address.ts';
import { addMember, clearExpecting, deleteMember, deleteMemberBornOf } from './breeding.member.store.ts';
import {
  deleteBreeding,
  insertChainBreeding,
  setBred,
  setDraft,
  setHatched,
  setKeptHash,
  setLost,
  setUnhatched,
} from './breeding.store.ts';
import { touchedBreedingsOf } from './breeding.touched.ts';

type Known = {
  uuid: string;
  collection_uuid: string;
  matron_uuid: string;
  sire_uuid: string;
  child_uuid: string | null;
  is_drafted: boolean;
};

const TRANSFER = toEventHash('Transfer(address,address,uint256)');

const findCollection = async (tx: Tx, log: ChainLog, address: Address): Promise<string | undefined> => {
  const [row] = await tx<{ uuid: string }[]>`
    select collection_uuid as uuid from collection_contract where chain_id = ${log.chainId} and address = ${lower(address)} and type = 'ERC721'`;
  return row?.uuid;
};

type TokenRow = { uuid: string; collection_uuid: string; created_at: Date };
const findToken = async (tx: Tx, log: ChainLog, address: Address, tokenId: bigint): Promise<TokenRow | undefined> => {
  const [row] = await tx<TokenRow[]>`
    select uuid, collection_uuid, created_at from token
    where chain_id = ${log.chainId} and contract_address = ${lower(address)} and token_id = ${String(tokenId)}::numeric and status = 'minted'`;
  return row;
};

/** A token's owner at the time of a log. The table `ownership` may be ahead of the log: it includes the whole batch. */
const ownerAt = async (tx: Tx, log: ChainLog, address: Address, tokenId: bigint): Promise<Address | null> => {
  const [move] = await tx<{ to: Hex }[]>`
    select topics[3] as "to" from chain_log
    where chain_id = ${log.chainId} and address = ${lower(address)} and topics[4] = ${numberToHex(tokenId, { size: 32 })}
      and topics[1] = ${TRANSFER} and (block_number, log_index) < (${String(log.blockNumber)}, ${log.logIndex})
    order by block_number desc, log_index desc limit 1`;
  return move ? (`0x${move.to.slice(-40)}` as Address) : null;
};

const findBreeding = async (tx: Tx, log: ChainLog, number: bigint): Promise<Known | undefined> => {
  const [row] = await tx<Known[]>`
    select uuid, collection_uuid, matron_uuid, sire_uuid, child_uuid, is_drafted from breeding
    where chain_id = ${log.chainId} and contract = ${log.address} and number = ${String(number)} for update`;
  return row;
};

const HISTORY_EVENTS = [
  'ENROLLED',
  'SIRING_OFFERED',
  'SIRING_WITHDRAWN',
  'BRED',
  'SIRED',
  'HATCHED',
  'BORN',
  'BREEDING_LOST',
];

/** Records a pairing, of a draft or made directly on the chain. */
const applyBred = async (
  tx: Tx,
  { deployment, contract }: Settings,
  log: ChainLog,
  args: Args<'Bred'>,
): Promise<Known | undefined> => {
  const [matron, sire] = [
    await findToken(tx, log, args.collection, args.matronId),
    await findToken(tx, log, args.collection, args.sireId),
  ];
  // With an unknown parent only the pairing is recorded; it counts as a use of the known parent.
  if (!matron || !sire) return undefined;
  const before = await findBreeding(tx, log, args.id);
  if (before) return before;
  const breeder = lower(args.breeder);
  // A draft of an account that has had the wallet before is not what the wallet does now.
  const [draft] = await tx<{ uuid: string }[]>`
    select uuid from breeding where number is null and breeder = ${breeder} and matron_uuid = ${matron.uuid} and sire_uuid = ${sire.uuid}
      and breeder = (select metamask_wallet from app_user where uuid = breeder_uuid)
    order by created_at, uuid limit 1 for update`;
  const uuid = draft?.uuid ?? uuidOfBreeding(log.chainId, contract, args.id);
  if (!draft)
    await insertChainBreeding(tx, {
      uuid,
      chainId: log.chainId,
      collectionUuid: matron.collection_uuid,
      matronUuid: matron.uuid,
      sireUuid: sire.uuid,
      breeder,
      createdAt: log.blockTime,
    });
  await setBred(tx, uuid, contract, log, args);
  const owner = await ownerAt(tx, log, args.collection, args.sireId);
  await insertLogEvents(tx, log, deployment.weth as Address, [
    { event: 'BRED', tokenUuid: matron.uuid, price: args.fee, from: breeder },
    {
      event: 'SIRED',
      tokenUuid: sire.uuid,
      price: args.siringPrice,
      from: breeder,
      to: owner === breeder ? null : owner,
    },
  ]);
  return findBreeding(tx, log, args.id);
};

/** The token that was drawn for this birth. */
const findChild = async (
  tx: Tx,
  log: ChainLog,
  breeding: Known,
  args: Args<'Hatched'>,
): Promise<TokenRow | undefined> => {
  const [row] = await tx<TokenRow[]>`
    select uuid, collection_uuid, created_at from token
    where uuid = ${breeding.child_uuid} and chain_id = ${log.chainId} and contract_address = ${lower(args.collection)}
      and token_id = ${String(args.childId)}::numeric and metadata_digest = ${args.digest}`;
  return row ?? findToken(tx, log, args.collection, args.childId);
};

/** Records a birth and adds the drawn token as a member of the collection's breeding. */
const applyHatched = async (
  tx: Tx,
  { deployment }: Settings,
  log: ChainLog,
  args: Args<'Hatched'>,
): Promise<Known | undefined> => {
  const breeding = await findBreeding(tx, log, args.id);
  if (!breeding) return undefined;
  const child = await findChild(tx, log, breeding, args);
  const generation = await setHatched(tx, breeding.uuid, log, args, child?.uuid ?? breeding.child_uuid);
  if (!child) return breeding;
  await addMember(tx, { token: child, genes: args.genes, generation, birth: breeding });
  await insertLogEvents(tx, log, deployment.weth as Address, [
    { event: 'BORN', tokenUuid: child.uuid, to: lower(args.to) },
    { event: 'HATCHED', tokenUuid: breeding.matron_uuid, to: lower(args.to) },
  ]);
  return breeding;
};

type Settings = { deployment: Config['deployment']; contract: Address };

const applyOne = async (tx: Tx, settings: Settings, log: ChainLog, touched: Touched): Promise<void> => {
  const event = decodeBreedingLog(log);
  const mine = touchedBreedingsOf(touched);
  const weth = settings.deployment.weth as Address;
  const of = (breeding: Known | undefined) => {
    if (breeding) note(breeding, touched);
  };
  switch (event.eventName) {
    case 'Opened':
    case 'BaseFeeSet':
    case 'Closed': {
      const collection = await findCollection(tx, log, event.args.collection);
      if (!collection) return;
      mine.collections.add(collection);
      if (event.eventName === 'Closed') await noteTerms(tx, log, collection, { event: 'CLOSED' });
      else if (event.eventName === 'BaseFeeSet')
        await noteTerms(tx, log, collection, { event: 'FEE', baseFee: event.args.baseFee });
      else {
        const { baseFee, traits, counts, vocabulary } = event.args;
        await noteTerms(tx, log, collection, { event: 'OPENED', baseFee, terms: [traits, counts, vocabulary] });
        // Later logs of the batch count the members in its row.
        await deriveBreeding(tx, { collections: [collection] }, log.blockTime);
      }
      return;
    }
    case 'Enrolled': {
      const token = await findToken(tx, log, event.args.collection, event.args.tokenId);
      if (!token) return;
      await addMember(tx, { token, genes: event.args.genes, generation: 0 });
      await insertLogEvents(tx, log, weth, [{ event: 'ENROLLED', tokenUuid: token.uuid }]);
      noteToken(token.uuid, touched);
      return;
    }
    case 'SiringOffered':
    case 'SiringWithdrawn': {
      const token = await findToken(tx, log, event.args.collection, event.args.tokenId);
      if (!token) return;
      if (event.eventName === 'SiringWithdrawn') {
        await noteSiring(tx, log, token.uuid, null);
        await insertLogEvents(tx, log, weth, [{ event: 'SIRING_WITHDRAWN', tokenUuid: token.uuid }]);
      } else {
        const { owner, price, endsAt } = event.args;
        await noteSiring(tx, log, token.uuid, { owner, price, endsAt: toTime(endsAt) });
        await insertLogEvents(tx, log, weth, [
          { event: 'SIRING_OFFERED', tokenUuid: token.uuid, price, from: lower(owner) },
        ]);
      }
      noteToken(token.uuid, touched);
      return;
    }
    case 'Bred':
      await notePairing(tx, log, event.args);
      of(await applyBred(tx, settings, log, event.args));
      await noteParents(tx, log, event.args.id, touched);
      return;
    case 'BlockKept': {
      const breeding = await findBreeding(tx, log, event.args.id);
      if (breeding) await setKeptHash(tx, breeding.uuid, event.args.blockHash);
      of(breeding);
      return;
    }
    case 'Hatched':
      await endPairing(tx, log, event.args.id, true);
      await noteParents(tx, log, event.args.id, touched);
      of(await applyHatched(tx, settings, log, event.args));
      return;
    case 'Lost': {
      await endPairing(tx, log, event.args.id, true);
      await noteParents(tx, log, event.args.id, touched);
      const breeding = await findBreeding(tx, log, event.args.id);
      if (!breeding) return;
      await setLost(tx, breeding.uuid, { txHash: log.txHash, refund: event.args.refund });
      await insertLogEvents(tx, log, weth, [
        { event: 'BREEDING_LOST', tokenUuid: breeding.matron_uuid, price: event.args.refund },
      ]);
      of(breeding);
      return;
    }
    case 'Committed':
      await noteBatch(tx, log, event.args.batch, event.args.root);
      return;
    case 'RootReplaced':
      await setRoot(tx, log, event.args.batch, event.args.root);
  }
};

const noteParents = async (tx: Tx, log: ChainLog, id: bigint, touched: Touched): Promise<void> => {
  for (const uuid of await tokensOfPairings(tx, log, [id])) noteToken(uuid, touched);
};
const noteToken = (uuid: string, touched: Touched) => {
  touchedBreedingsOf(touched).tokens.add(uuid);
  touched.tokens.add(uuid);
};
const note = (breeding: Known, touched: Touched) => {
  touchedBreedingsOf(touched).breedings.add(breeding.uuid);
  for (const uuid of [breeding.matron_uuid, breeding.sire_uuid]) noteToken(uuid, touched);
};

/** Undoes a pairing: a draft becomes a draft again; a breeding made directly on the chain is deleted. */
const undoBred = async (tx: Tx, breeding: Known, orphans: Set<string>): Promise<void> => {
  await clearExpecting(tx, breeding.uuid);
  if (breeding.is_drafted) await setDraft(tx, breeding.uuid);
  else await deleteBreeding(tx, breeding.uuid);
  // Its drawn child has no breeding now. The child's mint may be undone after this log.
  if (breeding.child_uuid) orphans.add(breeding.child_uuid);
};

const undoOne = async (tx: Tx, log: ChainLog, touched: Touched): Promise<void> => {
  const event = decodeBreedingLog(log);
  const mine = touchedBreedingsOf(touched);
  await deleteHistoryOfLogs(tx, [log], HISTORY_EVENTS);
  switch (event.eventName) {
    case 'Opened':
    case 'BaseFeeSet':
    case 'Closed':
      for (const collection of await dropTerms(tx, log)) mine.collections.add(collection);
      return;
    case 'Enrolled': {
      const token = await findToken(tx, log, event.args.collection, event.args.tokenId);
      if (!token) return;
      await deleteMember(tx, token.uuid);
      touched.tokens.add(token.uuid);
      return;
    }
    case 'SiringOffered':
    case 'SiringWithdrawn':
      for (const token of await dropSiring(tx, log)) noteToken(token, touched);
      return;
    case 'Committed':
      await dropBatch(tx, log, event.args.batch);
      return;
    case 'RootReplaced':
      await setRoot(tx, log, event.args.batch, event.args.former);
      return;
  }
  if (!('id' in event.args)) return;
  await noteParents(tx, log, event.args.id, touched);
  if (event.eventName === 'Bred') await dropPairing(tx, log);
  if (event.eventName === 'Hatched' || event.eventName === 'Lost') await endPairing(tx, log, event.args.id, false);
  const breeding = await findBreeding(tx, log, event.args.id);
  if (!breeding) return;
  note(breeding, touched);
  switch (event.eventName) {
    case 'Bred':
      await undoBred(tx, breeding, mine.orphans);
      return;
    case 'BlockKept':
      await setKeptHash(tx, breeding.uuid, null);
      return;
    case 'Hatched':
      await deleteMemberBornOf(tx, breeding.uuid);
      await setUnhatched(tx, breeding.uuid);
      return;
    case 'Lost':
      await setLost(tx, breeding.uuid, null);
  }
};

/** The tokens that these logs affect: those they name, and the parents and children of recorded pairings. */
const concerned = async (tx: Tx, logs: ChainLog[]): Promise<string[]> => {
  const named: { log: ChainLog; collection: Address; id: bigint }[] = [];
  const numbers: string[] = [];
  for (const log of logs) {
    const { args } = decodeBreedingLog(log);
    if ('id' in args) numbers.push(String(args.id));
    if (!('collection' in args)) continue;
    for (const key of ['tokenId', 'matronId', 'sireId', 'childId'] as const)
      if (key in args)
        named.push({ log, collection: lower(args.collection), id: (args as Record<string, unknown>)[key] as bigint });
  }
  const rows = await tx<{ uuid: string }[]>`
    select t.uuid from token t join unnest(${named.map(({ collection }) => collection)}::text[], ${named.map(({ id }) => String(id))}::numeric[])
      as named (contract, id) on t.contract_address = contract and t.token_id = id
    where t.chain_id = ${logs[0]?.chainId ?? 0}
    union select unnest(array[matron_uuid, sire_uuid, child_uuid]) from breeding
    where chain_id = ${logs[0]?.chainId ?? 0} and contract = ${logs[0]?.address ?? ''} and number = any(${numbers}::numeric[])`;
  const ofPairings = logs[0] ? await tokensOfPairings(tx, logs[0], numbers.map(BigInt)) : [];
  return [...rows.flatMap((row) => (row.uuid ? [row.uuid] : [])), ...ofPairings];
};

/**
 * Records the events of the Breeding contract, whoever caused them, and undoes them exactly. State is derived from these
 * facts at the end of the batch (breeding.derive.ts).
 */
export const breedingEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const contract = deployment.breeding;
  return {
    topics: BREEDING_TOPICS,
    addresses: async () => new Set([contract]),
    tokensOf: concerned,
    apply: async (tx, logs, touched) => {
      for (const log of logs) await applyOne(tx, { deployment, contract }, log, touched);
    },
    undo: async (tx, logs, touched) => {
      for (const log of logs) await undoOne(tx, log, touched);
    },
  };
};

/** Derives breeding state at the end of a batch, before the token cards are rebuilt. */
export const breedingAfterBatch =
  ({ deployment }: Pick<Config, 'deployment'>) =>
  async (tx: Tx, { chainId, touched }: Batch): Promise<void> => {
    const mine = touchedBreedingsOf(touched);
    const contract = deployment.breeding;
    const concerned = [...new Set([...touched.tokens, ...touched.moved, ...(touched.minted ?? [])])];
    for (const log of await findMissedLogs(tx, { chainId, contract }, concerned))
      await applyOne(tx, { deployment, contract }, log, touched);
    // A transfer ends the siring offer of a token.
    const tokens = new Set([...mine.tokens, ...concerned, ...touched.tokens]);
    await deriveBreeding(tx, { ...mine, tokens }, await chainNow(tx, chainId));
    await dropOrphans(tx, [...mine.orphans]);
  };
