import { collection721Abi, seaportAbi } from '@skarb/contracts/abi';
import { serverScript } from '@skarb/local/testing.ts';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { encodeFunctionData, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTrade, testLog, type Trade, until } from './domain/offer/testing-trade.ts';
import { makeScratch } from './platform/scratch.ts';
import { TEST_SETTINGS } from './testing.ts';
import { followerOf } from './worker.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

/**
 * All state derived from the chain, in a stable order. Excluded: our own ids and timestamps, observations (INVALID
 * and VALID depend on the time of the check) with the last sale, which is later than those, and what ended offers
 * record of later transfers.
 */
const dump = async () => {
  const { sql } = all;
  const rows = async (name: string, query: ReturnType<typeof sql>) =>
    [name, (await query).map((row) => JSON.stringify(row)).sort()] as const;
  return Object.fromEntries(
    await Promise.all([
      rows(
        'token',
        sql`select uuid, status, mint_tx_hash, on_sale, sale_offer_uuid, sale_price, states, last_sale_at is null as is_unsold, card - 'lastSale' as card, is_counted from token`,
      ),
      rows('ownership', sql`select token_uuid, owner, quantity, on_sale from ownership`),
      rows(
        'collection',
        sql`select uuid, items, owners, on_sale, floor_price, trim_scale(volume) as volume from collection`,
      ),
      rows('contract', sql`select address, is_deployed from collection_contract`),
      rows('holders', sql`select * from collection_owner`),
      rows('traits', sql`select * from trait_count where count > 0`),
      rows('counts', sql`select * from token_count where minted <> 0 or on_sale <> 0`),
      rows(
        'offer',
        sql`select uuid, status, invalid_reason, price, price_eth, quantity, quantity_left, taker, taker_uuid, order_hash, next_order_hash,
        case when status in ('ACTIVE', 'SCHEDULED', 'INVALID', 'CANCELLING') then left_block end as left_block from offer`,
      ),
      rows('order', sql`select order_hash, filled, cancellations, replaces, replaced_filled from seaport_order`),
      rows(
        'history',
        sql`select token_uuid, offer_uuid, event, price, currency_uuid, quantity, trim_scale(value_eth) as value_eth, from_address, to_address, tx_hash,
        block_number, log_index from history where event not in ('INVALID', 'VALID')`,
      ),
      rows('purchase', sql`select buyer, token_uuid, times from purchase`),
      rows('log', sql`select block_number, log_index, block_hash, tx_hash, address, topics, data from chain_log`),
    ]),
  );
};

const transactionOf = (steps: Step[] | undefined, id: string) =>
  steps?.find((step) => step.id === id) as TransactionStep;
const give = (from: Person, to: Address, token: TokenDetail) =>
  all.sendRaw(from, {
    to: token.contractAddress,
    data: encodeFunctionData({
      abi: collection721Abi,
      functionName: 'transferFrom',
      args: [from.address, to, BigInt(token.tokenId)],
    }),
  });
const permit = (owner: Person, token: TokenDetail, isAllowed: boolean) =>
  all.sendRaw(owner, {
    to: token.contractAddress,
    data: encodeFunctionData({
      abi: collection721Abi,
      functionName: 'setApprovalForAll',
      args: [all.deployment.seaport, isAllowed],
    }),
  });

describe('a reorg', () => {
  it.each(['anvil_reorg', 'anvil_rollback'] as const)(
    'by %s that drops a sale restores the state before it, and the balances match the chain',
    async (method) => {
      const token = await all.mint(ann, { royalty: '5' });
      const { uuid } = await all.list(ann, token.uuid, { price: '0.7' });
      const steps = (await all.purchase(bob, uuid)).body.data.steps;
      await all.sendStep(bob, transactionOf(steps, 'approve-weth'));
      await all.settled();
      const before = await dump();
      const money = await Promise.all([ann, bob].map(({ address }) => all.balanceOf(address, 'ETH')));
      const { transactionHash } = await all.sendStep(bob, transactionOf(steps, 'purchase'));
      await all.becomes(uuid, 'SOLD');
      const follow = { as: bob, json: { txHash: transactionHash, chainId: 80001 } };
      expect((await all.call<{ data: object }>('POST', '/transaction', follow)).body.data).toMatchObject({
        status: 'successful',
      });
      expect(await dump()).not.toEqual(before);

      await all.chain.rpc(method, method === 'anvil_reorg' ? [1, []] : [1]);
      await all.becomes(uuid, 'ACTIVE');
      await all.settled();
      expect(await dump()).toEqual(before);
      expect(await Promise.all([ann, bob].map(({ address }) => all.balanceOf(address, 'ETH')))).toEqual(money);
      expect((await all.call<{ data: object }>('GET', `/transaction/${transactionHash}`)).body.data).toMatchObject({
        status: 'pending',
      });

      await all.buy(bob, uuid);
      await all.becomes(uuid, 'SOLD');
    },
  );

  it('older than a listing does not hide that the listed NFT left since', async () => {
    const token = await all.mint(ann);
    await permit(ann, token, true);
    await give(ann, ann.address, token);
    const { uuid } = await all.list(ann, token.uuid);
    await all.settled();
    // As after a crash of the chain: the newest block is removed, and other blocks take its number.
    await all.chain.rpc('anvil_rollback', [1]);
    await all.settled();
    await give(ann, bob.address, token);
    await give(bob, ann.address, token);
    expect(await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED')).toMatchObject({ quantityLeft: 1 });
  });

  it('that undoes a cancel makes the operator cancel again', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await all.settled();
    await all.call('DELETE', `/offer/${uuid}`, { as: ann });
    await all.becomes(uuid, 'CANCELLED');
    await all.settled();
    await all.stopWorker();
    await all.chain.rpc('anvil_rollback', [1]);
    const [row] = await all.sql<{ order_hash: Hex }[]>`select order_hash from offer where uuid = ${uuid}`;
    const status = () =>
      all.context.chain.public.readContract({
        address: all.deployment.seaport as Address,
        abi: seaportAbi,
        functionName: 'getOrderStatus',
        args: [row?.order_hash as Hex],
      });
    expect((await status())[1]).toBe(false);
    all.startWorker();
    await until('the order to be cancelled on chain again', async () => (await status())[1]);
    await all.becomes(uuid, 'CANCELLED');
    await all.settled();
  });

  it('that undoes a mint makes the operator mint again', async () => {
    const token = await all.mint(ann);
    await all.settled();
    await all.chain.rpc('anvil_rollback', [1]);
    await until(
      'the mint to be gone',
      async () => (await all.sql`select 1 from token where uuid = ${token.uuid} and status = 'minting'`).length > 0,
    );
    await until(
      'the mint to be there',
      async () => (await all.sql`select 1 from token where uuid = ${token.uuid} and status = 'minted'`).length > 0,
    );
    await all.settled();
  });
});

describe('the operator', () => {
  it('fails a mint that the contract rejects for good, and records the reason', async () => {
    const { uuid } = await all.collection(ann);
    const draft = await all.draft(ann, uuid);
    await all.stopWorker();
    await all.runSteps(ann, draft as TokenDetail & { steps: Step[] });
    // As if the signature covered other terms.
    await all.sql`update token set royalty_bps = 777 where uuid = ${draft.uuid}`;
    all.startWorker();
    await until(
      'the mint to fail',
      async () => (await all.sql`select 1 from token where uuid = ${draft.uuid} and status = 'failed'`).length > 0,
      25_000,
    );
    const [task] = await all.sql`select status, last_error from operator_task where subject = ${draft.uuid}`;
    expect(task).toMatchObject({ status: 'failed', last_error: 'chain.mintSignature' });
    // It does not block other tasks.
    expect((await all.mint(ann)).status).toBe('minted');
  });

  it('resends a stuck transaction with a higher fee', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    await all.settled();
    await all.chain.rpc('evm_setAutomine', [false]);
    try {
      await all.call('DELETE', `/offer/${uuid}`, { as: ann });
      const first = await until(
        'the cancel to be sent',
        async () => (await all.sql`select tx_hash, nonce, tip from operator_task where status = 'sent'`)[0],
      );
      await all.sql`update operator_task set sent_at = now() - interval '1 minute' where status = 'sent'`;
      const second = await until('it to be sent again', async () => {
        const [row] = await all.sql`select tx_hash, nonce, tip from operator_task where status = 'sent'`;
        return row?.tx_hash !== first.tx_hash && row;
      });
      expect(second.nonce).toBe(first.nonce);
      expect(BigInt(second.tip as string)).toBeGreaterThan(BigInt(first.tip as string));
    } finally {
      await all.chain.rpc('evm_mine', []);
      await all.chain.rpc('evm_setAutomine', [true]);
    }
    await all.becomes(uuid, 'CANCELLED');
  });
});

describe('a worker whose database connections are cut', () => {
  it('recovers by itself, with its lease', async () => {
    for (let round = 0; round < 3; round++) {
      await all.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      // A mint that was interrupted fails, or waits for its own limit of 60 s: the limit for all tries is several
      // times that.
      const token = await until('a mint', () => all.mint(ann).catch(() => undefined), 200_000);
      expect(token.status).toBe('minted');
    }
    // Lets the pool's connections that are cut without notice fail now.
    await Promise.allSettled(Array.from({ length: 30 }, () => all.sql`select pg_sleep(0.01)`));
    await all.settled();
  }, 700_000);
});

/** A bit of everything that can happen to offers; every round differs by its number. */
const live = async (rounds: number) => {
  const { uuid: collection } = await all.collection(ann);
  for (let round = 0; round < rounds; round++) {
    const single = await all.mintIn(ann, collection, { royalty: '3' });
    const edition = await all.mintIn(ann, collection, { type: 'ERC1155', quantity: '9' });
    const { uuid } = await all.list(ann, single.uuid, { price: `0.0${round + 1}` });
    const parts = await all.list(ann, edition.uuid, { price: '0.001', quantity: 6, currency: 'POL' });
    await all.buy(bob, parts.uuid, 2);
    await give(ann, bob.address, single);
    await give(bob, ann.address, single);
    if (round % 2) await all.becomes(uuid, 'INVALID', 'LEFT_AND_RETURNED');
    await permit(ann, single, false);
    await permit(ann, single, true);
    await all.settled();
    await all.call('PUT', `/offer/${uuid}`, { as: ann, json: { revive: true } });
    const edited = (
      await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${parts.uuid}`, {
        as: ann,
        json: { price: '0.002', quantity: 3 },
      })
    ).body.data;
    await all.runSteps(ann, edited);
    await all.becomes(parts.uuid, 'ACTIVE');
    await all.buy(bob, parts.uuid, 1);
    if (round % 2) await all.call('DELETE', `/offer/${uuid}`, { as: ann });
    else await all.buy(bob, uuid);
    await all.settled();
  }
};

describe('the records', () => {
  it('are the same in each table after all logs are undone and read again from the chain', async () => {
    await live(3);
    await all.sendRaw(ann, {
      to: all.deployment.seaport,
      data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
    });
    await all.settled();
    await all.stopWorker();
    const before = await dump();
    const nowhere = `0x${'77'.repeat(32)}`;
    await all.sql`update chain_block set hash = ${nowhere}`;
    await all.sql`update chain_cursor set block_hash = ${nowhere}`;
    const follower = followerOf(all.context, testLog);
    expect(await follower.step()).toBe('moved');
    const empty = await dump();
    expect(empty).toMatchObject({ ownership: [], purchase: [], log: [], holders: [], traits: [] });
    expect(empty.counts).toEqual([]);
    expect(empty.history?.filter((row) => /SOLD|MINTED|TRANSFERRED|"CANCELLED/.test(row))).toEqual([]);
    expect(empty.collection?.every((row) => row.includes('"volume":"0"') && row.includes('"items":0'))).toBe(true);
    await follower.catchUp();
    const after = await dump();
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
    all.startWorker();
    await all.settled();
  }, 300_000);

  // server/sim/crash.test.ts kills it, too.
  it('are written by the worker as a process of its own, which ends on SIGTERM with code 0', async () => {
    await all.settled();
    await all.stopWorker();
    const { config } = all.context;
    const worker = spawn(process.execPath, [await serverScript('worker')], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...process.env,
        ...TEST_SETTINGS,
        DATABASE_URL: config.database.url,
        CHAIN_RPC_URL: config.chain.rpcUrl,
        DEPLOYMENT_FILE: all.chain.deploymentFile,
        DATA_DIR: config.dataDir,
        JWT_SECRET: config.jwtSecret,
        OPERATOR_KEY: config.operatorKey,
        CHAIN_POLL_MS: '20',
      },
    });
    const exit = once(worker, 'exit');
    await live(1);
    await all.settled();
    worker.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    all.startWorker();
  }, 240_000);
});

it('a worker deletes the folders of killed processes when it starts', async () => {
  const left = await makeScratch();
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left.path, long, long);
  await all.stopWorker();
  all.startWorker();
  await expect.poll(() => existsSync(left.path), { timeout: 30_000 }).toBe(false);
  await left.dispose();
});
