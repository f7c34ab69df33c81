import { erc20Abi } from '@skarb/contracts/abi';
import { parseEther, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../api.ts';
import type { ChainClient } from '../../platform/chain/client.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { buyerOf } from '../onramp/testing-onramp.ts';
import { cardPage } from './dev.card-page.ts';
import { createPayout, Unpayable, type Payout } from './dev.card.money.ts';
import { insertPayment, keepTransfer, readTransfer, type Bought, type Payment } from './dev.card.store.ts';
import { createMinterLine } from './dev.minter.ts';

const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', outcome: 'success' };
const PATIENT = { timeout: 120_000 };

let api: TestApi;
let buyer: Awaited<ReturnType<typeof buyerOf>>;
beforeAll(async () => {
  api = await startTestApi();
  buyer = await buyerOf(api);
});
afterAll(() => api?.stop());

const weth = () =>
  api.context.chain.public.readContract({
    address: api.context.config.deployment.weth,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [buyer.account.address],
  });
const press = (base: string, url: string) =>
  fetch(base + url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(CARD).toString(),
  }).then((answer) => answer.text());
const isCompleted = async (uuid: string) => {
  await expect.poll(async () => (await buyer.show(uuid)).status, { timeout: 45_000 }).toBe('completed');
};
const isFinished = async (uuid: string) => {
  await expect
    .poll(
      async () =>
        (await api.context.db.sql`select 1 from demo_payment where order_uuid = ${uuid} and finished_at is not null`)
          .length,
      { timeout: 45_000 },
    )
    .toBe(1);
};

it('the card page names itself in the buyer’s language', () => {
  const bought = { language: 'ukr', currency: 'WETH', amount: '1', address: buyer.account.address, returnUrl: '/' };
  const page = cardPage(bought as Bought, { price: '3 000 $', amount: '1' });
  expect(page).toContain('>Демо-картка<');
  expect(page).not.toContain('Demo card');
});

it('the minter goes on when the connection of its line ends, after the work that was running', PATIENT, async () => {
  const { sql } = api.context.db;
  const inLine = createMinterLine(sql);
  const order: string[] = [];
  let finish = () => {};
  const work = new Promise<void>((resolve) => (finish = resolve));
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const cut = inLine(async () => {
    begin();
    await work;
    order.push('first');
  });
  const next = inLine(async () => order.push('second'));
  await hasBegun;
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = 7305114 and granted and database = (
      select oid from pg_database where datname = current_database())`;
  await expect(cut).rejects.toThrow();
  finish();
  await next;
  expect(order).toEqual(['first', 'second']);
});

describe('an order', () => {
  it('is paid once, no matter how often the button is pressed', PATIENT, async () => {
    const before = await weth();
    const { url, uuid } = (await buyer.order({ amount: '0.1' })).body.data;
    const pages = await Promise.all(Array.from({ length: 6 }, () => press(api.url, url)));
    expect(pages.filter((page) => page.includes('Paid already'))).toHaveLength(5);
    await isCompleted(uuid);
    await isFinished(uuid);
    expect((await weth()) - before).toBe(parseEther('0.1'));
  });

  it('is paid once when submitted to two servers', PATIENT, async () => {
    const second = await createApi(api.context);
    const url2 = (await second.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '');
    try {
      const before = await weth();
      const { url, uuid } = (await buyer.order({ amount: '0.1' })).body.data;
      const pages = await Promise.all([api.url, url2, api.url, url2].map((base) => press(base, url)));
      expect(pages.filter((page) => page.includes('Paid already'))).toHaveLength(3);
      await isCompleted(uuid);
      await isFinished(uuid);
      expect((await weth()) - before).toBe(parseEther('0.1'));
      // Also by a server that did not handle the payment.
      expect(await press(url2, url)).toContain('Paid already');
    } finally {
      await second.close();
    }
  });

  it(
    'that a server left unfinished is finished by another, and a repeated webhook has no effect',
    PATIENT,
    async () => {
      const before = await weth();
      const { url, uuid } = (await buyer.order({ amount: '0.1' })).body.data;
      await press(api.url, url);
      await isCompleted(uuid);
      await isFinished(uuid);
      const done = await buyer.show(uuid);
      // As if the process died after it sent the money and before it recorded that.
      await api.context.db.sql`update demo_payment set finished_at = null, due_at = now() where order_uuid = ${uuid}`;
      await isFinished(uuid);
      expect((await weth()) - before).toBe(parseEther('0.1'));
      expect(await buyer.show(uuid)).toEqual(done);
    },
  );
});

describe('the demo card’s wallet', () => {
  /** A recorded payment that no other process finishes. */
  const paymentOf = async (more: Partial<Bought> = {}): Promise<Payment> => {
    const { uuid } = (await buyer.order({ amount: '0.1' })).body.data;
    const payment = await insertPayment(
      api.context.db.sql,
      {
        order: uuid,
        currency: 'WETH',
        amount: '0.1',
        address: buyer.account.address.toLowerCase() as Hex,
        language: 'en',
        payIn: 'USD',
        returnUrl: '/',
        ...more,
      },
      { price: 331.2, outcome: 'success', waitMs: 3_600_000 },
    );
    return payment as Payment;
  };
  const payoutOf = (chain: ChainClient = api.context.chain): Payout =>
    createPayout({ ...api.context, chain }, createMinterLine(api.context.db.sql));
  /** A chain client that fails at a call: before or after the call is made. */
  const dyingAt = (name: 'sendRawTransaction', moment: 'before' | 'after'): ChainClient => {
    const { chain } = api.context;
    const dead = new Proxy(chain.public, {
      get: (target, key) =>
        key !== name
          ? Reflect.get(target, key)
          : async (...args: Parameters<typeof target.sendRawTransaction>) => {
              if (moment === 'after') await target.sendRawTransaction(...args);
              throw new TypeError('fetch failed');
            },
    });
    return { ...chain, public: dead };
  };
  const bought = (payment: Payment) => readTransfer(api.context.db.sql, payment.order, 'bought');

  it.each(['before', 'after'] as const)(
    'sends a transfer once if the process dies %s sending it',
    PATIENT,
    async (moment) => {
      const before = await weth();
      const payment = await paymentOf();
      await expect(payoutOf(dyingAt('sendRawTransaction', moment))(payment)).rejects.toThrow('fetch failed');
      const noted = await bought(payment);
      expect(noted).toBeDefined();
      expect(await payoutOf()(payment)).toBe(noted?.hash);
      expect((await weth()) - before).toBe(parseEther('0.1'));
      // Repeated calls change nothing.
      expect(await payoutOf()(payment)).toBe(noted?.hash);
      expect((await weth()) - before).toBe(parseEther('0.1'));
    },
  );

  it('signs a new transaction when the stored one lost its nonce or the chain was reset', PATIENT, async () => {
    const { chain, db } = api.context;
    for (const nonce of [0, 1_000_000]) {
      const before = await weth();
      const payment = await paymentOf();
      const hash = `0x${'ab'.repeat(32)}` as const;
      await keepTransfer(db.sql, payment.order, 'bought', { nonce, hash, raw: '0x00' });
      const sent = await payoutOf()(payment);
      expect(sent).not.toBe(hash);
      expect((await chain.public.getTransactionReceipt({ hash: sent })).status).toBe('success');
      expect((await weth()) - before).toBe(parseEther('0.1'));
    }
  });

  it('sends each of several concurrent payments once, from two processes', PATIENT, async () => {
    const before = await weth();
    const payments = [await paymentOf(), await paymentOf(), await paymentOf()];
    const payouts = [payoutOf(), payoutOf()];
    await Promise.all(payments.flatMap((payment) => payouts.map((payout) => payout(payment))));
    expect((await weth()) - before).toBe(parseEther('0.3'));
  });

  it('also sends the native coin, even more than its balance', PATIENT, async () => {
    const { chain } = api.context;
    const before = await chain.public.getBalance({ address: buyer.account.address });
    const payment = await paymentOf({ currency: 'POL', amount: '25000' });
    await payoutOf()(payment);
    expect((await chain.public.getBalance({ address: buyer.account.address })) - before).toBe(parseEther('25000'));
  });

  it('reports a payment that the chain refuses permanently', PATIENT, async () => {
    // The WETH contract accepts no native coin by a plain transfer.
    const payment = await paymentOf({ currency: 'POL', address: api.context.config.deployment.weth });
    await expect(payoutOf()(payment)).rejects.toThrow(Unpayable);
  });
});
