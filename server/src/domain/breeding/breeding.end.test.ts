import { mined } from '@skarb/contracts/mined';
import { breedingAbi } from '@skarb/contracts/abi';
import { breedingBytecode } from '../../../../contracts/abi/bytecode.ts';
import { deployer, operator } from '@skarb/local/testing.ts';
import { mix } from '@skarb/schema/genome';
import type { Notification } from '@skarb/schema/notification';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { createWalletClient, encodeDeployData, http, type Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceBreedingsByClock, createBreedingClock, type Failed } from './breeding.jobs.ts';
import { startBreeding, until, type BreedingTest, type Person } from './testing-breeding.ts';
import { lower } from '../../platform/chain/address.ts';

// Each birth takes blocks, chain time and a drawn picture.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let all: BreedingTest;
let ann: Person;
let bob: Person;
let home: { uuid: string; tokens: TokenDetail[] };
let workers: (() => Promise<void>)[] = [];
const uuidOf = (place: number): string => (home.tokens[place] as TokenDetail).uuid;
// Two workers at once, as in a cluster: one does the work, the other changes nothing.
const work = () => (workers = [all.startWorker(), all.startWorker()]);
const rest = async () => {
  await Promise.all(workers.map((stop) => stop()));
  workers = [];
};

beforeAll(async () => {
  all = await startBreeding({ withWorker: false });
  work();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
  home = await all.home(ann, 10);
});
afterAll(async () => {
  await rest();
  await all?.stop();
});

/** All breeding data that derives from the chain. */
const dump = async () => {
  const { sql } = all;
  const tables = {
    breeding: sql`select uuid, number, status, is_drafted, matron_uuid, sire_uuid, breeder, fee, siring_price, generation, bred_block, bred_index,
      tx_hash, target_block, ready_at, sire_ready_at, kept_hash, hatched_at, hatch_tx_hash, secret, seed, genes, lost_tx_hash, refund
      from breeding order by uuid`,
    token: sql`select * from breeding_token order by token_uuid`,
    terms: sql`select * from breeding_terms order by collection_uuid`,
    said: sql`select * from breeding_terms_log order by block_number, log_index`,
    siring: sql`select * from siring_log order by block_number, log_index`,
    batch: sql`select * from breeding_batch`,
    pairing: sql`select * from breeding_pairing order by contract, number`,
    ownership: sql`select token_uuid, owner, quantity, escrowed from ownership order by 1, 2`,
    minted: sql`select uuid, metadata_digest from token where status = 'minted' order by 1`,
    history: sql`select token_uuid, event, price, from_address, to_address, tx_hash, block_number, log_index from history
      where log_index is not null order by block_number, log_index, event, token_uuid`,
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(tables).map(async ([name, rows]) => [name, await rows] as const)),
  );
};
/** Checks that the recorded state of every token with genes equals the contract's. @returns the number of tokens */
const compare = async () => {
  await all.settled();
  type Row = {
    contract: string;
    id: string;
    genes: string;
    generation: number;
    uses: number;
    ready: number;
    number: string | null;
  };
  const rows = await all.sql<Row[]>`
    select t.contract_address as contract, t.token_id::text as id, b.genes::text as genes, b.generation, b.uses,
      coalesce(extract(epoch from b.ready_at), 0)::int as ready, e.number
    from breeding_token b join token t on t.uuid = b.token_uuid left join breeding e on e.uuid = b.expecting_uuid`;
  for (const row of rows) {
    const life = await all.lifeOf({ contractAddress: row.contract, tokenId: row.id });
    expect(row).toMatchObject({
      genes: String(life.genes),
      generation: life.generation,
      uses: life.uses,
      ready: life.readyAt,
      number: life.expectingId === 0n ? null : String(life.expectingId),
    });
  }
  return rows.length;
};
afterEach(async () => {
  if (workers.length === 0) work();
  await compare();
});

const step = (steps: Step[] | undefined, id: string) => steps?.find((one) => one.id === id) as TransactionStep;

describe('a reorg', () => {
  it('that drops a pairing turns it back into a draft and restores everything else', async () => {
    const asked = await all.ask(ann, uuidOf(0), uuidOf(1));
    const { uuid, steps } = asked.body.data;
    await all.sendStep(ann, step(steps, 'approve-weth'));
    await all.settled();
    const before = await dump();
    await all.sendStep(ann, step(steps, 'breed'));
    await all.becomesBreeding(uuid, 'EXPECTING');
    expect(await dump()).not.toEqual(before);
    await all.chain.rpc('anvil_rollback', [1]);
    await all.becomesBreeding(uuid, 'DRAFT', ann);
    await all.settled();
    expect(await dump()).toEqual(before);
  });

  it('that drops a creator’s fee change and an owner’s siring offer undoes exactly these', async () => {
    await all.settled();
    const before = await dump();
    await all.openCollection(ann, home.uuid, '0.03');
    await all.offerSiring(ann, uuidOf(5), '0.3');
    await until('the fee', async () => (await all.terms(home.uuid))?.baseFee === '0.03');
    await all.chain.rpc('anvil_rollback', [2]);
    await until('the old fee', async () => (await all.terms(home.uuid))?.baseFee === '0.01');
    await all.settled();
    expect(await dump()).toEqual(before);
  });

  it('that drops a birth hatches the same child again; one that changes the draw hatches another, once', async () => {
    const bred = await all.breed(ann, uuidOf(0), uuidOf(1));
    const block = Number(await all.chain.rpc('eth_blockNumber'));
    const first = await all.hatched(bred.uuid);
    await all.settled();
    const before = await dump();
    await all.chain.rpc('anvil_rollback', [1]);
    await until('another birth', async () => {
      const now = await all.show(bred.uuid);
      return now.status === 'HATCHED' && now.version > first.version + 1;
    });
    await all.settled();
    const strip = (state: Record<string, unknown>) =>
      JSON.parse(
        JSON.stringify(state, (key, value) => (/hatch|tx_hash|block_number|version/.test(key) ? undefined : value)),
      );
    expect(strip(await dump())).toEqual(strip(before));

    const depth = Number(await all.chain.rpc('eth_blockNumber')) - block;
    await all.chain.rpc('anvil_rollback', [depth]);
    await all.becomesBreeding(bred.uuid, 'EXPECTING');
    // A different time, so that the target block's hash differs from the first draw's.
    await all.wait(7);
    const second = await all.hatched(bred.uuid);
    expect(second.proof?.blockHash).not.toBe(first.proof?.blockHash);
    const { matronGenes, sireGenes, seed, traits, counts, genes } = second.proof as never as Record<string, string>;
    expect(genes).toBe(
      String(
        mix(
          BigInt(matronGenes as string),
          BigInt(sireGenes as string),
          BigInt(seed as string),
          Number(traits),
          BigInt(counts as string),
        ),
      ),
    );
    const child = await all.tokenOf(second.child?.uuid as string, ann);
    expect(child.metadata.find(({ name }) => name === 'Genes')?.value).toBe(
      `0x${BigInt(genes as string).toString(16)}`,
    );
    const lines = await all.get<{ event: string }[]>(`/token/${child.uuid}/history`);
    expect(lines.map(({ event }) => event).toSorted()).toEqual(['BORN', 'MINTED']);
    expect((await all.terms(home.uuid))?.children).toBe(1);
  });
});

describe('a child that was traded', () => {
  it('becomes unborn, and keeps its offers, when a reorg drops its pairing', async () => {
    const blockNumber = async () => Number(await all.chain.rpc('eth_blockNumber'));
    const asked = await all.ask(ann, uuidOf(5), uuidOf(6));
    await all.sendStep(ann, step(asked.body.data.steps, 'approve-weth'));
    const block = await blockNumber();
    await all.sendStep(ann, step(asked.body.data.steps, 'breed'));
    await all.becomesBreeding(asked.body.data.uuid, 'EXPECTING');
    const { child } = await all.hatched(asked.body.data.uuid);
    const offered = await all.list(ann, child?.uuid as string);
    expect(offered.status).toBe('ACTIVE');
    await rest();
    await all.chain.rpc('anvil_rollback', [(await blockNumber()) - block]);
    // The follower waits while the chain is shorter than its records, so extend it.
    await all.chain.rpc('anvil_mine', ['0x40']);
    work();
    await all.becomesBreeding(asked.body.data.uuid, 'DRAFT', ann);
    await until('the child to be no more', async () => {
      const [row] = await all.sql`select status from token where uuid = ${child?.uuid as string}`;
      return row?.status === 'unborn';
    });
    await all.settled();
    expect(await all.sql`select status from offer where uuid = ${offered.uuid}`).toEqual([{ status: 'INVALID' }]);
  });
});

describe('a new breeding contract with an existing database', () => {
  it('gets its own secrets, although its batches and pairings have the same numbers as the old one’s', async () => {
    const deployment = all.context.config.deployment as { breeding: Address };
    const { breeding: old } = deployment;
    const read = <Name extends 'owner' | 'feeRecipient' | 'feeBps'>(functionName: Name) =>
      all.context.chain.public.readContract({ address: old, abi: breedingAbi, functionName });
    const [owner, recipient, bps] = await Promise.all([read('owner'), read('feeRecipient'), read('feeBps')]);
    const { weth, collectionFactory, auctionHouse } = all.context.config.deployment;
    const data = encodeDeployData({
      abi: breedingAbi,
      bytecode: breedingBytecode,
      args: [owner, operator.address, recipient, bps, weth, collectionFactory, auctionHouse],
    });
    await rest();
    const hash = await createWalletClient({
      account: privateKeyToAccount(deployer.key),
      transport: http(all.chain.rpcUrl),
    }).sendTransaction({ chain: null, data });
    const { contractAddress } = await mined(all.context.chain.public, hash);
    try {
      deployment.breeding = lower(contractAddress as string);
      work();
      await until(
        'its first batch',
        async () => (await all.sql`select 1 from breeding_batch where contract = ${deployment.breeding}`).length,
      );
      expect(await all.sql`select batch from breeding_batch where contract = ${old}`).toHaveLength(1);
    } finally {
      await rest();
      deployment.breeding = old;
    }
  });
});

/** Waits until the payer is notified that the breeding is lost. */
const hearsOfLoss = (as: Person, breedingUuid: string) =>
  until('the payer to be notified', async () =>
    (await all.get<Notification[]>('/notification', as)).find(
      (one) => one.kind === 'CHILD_LOST' && one.breedingUuid === breedingUuid,
    ),
  );

describe('a birth', () => {
  it('can be triggered by anyone if the marketplace is late; the child goes to the matron’s owner', async () => {
    const bred = await all.breed(ann, uuidOf(2), uuidOf(3));
    await all.chain.rpc('anvil_mine', ['0x2']);
    await until(
      'the block to be kept',
      async () => (await all.sql`select 1 from breeding where uuid = ${bred.uuid} and kept_hash is not null`).length,
    );
    await rest();
    await all.withoutOperator(async () => {
      work();
      await all.wait(200);
      await all.becomesBreeding(bred.uuid, 'READY');
      await until(
        'its drawing',
        async () => (await all.sql`select 1 from breeding_birth where breeding_uuid = ${bred.uuid}`).length,
      );
      const asked = await all.call<{ data: { steps: Step[] } }>('POST', `/breeding/${bred.uuid}/hatch`, { as: bob });
      expect(asked.body.data.steps.map(({ id }) => id)).toEqual(['hatch']);
      // The hatch is late but not unpaid: `why` appears once the operator records that it cannot pay.
      expect(asked.body.data.steps[0]).not.toHaveProperty('why');
      await until(
        'its task to be held',
        async () =>
          (
            await all.sql`update operator_task set last_error = 'operator.empty'
              where kind = 'hatch' and subject = ${bred.uuid} and status = 'pending' returning 1`
          ).length,
      );
      const held = await all.call<{ data: { steps: Step[] } }>('POST', `/breeding/${bred.uuid}/hatch`, { as: bob });
      expect(held.body.data.steps).toMatchObject([{ id: 'hatch', why: 'operator.empty' }]);
      await all.sendStep(bob, step(asked.body.data.steps, 'hatch'));
      const done = await all.becomesBreeding(bred.uuid, 'HATCHED');
      expect(Object.keys(await all.ownersOf(done.child?.uuid as string, ann))).toEqual([ann.address]);
    });
  });

  it('whose breeder has used up the budget of duties waits, and anyone can store its block and hatch it', async () => {
    const budget = 10n ** 30n;
    await all.sql`
      insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
      values (${`0x${'7'.repeat(64)}`}, gen_random_uuid(), ${all.context.chain.id}, 0, 'hatch', ${ann.uuid}, 1, ${String(budget)}, true)`;
    try {
      const bred = await all.breed(ann, uuidOf(8), uuidOf(9));
      await all.chain.rpc('anvil_mine', ['0x2']);
      const held = (kind: string) =>
        until(
          `${kind} to wait`,
          async () =>
            (
              await all.sql`select 1 from operator_task
                where kind = ${kind} and subject = ${bred.uuid} and last_error = 'operator.dutyBudget'`
            ).length,
        );
      const ask = async () =>
        (await all.call<{ data: { steps: Step[] } }>('POST', `/breeding/${bred.uuid}/hatch`, { as: bob })).body.data
          .steps;
      await held('keep');
      const keep = await ask();
      expect(keep).toMatchObject([{ id: 'keep', why: 'operator.dutyBudget' }]);
      await all.sendStep(bob, step(keep, 'keep'));
      await all.wait(61);
      await held('hatch');
      const hatch = await ask();
      expect(hatch).toMatchObject([{ id: 'hatch', why: 'operator.dutyBudget' }]);
      await all.sendStep(bob, step(hatch, 'hatch'));
      await all.becomesBreeding(bred.uuid, 'HATCHED');
    } finally {
      await all.sql`delete from operator_spend where wei = ${String(budget)}`;
    }
  });

  it('is not missed after 272 blocks without a worker, on a chain that serves older block hashes', async () => {
    await rest();
    const asked = await all.ask(ann, uuidOf(4), uuidOf(5));
    await all.runSteps(ann, asked.body.data);
    // More than the 256 blocks whose hashes a contract can read without EIP-2935.
    await all.chain.rpc('anvil_mine', ['0x110']);
    await all.wait(61);
    work();
    expect(await all.becomesBreeding(asked.body.data.uuid, 'HATCHED')).toMatchObject({ loss: null });
    await all.rest(uuidOf(4), uuidOf(5));
  });

  it('whose block hash is no longer available is lost without a second draw, and its fee is refunded', async () => {
    await rest();
    // A chain without the history contract of EIP-2935.
    await all.chain.rpc('anvil_setCode', ['0x0000F90827F1C53a10cb7A02335B175320002935', '0x']);
    const asked = await all.ask(ann, uuidOf(4), uuidOf(5));
    await all.runSteps(ann, asked.body.data);
    await all.chain.rpc('anvil_mine', ['0x110']);
    work();
    const lost = await all.becomesBreeding(asked.body.data.uuid, 'LOST');
    expect(lost).toMatchObject({ loss: { reason: 'missed', refund: lost.fee }, child: null });
    expect(await hearsOfLoss(ann, lost.uuid)).toMatchObject({ price: lost.fee, token: { uuid: uuidOf(4) } });
    expect(await all.parent(uuidOf(4))).toMatchObject({ expecting: null, uses: 2 });
  });

  it('whose secret the marketplace never reveals is lost after a week, and its fee is refunded', async () => {
    const { config } = all.context;
    const bred = await all.breed(ann, uuidOf(6), uuidOf(7));
    await all.chain.rpc('anvil_mine', ['0x2']);
    const changes = await all.watchBalances({ ann: ann.address });
    const master = config.breedingMaster;
    try {
      (config as { breedingMaster: unknown }).breedingMaster = undefined;
      await until(
        'the block to be kept',
        async () => (await all.sql`select 1 from breeding where uuid = ${bred.uuid} and kept_hash is not null`).length,
      );
      await all.wait(8 * 86_400);
      const lost = await all.becomesBreeding(bred.uuid, 'LOST');
      expect(lost).toMatchObject({ loss: { reason: 'silent', refund: '0.02' }, child: null });
      expect(await hearsOfLoss(ann, bred.uuid)).toMatchObject({ price: '0.02', token: { uuid: uuidOf(6) } });
      expect(await changes()).toEqual({ ann: 20_000_000_000_000_000n });
    } finally {
      (config as { breedingMaster: unknown }).breedingMaster = master;
      await until(
        'a worker that bears',
        async () =>
          (await all.sql`select 1 from breeding_keeper where can_bear and contract = ${config.deployment.breeding}`)
            .length,
      );
    }
  });
});

describe('many open breedings of one breeder', () => {
  const [eve, dan] = [`0x${'e'.repeat(40)}`, `0x${'d'.repeat(40)}`];
  /** Adds breedings with these numbers directly to the database. */
  const addBreedings = (breeder: string, first: number, count: number, status: string) => all.sql<{ uuid: string }[]>`
    insert into breeding (uuid, chain_id, contract, number, status, is_drafted, collection_uuid, matron_uuid, sire_uuid, breeder, fee,
      siring_price, generation, target_block, ready_at, kept_hash)
    select gen_random_uuid(), ${all.chain.chainId}, ${all.contract.toLowerCase()}, n, ${status}, false, ${home.uuid}, ${uuidOf(0)}, ${uuidOf(1)},
      ${breeder}, 0, 0, 1, k.block_number - 1, now(), ${status === 'READY' ? `0x${'3'.repeat(64)}` : null}
    from generate_series(${first}::int, ${first + count - 1}::int) n, chain_cursor k where k.chain_id = ${all.chain.chainId}
    returning uuid`;
  const tasksOf = (kind: string, rows: { uuid: string }[]) => all.sql<{ last_error: string | null }[]>`
    select last_error from operator_task where kind = ${kind} and subject = any(${rows.map(({ uuid }) => uuid)}::text[])`;
  const advance = (failed?: Failed) => advanceBreedingsByClock(all.context, { warn: () => {} }, failed);
  beforeEach(async () => {
    await all.settled();
    await rest();
  });
  afterEach(async () => {
    await all.sql`delete from operator_task where subject in (select uuid::text from breeding where number >= 1000000)`;
    await all.sql`delete from breeding where number >= 1000000`;
  });

  it('are advanced each time; without any, once until the next block', async () => {
    let reads = 0;
    const { public: client } = all.context.chain;
    const counting = {
      ...client,
      readContract: (...given: Parameters<typeof client.readContract>) => (reads++, client.readContract(...given)),
    } as typeof client;
    const clock = createBreedingClock(
      { ...all.context, chain: { ...all.context.chain, public: counting } },
      { warn: () => {} },
    );
    const readsOf = async () => {
      reads = 0;
      await clock();
      return reads > 0;
    };
    expect(await readsOf()).toBe(true);
    expect(await readsOf()).toBe(false);
    const [cursor] = await all.sql`select block_hash from chain_cursor`;
    await all.sql`update chain_cursor set block_hash = ${`0x${'7'.repeat(64)}`}`;
    expect(await readsOf()).toBe(true);
    await all.sql`update chain_cursor set block_hash = ${cursor?.block_hash}`;
    await addBreedings(eve, 1_003_000, 1, 'EXPECTING');
    expect([await readsOf(), await readsOf()]).toEqual([true, true]);
  });

  it('whose tasks wait for a budget do not delay the breeding of another, or those after them', async () => {
    const held = await addBreedings(eve, 1_000_000, 201, 'EXPECTING');
    await all.sql`
      insert into operator_task (uuid, chain_id, kind, subject, cause, last_error, run_at)
      select gen_random_uuid(), ${all.chain.chainId}, 'keep', uuid::text, breeder, 'operator.dutyBudget', now() + interval '1 hour'
      from breeding where uuid = any(${held.map(({ uuid }) => uuid)}::uuid[])`;
    const later = await addBreedings(eve, 1_001_000, 201, 'EXPECTING');
    const honest = await addBreedings(dan, 1_002_000, 1, 'EXPECTING');
    await advance();
    expect(await tasksOf('keep', honest)).toEqual([{ last_error: null }]);
    expect(await tasksOf('keep', later)).toHaveLength(199);
    await advance();
    expect(await tasksOf('keep', later)).toHaveLength(201);
  });

  it('whose drawing has failed do not delay the drawing of another', async () => {
    const waiting = await addBreedings(eve, 1_000_000, 200, 'READY');
    const [next] = await addBreedings(eve, 1_001_000, 1, 'READY');
    const failed: Failed = new Map(waiting.map(({ uuid }) => [uuid, { waits: 60_000, until: Date.now() + 60_000 }]));
    await advance(failed);
    // Nothing can be drawn for a breeding that the chain does not have: what counts is the try.
    expect(failed.has(next?.uuid as string)).toBe(true);
  });

  it('whose block nobody has stored after a minute offers the step to anyone, whatever the marketplace intends', async () => {
    const [late] = await addBreedings(dan, 1_000_000, 1, 'EXPECTING');
    const hatch = () => all.call<{ code: string }>('POST', `/breeding/${late?.uuid}/hatch`, { as: bob });
    expect((await hatch()).body.code).toBe('breeding.notReady');
    await all.chain.rpc('anvil_mine', ['0x21']);
    // The step is there, and the contract refuses this one because it does not know the breeding.
    expect((await hatch()).body.code).not.toBe('breeding.notReady');
  });
});

it('history records the sire’s owner at the time of the log, however many blocks are read at once', async () => {
  const [matron, sire] = [uuidOf(8), uuidOf(9)];
  const asked = await all.ask(ann, matron, sire);
  const { uuid, steps } = asked.body.data;
  await all.settled();
  await rest();
  for (const id of ['approve-weth', 'breed']) await all.sendStep(ann, step(steps, id));
  await all.sendMove(ann, sire, bob);
  // The follower reads the newest blocks one by one, but older ones like these in one batch.
  await all.chain.rpc('anvil_mine', ['0x10']);
  work();
  await all.becomesBreeding(uuid, 'EXPECTING');
  await all.settled();
  // Ann owned both parents, so the event names no other owner, although Bob owns the sire now.
  const [line] =
    await all.sql`select from_address, to_address from history where token_uuid = ${sire} and event = 'SIRED'`;
  expect(line).toEqual({ from_address: ann.wallet, to_address: null });
  expect(Object.keys(await all.ownersOf(sire, ann))).toEqual([bob.address]);
});
