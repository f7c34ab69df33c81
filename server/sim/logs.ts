/**
 * Logs of every event of every contract that we read, possible and impossible ones, in random order and with random
 * and extreme fields, while the node misbehaves, the chain removes blocks and workers die: the follower never stops,
 * and at the end the records equal a clean read of the chain, table by table.
 */
import { createDatabaseFromTemplate } from '@skarb/local/testing.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeFunctionData, type Hex } from 'viem';
import { seaportAbi } from '@skarb/contracts/abi';
import { createContext, type Context } from '../src/context.ts';
import { advanceOffersByClock } from '../src/domain/offer/offer.jobs.ts';
import { TOPIC } from '../src/domain/offer/offer.facts.ts';
import { testLog } from '../src/domain/offer/testing-trade.ts';
import type { RpcError } from '../src/platform/chain/client.ts';
import { makeDue } from '../src/platform/chain/set-aside.ts';
import { createTestNode, type NewLog, type TestNode } from '../src/platform/chain/testing-node.ts';
import { addressTopic } from '../src/platform/chain/address.ts';
import { followerOf } from '../src/worker.ts';
import { chanceOf } from './chance.ts';
import { createFragileWire } from './fragile-wire.ts';
import type { LogGround } from './log-ground.ts';
import { createStories, stateOf, type State } from './log-stories.ts';
import { type Apart, compareRecords, readRecords, rebuild } from './records.ts';
import { startWildNode } from './wild-node.ts';
import { createWildLogs } from './wild-logs.ts';

export type LogsResult = {
  seed: number;
  blocks: number;
  logs: number;
  /** Generated transactions by kind, whether or not they stayed on the chain. */
  stories: Record<string, number>;
  reorgs: number;
  deepestReorg: number;
  restarts: number;
  deaths: number;
  faults: Record<string, number>;
  /** Logs that are set aside at the end. */
  aside: number;
  rows: number;
  apart: Apart[];
  /** Undos and rows that are still set aside: the records are incomplete. */
  stuck: number;
  seconds: number;
};

const DEEPEST = 40;
/** The number of consecutive failures of the follower that counts as a stop. */
const FAILURES = 400;
/** Serves a generated chain as a node over HTTP. Contract calls return the state before the generated logs. */
const startNode = async ({ world, past }: LogGround) => {
  const counterCall = encodeFunctionData({ abi: seaportAbi, functionName: 'getCounter', args: [world.rich] }).slice(
    0,
    10,
  );
  const ask = (method: string, params: unknown[]) => {
    const { to, data } = params[0] as { to: Hex; data: Hex };
    if (method === 'eth_call' && to.toLowerCase() === world.config.deployment.seaport && data.startsWith(counterCall)) {
      const maker = addressTopic(`0x${data.slice(-40)}`);
      const raised = node
        .logs()
        .findLast(({ topics }) => topics[0] === TOPIC.counterIncremented && topics[1] === maker && topics.length === 2);
      if (raised) return raised.data.slice(0, 66).padEnd(66, '0');
    }
    return world.chain.rpc(method, [params[0], 'latest']);
  };
  const node: TestNode = createTestNode({ id: world.config.chain.id, startBlock: 0, past, ask });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params?: unknown[] };
    const answerOf = async ({ id, method, params }: typeof asked) => {
      try {
        return { jsonrpc: '2.0', id, result: await node.client.rpc(method, params ?? []) };
      } catch (error) {
        const { code, message, data } = error as RpcError;
        return { jsonrpc: '2.0', id, error: { code: code ?? -32603, message, data } };
      }
    };
    const answer = Array.isArray(asked) ? await Promise.all(asked.map(answerOf)) : await answerOf(asked);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...node,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

type Life = {
  context: Context;
  step: () => Promise<'level' | 'moved'>;
  isOver: () => boolean;
  end: () => Promise<void>;
};

/**
 * A worker's follower from its start to its end.
 * @param statements the number of statements after which it dies
 * @param isFar takes every batch for far behind the head
 */
const live = async (config: LogGround['world']['config'], statements: number, isFar = false): Promise<Life> => {
  let isOver = false;
  let die = () => {};
  const dead = new Promise<never>((_, reject) => (die = () => reject(new Error('the worker died'))));
  dead.catch(() => {});
  const wire =
    statements === Infinity
      ? undefined
      : await createFragileWire(config.database.url, statements, () => {
          isOver = true;
          die();
        });
  const database = { ...config.database, pool: 4, ...(wire ? { url: wire.url } : {}) };
  const context = createContext({ ...config, database }, 'worker');
  const follower = followerOf(context, testLog, isFar ? { far: { seconds: -1, blocks: 0 } } : {});
  return {
    context,
    step: () => Promise.race([follower.step(), dead]),
    isOver: () => isOver,
    end: async () => {
      isOver = true;
      wire?.snap();
      await context.db.sql.end({ timeout: 0 }).catch(() => {});
      wire?.bury();
    },
  };
};

/** @param isMortal workers die between two statements, in addition to restarts */
export const runLogs = async (ground: LogGround, seed: number, blocks = 60, isMortal = true): Promise<LogsResult> => {
  const started = Date.now();
  const chance = chanceOf(seed);
  /** A separate generator: the contents of the chain depend on the ground's random ids, the order of events must not. */
  const plan = chanceOf(seed + 3_000_003);
  /** The same: the moment of a crash depends on timing, and must not change the contents of the chain. */
  const lives = chanceOf(seed + 2_000_003);
  const { url: groundUrl } = ground.world.config.database;
  const template = new URL(groundUrl).pathname.slice(1);
  const database = await createDatabaseFromTemplate(groundUrl, template);
  const node = await startNode(ground);
  const wildNode = await startWildNode(node.url, chanceOf(seed + 1_000_003));
  const configOf = (url: string, rpcUrl: string) => ({
    ...ground.world.config,
    database: { ...ground.world.config.database, url },
    chain: { ...ground.world.config.chain, rpcUrl },
  });
  const config = configOf(database.url, wildNode.url);
  const wilds = createWildLogs(chance, ground.cast);
  const stories = createStories(chance, ground.ground, ground.cast, wilds);
  const base = node.head();
  let state: State = stateOf(ground.ground);
  /** The generated blocks of the current chain, with the state before and after each. */
  const mined: { before: State; transactions: NewLog[][]; after: State }[] = [];
  const counts: Record<string, number> = {};
  const made = { logs: 0, reorgs: 0, deepestReorg: 0, restarts: 0, deaths: 0 };
  let life = await live(config, Infinity);
  const lived: Life[] = [];

  const transaction = (): NewLog[] => {
    const wildOnes = () => Array.from({ length: chance.between(1, 2) }, () => wilds.wild());
    if (chance.is(0.3)) {
      counts.wild = (counts.wild ?? 0) + 1;
      return wildOnes();
    }
    const { name, logs } = stories.next(state);
    counts[name] = (counts[name] ?? 0) + 1;
    // A third-party contract may cause several things in one transaction.
    return chance.is(0.15) ? [...logs, ...wildOnes()] : logs;
  };
  type Entry = (typeof mined)[number];
  const put = (entry: Entry) => {
    mined.push(entry);
    made.logs += entry.transactions.flat().length;
    node.mine(...entry.transactions);
    state = structuredClone(entry.after);
  };
  const mine = () => {
    const start = structuredClone(state);
    const transactions = Array.from({ length: chance.below(5) }, transaction);
    put({ before: start, transactions, after: structuredClone(state) });
  };
  /** Removes blocks; the first ones may be mined again with other hashes, then new ones replace the rest. */
  const reorganise = () => {
    const depth = Math.min(mined.length, plan.is(0.3) ? plan.between(1, DEEPEST) : plan.between(1, 5));
    if (depth === 0) return;
    made.reorgs++;
    made.deepestReorg = Math.max(made.deepestReorg, depth);
    node.drop(depth);
    const gone = mined.splice(mined.length - depth);
    const again = plan.between(0, depth);
    state = structuredClone((gone[0] as Entry).before);
    for (const entry of gone.slice(0, again)) put(entry);
    for (let more = again; more < depth + plan.between(0, 2); more++) mine();
  };

  const renew = async () => {
    lived.push(life);
    await life.end();
    // Half of the follower processes take every range of blocks for one far behind the head.
    const isFar = lives.is(0.5);
    life = await live(config, isMortal && lives.is(0.6) ? lives.between(10, 300) : Infinity, isFar);
  };
  /** @param steps the most steps it may take */
  const follow = async (steps: number) => {
    for (let failures = 0, done = 0; done < steps; done++) {
      try {
        if ((await life.step()) === 'level') return;
        failures = 0;
      } catch (error) {
        if (life.isOver()) {
          made.deaths++;
          await renew();
        }
        if (++failures > FAILURES) throw error;
      }
    }
  };
  try {
    for (let done = 0; done < blocks; done++) {
      mine();
      if (plan.is(0.4)) await follow(plan.is(0.5) ? 1 : 20);
      if (plan.is(0.12)) reorganise();
      if (plan.is(0.08)) {
        made.restarts++;
        await renew();
      }
    }
    wildNode.calm();
    await life.end();
    life = await live(configOf(database.url, node.url), Infinity);
    const head = node.head();
    for (let rounds = 0; ; rounds++) {
      await follow(10_000);
      const [cursor] = await life.context.db.sql`select block_number from chain_cursor`;
      if (Number(cursor?.block_number) === head) break;
      if (rounds > 20) throw new Error(`the follower is at ${cursor?.block_number}, the chain at ${head}`);
    }
    await retryAll(life.context);
    await advanceOffersByClock(life.context);
    const records = await readRecords(life.context.db.sql);
    const [aside] = await life.context.db.sql`
      select count(*) filter (where kind = 'log')::int as logs, count(*) filter (where kind <> 'log')::int as stuck from set_aside`;
    await life.end();

    const copy = await createDatabaseFromTemplate(groundUrl, new URL(database.url).pathname.slice(1));
    const clean = createContext(configOf(copy.url, node.url), 'worker');
    await rebuild(clean);
    await retryAll(clean);
    const apart = compareRecords(records, await readRecords(clean.db.sql));
    await clean.db.close();
    await copy.drop();
    return {
      seed,
      blocks: node.head() - base,
      ...made,
      stories: counts,
      faults: wildNode.faults,
      aside: aside?.logs as number,
      stuck: aside?.stuck as number,
      rows: Object.values(records).flat().length,
      apart,
      seconds: Math.round((Date.now() - started) / 100) / 10,
    };
  } finally {
    await life.end().catch(() => {});
    wildNode.stop();
    node.stop();
    await database.drop();
  }
};

/** As a worker does at its start: a failed log may be applicable now. */
const retryAll = async (context: Context) => {
  await makeDue(context.db.sql, { chainId: context.config.chain.id });
  await followerOf(context, testLog).retrySetAside();
};
