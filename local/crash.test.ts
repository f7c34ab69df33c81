import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as devCalls from '@skarb/schema/calls/dev';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import postgres from 'postgres';
import sharp from 'sharp';
import { createPublicClient, encodeFunctionData, http, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from './port.ts';
import { Person } from './person.ts';
import { startStack, type Stack } from './stack.ts';

const TOKENS = 10;
const dataDir = mkdtempSync(join(tmpdir(), 'skarb-crash-'));
let stack: Stack;

const newPerson = async (): Promise<Person> => {
  const person = new Person({
    apiUrl: `${stack.url}/api`,
    rpcUrl: stack.rpcUrl,
    account: privateKeyToAccount(generatePrivateKey()),
  });
  await person.signIn();
  await person.call(devCalls.faucet, { body: { address: person.address } });
  return person;
};

const until = async (isDone: () => Promise<boolean>, what: string): Promise<void> => {
  const end = Date.now() + 90_000;
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

describe('the server, killed in the middle of its work', () => {
  beforeAll(async () => {
    stack = await startStack({
      dataDir,
      port: await findFreePort(),
      chainPort: await findFreePort(),
      quiet: true,
      seed: false,
      web: false,
    });
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('has a database role of its own for API and worker, neither of them a superuser', async () => {
    const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const roles = (part: string) => sql`
        select distinct usename, usesuper from pg_stat_activity join pg_user using (usesysid, usename)
        where application_name = ${part} and datname = current_database()`;
      expect(await roles('skarb-api')).toEqual([{ usename: 'skarb_api', usesuper: false }]);
      expect(await roles('skarb-worker')).toEqual([{ usename: 'skarb_worker', usesuper: false }]);
    } finally {
      await sql.end();
    }
  });

  it('loses and duplicates nothing when its worker crashes repeatedly while tokens are minted, transferred and sold', async () => {
    const [creator, buyer] = [await newPerson(), await newPerson()];
    const networkUuid = (await creator.call(referenceCalls.networks)).data[0]!.uuid;
    const categoryUuid = (await creator.call(referenceCalls.categories)).data[0]!.uuid;
    const currencies = (await creator.call(referenceCalls.currencies)).data;
    const currencyUuid = currencies.find(({ symbol }) => symbol === 'WETH')!.uuid;
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#4466aa' } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });
    const collection = await creator.call(collectionCalls.create, { body: { name: 'Crash', file } });
    const collectionUuid = collection.data.uuid;

    let isCrashing = true;
    const crashing = (async () => {
      // The intervals grow: on a busy machine the first ones may end before the worker has started.
      for (let life = 900; isCrashing; life *= 1.15) {
        await new Promise((resolve) => setTimeout(resolve, life * (0.5 + Math.random())));
        stack.worker.crash();
      }
    })();

    const uuids: string[] = [];
    for (let index = 0; index < TOKENS; index++) {
      const name = `Piece ${index}`;
      const { data: token } = await creator.call(tokenCalls.create, {
        body: { name, description: 'One of several.', networkUuid, categoryUuid, collectionUuid, file },
      });
      await creator.run(token.steps);
      uuids.push(token.uuid);
    }
    const show = async (uuid: string) => {
      const { status, contractAddress, tokenId } = (await creator.call(tokenCalls.show, { params: { id: uuid } })).data;
      return { status, contractAddress: contractAddress as Address, tokenId };
    };
    await until(
      async () => (await Promise.all(uuids.map(show))).every((token) => token.status === 'minted'),
      'every token to be minted',
    );

    // Half are transferred directly on chain, without the marketplace; a quarter are sold through it.
    for (const uuid of uuids.slice(0, TOKENS / 2)) {
      const { contractAddress, tokenId } = await show(uuid);
      const data = encodeFunctionData({
        abi: collection721Abi,
        functionName: 'transferFrom',
        args: [creator.address, buyer.address, BigInt(tokenId)],
      });
      await creator.transact({ to: contractAddress, data, value: '0', description: 'give away' });
    }
    for (const uuid of uuids.slice(-2)) {
      const { data: sale } = await creator.call(offerCalls.open, {
        params: { id: uuid },
        body: { type: 'SALE', price: '0.5', currencyUuid },
      });
      await creator.run(sale.steps);
      const params = { id: sale.uuid };
      await until(
        async () => (await buyer.call(offerCalls.show, { params })).data.status === 'ACTIVE',
        'the listing to be active',
      );
      await buyer.run((await buyer.call(offerCalls.purchase, { params, body: { quantity: 1 } })).data.steps);
    }
    isCrashing = false;
    await crashing;

    const chain = createPublicClient({ transport: http(stack.rpcUrl) });
    const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      await stack.ready();
      const head = await chain.getBlockNumber();
      await until(async () => {
        const [cursor] = await sql`select block_number from chain_cursor`;
        return BigInt(cursor?.block_number ?? 0) >= head;
      }, 'the follower to catch up');

      for (const uuid of uuids) {
        const { contractAddress, tokenId } = await show(uuid);
        const owner = await chain.readContract({
          address: contractAddress,
          abi: collection721Abi,
          functionName: 'ownerOf',
          args: [BigInt(tokenId)],
        });
        expect(await sql`select owner, quantity::int from ownership where token_uuid = ${uuid}`).toEqual([
          { owner: owner.toLowerCase(), quantity: 1 },
        ]);
        const [minted] =
          await sql`select count(*)::int as times from history where token_uuid = ${uuid} and event = 'MINTED'`;
        expect(minted?.times).toBe(1);
      }
      const [sold] = await sql`select count(*)::int as times from history where event = 'SOLD'`;
      expect(sold?.times).toBe(2);
      const [collection] =
        await sql`select items, owners, trim_scale(volume)::text as volume from collection where uuid = ${collectionUuid}`;
      expect(collection).toEqual({ items: TOKENS, owners: 2, volume: (10n ** 18n).toString() });
      const [doubled] =
        await sql`select count(*)::int as times from (select 1 from chain_log group by tx_hash, log_index having count(*) > 1) twice`;
      expect(doubled?.times).toBe(0);
      // The fee account received 10 % of each sale at 0.5.
      const fees = await chain.readContract({
        address: stack.deployment.weth,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [stack.deployment.feeRecipient],
      });
      expect(fees).toBe(10n ** 17n);
    } finally {
      await sql.end();
    }
  }, 240_000);
});
