/**
 * A crowd: many concurrent users over two APIs and two workers list, buy, bid, edit, cancel, favour and report, while
 * an admin hides and restores. No answer may be a server error, no deadlock may occur, and at the end every stored
 * count must equal a fresh count.
 */
import * as moderationCalls from '@skarb/schema/calls/moderation';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { SubjectType } from '@skarb/schema/hidden';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { createApi } from '../src/api.ts';
import { createContext } from '../src/context.ts';
import { testLog, until } from '../src/domain/offer/testing-trade.ts';
import { runWorker } from '../src/worker.ts';
import { type Chance, chanceOf } from './chance.ts';
import { miscounted } from './counted.ts';
import { createCalls, Refusal } from './calls.ts';
import { createOffers } from './offers.ts';
import { startWorld, type Person, type World } from './world.ts';

export type CrowdResult = {
  seed: number;
  people: number;
  acts: number;
  /** The actions of the users, by kind. */
  done: Record<string, number>;
  /** Answers by status. */
  answers: Record<string, number>;
  /** Server errors: 500 and above, except 503, which says when to retry. */
  faults: string[];
  /** Deadlocks that PostgreSQL had to break. */
  deadlocks: number;
  /** Stored counts that differ from a fresh count. */
  miscounted: string[];
  /** The number of compared counts. */
  counted: number;
  seconds: number;
};

const REASONS = ['SPAM', 'STOLEN', 'OTHER'] as const;
const WEIGHTS = { list: 20, bid: 12, edit: 8, cancel: 8, purchase: 16, revive: 3, favour: 20, report: 6, give: 8 };
const ADMIN_WEIGHTS = { hide: 10, restore: 9 };
/** Whether a status is a server error; 503 only asks for a retry. */
const isFault = (status: number): boolean => status >= 500 && status !== 503;

type Call = World['call'];

/** A second API over the same records, and calls that alternate between the two. */
const overTwoApis = async (world: World, result: CrowdResult) => {
  const context = createContext(world.config, 'api');
  const app = await createApi(context);
  const apps = [world.app, app];
  let turn = 0;
  const call = (async (method: 'GET', path: string, { as, json }: { as?: Person; json?: object } = {}) => {
    const answer = await (apps[turn++ % apps.length] as typeof app).inject({
      method,
      url: `/api${path}`,
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
      ...(json ? { payload: json } : {}),
    });
    result.answers[answer.statusCode] = (result.answers[answer.statusCode] ?? 0) + 1;
    if (isFault(answer.statusCode)) result.faults.push(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : undefined };
  }) as unknown as Call;
  return {
    call,
    stop: async () => {
      await app.close();
      await context.db.close();
    },
  };
};

/**
 * Two workers, each with its own context as in separate processes. One holds the lease and follows, both do
 * everything else.
 */
const startWorkers = (world: World) => {
  const stopping = new AbortController();
  const workers = [0, 1].map(() => {
    const context = createContext(world.config, 'worker');
    return { context, running: runWorker(context, testLog, stopping.signal) };
  });
  return async () => {
    stopping.abort();
    for (const { context, running } of workers) {
      await running;
      await context.db.close();
    }
  };
};

/** Transfers tokens of the two makers, so that each user has something to sell. */
const handOut = async ({ persons, tokens, sql, write, abiOf }: World, chance: Chance) => {
  for (const token of tokens) {
    const [held] = await sql<{ owner: Hex }[]>`select owner from ownership where token_uuid = ${token.uuid} limit 1`;
    const owner = held?.owner as Hex;
    const half = chance.shuffle(persons).slice(0, token.isEdition ? Math.min(4, Number(token.quantity) - 1) : 1);
    for (const { wallet } of half) {
      if (wallet === owner) continue;
      const args = token.isEdition ? [owner, wallet, token.id, 1n, '0x'] : [owner, wallet, token.id];
      await write(owner, token.contract, abiOf(token), token.isEdition ? 'safeTransferFrom' : 'transferFrom', args);
    }
  }
};

/** The outcome of a call, for the statistics. */
const say = (what: string, answer: unknown) => `${what} (${answer instanceof Refusal ? answer.status : 'done'})`;

/** The actions of one user of the crowd, who acts only for their own account. */
const createVisitor = (world: World, me: Person, chance: Chance) => {
  const { actions } = createOffers({ ...world, persons: [me] }, chance);
  const api = createCalls(world.call);
  const token = () => chance.pick(world.tokens) as World['tokens'][0];
  return {
    ...actions,
    favour: async () => {
      const call = chance.is(0.6) ? tokenCalls.favorite : tokenCalls.unfavorite;
      return say('favour', await api.send(me, call, { params: { id: token().uuid } }));
    },
    report: async () => {
      const reason = chance.pick(REASONS) as (typeof REASONS)[number];
      const body = { subjectType: 'token' as const, subjectUuid: token().uuid, reason, note: '' };
      return say('report', await api.send(me, moderationCalls.report, { body }));
    },
    /** Transfers without the marketplace: this ends listings and changes the counts of owners. */
    give: async () => {
      const [held] = await world.sql<{ token_uuid: string }[]>`
        select token_uuid from ownership where owner = ${me.wallet} and quantity > escrowed order by random() limit 1`;
      const given = world.tokens.find(({ uuid }) => uuid === held?.token_uuid);
      if (!given) return undefined;
      const to = (chance.pick(world.persons) as Person).wallet;
      const args = given.isEdition ? [me.wallet, to, given.id, 1n, '0x'] : [me.wallet, to, given.id];
      const way = given.isEdition ? 'safeTransferFrom' : 'transferFrom';
      return `gave ${await world.write(me.wallet, given.contract, world.abiOf(given), way, args)}`;
    },
  };
};

/** The actions of the admin: on random tokens, collections and users. */
const createAdmin = (world: World, me: Person, chance: Chance) => {
  const subject = async (): Promise<{ subjectType: SubjectType; subjectUuid: string }> => {
    const subjectType = chance.weighed({ token: 6, collection: 2, user: 2 });
    if (subjectType === 'token')
      return { subjectType, subjectUuid: (chance.pick(world.tokens) as { uuid: string }).uuid };
    if (subjectType === 'user') return { subjectType, subjectUuid: (chance.pick(world.persons) as Person).uuid };
    const rows = await world.sql<{ uuid: string }[]>`select uuid from collection order by uuid`;
    return { subjectType, subjectUuid: (chance.pick(rows) as { uuid: string }).uuid };
  };
  const api = createCalls(world.call);
  return {
    hide: async () => {
      const body = { ...(await subject()), reason: 'OTHER' as const, note: 'A simulation' };
      return say('hide', await api.send(me, moderationCalls.hide, { body }));
    },
    restore: async () => {
      const [row] = await world.sql<{ subjectType: SubjectType; subjectUuid: string }[]>`
        select subject_type as "subjectType", subject_uuid as "subjectUuid" from hidden order by random() limit 1`;
      return row && say('restore', await api.send(me, moderationCalls.restore, { body: row }));
    },
  };
};

const deadlocksOf = async ({ sql }: World): Promise<number> => {
  // PostgreSQL sessions report their statistics at most once a second.
  await sleep(1500);
  const [row] = await sql<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  return row?.n ?? 0;
};

/** @param acts of each user */
export const runCrowd = async (seed: number, people: number, acts: number): Promise<CrowdResult> => {
  const started = Date.now();
  const world = await startWorld({ people, singles: 9, editions: 9 });
  const result: CrowdResult = {
    seed,
    people,
    acts: 0,
    done: {},
    answers: {},
    faults: [],
    deadlocks: 0,
    miscounted: [],
    counted: 0,
    seconds: 0,
  };
  const apis = await overTwoApis(world, result);
  try {
    await handOut(world, chanceOf(seed));
    const stopWorkers = startWorkers(world);
    // The workers follow by themselves, and no action waits for them: that is the point of the crowd.
    const crowd: World = { ...world, call: apis.call, follow: async () => {} };
    const admin = world.persons.at(-1) as Person;
    await world.sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid}`;
    const live = async (draw: () => string, actions: Record<string, () => Promise<string | undefined>>) => {
      for (let done = 0; done < acts; done++) {
        const said = await actions[draw()]?.();
        if (!said) continue;
        result.acts++;
        result.done[said.replace(/ of \d+ in .*/, '')] = (result.done[said.replace(/ of \d+ in .*/, '')] ?? 0) + 1;
      }
    };
    await Promise.all(
      world.persons.map((person, index) => {
        const chance = chanceOf(seed * 1000 + index);
        return person === admin
          ? live(() => chance.weighed(ADMIN_WEIGHTS), createAdmin(crowd, person, chance))
          : live(() => chance.weighed(WEIGHTS), createVisitor(crowd, person, chance));
      }),
    );
    await until(
      'the records to be level with the chain',
      async () => {
        const head = await world.chain.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false]);
        const [cursor] = await world.sql`select block_hash from chain_cursor`;
        const [open] = await world.sql`select 1 from operator_task where status in ('pending', 'sent')`;
        return cursor?.block_hash === head.hash && !open;
      },
      300_000,
    );
    await stopWorkers();
    result.deadlocks = await deadlocksOf(world);
    const { wrong, rows } = await miscounted(world.sql);
    result.miscounted = wrong;
    result.counted = rows;
    result.seconds = Math.round((Date.now() - started) / 100) / 10;
    return result;
  } finally {
    await apis.stop();
    await world.stop();
  }
};
