import { urlOf } from '@skarb/client';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as transactionCalls from '@skarb/schema/calls/transaction';
import { receiptOf } from '@skarb/contracts/mined';
import { findFreePort } from '@skarb/local/port.ts';
import { serverScript } from '@skarb/local/testing.ts';
import type { TransactionStep } from '@skarb/schema/primitive';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCalls } from './calls.ts';
import { type Person, startTrade, type Trade, until } from '../src/domain/offer/testing-trade.ts';

const BUYERS = 50;
let all: Trade;
const processes: ChildProcess[] = [];
const urls: string[] = [];

const startApi = async () => {
  const port = await findFreePort();
  const { config } = all.context;
  const child = spawn(process.execPath, [await serverScript('api')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: config.database.url,
      CHAIN_RPC_URL: config.chain.rpcUrl,
      DEPLOYMENT_FILE: all.chain.deploymentFile,
      DATA_DIR: config.dataDir,
      JWT_SECRET: config.jwtSecret,
      LOG_LEVEL: 'silent',
    },
  });
  processes.push(child);
  const url = `http://127.0.0.1:${port}/api`;
  await until(
    'an API process',
    () =>
      fetch(url + urlOf(referenceCalls.networks).slice('/api'.length)).then(
        (answer) => answer.ok,
        () => false,
      ),
    90_000,
  );
  urls.push(url);
};
beforeAll(async () => {
  all = await startTrade();
  await Promise.all([startApi(), startApi()]);
}, 180_000);
afterAll(async () => {
  for (const child of processes) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  await all?.stop();
});

/** Alternates calls between the two processes. */
let turn = 0;
const send = async (url: string, { as, json }: { as?: Person; json?: unknown }, method: string) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${urls[turn++ % urls.length]}${url}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as?.token}` },
      body: JSON.stringify(json),
    });
    // As a client does: retries while the server responds 503. Fifty requests at once may be too many for two cores.
    if (answer.status !== 503 || attempt === 60) return { status: answer.status, body: await answer.json() };
    await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
};
const { send: call, must } = createCalls((method, path, options) => send(path, options ?? {}, method) as never);

describe('the last unit, requested by fifty buyers at once from two API processes', () => {
  it('is sold to exactly one buyer; the other transactions fail with the reason, and later purchases get a 409', async () => {
    const [seller, early] = [await all.trader(), await all.trader()];
    const token = await all.mint(seller, { type: 'ERC1155', quantity: '3' });
    const { uuid } = await all.list(seller, token.uuid, { price: '0.5', currency: 'POL', quantity: 3 });
    await all.buy(early, uuid, 2);
    await all.settled();
    const buyers: Person[] = [];
    for (let index = 0; index < BUYERS; index++) {
      const buyer = await all.person();
      await all.chain.fund(buyer.address, 10n ** 18n);
      buyers.push(buyer);
    }
    await all.chain.rpc('anvil_autoImpersonateAccount', [true]);
    await all.chain.rpc('evm_setAutomine', [false]);
    const hashes = await Promise.all(
      buyers.map(async (buyer) => {
        const { data } = await must(buyer, offerCalls.purchase, { params: { id: uuid }, body: { quantity: 1 } });
        const step = data.steps?.at(-1) as TransactionStep;
        const tx = { from: buyer.address, to: step.to, data: step.data, gas: '0x60000' };
        return all.chain.rpc<Hex>('eth_sendTransaction', [{ ...tx, value: numberToHex(BigInt(step.value)) }]);
      }),
    );
    await all.chain.rpc('evm_mine', []);
    await all.chain.rpc('evm_setAutomine', [true]);
    const receipts = await Promise.all(hashes.map((hash) => receiptOf(all.context.chain.public, hash)));
    expect(receipts.filter(({ status }) => status === 'success').length).toBe(1);
    const winner = buyers[receipts.findIndex(({ status }) => status === 'success')] as Person;
    await all.becomes(uuid, 'SOLD');
    await all.settled();

    const followed = await Promise.all(
      hashes.map((txHash, index) =>
        must(buyers[index] as Person, transactionCalls.follow, { body: { txHash, chainId: 80_001 } }),
      ),
    );
    const failed = followed.filter(({ data }) => data.status === 'failed');
    expect(failed.length).toBe(BUYERS - 1);
    for (const { data } of failed) expect(data.reason).toMatch(/sold to somebody else/);

    const late = await Promise.all(
      buyers.map((buyer) => call(buyer, offerCalls.purchase, { params: { id: uuid }, body: { quantity: 1 } })),
    );
    expect(late).toEqual(
      late.map(() => expect.objectContaining({ status: 409, body: expect.objectContaining({ code: 'offer.sold' }) })),
    );

    const held =
      await all.sql`select owner, quantity::int from ownership where token_uuid = ${token.uuid} order by quantity`;
    expect(held).toEqual([
      { owner: winner.wallet, quantity: 1 },
      { owner: early.wallet, quantity: 2 },
    ]);
    expect(await all.sql`select quantity_left::int, status from offer where uuid = ${uuid}`).toEqual([
      { quantity_left: 0, status: 'SOLD' },
    ]);
    expect(await all.sql`select filled::int, quantity::int from seaport_order where offer_uuid = ${uuid}`).toEqual([
      { filled: 3, quantity: 3 },
    ]);
    expect((await all.sql`select sum(times)::int as times from purchase where token_uuid = ${token.uuid}`)[0]).toEqual({
      times: 2,
    });
    // The others paid only for the gas of their attempt.
    const money = await Promise.all(buyers.map((buyer) => all.balanceOf(buyer.address, 'POL')));
    expect(money.filter((left) => left > 9n * 10n ** 17n).length).toBe(BUYERS - 1);
  }, 180_000);
});
