import { decodeAbiParameters, parseAbiParameters, toEventHash, zeroAddress, type Address, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import { toInt } from '../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner } from '../../platform/chain/events.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueueTask } from '../operator/operator.store.ts';
import { ownersInAuctionHouse, readHeld, TOKEN_HELD } from './token.escrow.ts';
import { contractAddresses, setDeployed } from '../collection/collection.store.ts';
import { deleteHistoryOfLogs, inOrder, insertMovements, type Movement } from './store/history.store.ts';
import { drawMinted, findMinted, setMinted, setUnminted, type Mint } from './store/token.store.ts';
import { moveOwnership, type Move } from './store/ownership.store.ts';

const CREATED = toEventHash('CollectionCreated(address,address,uint8,string,bytes32)');
const TRANSFER = toEventHash('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = toEventHash('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = toEventHash('TransferBatch(address,address,address,uint256[],uint256[])');
const MINTED = toEventHash('Minted(uint256,address,uint256,bytes32,uint16)');

/** The log of the breeding contract for a child's birth; its first word of data is the child's token id. */
const HATCHED = toEventHash('Hatched(uint256,address,uint256,address,bytes32,uint256,uint256,uint256,uint256,bytes32)');

const addressIn = (word: Hex | undefined): Address => `0x${(word ?? '').slice(-40)}`;
const wordsIn = (data: Hex): bigint[] => {
  const words: bigint[] = [];
  for (let at = 2; at + 64 <= data.length; at += 64) words.push(BigInt(`0x${data.slice(at, at + 64)}`));
  return words;
};

type Transfer = { log: ChainLog; tokenId: bigint; from: Address; to: Address; quantity: bigint };

/** The transfers of a log, one per token id; units of the same token in one batch are added up. */
export const transfersOf = (log: ChainLog): Transfer[] => {
  const of = (from: Hex | undefined, to: Hex | undefined, tokenId: bigint, quantity: bigint): Transfer => ({
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

/** A transfer of a minted token on record. Tokens minted outside the marketplace are not on record. */
type Known = Transfer & {
  tokenUuid: string;
  /** The owner, for what the auction house sends: it held the units for them. */
  owner?: Address | undefined;
};

/** A token by its contract and its id there. */
type Named = { contract: string; tokenId: bigint };
const keyOf = (contract: string, tokenId: bigint | string) => `${contract} ${tokenId}`;
const unique = (named: Named[]): Named[] => [
  ...new Map(named.map((one) => [keyOf(one.contract, one.tokenId), one])).values(),
];
/** Columns for a join with these tokens. */
const namesIn = (tx: Tx, named: Named[]) => tx`
  unnest(${columnOf(named.map(({ contract }) => contract))}::text[], ${columnOf(named.map(({ tokenId }) => tokenId))}::numeric[])`;

const known = async (tx: Tx, chainId: number, movements: Transfer[]): Promise<Known[]> => {
  if (movements.length === 0) return [];
  const wanted = unique(movements.map(({ log, tokenId }) => ({ contract: log.address, tokenId })));
  const rows = await tx<{ uuid: string; contract_address: string; token_id: string }[]>`
    select uuid, contract_address, token_id from token
    join ${namesIn(tx, wanted)} as wanted (contract, id) on contract_address = contract and token_id = id
    where chain_id = ${chainId} and status = 'minted'`;
  const uuids = new Map(rows.map((row) => [keyOf(row.contract_address, row.token_id), row.uuid]));
  return movements.flatMap((movement) => {
    const tokenUuid = uuids.get(keyOf(movement.log.address, movement.tokenId));
    return tokenUuid ? [{ ...movement, tokenUuid }] : [];
  });
};

const moves = (movements: Known[], house: Address, sign: 1n | -1n): Move[] =>
  movements.flatMap(({ tokenUuid, from, to, owner, quantity }): Move[] => {
    if (from === to) return [];
    const by = quantity * sign;
    // Units in the auction house belong to their sender until it sends them to someone else.
    if (to === house && from !== zeroAddress) return [{ tokenUuid, owner: from, by: 0n, escrowed: by }];
    if (from === house && owner)
      return owner === to
        ? [{ tokenUuid, owner, by: 0n, escrowed: -by }]
        : [
            { tokenUuid, owner, by: -by, escrowed: -by },
            { tokenUuid, owner: to, by },
          ];
    return [
      ...(from === zeroAddress ? [] : [{ tokenUuid, owner: from, by: -by }]),
      ...(to === zeroAddress ? [] : [{ tokenUuid, owner: to, by }]),
    ];
  });

const deploy = async (tx: Tx, chainId: number, logs: ChainLog[], isDeployed: boolean) => {
  const addresses = logs.filter((log) => log.topics[0] === CREATED).map((log) => addressIn(log.topics[1]));
  if (addresses.length) await setDeployed(tx, chainId, addresses, isDeployed);
};

/** Tokens on record, minted or not, that these logs mint or transfer. */
const concerned = async (tx: Tx, chainId: number, logs: ChainLog[]): Promise<string[]> => {
  const named = unique([
    ...logs.flatMap(transfersOf).map(({ log, tokenId }) => ({ contract: log.address, tokenId })),
    ...logs
      .filter((log) => log.topics[0] === MINTED)
      .map((log) => ({ contract: log.address, tokenId: BigInt(log.topics[1] as Hex) })),
  ]);
  if (named.length === 0) return [];
  const rows = await tx<{ uuid: string }[]>`
    select uuid from token
    join ${namesIn(tx, named)} as named (contract, id) on contract_address = contract and token_id = id
    where chain_id = ${chainId}`;
  return rows.map((row) => row.uuid);
};

/**
 * Logs of collections and tokens: contracts deployed, tokens minted and transferred.
 *
 * A mint is a draft's only when digest, quantity and royalty match: creators may mint anything on their contracts, also
 * under the id of a draft here. The marketplace does not show such tokens.
 */
export const tokenEvents = (config: Pick<Config, 'chain' | 'deployment'>): EventOwner => {
  const chainId = config.chain.id;
  const house = config.deployment.auctionHouse;
  /** The transfers of these logs, of tokens on record. */
  const read = async (tx: Tx, logs: ChainLog[]): Promise<{ movements: Known[]; held: Move[] }> => {
    const movements = await known(tx, chainId, logs.flatMap(transfersOf));
    const sent = movements.filter(({ from }) => from === house);
    const owners = await ownersInAuctionHouse(
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

    addresses: async (tx, of) =>
      new Set([config.deployment.collectionFactory, house, ...(await contractAddresses(tx, chainId, of))]),

    // The token of a TokenHeld log is named by auction.events.ts.
    tokensOf: (tx, logs) => concerned(tx, chainId, logs),

    apply: async (tx, logs, touched) => {
      await deploy(tx, chainId, logs, true);
      const mints = logs.filter((log) => log.topics[0] === MINTED).map(mintOf);
      const history: Movement[] = [];
      if (mints.length) {
        const found = await findMinted(tx, chainId, mints, config.deployment.breeding, HATCHED);
        const minted = found.map((row) => ({ ...row, mint: mints[row.place] as Mint }));
        const drawn = touched.minted ? minted.filter((one) => !one.is_shown) : [];
        await drawMinted(tx, drawn);
        for (const { uuid } of drawn) touched.minted?.add(uuid);
        const others = minted.filter(({ uuid }) => !touched.minted?.has(uuid));
        await setMinted(tx, others);
        for (const { uuid } of others) touched.tokens.add(uuid);
        for (const { uuid, mint } of minted)
          history.push({ log: mint.log, tokenUuid: uuid, event: 'MINTED', to: mint.to, units: mint.quantity });
      }
      const { movements, held } = await read(tx, logs);
      for (const { log, tokenUuid, from, to, owner, quantity } of movements) {
        touched.moved.add(tokenUuid);
        if (from === zeroAddress || owner === to) continue;
        history.push({ log, tokenUuid, event: 'TRANSFERRED', from: owner ?? from, to, units: quantity });
        if (from !== to) touched.left.add(`${tokenUuid}|${from}`);
      }
      for (const { tokenUuid } of held) touched.moved.add(tokenUuid);
      await moveOwnership(tx, [...moves(movements, house, 1n), ...held]);
      // After the trades: a transfer by a trade is no activity of its own, and would be written only to be deleted.
      const rows = inOrder(history);
      touched.later.push((inner) => insertMovements(inner, chainId, rows));
    },

    undo: async (tx, logs, touched) => {
      const { movements, held } = await read(tx, logs);
      for (const { tokenUuid } of [...movements, ...held]) touched.moved.add(tokenUuid);
      const back = held.map((move) => ({ ...move, by: -move.by, escrowed: -(move.escrowed ?? 0n) }));
      await moveOwnership(tx, [...moves(movements, house, -1n), ...back]);
      await deleteHistoryOfLogs(tx, logs, ['MINTED', 'TRANSFERRED']);
      const mints = logs.filter((log) => log.topics[0] === MINTED).map(mintOf);
      if (mints.length) {
        const unminted = await setUnminted(tx, chainId, mints);
        for (const { uuid, status, creator_uuid: account } of unminted) {
          touched.tokens.add(uuid);
          if (status === 'minting') await enqueueTask(tx, { chainId, kind: 'mint', subject: uuid, account });
        }
      }
      await deploy(tx, chainId, logs, false);
    },
  };
};
