import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programScript } from '@skarb/local/testing.ts';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { startHome, type Home, type One } from '../src/domain/token/testing-catalogue.ts';
import { createTestNode } from '../src/platform/chain/testing-node.ts';
import { followerOf } from '../src/worker.ts';
import { chanceOf } from './chance.ts';
import { createWildLogs } from './wild-logs.ts';

const SEED = Number(process.env.SIM_SEED ?? 1);
const BLOCKS = 40;
/** Seeds of the second test; `npm run test:all` runs 19. */
const SEEDS = 1;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let home: Home;
let token: One['data'];
beforeAll(async () => {
  home = await startHome();
  token = await home.all.minted(home.ann, home.home.uuid);
});
afterAll(() => home?.all.stop());

const wildLogsOf = (seed: number) => {
  const { deployment } = home.all.config;
  const chance = chanceOf(seed);
  const collection = token.contractAddress as Hex;
  return {
    chance,
    ...createWildLogs(chance, {
      addresses: [home.ann.address, home.bob.address, deployment.weth as Hex, collection],
      auctionHouse: deployment.auctionHouse as Hex,
      breeding: deployment.breeding as Hex,
      seaport: deployment.seaport as Hex,
      factory: deployment.collectionFactory as Hex,
      accountFactory: home.all.config.accounts?.accountFactory as Hex,
      zone: deployment.offerZone as Hex,
      singles: [collection],
      editions: [collection],
      currencies: [deployment.weth as Hex],
      known: [BigInt(token.tokenId)],
    }),
  };
};

describe('logs of every event with random and extreme fields, truncated, too long or with wrong topics', () => {
  it('never stop the follower, reorgs included, and each is either applied or set aside', async () => {
    const { all } = home;
    const { chance, wild, events } = wildLogsOf(SEED);
    expect(events).toBeGreaterThan(40);
    const node = createTestNode({ id: all.config.chain.id, startBlock: all.config.deployment.blockNumber });
    const context: Context = { ...all.context, chain: node.client };
    const follower = followerOf(context, silent);
    const catchUp = async () => {
      for (let failures = 0; ; failures++) {
        try {
          await follower.catchUp();
          return;
        } catch (error) {
          if (failures > 4 * BLOCKS) throw error;
        }
      }
    };
    const block = () => node.mine(...Array.from({ length: chance.below(4) }, () => [wild(), wild()]));
    block();
    for (let step = 0; step < BLOCKS; step++) {
      block();
      if (chance.is(0.3)) await catchUp();
      if (chance.is(0.1) && node.head() > all.config.deployment.blockNumber + 6) {
        node.drop(4);
        for (let again = 0; again < 5; again++) block();
      }
    }
    await catchUp();
    const [cursor] = await all.sql`select block_number from chain_cursor`;
    expect(Number(cursor?.block_number)).toBe(node.head());
    const [kept] = await all.sql`
      select (select count(*)::int from chain_log) as applied,
        (select count(*)::int from set_aside s join chain_log l using (chain_id, block_hash, log_index)) as both`;
    expect(kept?.applied).toBeGreaterThan(20);
    expect(kept).toMatchObject({ both: 0 });
    const seen = await home.show(token.uuid, home.bob);
    expect(seen.status).toBe(200);
  }, 120_000);
});

describe('logs that our contracts can write, mixed with invalid ones', () => {
  // In a separate process: a driver whose connection is cut may throw an uncaught error, which counts as one of its
  // crashes.
  it('lead to the records of a clean read, table by table, after reorgs, a misbehaving node, restarts and crashes', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [await programScript('simulation'), 'logs', String(SEEDS), '30', '11'],
      { maxBuffer: 2 ** 24 },
    ).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    const figures = JSON.parse(stdout.trim().split('\n').at(-1) as string);
    expect(figures).toMatchObject({ seeds: SEEDS, seedsWithDifferences: [], broken: [], stuck: 0 });
    expect(figures.reorgs).toBeGreaterThan(0);
    expect(figures.deepestReorg).toBeGreaterThan(1);
    expect(figures.restarts + figures.deaths).toBeGreaterThan(0);
    expect(figures.rows).toBeGreaterThan(SEEDS * 50);
  }, 600_000);
});
