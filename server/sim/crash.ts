/**
 * Trade continues while the node misbehaves, the chain removes blocks and two concurrent workers die between any two
 * statements. At the end the records must equal a clean read of the chain, table by table.
 */
import { createDatabaseFromTemplate, serverScript, testChain } from '@skarb/local/testing.ts';
import type { SignatureStep } from '@skarb/schema/primitive';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { createApi } from '../src/api.ts';
import { createContext } from '../src/context.ts';
import { advanceBreedingsByClock } from '../src/domain/breeding/breeding.jobs.ts';
import { advanceOffersByClock } from '../src/domain/offer/offer.jobs.ts';
import { testLog, until } from '../src/domain/offer/testing-trade.ts';
import { waitForFollower } from '../src/platform/chain/barrier.ts';
import { followerOf, operatorOf } from '../src/worker.ts';
import { createCalls, Refusal } from './calls.ts';
import { type Chance, chanceOf } from './chance.ts';
import { createAuctions } from './auctions.ts';
import { createBreedings, isUnderWay } from './breedings.ts';
import { compareAuctions } from './compare-auctions.ts';
import { compareLives } from './compare-lives.ts';
import { compare, type Difference } from './compare.ts';
import { createChainActions, reorganise } from './chain-actions.ts';
import { createFragileWire } from './fragile-wire.ts';
import { createOffers } from './offers.ts';
import { type Apart, compareRecords, readRecords, rebuild } from './records.ts';
import { startWildNode } from './wild-node.ts';
import { handOn, startWorld, type World } from './world.ts';

export type CrashResult = {
  seed: number;
  operations: number;
  reorgs: number;
  deepestReorg: number;
  /** Worker crashes: by cut connections, and of killed processes. */
  deaths: number;
  kills: number;
  faults: Record<string, number>;
  /** The number of compared rows, so that equal does not mean empty. */
  rows: number;
  auctions: number;
  /** Tokens with genes that were compared with the contract. */
  lives: number;
  /** Breedings by their status at the end. */
  breedings: Record<string, number>;
  apart: Apart[];
  /** Offers that are ACTIVE though the chain would not fill them, or the opposite. */
  differences: Difference[];
  /** Errors of a worker that neither the node nor the connection caused. */
  errors: string[];
  seconds: number;
  story: string[];
};

const WEIGHTS = {
  list: 16,
  bid: 12,
  edit: 5,
  revive: 3,
  cancel: 4,
  purchase: 6,
  mint: 5,
  give: 10,
  permit: 3,
  permitOne: 2,
  drain: 3,
  refill: 3,
  allow: 4,
  cancelOnSeaport: 2,
  raiseCounter: 1,
  fill: 9,
  auction: 9,
  auctionOnChain: 3,
  auctionBid: 10,
  bidOnHouse: 7,
  auctionEdit: 2,
  auctionCancel: 2,
  settle: 4,
  claim: 2,
  wait: 4,
  mine: 4,
  reorg: 4,
  deepReorg: 2,
};
/** Additional weights if there are founders. */
const BREEDING_WEIGHTS = { breed: 24, breedPast: 10, offerSiring: 8, hatch: 4, ripen: 8, forgetBlocks: 1 };
const DEEPEST = 64;
/** Each seed has a reorg of so many blocks. */
const DEEP = 21;
/** Blocks below a seed's first action, so that the deepest reorg removes only blocks of this seed. */
const GROUND = 30;

/**
 * Errors of the environment: the node, the connection, a slow machine (57014), or a conflict with another worker.
 * They change nothing.
 */
const WEATHER =
  /fetch failed|57014|CONNECTION_|ECONNRE|write EPIPE|CursorMoved|InconsistentNode|ChainChanged|RangeTooLarge|RpcError|HttpRequestError|TimeoutError|Unexpected token|40P01|57P01|CONNECT_TIMEOUT|HTTP request failed|internal error, try again/;
const isWeather = (error: unknown): boolean => {
  for (let cause = error as { cause?: unknown } | undefined, depth = 0; cause && depth < 6; depth++) {
    const { name, code, message } = cause as { name?: string; code?: string; message?: string };
    if (WEATHER.test(`${name} ${code} ${message}`)) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
};

/**
 * Survives the uncaught errors that the driver throws when its connection dies at certain moments (porsager/postgres
 * #1154, #1208): a real worker would die and restart, so here it counts as one more crash. Only for a separate
 * process of the simulation.
 */
export const outliveDriver = () => {
  const survive = (error: unknown) => {
    const { code, stack } = error as { code?: string; stack?: string };
    if (/^(CONNECTION_|ECONN|EPIPE)/.test(code ?? '') || /postgres\/src\/connection\.js/.test(stack ?? '')) return;
    console.error(error);
    process.exit(3);
  };
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
};

/** A market that seeds start from: a database to copy, and the state of a chain. */
export const startGround = async (founders = 0) => {
  const world = await startWorld({ people: 4, singles: 5, editions: 4, drafts: 3, founders });
  await world.app.close();
  await world.context.db.close();
  return { world, founders, state: await world.chain.rpc<string>('anvil_dumpState', []) };
};
export type Ground = Awaited<ReturnType<typeof startGround>>;

/** Copies the market to a new database and a new chain, with an API over them. */
const forkWorld = async ({ world: ground, state }: Ground) => {
  const { url: groundUrl } = ground.config.database;
  const template = new URL(groundUrl).pathname.slice(1);
  const chain = await testChain(state);
  const fork = async (from: string) => {
    const database = await createDatabaseFromTemplate(groundUrl, from);
    const config = {
      ...ground.config,
      database: { ...ground.config.database, url: database.url },
      chain: { ...ground.config.chain, rpcUrl: chain.rpcUrl },
    };
    return { ...database, config };
  };
  const database = await fork(template);
  const { config } = database;
  const context = createContext(config, 'api');
  const app = await createApi(context);
  const call = (async (method: 'GET', path: string, { as, json }: { as?: World['persons'][0]; json?: object } = {}) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
      ...(json ? { payload: json } : {}),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json(), raw: answer.rawPayload };
  }) as unknown as World['call'];
  const hand = await handOn(chain);
  const base = await hand.head();
  // A chain restored from a dump loses the lead of its clock.
  await hand.jump(60);
  await hand.mine(GROUND);
  const world: World = {
    ...ground,
    ...hand,
    base,
    chain,
    config,
    context,
    app,
    sql: context.db.sql,
    call,
    /** The workers follow by themselves; a user waits a moment, as real users do. */
    follow: async () => void (await waitForFollower(context.db, context.chain, { timeoutMs: 1500 })),
  };
  const close = async () => {
    await app.close();
    await context.db.close();
  };
  return {
    world,
    /** Copies the records to another database. */
    copy: async () => fork(new URL(database.url).pathname.slice(1)),
    close,
    drop: async () => {
      await close().catch(() => {});
      await Promise.all([database.drop(), chain.stop()]);
    },
  };
};

/** A worker that is killed repeatedly between two of its statements, and restarts without memory. */
const startMortal = (world: World, node: { url: string }, chance: Chance, errors: string[]) => {
  let isEnding = false;
  let isMortal = true;
  let deaths = 0;
  let endLife = () => {};
  const live = async () => {
    const wire = await createFragileWire(world.config.database.url, isMortal ? chance.between(15, 400) : Infinity, () =>
      endLife(),
    );
    const over = new AbortController();
    endLife = () => over.abort();
    const database = { ...world.config.database, url: wire.url, pool: 4 };
    const config = { ...world.config, database, chain: { ...world.config.chain, rpcUrl: node.url } };
    const context = createContext(config, 'worker');
    const note = (error: unknown) => {
      if (!over.signal.aborted && !isWeather(error)) errors.push(String((error as Error).stack ?? error).slice(0, 600));
    };
    // No lease: two concurrent followers are what a lost lease leads to.
    // Every other life takes itself to be far behind.
    const follower = followerOf(context, testLog, chance.is(0.5) ? { far: { seconds: -1, blocks: 0 } } : {});
    const following = (async () => {
      while (!over.signal.aborted) {
        const moved = await follower.step().catch(note);
        if (moved !== 'moved') await sleep(20);
      }
    })();
    const turning = (async () => {
      while (!over.signal.aborted) {
        await advanceOffersByClock(context).catch(note);
        await advanceBreedingsByClock(context, testLog).catch(note);
        await sleep(200, undefined, { signal: over.signal }).catch(() => {});
      }
    })();
    const operating = operatorOf(context, testLog, 50).run(over.signal);
    await new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve(), { once: true }));
    wire.snap();
    if (!isEnding) deaths++;
    // Closes the dead worker's connections, so that this process can end.
    await context.db.sql.end({ timeout: 0 }).catch(() => {});
    wire.bury();
    await Promise.race([Promise.all([following, turning, operating]), sleep(1000)]);
  };
  const running = (async () => {
    while (!isEnding) await live();
  })();
  return {
    deaths: () => deaths,
    /** From here on the worker does not die. */
    spare: () => {
      isMortal = false;
      endLife();
    },
    stop: async () => {
      isEnding = true;
      endLife();
      await running;
    },
  };
};

/** The worker as a separate process, killed by the system. */
const startProcess = (world: World, node: { url: string }, chance: Chance) => {
  let isEnding = false;
  let kills = 0;
  let child: ChildProcess | undefined;
  const { config } = world;
  const running = (async () => {
    while (!isEnding) {
      child = spawn(process.execPath, [await serverScript('worker')], {
        stdio: 'ignore',
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATABASE_URL: config.database.url,
          CHAIN_RPC_URL: node.url,
          DEPLOYMENT_FILE: world.chain.deploymentFile,
          DATA_DIR: config.dataDir,
          JWT_SECRET: config.jwtSecret,
          OPERATOR_KEY: config.operatorKey,
          BREEDING_MASTER: config.breedingMaster,
          CHAIN_POLL_MS: '20',
        },
      });
      const gone = once(child, 'exit');
      // Waits until the worker follows: the start of its process proves nothing.
      const since = new Date();
      const isAtWork = async () =>
        isEnding || (await world.sql`select 1 from chain_cursor where worker_seen_at > ${since}`).length > 0;
      await until('the worker to be at work', isAtWork, 90_000);
      await sleep(chance.between(50, 1500));
      if (child.exitCode === null) kills++;
      child.kill('SIGKILL');
      await gone;
    }
  })();
  return {
    kills: () => kills,
    stop: async () => {
      isEnding = true;
      child?.kill('SIGKILL');
      await running;
    },
  };
};

/**
 * @param operations actions of users and of the chain
 * @param isKilled one of the workers is a separate process, killed with -9
 */
export const runCrash = async (
  ground: Ground,
  seed: number,
  operations = 26,
  isKilled = false,
): Promise<CrashResult> => {
  const started = Date.now();
  const chance = chanceOf(seed);
  const fork = await forkWorld(ground);
  const { world } = fork;
  const errors: string[] = [];
  const nodes = [
    await startWildNode(world.chain.rpcUrl, chanceOf(seed + 1_000_003)),
    await startWildNode(world.chain.rpcUrl, chanceOf(seed + 2_000_003)),
  ] as const;
  const first = startMortal(world, nodes[0], chanceOf(seed + 3_000_017), errors);
  const second = isKilled ? undefined : startMortal(world, nodes[1], chanceOf(seed + 4_000_037), errors);
  const killed = isKilled ? startProcess(world, nodes[1], chanceOf(seed + 5_000_011)) : undefined;
  const story: string[] = [];
  let [reorgs, deepestReorg] = [0, 0];
  try {
    const offers = createOffers(world, chance);
    const drafts = [...world.drafts];
    const reorg = async (deepest: number) => {
      const said = await reorganise(world, chance, deepest);
      if (said) {
        reorgs++;
        deepestReorg = Math.max(deepestReorg, Number(/of (\d+)/.exec(said)?.[1]));
      }
      return said;
    };
    const actions = {
      ...offers.actions,
      ...createAuctions(world, chance).actions,
      ...createChainActions(world, chance),
      ...createBreedings(world, chance),
      reorg: () => reorg(10),
      deepReorg: () => reorg(DEEPEST),
      mint: async () => {
        const draft = drafts.shift();
        if (!draft) return undefined;
        const step = draft.detail.steps?.[0] as SignatureStep;
        const signature = await world.sign(draft.person, step);
        const answer = await createCalls(world.call).submit(draft.person, step, signature);
        return `mint requested (${answer instanceof Refusal ? answer.status : 'done'})`;
      },
    };
    const draw = (): keyof typeof actions =>
      ground.founders > 0 ? chance.weighed({ ...WEIGHTS, ...BREEDING_WEIGHTS }) : chance.weighed(WEIGHTS);
    for (let done = 0; done < operations; done++) {
      const said = await actions[draw()]();
      if (said) story.push(said);
      if (chance.is(0.3)) await sleep(chance.between(0, 120));
    }
    // The process is killed at least once while it works, however few actions there are.
    if (killed) await until('the process to be killed', async () => killed.kills() > 0, 90_000);
    // What is drawn depends on what came of the actions before, and so on how busy the machine is: there is a deep reorg
    // whatever was drawn, and an auction that it has not removed.
    const isDeep = async () => {
      if (deepestReorg < DEEP) await actions.deepReorg();
      return deepestReorg >= DEEP;
    };
    await until('a deep reorg', isDeep, 90_000);
    const isAuctioned = async () => (await actions.auctionOnChain())?.endsWith('done') ?? false;
    await until('an auction', isAuctioned, 90_000);
    for (const node of nodes) node.calm();
    const deaths = first.deaths() + (second?.deaths() ?? 0);
    await killed?.stop();
    first.spare();
    second?.spare();
    // Expected children hatch soon. The hash of a child's block can be read from the block after it, and this chain makes
    // no block by itself.
    if (ground.founders > 0) {
      await world.jump(2 * 3600);
      await world.mine();
    }
    // Skips the rows that a worker has locked: locking several of them in another order would deadlock.
    const hurryTasks = () => world.sql`
      update operator_task set run_at = now()
      where uuid in (select uuid from operator_task where status = 'pending' for update skip locked)`;
    await hurryTasks();
    await until(
      'the records to be level with the chain',
      async () => {
        const head = await world.chain.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false]);
        const [cursor] = await world.sql`select block_hash from chain_cursor`;
        const [open] = await world.sql`select 1 from operator_task where status in ('pending', 'sent')`;
        if (open) await hurryTasks();
        return cursor?.block_hash === head.hash && !open && !(await isUnderWay(world));
      },
      300_000,
    );
    await Promise.all([first.stop(), second?.stop()]);
    await advanceOffersByClock(world.context);
    // A matron in the auction house has no child yet, but is ready: changes by time alone are not made by the workers
    // only.
    await advanceBreedingsByClock(world.context, testLog);
    const { differences } = await compare(world, new Map(), chance);
    const house = await compareAuctions(world, new Map());
    const lives = await compareLives(world);
    differences.push(...house.differences, ...lives.differences);
    const records = await readRecords(world.sql);
    const breedings = Object.fromEntries(
      (await world.sql`select status, count(*)::int as n from breeding group by 1 order by 1`).map((row) => [
        row.status,
        row.n,
      ]),
    ) as Record<string, number>;
    await fork.close();

    const copy = await fork.copy();
    const clean = createContext(copy.config, 'worker');
    await rebuild(clean);
    const apart = compareRecords(records, await readRecords(clean.db.sql));
    await clean.db.close();
    await copy.drop();

    const faults: Record<string, number> = {};
    for (const node of nodes)
      for (const [fault, count] of Object.entries(node.faults)) faults[fault] = (faults[fault] ?? 0) + count;
    return {
      seed,
      operations: story.length,
      reorgs,
      deepestReorg,
      deaths,
      kills: killed?.kills() ?? 0,
      faults,
      rows: Object.values(records).flat().length,
      auctions: house.compared,
      lives: lives.compared,
      breedings,
      apart,
      differences,
      errors,
      seconds: Math.round((Date.now() - started) / 100) / 10,
      story,
    };
  } finally {
    await Promise.allSettled([first.stop(), second?.stop(), killed?.stop()]);
    for (const node of nodes) node.stop();
    await fork.drop();
  }
};
