import { breedingAbi, collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import { deployer } from '@skarb/local/testing.ts';
import type { OperatorReport } from '@skarb/schema/admin';
import type { TokenDetail } from '@skarb/schema/token';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal } from '../offer/auction/testing-auction.ts';
import { nothingTouched, type ChainLog } from '../../platform/chain/events.ts';
import { tokenEvents } from '../token/token.events.ts';
import { BREEDING_TOPICS } from './breeding.contract.ts';
import { breedingAfterBatch, breedingEvents } from './breeding.events.ts';
import { startBreeding, until, type BreedingTest, type Person } from './testing-breeding.ts';

// Each birth takes blocks, chain time and a drawn picture.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const MAX = 2n ** 256n - 1n;
let all: BreedingTest;
let ann: Person;
let home: { uuid: string; tokens: TokenDetail[] };
let stopWorker: (() => Promise<void>) | undefined;
const work = () => (stopWorker = all.startWorker());
const rest = async () => {
  await stopWorker?.();
  stopWorker = undefined;
};
const founder = (place: number): TokenDetail => home.tokens[place] as TokenDetail;
const idOf = (place: number): bigint => BigInt(founder(place).tokenId as string);
const collection = (): Address => founder(0).contractAddress as Address;

beforeAll(async () => {
  all = await startBreeding({ withWorker: false });
  work();
  ann = await all.trader();
  home = await all.home(ann, 6);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [all.contract, MAX] });
  await all.sendRaw(ann, { to: all.deployment.weth, data });
});
afterAll(async () => {
  await rest();
  await all?.stop();
});

type Write = 'breed' | 'enrol' | 'offerSiring' | 'commit' | 'replaceRoot';
const write = async (from: Pick<Person, 'key'>, functionName: Write, args: readonly unknown[]) => {
  const data = encodeFunctionData({ abi: breedingAbi, functionName, args } as never);
  const receipt = await all.sendRaw(from, { to: all.contract, data });
  expect(receipt.status).toBe('success');
};
const readRoot = (batch: bigint) =>
  all.context.chain.public.readContract({
    address: all.contract,
    abi: breedingAbi,
    functionName: 'rootOf',
    args: [batch],
  });

/** Checks that the recorded state of every token with genes equals the contract's. */
const compare = async () => {
  await all.settled();
  type Row = { contract: string; id: string; uses: number; ready: number; is_expecting: boolean };
  const rows = await all.sql<Row[]>`
    select t.contract_address as contract, t.token_id::text as id, b.uses, coalesce(extract(epoch from b.ready_at), 0)::int as ready, b.is_expecting
    from breeding_token b join token t on t.uuid = b.token_uuid`;
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const life = await all.lifeOf({ contractAddress: row.contract, tokenId: row.id });
    expect(row).toMatchObject({ uses: life.uses, ready: life.readyAt, is_expecting: life.expectingId !== 0n });
  }
};

/** Mints a token of Ann's directly on the contract, unknown to the marketplace, and gives it genes. */
const mintPast = async (tokenId: bigint) => {
  const request = {
    to: ann.address,
    tokenId,
    quantity: 1n,
    digest: `0x${'ab'.repeat(32)}`,
    royaltyBps: 0,
    deadline: MAX & (2n ** 63n - 1n),
  };
  const data = encodeFunctionData({ abi: collection721Abi, functionName: 'mint', args: [request] } as never);
  expect((await all.sendRaw(ann, { to: collection(), data })).status).toBe('success');
  await write(ann, 'enrol', [collection(), [tokenId], [0n]]);
};

describe('pairings made directly on the contract', () => {
  it('count as uses of the known parent, also across a reorg', async () => {
    await mintPast(900_001n);
    await mintPast(900_002n);
    const snapshot = async () => all.sql`select * from breeding_token order by token_uuid`;
    await all.settled();
    const before = await snapshot();
    await write(ann, 'breed', [collection(), 900_001n, idOf(0), MAX]);
    await write(ann, 'breed', [collection(), idOf(1), 900_002n, MAX]);
    await all.settled();
    await until('the use of a sire', async () => (await all.parent(founder(0).uuid)).uses === 1);
    const expecting = await until('the use of a matron', async () => {
      const now = await all.parent(founder(1).uuid);
      return now.uses === 1 && now;
    });
    expect(expecting).toMatchObject({ expecting: null, obstacles: ['EXPECTING'] });
    await compare();
    await all.chain.rpc('anvil_rollback', [2]);
    await until('the uses to be undone', async () => (await all.parent(founder(1).uuid)).uses === 0);
    await all.settled();
    expect(await snapshot()).toEqual(before);
    await write(ann, 'breed', [collection(), 900_001n, idOf(0), MAX]);
    await compare();
  });

  it('are recorded completely once both parents are known', async () => {
    await rest();
    // As if the token became known later, for example because its mint log was set aside.
    const late = founder(2).uuid;
    await all.sql`update token set status = 'failed' where uuid = ${late}`;
    await all.sql`delete from siring_log where token_uuid = ${late}`;
    await all.sql`delete from breeding_token where token_uuid = ${late}`;
    work();
    await write(ann, 'offerSiring', [collection(), idOf(2), 7n, BigInt((await all.chainSeconds()) + 500)]);
    await write(ann, 'breed', [collection(), idOf(3), idOf(2), MAX]);
    await all.settled();
    expect(await all.sql`select 1 from breeding where sire_uuid = ${late}`).toHaveLength(0);
    await until('her expecting', async () => (await all.parent(founder(3).uuid)).obstacles.includes('EXPECTING'));
    await rest();
    await all.sql.begin(async (tx) => {
      await tx`update token set status = 'minted' where uuid = ${late}`;
      const touched = nothingTouched();
      touched.tokens.add(late);
      const [cursor] =
        await tx`select block_number::int as number, block_hash as hash, block_time as time from chain_cursor`;
      await breedingAfterBatch(all.context.config)(tx, {
        chainId: all.chain.chainId,
        touched,
        applied: [],
        undoneAbove: undefined,
        isFarBehind: false,
        isolate: undefined as never,
        cursor: cursor as never,
      });
    });
    work();
    await compare();
    await until('both parents to be up to date', async () => {
      const [sire, matron] = [await all.parent(late), await all.parent(founder(3).uuid)];
      return sire?.uses === 1 && sire.siring?.price === '0.000000000000000007' && matron.expecting !== null;
    });
  });

  it('get their collection’s terms if these were read before the collection was known', async () => {
    await rest();
    const terms = () => all.sql`select * from breeding_terms where collection_uuid = ${home.uuid}`;
    const said = () =>
      all.sql`select * from breeding_terms_log where collection_uuid = ${home.uuid} order by block_number, log_index`;
    const before = { terms: await terms(), said: await said() };
    expect(before.terms).toHaveLength(1);
    // The state of a follower that knew the collection only from its first minted token on.
    await all.sql`delete from breeding_terms_log where collection_uuid = ${home.uuid}`;
    await all.sql`update breeding_terms set is_open = false, base_fee = 1 where collection_uuid = ${home.uuid}`;
    work();
    await all.sendRaw(ann, {
      to: collection(),
      data: encodeFunctionData({
        abi: collection721Abi,
        functionName: 'transferFrom',
        args: [ann.address, ann.address, idOf(5)],
      }),
    });
    await all.settled();
    expect({ terms: await terms(), said: await said() }).toEqual(before);
  });

  it('cause a commitment to new secrets before the current ones are used up', async () => {
    // Raise the contract's count of breedings to 800: most of the first batch is used by unrecorded breedings.
    const slots = Array.from({ length: 32 }, (_, slot) => `0x${slot.toString(16).padStart(64, '0')}` as Hex);
    const last = (await all.sql`select max(number)::int as last from breeding_pairing`)[0]?.last as number;
    for (const slot of slots) {
      const word = BigInt(await all.chain.rpc<Hex>('eth_getStorageAt', [all.contract, slot, 'latest']));
      if (word >> 128n !== 0n || (word & (2n ** 64n - 1n)) !== BigInt(last) || word >> 64n === 0n) continue;
      const used = (word & ~(2n ** 64n - 1n)) | 800n;
      await all.chain.rpc('anvil_setStorageAt', [all.contract, slot, `0x${used.toString(16).padStart(64, '0')}`]);
    }
    await until('the second batch', async () => (await all.sql`select 1 from breeding_batch where batch = 1`).length);
  });
});

describe('an attacker with the operator’s key', () => {
  it('can spoil one batch, and breeding here stops until the owner has replaced its root', async () => {
    await all.settled();
    const ours = await readRoot(1n);
    await write(deployer, 'replaceRoot', [1n, `0x${'66'.repeat(32)}`]);
    await until(
      'the worker to see it',
      async () => (await all.sql`select 1 from breeding_keeper where not can_bear`).length,
    );
    // The admin dashboard shows the root that the owner has to restore.
    const boss = await all.person();
    await all.sql`update app_user set role = 'ADMIN' where uuid = ${boss.uuid}`;
    const foreignRoots = async () => (await all.get<OperatorReport>('/admin/operator', boss)).foreignRoots;
    expect(await foreignRoots()).toEqual([{ batch: '1', root: ours }]);
    expect(refusal(await all.ask(ann, founder(4).uuid, founder(5).uuid))).toEqual([422, 'breeding.off']);
    await write(deployer, 'replaceRoot', [1n, ours]);
    await until(
      'the worker to see it',
      async () => (await all.sql`select 1 from breeding_keeper where can_bear`).length,
    );
    expect(await all.sql`select root from breeding_batch where batch = 1`).toEqual([{ root: ours }]);
    expect(await foreignRoots()).toEqual([]);
    expect((await all.ask(ann, founder(4).uuid, founder(5).uuid)).status).toBe(201);
  });
});

describe('a drawn child', () => {
  it('is invisible before its hatch, also to its creator, and a mint of its id does not change it', async () => {
    const bred = await all.breed(ann, founder(4).uuid, founder(5).uuid);
    await all.chain.rpc('anvil_mine', ['0x2']);
    await until(
      'its block',
      async () => (await all.sql`select 1 from breeding where uuid = ${bred.uuid} and kept_hash is not null`).length,
    );
    await rest();
    const counted = async () =>
      (await all.call<{ meta: { totalItems: number } }>('GET', `/token?creatorUuid=${ann.uuid}&limit=100`, { as: ann }))
        .body;
    const before = await counted();
    await all.withoutOperator(async () => {
      work();
      await all.wait(120);
      await until(
        'its drawing',
        async () => (await all.sql`select 1 from breeding_birth where breeding_uuid = ${bred.uuid}`).length,
      );
      const [child] = await all.sql<
        { uuid: string; name: string; token_id: string; metadata_digest: Hex; contract_address: Address }[]
      >`
        select t.* from token t join breeding b on b.child_uuid = t.uuid where b.uuid = ${bred.uuid}`;
      if (!child) throw new Error('no child');
      const seen = async (path: string) => (await all.call('GET', path, { as: ann })).status;
      expect(await counted()).toEqual(before);
      expect(await seen(`/token/${child.uuid}`)).toBe(404);
      expect(await seen(`/token/${child.uuid}/history`)).toBe(404);
      expect(await seen(`/breeding/token/${child.uuid}`)).toBe(404);
      expect(await all.get<object[]>(`/token?search=${encodeURIComponent(child.name)}`, ann)).toEqual([]);
      expect((await all.show(bred.uuid, ann)).child).toBeNull();
      expect(
        (await all.call('POST', `/token/${child.uuid}/mint`, { as: ann, json: { signature: `0x${'11'.repeat(65)}` } }))
          .status,
      ).toBe(404);
      expect((await all.call('DELETE', `/token/${child.uuid}`, { as: ann })).status).toBe(404);
      // A mint log with exactly this child's id and digest, but without its hatch.
      const log: ChainLog = {
        chainId: all.chain.chainId,
        blockNumber: 10n ** 9n,
        blockHash: `0x${'1'.repeat(64)}`,
        blockTime: new Date(),
        logIndex: 0,
        txHash: `0x${'2'.repeat(64)}`,
        address: child.contract_address,
        topics: encodeEventTopics({
          abi: collection721Abi,
          eventName: 'Minted',
          args: { tokenId: BigInt(child.token_id), to: ann.address },
        }) as Hex[],
        data: encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'uint16' }],
          [1n, child.metadata_digest, 500],
        ),
      };
      await all.sql.begin((tx) => tokenEvents(all.context.config).apply(tx, [log], nothingTouched()));
      expect(await all.sql`select status from token where uuid = ${child.uuid}`).toEqual([{ status: 'unborn' }]);
    });
    const { child } = await all.becomesBreeding(bred.uuid, 'HATCHED');
    expect(Object.keys(await all.ownersOf(child?.uuid as string, ann))).toEqual([ann.address]);
  });
});

describe('any log of the contract', () => {
  it('is applied and undone without errors, whatever numbers it contains', async () => {
    await rest();
    const owner = breedingEvents(all.context.config);
    const address = `0x${'9'.repeat(40)}` as Address;
    const events = breedingAbi.filter((entry) => entry.type === 'event');
    const valueOf = (type: string, isIndexed: boolean): unknown => {
      if (type === 'address') return isIndexed ? collection() : ann.address;
      if (type === 'bytes32') return `0x${'7'.repeat(64)}`;
      if (type === 'bool') return true;
      const most = 2n ** BigInt(type.slice('uint'.length) || 256) - 1n;
      return Number(type.slice('uint'.length)) <= 48 ? Number(most) : most;
    };
    let place = 0;
    const logs = events
      .map((event): ChainLog => {
        const args = Object.fromEntries(
          event.inputs.map(({ name, type, ...rest }) => [
            name,
            name === 'tokenId' || name === 'matronId' || name === 'sireId'
              ? idOf(place % 6)
              : valueOf(type, 'indexed' in rest && rest.indexed === true),
          ]),
        );
        return {
          chainId: all.chain.chainId,
          blockNumber: 10n ** 9n,
          blockHash: `0x${'3'.repeat(64)}`,
          blockTime: new Date(),
          logIndex: place++,
          txHash: `0x${'4'.repeat(64)}`,
          address,
          topics: encodeEventTopics({ abi: breedingAbi, eventName: event.name, args } as never) as Hex[],
          data: encodeAbiParameters(
            event.inputs.filter((input) => !('indexed' in input && input.indexed)),
            event.inputs
              .filter((input) => !('indexed' in input && input.indexed))
              .map(({ name }) => args[name as string]) as never,
          ),
        };
      })
      .filter(({ topics }) => BREEDING_TOPICS.includes(topics[0] as Hex));
    expect(logs).toHaveLength(BREEDING_TOPICS.length);
    const before = await all.sql`select * from breeding_token order by token_uuid`;
    await all.sql
      .begin(async (tx) => {
        const touched = nothingTouched();
        await owner.tokensOf?.(tx, logs);
        await owner.apply(tx, logs, touched);
        await breedingAfterBatch(all.context.config)(tx, {
          chainId: all.chain.chainId,
          touched,
          applied: logs,
          undoneAbove: undefined,
          isFarBehind: false,
          isolate: undefined as never,
          cursor: {} as never,
        });
        await owner.undo(tx, logs.toReversed(), touched);
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
    expect(await all.sql`select * from breeding_token order by token_uuid`).toEqual(before);
  });
});

it('the API loads no module that signs births or derives secrets', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, isType, path] of text.matchAll(/^import (type )?[^;]*?from '(\.[^']+)';/gm))
      if (!isType) load(join(dirname(file), path as string));
  };
  load(join(root, 'api.ts'));
  const names = [...loaded].map((file) => relative(root, file));
  expect(names).toContain('domain/breeding/breeding.breed.ts');
  expect(names.filter((name) => /breeding\.(birth|secret|jobs|call)\.ts$/.test(name))).toEqual([]);
});
