import {
  encodeAbiParameters,
  encodeEventTopics,
  keccak256,
  pad,
  parseAbiParameters,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import { collection1155Abi, collection721Abi, collectionFactoryAbi } from '@skarb/contracts/abi';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChainLog } from '../../platform/chain/events.ts';
import { lower } from '../../platform/chain/address.ts';
import { predictAddress } from '../collection/collection.address.ts';
import { placeInCollection } from '../collection/collection.service.ts';
import { addressOf, insertCollection, placeContracts, takeTokenId } from '../collection/collection.store.ts';
import { setFavorite } from './token.favorite.ts';
import { insertDraft, refreshTokens } from './store/token.store.ts';
import { type Catalogue, randomOf, startCatalogue } from './testing-catalogue.ts';

let all: Catalogue;
beforeAll(async () => {
  all = await startCatalogue();
});
afterAll(() => all?.stop());

const people = Array.from({ length: 5 }, (_, index) => pad(toHex(index + 0xa1), { size: 20 }));

let height = 100;
let place = 0;
const at = (address: Address, topics: unknown, data: Hex): ChainLog => ({
  chainId: all.config.chain.id,
  blockNumber: BigInt(height),
  blockHash: keccak256(toHex(`block ${height}`)),
  blockTime: new Date(1_700_000_000_000 + height * 1000),
  logIndex: place++,
  txHash: keccak256(toHex(`tx ${height} ${place}`)),
  address: lower(address),
  topics: topics as Hex[],
  data,
});
const transfer = (contract: Address, from: Address, to: Address, tokenId: bigint) =>
  at(
    contract,
    encodeEventTopics({ abi: collection721Abi, eventName: 'Transfer', args: { from, to, id: tokenId } as never }),
    '0x',
  );
const transferSingle = (contract: Address, from: Address, to: Address, id: bigint, amount: bigint) =>
  at(
    contract,
    encodeEventTopics({ abi: collection1155Abi, eventName: 'TransferSingle', args: { operator: from, from, to } }),
    encodeAbiParameters(parseAbiParameters('uint256, uint256'), [id, amount]),
  );
const transferBatch = (contract: Address, from: Address, to: Address, ids: bigint[], amounts: bigint[]) =>
  at(
    contract,
    encodeEventTopics({ abi: collection1155Abi, eventName: 'TransferBatch', args: { operator: from, from, to } }),
    encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [ids, amounts]),
  );
const minted = (contract: Address, to: Address, tokenId: bigint, quantity: bigint, digest: Hex, royalty: number) =>
  at(
    contract,
    encodeEventTopics({ abi: collection721Abi, eventName: 'Minted', args: { tokenId, to } }),
    encodeAbiParameters(parseAbiParameters('uint256, bytes32, uint16'), [quantity, digest, royalty]),
  );
const created = (contract: Address, creator: Address) =>
  at(
    all.config.deployment.collectionFactory,
    encodeEventTopics({
      abi: collectionFactoryAbi,
      eventName: 'CollectionCreated',
      args: { collection: contract, creator },
    }),
    encodeAbiParameters(parseAbiParameters('uint8, string, bytes32'), [0, 'x', `0x${'1'.repeat(64)}`]),
  );

type Piece = {
  uuid: string;
  type: 'ERC721' | 'ERC1155';
  contract: Address;
  tokenId: bigint;
  quantity: bigint;
  digest: Hex;
  royalty: number;
  collectionUuid: string;
};

/** A collection with drafts of both token types, as the create forms store them, without files. */
const makePieces = async (counts: { ERC721: number; ERC1155: number }): Promise<Piece[]> => {
  const { sql, config, networkUuid, categories } = all;
  const creator = await all.person();
  const collectionUuid = uuidv7();
  const image = `bafkrei${'a'.repeat(52)}`;
  await sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash) values (${image}, 'image', 'image/png', 1, 1, 1, '') on conflict do nothing`;
  return sql.begin(async (tx) => {
    await insertCollection(tx, {
      uuid: collectionUuid,
      name: 'Log',
      description: '',
      networkUuid,
      creatorUuid: creator.uuid,
      imageHash: image,
    });
    await placeContracts(tx, config, { uuid: collectionUuid, name: 'Log' }, creator.wallet);
    const pieces: Piece[] = [];
    for (const type of ['ERC721', 'ERC1155'] as const)
      for (let index = 0; index < counts[type]; index++) {
        const uuid = uuidv7();
        const tokenId = (await takeTokenId(tx, collectionUuid, type)) as bigint;
        const contract = await addressOf(tx, collectionUuid, type);
        const digest = keccak256(toHex(uuid));
        const quantity = type === 'ERC721' ? 1 : 10 + index;
        await insertDraft(tx, {
          uuid,
          type,
          name: `Piece ${index}`,
          description: 'x',
          imageHash: image,
          posterHash: null,
          metadataHash: image,
          metadataDigest: digest,
          royaltyBps: 500,
          quantity,
          categoryUuid: categories[index % 2] as string,
          collectionUuid,
          networkUuid,
          creatorUuid: creator.uuid,
          creatorAddress: creator.wallet,
          chainId: config.chain.id,
          contractAddress: contract,
          tokenId,
          mintDeadline: new Date(2e12),
          metadata: [{ name: 'Colour', value: index % 2 ? 'red' : 'blue', isNumber: false }],
        });
        pieces.push({
          uuid,
          type,
          contract,
          tokenId,
          quantity: BigInt(quantity),
          digest,
          royalty: 500,
          collectionUuid,
        });
      }
    await refreshTokens(
      tx,
      pieces.map((piece) => piece.uuid),
    );
    return pieces;
  });
};

/** Everything that events may change, without timestamps of writing and uuids of history rows. */
const snapshot = async (collectionUuid: string) => {
  const { sql } = all;
  return {
    tokens:
      await sql`select uuid, status, mint_tx_hash, minted_at, is_counted, on_sale, sale_price, card, search::text from token where collection_uuid = ${collectionUuid} order by uuid`,
    ownership:
      await sql`select o.* from ownership o join token t on t.uuid = token_uuid where t.collection_uuid = ${collectionUuid} order by 1, 2`,
    owners: await sql`select * from collection_owner where collection_uuid = ${collectionUuid} order by owner`,
    traits: await sql`select * from trait_count where collection_uuid = ${collectionUuid} order by name, value`,
    counts: await sql`select * from token_count where minted <> 0 or on_sale <> 0 order by scope, id`,
    collection: await sql`select items, owners, on_sale, floor_price from collection where uuid = ${collectionUuid}`,
    contracts: await sql`select * from collection_contract where collection_uuid = ${collectionUuid} order by type`,
    history:
      await sql`select h.token_uuid, event, h.quantity, from_address, to_address, tx_hash, block_number, log_index, h.created_at from history h
      join token t on t.uuid = token_uuid where t.collection_uuid = ${collectionUuid} order by block_number, log_index, h.token_uuid`,
  };
};

/** Random logs for these tokens, including hostile ones, and the holders that result from them. */
const randomStory = (pieces: Piece[], random: () => number, length: number) => {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const held = new Map<string, Map<Address, bigint>>();
  const blocks: ChainLog[][] = [];
  const waiting = [...pieces];
  const contracts = [...new Set(pieces.map((piece) => piece.contract))];
  let logs: ChainLog[] = [];
  const move = (piece: Piece, from: Address, to: Address, by: bigint) => {
    const owners = held.get(piece.uuid) as Map<Address, bigint>;
    const add = (owner: Address, change: bigint) => {
      if (owner === zeroAddress) return;
      const left = (owners.get(owner) ?? 0n) + change;
      if (left === 0n) owners.delete(owner);
      else owners.set(owner, left);
    };
    add(from, -by);
    add(to, by);
  };
  for (const contract of contracts) logs.push(created(contract, people[0] as Address));
  for (let step = 0; step < length; step++) {
    if (waiting.length && random() < 0.35) {
      const piece = waiting.splice(Math.floor(random() * waiting.length), 1)[0] as Piece;
      const to = pick(people);
      logs.push(minted(piece.contract, to, piece.tokenId, piece.quantity, piece.digest, piece.royalty));
      logs.push(
        piece.type === 'ERC721'
          ? transfer(piece.contract, zeroAddress, to, piece.tokenId)
          : transferSingle(piece.contract, zeroAddress, to, piece.tokenId, piece.quantity),
      );
      held.set(piece.uuid, new Map([[to, piece.quantity]]));
    }
    const known = pieces.filter((piece) => held.has(piece.uuid));
    const dice = random();
    if (dice < 0.12) {
      // A mint that the marketplace did not request, under an id that it never assigned.
      const contract = pick(contracts);
      const odd =
        waiting[0] && random() < 0.5 && waiting[0].contract === contract
          ? waiting[0].tokenId
          : 1_000_000n + BigInt(step);
      if (odd >= 1_000_000n) {
        logs.push(minted(contract, pick(people), odd, 1n, keccak256(toHex(step)), 100));
        logs.push(transferSingle(contract, zeroAddress, pick(people), odd, 2n ** 200n));
        logs.push(transfer(contract, pick(people), pick(people), odd));
      }
    } else if (known.length) {
      const piece = pick(known);
      const owners = held.get(piece.uuid) as Map<Address, bigint>;
      const from = pick([...owners.keys()]);
      const to = random() < 0.1 ? from : pick(people);
      if (piece.type === 'ERC721') {
        logs.push(transfer(piece.contract, from, to, piece.tokenId));
        move(piece, from, to, 1n);
      } else {
        const all = owners.get(from) as bigint;
        const some = 1n + BigInt(Math.floor(random() * Number(all)));
        if (random() < 0.5) {
          logs.push(transferSingle(piece.contract, from, to, piece.tokenId, some));
          move(piece, from, to, some);
        } else {
          // In one batch: one id twice, one unknown id, and possibly a second token.
          const other = known.find(
            (another) =>
              another.type === 'ERC1155' && another !== piece && (held.get(another.uuid)?.get(from) ?? 0n) > 0n,
          );
          const ids = [piece.tokenId, 77_777n, piece.tokenId, ...(other ? [other.tokenId] : [])];
          const amounts = [some - some / 2n, 5n, some / 2n, ...(other ? [1n] : [])];
          logs.push(transferBatch(piece.contract, from, to, ids, amounts));
          move(piece, from, to, some);
          if (other) move(other, from, to, 1n);
        }
        if (random() < 0.1) logs.push(transferSingle(piece.contract, from, to, piece.tokenId, 0n));
      }
    }
    if (random() < 0.4) {
      blocks.push(logs);
      logs = [];
      height++;
      place = 0;
    }
  }
  blocks.push(logs);
  height++;
  place = 0;
  return { blocks, held };
};

const holdings = async (pieces: Piece[]) => {
  const rows = await all.sql<{ token_uuid: string; owner: Address; quantity: string }[]>`
    select token_uuid, owner, quantity from ownership where token_uuid = any(${pieces.map((piece) => piece.uuid)}::uuid[])`;
  return rows.map((row) => `${row.token_uuid} ${row.owner} ${row.quantity}`).toSorted();
};
const expected = (held: Map<string, Map<Address, bigint>>) =>
  [...held]
    .flatMap(([uuid, owners]) => [...owners].map(([owner, quantity]) => `${uuid} ${owner} ${quantity}`))
    .toSorted();

describe('the chain logs of tokens', () => {
  beforeEach(() => {
    place = 0;
    height++;
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'give the owners that the chain has, and undoing them block by block restores each earlier state (seed %i)',
    async (seed) => {
      const pieces = await makePieces({ ERC721: 3, ERC1155: 3 });
      const collectionUuid = (pieces[0] as Piece).collectionUuid;
      const { blocks, held } = randomStory(pieces, randomOf(seed), 40);
      const before = [await snapshot(collectionUuid)];
      for (const block of blocks) {
        await all.feed(block);
        before.push(await snapshot(collectionUuid));
      }
      expect(await holdings(pieces)).toEqual(expected(held));
      for (let index = blocks.length - 1; index >= 0; index--) {
        await all.feed(blocks[index] as ChainLog[], 'undo');
        expect(await snapshot(collectionUuid)).toEqual(before[index]);
      }
      // Apply everything again in one batch.
      await all.feed(blocks.flat());
      expect(await snapshot(collectionUuid)).toEqual(before.at(-1));
      await all.feed(blocks.flat(), 'undo');
      expect(await snapshot(collectionUuid)).toEqual(before[0]);
    },
  );

  it('keep counts and statistics equal to a fresh count', async () => {
    const pieces = await makePieces({ ERC721: 4, ERC1155: 4 });
    const { collectionUuid } = pieces[0] as Piece;
    await all.feed(randomStory(pieces, randomOf(99), 60).blocks.flat());
    const { sql } = all;
    const [counted] = await sql`
      select (select count(*)::int from token where collection_uuid = c.uuid and status = 'minted') as items,
        (select count(distinct owner)::int from ownership o join token t on t.uuid = o.token_uuid where t.collection_uuid = c.uuid) as owners
      from collection c where uuid = ${collectionUuid}`;
    const [kept] = await sql`select items, owners from collection where uuid = ${collectionUuid}`;
    expect(kept).toEqual(counted);
    // The steps that led there are used up.
    expect(await sql`select * from collection_owner_step`).toEqual([]);
    const scopes = await sql`
      select k.scope, k.id, k.minted as kept, (select count(*)::int from token t where status = 'minted' and case k.scope when 'all' then true
        when 'category' then category_uuid = k.id when 'collection' then collection_uuid = k.id else network_uuid = k.id end) as counted from token_count k`;
    for (const row of scopes) expect(row.kept, `${row.scope} ${row.id}`).toBe(row.counted);
    const traits = await sql`
      select k.count as kept, (select count(*)::int from token_trait tt join token t on t.uuid = tt.token_uuid
        where t.status = 'minted' and tt.collection_uuid = k.collection_uuid and tt.name = k.name and tt.value = k.value) as counted
      from trait_count k where k.collection_uuid = ${collectionUuid}`;
    expect(traits.length).toBeGreaterThan(0);
    for (const row of traits) expect(row.kept).toBe(row.counted);
  });

  it('announce a mint by one version of its token', async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann] = people as [Address];
    const version = async () => (await all.sql`select version from token where uuid = ${piece.uuid}`)[0]?.version;
    const before = await version();
    await all.feed([
      minted(piece.contract, ann, piece.tokenId, 1n, piece.digest, piece.royalty),
      transfer(piece.contract, zeroAddress, ann, piece.tokenId),
    ]);
    expect(await version()).toBe(before + 1);
  });

  it('hide a work whose collection is hidden and renamed while its mint is read, and show it when it is restored', async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann] = people as [Address];
    const { sql } = all;
    const change = (isHidden: boolean, name: string) =>
      sql`update collection set is_hidden = ${isHidden}, name = ${name} where uuid = ${piece.collectionUuid}`;
    const state = async () =>
      (
        await sql`
          select t.is_counted, t.card->'collection'->>'name' as name, c.items from token t join collection c on c.uuid = t.collection_uuid
          where t.uuid = ${piece.uuid}`
      )[0];
    const logs = [
      minted(piece.contract, ann, piece.tokenId, 1n, piece.digest, piece.royalty),
      transfer(piece.contract, zeroAddress, ann, piece.tokenId),
    ];
    await all.feed(logs, 'apply', () => change(true, 'Hidden meanwhile'));
    expect(await state()).toEqual({ is_counted: false, name: 'Hidden meanwhile', items: 0 });
    await change(false, 'Back');
    await sql.begin((tx) => refreshTokens(tx, [piece.uuid]));
    expect(await state()).toEqual({ is_counted: true, name: 'Back', items: 1 });
    await all.feed(logs, 'undo');
    expect(await state()).toMatchObject({ is_counted: false, items: 0 });
  });

  it("a mint without the marketplace under a draft's id does not mint that draft", async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann, bob] = people as [Address, Address];
    await all.feed([
      minted(piece.contract, ann, piece.tokenId, 1n, keccak256('0x01'), piece.royalty),
      transfer(piece.contract, zeroAddress, ann, piece.tokenId),
      transfer(piece.contract, ann, bob, piece.tokenId),
    ]);
    expect(await holdings([piece])).toEqual([]);
    const [row] = await all.sql`select status from token where uuid = ${piece.uuid}`;
    expect(row?.status).toBe('draft');
  });

  it('report the former owner after a transfer, but not after a transfer to oneself', async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann, bob] = people as [Address, Address];
    const touched = await all.feed([
      minted(piece.contract, ann, piece.tokenId, 1n, piece.digest, piece.royalty),
      transfer(piece.contract, zeroAddress, ann, piece.tokenId),
      transfer(piece.contract, ann, ann, piece.tokenId),
    ]);
    expect([[...(touched.minted ?? [])], [...touched.tokens], [...touched.left]]).toEqual([[piece.uuid], [], []]);
    expect([...(await all.feed([transfer(piece.contract, ann, bob, piece.tokenId)])).left]).toEqual([
      `${piece.uuid}|${ann}`,
    ]);
  });

  it('applied twice have the same effect as applied once', async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann] = people as [Address];
    const mint = minted(piece.contract, ann, piece.tokenId, 1n, piece.digest, piece.royalty);
    await all.feed([mint, transfer(piece.contract, zeroAddress, ann, piece.tokenId)]);
    const before = await snapshot(piece.collectionUuid);
    await all.feed([mint]);
    expect(await snapshot(piece.collectionUuid)).toEqual(before);
  });

  it('run at the same time as API writes without a deadlock', async () => {
    const pieces = await makePieces({ ERC721: 0, ERC1155: 4 });
    const uuids = pieces.map((piece) => piece.uuid);
    const { collectionUuid, contract } = pieces[0] as Piece;
    const [ann, bob] = people as [Address, Address];
    await all.feed(
      pieces.flatMap((piece) => [
        minted(contract, ann, piece.tokenId, piece.quantity, piece.digest, piece.royalty),
        transferSingle(contract, zeroAddress, ann, piece.tokenId, piece.quantity),
      ]),
    );
    const [row] = await all.sql`
      select u.uuid, u.metamask_wallet as wallet from collection c join app_user u on u.uuid = c.creator_uuid where c.uuid = ${collectionUuid}`;
    const wallet = row?.wallet as Address;
    const follower = async () => {
      for (let turn = 0; turn < 12; turn++) {
        height++;
        const moves = pieces.map((piece) => transferSingle(contract, ann, bob, piece.tokenId, 1n));
        await all.feed([created(contract, wallet), ...moves]);
        await all.feed([created(contract, wallet), ...moves], 'undo');
      }
    };
    const others = async (order: string[]) => {
      for (let turn = 0; turn < 12; turn++) {
        await all.sql.begin((tx) => refreshTokens(tx, order));
        await all.sql.begin((tx) =>
          placeInCollection(tx, all.config, { collectionUuid, type: 'ERC1155', creatorUuid: row?.uuid, wallet }),
        );
        await setFavorite(all.sql, row?.uuid, order[0] as string, turn % 2 === 0);
      }
    };
    await Promise.all([follower(), others(uuids), others(uuids.toReversed()), others(uuids)]);
    expect(await holdings(pieces)).toEqual(pieces.map((piece) => `${piece.uuid} ${ann} ${piece.quantity}`).toSorted());
  });

  it('a signed mint that a reorg undid becomes a pending operator task again', async () => {
    const [piece] = (await makePieces({ ERC721: 1, ERC1155: 0 })) as [Piece];
    const [ann] = people as [Address];
    await all.sql`update token set status = 'minting', mint_signature = '0x01' where uuid = ${piece.uuid}`;
    const logs = [
      minted(piece.contract, ann, piece.tokenId, 1n, piece.digest, piece.royalty),
      transfer(piece.contract, zeroAddress, ann, piece.tokenId),
    ];
    await all.feed(logs);
    await all.feed(logs, 'undo');
    const [row] =
      await all.sql`select t.status, o.status as task from token t left join operator_task o on o.kind = 'mint' and o.subject = t.uuid::text where t.uuid = ${piece.uuid}`;
    expect(row).toEqual({ status: 'minting', task: 'pending' });
  });
});

describe('the address of a collection', () => {
  it.each([
    ['ERC721', 'Plain'],
    ['ERC1155', 'Скарб і вітер — 世界 🌻'],
    ['ERC721', 'x'.repeat(32)],
  ] as const)('of type %s named %j is predicted before the factory creates it', async (type, name) => {
    const salt = keccak256(toHex(name));
    const creator = '0x00000000000000000000000000000000000000aa';
    const factory = all.config.deployment.collectionFactory;
    const said = await all.context.chain.public.readContract({
      address: factory,
      abi: collectionFactoryAbi,
      functionName: 'predict',
      args: [type === 'ERC721' ? 0 : 1, creator, name, salt],
    });
    expect(predictAddress(factory, type, creator, name, salt)).toBe(said.toLowerCase());
  });
});
