import { type Address, decodeAbiParameters, type Hex, parseAbiParameters, toEventHash } from 'viem';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../../config.ts';
import { toInt, toQuantity } from '../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner } from '../../platform/chain/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { ownersInHouse, readHeld, TOKEN_HELD } from './token.escrow.ts';
import { moveOwnership, type Move } from './store/ownership.store.ts';

const CREATED = toEventHash('CollectionCreated(address,address,uint8,string,bytes32)');
const TRANSFER = toEventHash('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = toEventHash('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = toEventHash('TransferBatch(address,address,address,uint256[],uint256[])');
const MINTED = toEventHash('Minted(uint256,address,uint256,bytes32,uint16)');

/** The breeding contract's word that a child was born; its first word of data is the child's number. */
const HATCHED = toEventHash('Hatched(uint256,address,uint256,address,bytes32,uint256,uint256,uint256,uint256,bytes32)');

const ZERO = '0x0000000000000000000000000000000000000000';

const addressIn = (word: Hex | undefined): Address => `0x${(word ?? '').slice(-40)}`;
const wordsIn = (data: Hex): bigint[] => {
  const words: bigint[] = [];
  for (let at = 2; at + 64 <= data.length; at += 64) words.push(BigInt(`0x${data.slice(at, at + 64)}`));
  return words;
};

type Movement = { log: ChainLog; tokenId: bigint; from: Address; to: Address; quantity: bigint };

/** What a transfer log moves, one entry a token; units of the same token in one batch are added up. */
export const movementsOf = (log: ChainLog): Movement[] => {
  const of = (from: Hex | undefined, to: Hex | undefined, tokenId: bigint, quantity: bigint): Movement => ({
    log,
    tokenId,
    from: addressIn(from),
    to: addressIn(to),
    quantity,
  });
  switch (log.topics[0]) {
    case TRANSFER:
      // An ERC-20's Transfer has three topics.
      return log.topics.length === 4 ? [of(log.topics[1], log.topics[2], BigInt(log.topics[3] as Hex), 1n)] : [];
    case TRANSFER_SINGLE: {
      const [tokenId, quantity] = wordsIn(log.data);
      return tokenId === undefined || !quantity ? [] : [of(log.topics[2], log.topics[3], tokenId, quantity)];
    }
    case TRANSFER_BATCH: {
      const [ids, quantities] = decodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), log.data);
      const sums = new Map<bigint, bigint>();
      for (const [index, id] of ids.entries()) sums.set(id, (sums.get(id) ?? 0n) + (quantities[index] ?? 0n));
      return [...sums].filter(([, sum]) => sum > 0n).map(([id, sum]) => of(log.topics[2], log.topics[3], id, sum));
    }
    default:
      return [];
  }
};

type Mint = { log: ChainLog; tokenId: bigint; to: Address; quantity: bigint; digest: Hex; royaltyBps: number };
const mintOf = (log: ChainLog): Mint => {
  const [quantity = 0n, digest = 0n, royalty = 0n] = wordsIn(log.data);
  return {
    log,
    tokenId: BigInt(log.topics[1] as Hex),
    to: addressIn(log.topics[2]),
    quantity,
    digest: `0x${digest.toString(16).padStart(64, '0')}`,
    royaltyBps: toInt(royalty),
  };
};

/** A minted token of ours that a movement is about. Tokens we do not know (minted past the marketplace) have none. */
type Known = Movement & {
  tokenUuid: string;
  /** Who sends it, for what the auction house sends: whose it was there. */ owner?: Address | undefined;
};

const known = async (tx: Tx, chainId: number, movements: Movement[]): Promise<Known[]> => {
  if (movements.length === 0) return [];
  const keyOf = (contract: string, tokenId: string) => `${contract} ${tokenId}`;
  const wanted = [
    ...new Map(
      movements.map((movement) => [keyOf(movement.log.address, movement.tokenId.toString()), movement]),
    ).values(),
  ];
  const rows = await tx<{ uuid: string; contract_address: string; token_id: string }[]>`
    select uuid, contract_address, token_id from token
    join unnest(${wanted.map((movement) => movement.log.address)}::text[], ${wanted.map((movement) => movement.tokenId.toString())}::numeric[])
      as wanted (contract, id) on contract_address = contract and token_id = id
    where chain_id = ${chainId} and status = 'minted'`;
  const uuids = new Map(rows.map((row) => [keyOf(row.contract_address, row.token_id), row.uuid]));
  return movements.flatMap((movement) => {
    const tokenUuid = uuids.get(keyOf(movement.log.address, movement.tokenId.toString()));
    return tokenUuid ? [{ ...movement, tokenUuid }] : [];
  });
};

const moves = (movements: Known[], house: Address, sign: 1n | -1n): Move[] =>
  movements.flatMap(({ tokenUuid, from, to, owner, quantity }): Move[] => {
    if (from === to) return [];
    const by = quantity * sign;
    // What lies in the auction house stays its sender's until the house gives it to somebody else.
    if (to === house && from !== ZERO) return [{ tokenUuid, owner: from, by: 0n, escrowed: by }];
    if (from === house && owner)
      return owner === to
        ? [{ tokenUuid, owner, by: 0n, escrowed: -by }]
        : [
            { tokenUuid, owner, by: -by, escrowed: -by },
            { tokenUuid, owner: to, by },
          ];
    return [
      ...(from === ZERO ? [] : [{ tokenUuid, owner: from, by: -by }]),
      ...(to === ZERO ? [] : [{ tokenUuid, owner: to, by }]),
    ];
  });

type Story = {
  log: ChainLog;
  tokenUuid: string;
  event: 'MINTED' | 'TRANSFERRED';
  from: Address | null;
  to: Address;
  quantity: bigint;
};

const tell = async (tx: Tx, chainId: number, stories: Story[]) => {
  if (stories.length === 0) return;
  // In the chain's order, so that uuids, which rise, put what one block holds in its order.
  const rows = stories.toSorted(
    (a, b) => Number(a.log.blockNumber - b.log.blockNumber) || a.log.logIndex - b.log.logIndex,
  );
  await tx`
    insert into history (uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    select uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, ${chainId}, block_number, block_hash, log_index, at
    from unnest(${rows.map(() => uuidv7())}::uuid[], ${rows.map((row) => row.tokenUuid)}::uuid[], ${rows.map((row) => row.event)}::text[],
      ${rows.map((row) => toQuantity(row.quantity).toString())}::bigint[], ${rows.map((row) => row.from)}::text[], ${rows.map((row) => row.to)}::text[],
      ${rows.map((row) => row.log.txHash)}::text[], ${rows.map((row) => row.log.blockNumber.toString())}::bigint[],
      ${rows.map((row) => row.log.blockHash)}::text[], ${rows.map((row) => row.log.logIndex)}::int[], ${rows.map((row) => row.log.blockTime.toISOString())}::timestamptz[])
      as story (uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, block_number, block_hash, log_index, at)
    on conflict do nothing`;
};

const deploy = async (tx: Tx, chainId: number, logs: ChainLog[], isDeployed: boolean) => {
  const addresses = logs.filter((log) => log.topics[0] === CREATED).map((log) => addressIn(log.topics[1]));
  if (addresses.length)
    await tx`
      update collection_contract set is_deployed = ${isDeployed}
      where chain_id = ${chainId} and address = any(${addresses}::text[]) and is_deployed <> ${isDeployed}`;
};

/** Tokens of ours, minted or not, that these logs mint or move. */
const concerned = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<string[]> => {
  const named = [
    ...logs.flatMap(movementsOf),
    ...logs.filter((log) => log.topics[0] === MINTED).map((log) => ({ log, tokenId: BigInt(log.topics[1] as Hex) })),
  ];
  if (named.length === 0) return [];
  const rows = await tx<{ uuid: string }[]>`
    select distinct uuid from token
    join unnest(${named.map(({ log }) => log.address)}::text[], ${named.map(({ tokenId }) => tokenId.toString())}::numeric[])
      as named (contract, id) on contract_address = contract and token_id = id
    where chain_id = ${chainId}`;
  return rows.map((row) => row.uuid);
};

/**
 * The chain's news about collections and tokens: contracts made, tokens minted, tokens moved.
 *
 * A mint counts as a draft's only when digest, quantity and royalty are the draft's: a creator may mint whatever he likes
 * on his contract, under an id of ours too, and that is not the piece he showed here. Such tokens are not ours to show.
 */
export const tokenEvents = (config: Pick<Config, 'chain' | 'deployment'>): EventOwner => {
  const chainId = config.chain.id;
  const house = config.deployment.auctionHouse;
  /** All that these logs move, of tokens that are ours to show. */
  const read = async (tx: Tx, logs: ChainLog[]): Promise<{ movements: Known[]; held: Move[] }> => {
    const movements = await known(tx, chainId, logs.flatMap(movementsOf));
    const sent = movements.filter(({ from }) => from === house);
    const owners = await ownersInHouse(
      tx,
      { chainId, house },
      sent.map(({ log }) => log),
    );
    for (const movement of sent) movement.owner = owners.get(movement.log);
    const held = await readHeld(
      tx,
      { chainId, house },
      logs.filter((log) => log.topics[0] === TOKEN_HELD),
    );
    return { movements, held };
  };
  return {
    topics: [CREATED, TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH, MINTED, TOKEN_HELD],

    addresses: async (tx) => {
      const rows = await tx<{ address: string }[]>`select address from collection_contract where chain_id = ${chainId}`;
      return new Set([config.deployment.collectionFactory, house, ...rows.map((row) => row.address)]);
    },

    // An NFT that the house keeps for somebody is of an auction of ours: the auctions' to name.
    tokensOf: (tx, logs) => concerned(tx, chainId, logs),

    apply: async (tx, logs, touched) => {
      await deploy(tx, chainId, logs, true);
      const mints = logs.filter((log) => log.topics[0] === MINTED).map(mintOf);
      const stories: Story[] = [];
      if (mints.length) {
        const minted = await tx<{ uuid: string; place: number }[]>`
          update token set status = 'minted', mint_tx_hash = mint.tx_hash, minted_at = mint.at
          from unnest(${mints.map((mint) => mint.log.address)}::text[], ${mints.map((mint) => mint.tokenId.toString())}::numeric[],
            ${mints.map((mint) => mint.digest)}::text[], ${mints.map((mint) => mint.quantity.toString())}::numeric[],
            ${mints.map((mint) => mint.royaltyBps)}::int[], ${mints.map((mint) => mint.log.txHash)}::text[],
            ${mints.map((mint) => mint.log.blockTime.toISOString())}::timestamptz[], ${mints.map((_, place) => place)}::int[],
            ${mints.map((mint) => mint.log.topics[1] as Hex)}::text[])
            as mint (contract, id, digest, quantity, royalty, tx_hash, at, place, word)
          where chain_id = ${chainId} and contract_address = contract and token_id = id and metadata_digest = digest
            and token.quantity = mint.quantity and royalty_bps = royalty and status <> 'minted'
            -- A child is born by its hatch alone, whoever else mints under its number.
            and (status <> 'unborn' or exists (select 1 from chain_log l
              where l.chain_id = ${chainId} and l.tx_hash = mint.tx_hash and l.address = ${config.deployment.breeding} and l.topics[1] = ${HATCHED}
                and l.topics[3] = '0x' || repeat('0', 24) || substr(contract, 3) and left(l.data, 66) = word))
          returning token.uuid, place`;
        for (const { uuid, place } of minted) {
          const { log, to, quantity } = mints[place] as Mint;
          stories.push({ log, tokenUuid: uuid, event: 'MINTED', from: null, to, quantity });
          touched.tokens.add(uuid);
        }
      }
      const { movements, held } = await read(tx, logs);
      for (const { log, tokenUuid, from, to, owner, quantity } of movements) {
        touched.tokens.add(tokenUuid);
        if (from === ZERO || owner === to) continue;
        stories.push({ log, tokenUuid, event: 'TRANSFERRED', from: owner ?? from, to, quantity });
        if (from !== to) touched.left.add(`${tokenUuid}|${from}`);
      }
      for (const { tokenUuid } of held) touched.tokens.add(tokenUuid);
      await moveOwnership(tx, [...moves(movements, house, 1n), ...held]);
      await tell(tx, chainId, stories);
    },

    undo: async (tx, logs, touched) => {
      const { movements, held } = await read(tx, logs);
      for (const { tokenUuid } of [...movements, ...held]) touched.tokens.add(tokenUuid);
      const back = held.map((move) => ({ ...move, by: -move.by, escrowed: -(move.escrowed ?? 0n) }));
      await moveOwnership(tx, [...moves(movements, house, -1n), ...back]);
      await tx`
        delete from history using unnest(${logs.map((log) => log.blockHash)}::text[], ${logs.map((log) => log.logIndex)}::int[]) as gone (hash, place)
        where chain_id = ${chainId} and block_hash = hash and log_index = place and event in ('MINTED', 'TRANSFERRED')`;
      const mints = logs.filter((log) => log.topics[0] === MINTED).map(mintOf);
      if (mints.length) {
        // A signed request is the operator's to submit again; without one the creator's wallet was, so it is a draft.
        const unminted = await tx<{ uuid: string; status: string; creator_uuid: string }[]>`
          update token set status = case when mint_signature is null then 'draft' else 'minting' end, mint_tx_hash = null, minted_at = null
          from unnest(${mints.map((mint) => mint.log.address)}::text[], ${mints.map((mint) => mint.tokenId.toString())}::numeric[],
            ${mints.map((mint) => mint.digest)}::text[], ${mints.map((mint) => mint.log.txHash)}::text[]) as mint (contract, id, digest, tx_hash)
          where chain_id = ${chainId} and contract_address = contract and token_id = id and metadata_digest = digest
            and mint_tx_hash = mint.tx_hash and status = 'minted'
          returning token.uuid, status, creator_uuid`;
        for (const { uuid, status, creator_uuid: account } of unminted) {
          touched.tokens.add(uuid);
          if (status === 'minting') await enqueueTask(tx, { chainId, kind: 'mint', subject: uuid, account });
        }
      }
      await deploy(tx, chainId, logs, false);
    },
  };
};
