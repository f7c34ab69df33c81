/** Recorded chains: blocks whose logs concern rows of a generated market. */
import { seaportAbi } from '@skarb/contracts/abi';
import { writeFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import {
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  keccak256,
  numberToHex,
  pad,
  toEventHash,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem';

type RecordedLog = { address: Hex; topics: Hex[]; data: Hex };
export type RecordedBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  logsBloom: Hex;
  txHash: Hex;
  logs: RecordedLog[];
};
export type Kind = 'transfers' | 'mints' | 'fills';
/** What a block of a chain is about: logs of one transaction. */
export type Story = { logs: RecordedLog[]; contract: Hex };

const TRANSFER = toEventHash('Transfer(address,address,uint256)');
const MINTED = toEventHash('Minted(uint256,address,uint256,bytes32,uint16)');
const FULFILLED = encodeEventTopics({ abi: seaportAbi, eventName: 'OrderFulfilled' })[0] as Hex;
/** Not computed for blocks with logs: no client may rule one out. */
const [FULL_BLOOM, EMPTY_BLOOM]: Hex[] = [`0x${'ff'.repeat(256)}`, `0x${'00'.repeat(256)}`];

const LOGS_A_BLOCK = 100;
/** Blocks without logs at the end: final for every client, so that all logs are read as history. */
const QUIET = 400;
const SECONDS = 2;
/** Old enough to notify nobody. */
const AGE = 3 * 86_400;

const word = (value: bigint | number) => numberToHex(BigInt(value), { size: 32 });
const topicOf = (address: string): Hex => pad(address as Hex);
const transfer = (contract: Hex, from: Hex, to: Hex, id: bigint): RecordedLog => ({
  address: contract,
  topics: [TRANSFER, topicOf(from), topicOf(to), word(id)],
  data: '0x',
});

/** Numbers from 0 to `below` in an order that looks random, the same in each run. */
const scattered = (below: number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

/** The wallets that receive: of people who have an account. */
const walletsOf = async (sql: Sql): Promise<Hex[]> =>
  (
    await sql`select metamask_wallet as wallet from app_user where metamask_wallet is not null order by uuid limit 5000`
  ).map((row) => row.wallet as Hex);

/** Transfers of single works from their owners to anybody, the same work several times. */
const transfersOf = async (sql: Sql, count: number): Promise<Story[]> => {
  const works = await sql<{ contract: Hex; id: string; owner: Hex }[]>`
    select t.contract_address as contract, t.token_id as id, o.owner from token t join ownership o on o.token_uuid = t.uuid
    where t.status = 'minted' and t.type = 'ERC721' and o.escrowed = 0 order by md5(t.uuid::text) limit ${Math.ceil(count / 2)}`;
  const wallets = await walletsOf(sql);
  const next = scattered(2 ** 31);
  return Array.from({ length: count }, () => {
    const work = works[next() % works.length] as (typeof works)[number];
    const to = wallets[next() % wallets.length] as Hex;
    const log = transfer(work.contract, work.owner, to, BigInt(work.id));
    work.owner = to;
    return { contract: work.contract, logs: [log] };
  });
};

/** Drafts, copied from works that are minted, and the logs that mint them. */
const mintsOf = async (sql: Sql, count: number): Promise<Story[]> => {
  const drafts = await sql<
    { contract: Hex; id: string; creator: Hex; digest: Hex; royalty: number; quantity: string }[]
  >`
    select contract_address as contract, token_id as id, creator_address as creator, metadata_digest as digest, royalty_bps as royalty, quantity
    from token where status = 'draft' and token_id >= ${DRAFT_IDS} order by token_id limit ${Math.ceil(count / 2)}`;
  return drafts.map(({ contract, id, creator, digest, royalty, quantity }) => ({
    contract,
    logs: [
      transfer(contract, zeroAddress, creator, BigInt(id)),
      {
        address: contract,
        topics: [MINTED, word(BigInt(id)), topicOf(creator)],
        data: encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'uint16' }],
          [BigInt(quantity), digest, royalty],
        ),
      },
    ],
  }));
};

/** Purchases of single works on sale through Seaport. */
const fillsOf = async (sql: Sql, count: number, { seaport, zone }: { seaport: Hex; zone: Hex }): Promise<Story[]> => {
  const offers = await sql<{ contract: Hex; id: string; maker: Hex; hash: Hex; price: string }[]>`
    select t.contract_address as contract, t.token_id as id, o.maker, o.order_hash as hash, o.price from offer o join token t on t.uuid = o.token_uuid
    where o.type = 'SALE' and o.status = 'ACTIVE' and t.type = 'ERC721' and t.status = 'minted'
      and exists (select 1 from ownership w where w.token_uuid = t.uuid and w.owner = o.maker)
      and not exists (select 1 from offer p where p.token_uuid = t.uuid and p.type = 'SALE' and p.status = 'ACTIVE' and p.uuid < o.uuid)
    order by md5(o.uuid::text) limit ${Math.ceil(count / 2)}`;
  const wallets = await walletsOf(sql);
  const next = scattered(wallets.length);
  const { inputs } = getAbiItem({ abi: seaportAbi, name: 'OrderFulfilled' });
  const parts = inputs.filter((input) => !('indexed' in input && input.indexed));
  return offers.map(({ contract, id, maker, hash, price }) => {
    const buyer = wallets[next()] as Hex;
    const offer = [{ itemType: 2, token: contract, identifier: BigInt(id), amount: 1n }];
    const paid = { itemType: 0, token: zeroAddress, identifier: 0n, amount: BigInt(price), recipient: maker };
    return {
      contract,
      logs: [
        transfer(contract, maker, buyer, BigInt(id)),
        {
          // As nodes give it: a filter's addresses are compared as texts.
          address: seaport.toLowerCase() as Hex,
          topics: [FULFILLED, topicOf(maker), topicOf(zone)],
          data: encodeAbiParameters(parts, [hash, buyer, offer, [paid]] as never),
        },
      ],
    };
  });
};

/** The ids of drafts that `addDrafts` made begin here. */
const DRAFT_IDS = 1_000_000_000;
/** Adds drafts to a market: works like the minted ones, with all their properties. @returns their uuids */
export const addDrafts = async (sql: Sql, count: number): Promise<string[]> => {
  const columns = (
    await sql`select column_name as name from information_schema.columns where table_name = 'token' and table_schema = 'public' and is_generated = 'NEVER'`
  )
    .map((row) => row.name as string)
    .filter(
      (name) => !['uuid', 'status', 'token_id', 'minted_at', 'is_counted', 'on_sale', 'card', 'search'].includes(name),
    );
  const made = await sql.unsafe<{ uuid: string; source: string }[]>(`
    create temporary table made as select uuid as source, gen_random_uuid() as uuid from token
      where status = 'minted' and type = 'ERC721' and is_counted order by md5(uuid::text) limit ${count};
    insert into token (uuid, status, token_id, ${columns.join(', ')})
      select m.uuid, 'draft', t.token_id + ${DRAFT_IDS}, ${columns
        .map((name) => (name.startsWith('sale_') ? 'null' : name === 'favorite_count' ? '0' : `t.${name}`))
        .join(', ')} from made m join token t on t.uuid = m.source;
    insert into token_trait (token_uuid, position, collection_uuid, name, value, is_number)
      select m.uuid, position, collection_uuid, name, value, is_number from made m join token_trait r on r.token_uuid = m.source;
    select uuid from made`);
  return (made.at(-1) as unknown as { uuid: string }[]).map((row) => row.uuid);
};

export const storiesOf = (sql: Sql, kind: Kind, count: number, places: { seaport: Hex; zone: Hex }): Promise<Story[]> =>
  ({ transfers: transfersOf, mints: mintsOf, fills: fillsOf })[kind](sql, count, places);

/** Writes a chain with these logs in order. @returns the number of logs and of blocks */
export const writeChain = (
  file: string,
  { chainId, startBlock, stories }: { chainId: number; startBlock: number; stories: Story[] },
): { logs: number; blocks: number } => {
  const all = stories.flatMap(({ logs }) => logs);
  const filled = Math.ceil(all.length / LOGS_A_BLOCK);
  const began = Math.floor(Date.now() / 1000) - AGE - SECONDS * (filled + QUIET);
  const blocks: RecordedBlock[] = [];
  for (let at = 0; at < startBlock + filled + QUIET; at++) {
    const place = at - startBlock;
    const logs = place < 0 ? [] : all.slice(place * LOGS_A_BLOCK, (place + 1) * LOGS_A_BLOCK);
    blocks.push({
      number: numberToHex(at),
      hash: keccak256(toHex(`block ${at}`)),
      parentHash: at === 0 ? `0x${'00'.repeat(32)}` : keccak256(toHex(`block ${at - 1}`)),
      timestamp: numberToHex(began + SECONDS * at),
      logsBloom: (logs.length > 0 ? FULL_BLOOM : EMPTY_BLOOM) as Hex,
      txHash: keccak256(toHex(`transaction ${at}`)),
      logs,
    });
  }
  writeFileSync(file, JSON.stringify({ chainId, blocks }));
  return { logs: all.length, blocks: blocks.length };
};
