/**
 * Card purchases under failures: users press buttons twice at two APIs, webhooks arrive forged, repeated and in any
 * order, APIs crash between any two statements, the node misbehaves and database connections are terminated. At the
 * end each order has had one effect and the state that the provider's order of states gives.
 */
import { urlOf } from '@skarb/client';
import * as onrampCalls from '@skarb/schema/calls/onramp';
import { erc20Abi } from '@skarb/contracts/abi';
import type { OnrampStatus } from '@skarb/schema/onramp';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther } from 'viem';
import { createApi } from '../src/api.ts';
import { createContext } from '../src/context.ts';
import { DEMO_SIGNATURE } from '../src/domain/onramp/onramp.demo.ts';
import { buyerOf, moonPayBody, moonPaySignature } from '../src/domain/onramp/testing-onramp.ts';
import { until } from '../src/domain/offer/testing-trade.ts';
import { startTestApi, type TestApi } from '../src/testing.ts';
import { type Chance, chanceOf } from './chance.ts';
import { createFragileWire } from './fragile-wire.ts';
import { startWildNode } from './wild-node.ts';

export type CardsResult = {
  seed: number;
  orders: number;
  /** The number of button presses, and of those without an answer. */
  presses: number;
  unanswered: number;
  deliveries: number;
  forged: number;
  deaths: number;
  thrownOut: number;
  faults: Record<string, number>;
  /** The final states of the orders. */
  ends: Record<string, number>;
  /** The problems found. */
  wrong: string[];
  seconds: number;
};

type Buyer = Awaited<ReturnType<typeof buyerOf>>;
type Outcome = 'success' | 'slow' | 'refunded' | 'declined';
const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
const AMOUNT = '0.1';
const GAS_POL = parseEther('2');

/** An API that is killed repeatedly between two of its statements, and restarts without memory. */
const startMortal = async (api: TestApi, nodeUrl: string, chance: Chance) => {
  const { config } = api.context;
  let [isEnding, deaths, url] = [false, 0, ''];
  const live = async () => {
    let die = () => {};
    const death = new Promise<void>((resolve) => (die = resolve));
    const wire = await createFragileWire(config.database.url, chance.between(30, 250), () => die());
    const context = createContext(
      {
        ...config,
        database: { ...config.database, url: wire.url, pool: 4 },
        chain: { ...config.chain, rpcUrl: nodeUrl },
      },
      'api',
    );
    try {
      const app = await createApi(context);
      url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '');
      const over = setInterval(() => isEnding && die(), 50);
      await death;
      clearInterval(over);
      url = '';
      app.server.closeAllConnections();
      wire.snap();
      await context.db.sql.end({ timeout: 0 }).catch(() => {});
      wire.bury();
      await Promise.race([app.close().catch(() => {}), sleep(1000)]);
    } finally {
      wire.snap();
      wire.bury();
    }
    if (!isEnding) deaths++;
  };
  const running = (async () => {
    while (!isEnding) await live().catch(() => sleep(50));
  })();
  await until('an API', async () => url !== '', 120_000);
  return {
    url: () => url,
    deaths: () => deaths,
    stop: async () => {
      isEnding = true;
      await running;
    },
  };
};

/** The webhooks of a provider about an order: several payment attempts, one after the other. */
const webhooksOf = (chance: Chance, order: string, address: string) => {
  const tries = chance.between(1, 3);
  const webhooks: { payment: number; status: OnrampStatus; body: string }[] = [];
  for (let payment = 0; payment < tries; payment++) {
    const isLast = payment === tries - 1;
    const end = isLast ? chance.weighed({ completed: 4, failed: 4, refunded: 2, pending: 1 }) : 'failed';
    const statuses: OnrampStatus[] = ['created', 'pending', end];
    if (end === 'refunded' && chance.is(0.5)) statuses.splice(2, 0, 'completed');
    for (const [index, status] of statuses.entries())
      webhooks.push({
        payment,
        status,
        body: moonPayBody(
          {
            id: `try-${payment}-of-${order}`,
            createdAt: new Date(1_800_000_000_000 + payment * 60_000).toISOString(),
            updatedAt: new Date(1_800_000_000_000 + payment * 60_000 + index * 1000).toISOString(),
            status: { created: 'waitingPayment', refunded: 'failed' }[status as string] ?? status,
            failureReason: status === 'refunded' ? 'refund' : status === 'failed' ? 'card_declined' : null,
            externalTransactionId: order,
            walletAddress: address,
          },
          status === 'failed' || status === 'refunded' ? 'transaction_failed' : 'transaction_updated',
        ),
      });
  }
  // An order ends in the state of its last attempt, because all attempts before it failed.
  return { webhooks, ends: webhooks.at(-1)?.status as OnrampStatus };
};

const startCards = async (seed: number) => {
  const chance = chanceOf(seed);
  const api = await startTestApi({ RATE_LIMITS: '0' });
  const nodes = [
    await startWildNode(api.context.config.chain.rpcUrl, chanceOf(seed + 1_000_003)),
    await startWildNode(api.context.config.chain.rpcUrl, chanceOf(seed + 2_000_003)),
  ] as const;
  const mortals = [
    await startMortal(api, nodes[0].url, chanceOf(seed + 3_000_017)),
    await startMortal(api, nodes[1].url, chanceOf(seed + 4_000_037)),
  ] as const;
  /** Creating a buyer may fail on a terminated connection too: it is tried again. */
  const buyer = (): Promise<Buyer> => until('a buyer', () => buyerOf(api).catch(() => undefined), 120_000);
  /** One of the two APIs that crash, or the stable one. */
  const somewhere = () => (chance.is(0.8) ? (chance.pick(mortals)?.url() ?? '') : api.url) || api.url;
  return { chance, api, nodes, mortals, buyer, somewhere };
};

/** @param orders half of them are paid with the demo card, half are known from webhooks only */
export const runCards = async (seed: number, orders: number): Promise<CardsResult> => {
  const started = Date.now();
  const parts = await startCards(seed);
  const { chance, api, nodes, mortals, somewhere } = parts;
  const { sql } = api.context.db;
  const result: CardsResult = {
    seed,
    orders,
    presses: 0,
    unanswered: 0,
    deliveries: 0,
    forged: 0,
    deaths: 0,
    thrownOut: 0,
    faults: {},
    ends: {},
    wrong: [],
    seconds: 0,
  };
  let isCalm = false;
  const throwOut = (async () => {
    while (!isCalm) {
      await sleep(chance.between(300, 1500));
      // Terminates one random connection other than this one.
      const rows = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`.catch(() => []);
      result.thrownOut += rows.length;
    }
  })();

  /** @returns the page, or undefined without an answer */
  const press = async (base: string, url: string, outcome: Outcome): Promise<string | undefined> => {
    result.presses++;
    try {
      const answer = await fetch(base + url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...CARD, outcome }).toString(),
        signal: AbortSignal.timeout(30_000),
      });
      if (answer.status < 500) return await answer.text();
    } catch {
      // As if the phone had lost its connection: the result is unknown.
    }
    result.unanswered++;
    return undefined;
  };
  /** As users do: twice at once, then again until there is an answer. */
  const pay = async (url: string, outcome: Outcome) => {
    const pages = await Promise.all([somewhere(), somewhere()].map((base) => press(base, url, outcome)));
    for (let again = 0; !pages.some((page) => page !== undefined) && again < 200; again++) {
      await sleep(100);
      pages.push(await press(somewhere(), url, outcome));
    }
  };
  const deliver = async (body: string, signature: string): Promise<number> => {
    try {
      const answer = await fetch(somewhere() + urlOf(onrampCalls.webhook, { params: { provider: 'demo' } } as never), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [DEMO_SIGNATURE]: signature },
        body,
        signal: AbortSignal.timeout(30_000),
      });
      return answer.status;
    } catch {
      return 0;
    }
  };
  const { webhookKey } = api.context.config.onramp as { webhookKey: string };
  /** Sends until it is accepted, as providers do; sometimes a second time. */
  const send = async (body: string) => {
    for (let left = chance.is(0.3) ? 2 : 1, tries = 0; left > 0 && tries < 300; tries++) {
      result.deliveries++;
      if ((await deliver(body, moonPaySignature(body, webhookKey))) === 202) left--;
      else await sleep(100);
    }
  };
  const forge = async (order: string, address: string) => {
    const body = webhooksOf(chanceOf(seed), order, address).webhooks.at(-1)?.body as string;
    const status = await deliver(body.replace('"type"', ' "type"'), moonPaySignature(body, 'another key'));
    if (status === 202) result.wrong.push(`a forged webhook for ${order} was accepted`);
    if (status === 401) result.forged++;
  };

  const check = async (name: string, buyer: Buyer, uuid: string, ends: OnrampStatus, isPaidHere: boolean) => {
    const show = async () => (await buyer.show(uuid).catch(() => undefined)) as { status: string } | undefined;
    const last = await until(
      `${name} to end as ${ends}`,
      async () => {
        const [open] = await sql`select 1 from demo_payment where order_uuid = ${uuid} and finished_at is null`;
        const shown = await show();
        return !open && shown?.status === ends && shown;
      },
      240_000,
    ).catch(async () => show());
    result.ends[`${name}: ${last?.status}`] = (result.ends[`${name}: ${last?.status}`] ?? 0) + 1;
    if (last?.status !== ends) result.wrong.push(`${name} ${uuid} is ${last?.status}, not ${ends}`);
    const { public: chain } = api.context.chain;
    const { address } = buyer.account;
    const weth = await chain.readContract({
      address: api.context.config.deployment.weth,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    });
    const pol = await chain.getBalance({ address });
    const due = isPaidHere && ends === 'completed';
    if (weth !== (due ? parseEther(AMOUNT) : 0n)) result.wrong.push(`${name} ${uuid}: sent ${weth} of ether`);
    if (pol !== (due ? GAS_POL : 0n)) result.wrong.push(`${name} ${uuid}: sent ${pol} of POL`);
  };

  try {
    const checks: (() => Promise<void>)[] = [];
    const one = async (index: number) => {
      const buyer = await parts.buyer();
      const ordered = await until(
        'an order',
        async () => {
          const answer = await buyer.order({ amount: AMOUNT }).catch(() => undefined);
          return answer?.status === 201 && (answer.body.data as { uuid: string; url: string });
        },
        120_000,
      );
      const { uuid, url } = ordered;
      if (index % 2) {
        const { webhooks, ends } = webhooksOf(chance, uuid, buyer.account.address);
        // Several at once: they arrive in any order.
        await Promise.all([
          ...chance.shuffle(webhooks).map(({ body }) => send(body)),
          forge(uuid, buyer.account.address),
        ]);
        checks.push(() => check('by webhook', buyer, uuid, ends, false));
        return;
      }
      const wanted = chance.weighed({ success: 5, slow: 2, refunded: 2, declined: 2 });
      if (wanted === 'declined' || chance.is(0.3)) await pay(url, 'declined');
      await forge(uuid, buyer.account.address);
      if (wanted !== 'declined') await pay(url, wanted);
      const ends = wanted === 'declined' ? 'failed' : wanted === 'refunded' ? 'refunded' : 'completed';
      checks.push(() => check(wanted, buyer, uuid, ends, true));
    };
    let next = 0;
    // Three orders at a time.
    const runOn = async () => {
      while (next < orders) await one(next++);
    };
    await Promise.all([runOn(), runOn(), runOn()]);
    for (const node of nodes) node.calm();
    isCalm = true;
    await throwOut;
    result.deaths = mortals[0].deaths() + mortals[1].deaths();
    await Promise.all(mortals.map((mortal) => mortal.stop()));
    // The stable API completes the remaining work.
    for (const ask of checks) await ask();
    for (const node of nodes)
      for (const [fault, count] of Object.entries(node.faults))
        result.faults[fault] = (result.faults[fault] ?? 0) + count;
    result.seconds = Math.round((Date.now() - started) / 100) / 10;
    return result;
  } finally {
    isCalm = true;
    await Promise.allSettled(mortals.map((mortal) => mortal.stop()));
    for (const node of nodes) node.stop();
    await api.stop().catch(() => {});
  }
};
