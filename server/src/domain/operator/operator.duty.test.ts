import { operator } from '@skarb/local/testing.ts';
import type { OperatorReport } from '@skarb/schema/admin';
import type { OfferWithSteps } from '@skarb/schema/offer';
import { createWalletClient, http, parseEther, toHex, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuctions, until, type Auctions, type Person } from '../offer/auction/testing-auction.ts';
import { GAS_CEILING } from './operator.allowance.rules.ts';
import { readSpent } from './operator.spend.store.ts';
import { dueTasks } from './operator.store.ts';

const BUDGET = '0.3';
/** Deploys code that burns all its gas: JUMPDEST, PUSH0, JUMP. */
const BURNER = '0x625b5f565f526003601df3';
const ENDS_IN = 3600;

let all: Auctions;
let ann: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  all = await startAuctions({ env: { OPERATOR_DUTY_CAUSE_DAY_BUDGET: BUDGET, LOCAL_STACK: '1' } });
  [ann, bob, eve] = await Promise.all([all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const edition = (as: Person) => all.mint(as, { type: 'ERC1155', quantity: '9' });
const taskOf = async (uuid: string) =>
  (
    await all.sql`select t.status, t.last_error from operator_task t join auction a on a.auction_id = t.subject where a.offer_uuid = ${uuid}`
  )[0];
const held = (uuid: string, code: string) =>
  until('the task to wait', async () => (await taskOf(uuid))?.last_error === code);
const spentOn = (person: Person) =>
  all.sql<{ gas: string; is_booked: boolean }[]>`
    select gas::text as gas, is_booked from operator_spend where kind = 'settle' and account_uuid = ${person.uuid}`;
const isSettled = (uuid: string) => until('the settlement', async () => (await all.eventsOf(uuid)).includes('SETTLED'));
/** Delegates the wallet to the code at this address (EIP-7702), which so runs when the wallet receives an NFT. */
const delegate = async (person: Person, address: Hex) => {
  const wallet = createWalletClient({ account: privateKeyToAccount(person.key), transport: http(all.chain.rpcUrl) });
  const authorization = await wallet.signAuthorization({
    chainId: all.context.chain.id,
    contractAddress: address,
    executor: 'self',
  });
  const hash = await wallet.sendTransaction({
    chain: null,
    to: all.deployment.weth,
    data: '0x18160ddd',
    gas: 300_000n,
    authorizationList: [authorization],
  });
  return all.context.chain.public.waitForTransactionReceipt({ hash });
};
const deployBurner = async (): Promise<Hex> => {
  const wallet = createWalletClient({ account: privateKeyToAccount(eve.key), transport: http(all.chain.rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, data: BURNER });
  return (await all.context.chain.public.waitForTransactionReceipt({ hash })).contractAddress as Hex;
};

describe('a seller whose wallet burns all gas', () => {
  it('costs the operator nothing; the auction beside it is settled, and anyone can settle theirs', async () => {
    const [mine, theirs] = [await all.mint(ann), await edition(eve)];
    const honest = await all.auction(ann, mine.uuid, { endsIn: ENDS_IN });
    const hostile = await all.auction(eve, theirs.uuid, { endsIn: ENDS_IN, quantity: 1 });
    await delegate(eve, await deployBurner());
    expect(await all.chain.rpc<Hex>('eth_getCode', [eve.address, 'latest'])).toMatch(/^0xef0100/);
    await all.wait(ENDS_IN + 1);
    await held(hostile.uuid, 'operator.tooDear');
    await isSettled(honest.uuid);
    expect(await spentOn(eve)).toEqual([]);
    expect(await spentOn(ann)).toHaveLength(1);

    const asked = await all.settle(bob, hostile.uuid);
    expect(asked.body.data.steps).toMatchObject([{ id: 'settle', why: 'operator.tooDear' }]);
    await all.sendAsIs(bob, asked.body.data.steps?.[0] as never);
    await isSettled(hostile.uuid);
    await all.settled();
    await delegate(eve, zeroAddress);
  });

  it('that only refuses the NFT does not stop the settlement: the NFT stays in the auction house', async () => {
    const theirs = await all.auction(eve, (await edition(eve)).uuid, { endsIn: ENDS_IN, quantity: 1 });
    await all.chain.rpc('anvil_setCode', [eve.address, '0x00']);
    await all.wait(ENDS_IN + 1);
    await isSettled(theirs.uuid);
    await all.chain.rpc('anvil_setCode', [eve.address, '0x']);
    await until('the cost to be booked', async () => {
      const rows = await spentOn(eve);
      return rows.length > 0 && rows.every((row) => row.is_booked) && rows;
    });
    expect((await spentOn(eve)).every(({ gas }) => BigInt(gas) <= GAS_CEILING.settle)).toBe(true);
    await all.settled();
  });

  it('after the estimate burns no more than the ceiling of the transaction', async () => {
    const hostile = await all.auction(eve, (await edition(eve)).uuid, { endsIn: ENDS_IN, quantity: 1 });
    await all.settled();
    await all.wait(ENDS_IN - 60);
    await all.chain.rpc('evm_setAutomine', [false]);
    try {
      await all.chain.rpc('evm_increaseTime', [61]);
      await all.chain.rpc('evm_mine');
      await until('the settlement to be sent', async () => (await taskOf(hostile.uuid))?.status === 'sent');
      await all.chain.rpc('anvil_setCode', [eve.address, '0x5b5f56']);
      await all.chain.rpc('evm_mine');
    } finally {
      await all.chain.rpc('evm_setAutomine', [true]);
    }
    await held(hostile.uuid, 'operator.tooDear');
    const spent = await until('the cost to be booked', async () => {
      const rows = await spentOn(eve);
      return rows.length > 0 && rows.every((row) => row.is_booked) && rows;
    });
    expect(spent).toHaveLength(2);
    expect(BigInt(spent.at(-1)?.gas ?? 0)).toBeLessThanOrEqual(GAS_CEILING.settle);
    await all.chain.rpc('anvil_setCode', [eve.address, '0x']);
    await all.sql`update operator_task set run_at = now() where last_error = 'operator.tooDear'`;
    await isSettled(hostile.uuid);
    await all.settled();
  });
});

describe('the budget of duties', () => {
  it('of one seller ends: their auction waits, anyone gets the step, and another seller’s is settled', async () => {
    const [mine, theirs] = [await all.mint(ann), await edition(eve)];
    const honest = await all.auction(ann, mine.uuid, { endsIn: ENDS_IN });
    const waiting = await all.auction(eve, theirs.uuid, { endsIn: ENDS_IN, quantity: 1 });
    await all.sql`
      insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
      values (${toHex(crypto.getRandomValues(new Uint8Array(32)))}, gen_random_uuid(), ${all.context.chain.id}, 0, 'hatch', ${eve.uuid}, 1,
        ${String(parseEther(BUDGET))}, true)`;
    const had = await spentOn(eve);
    await all.wait(ENDS_IN + 1);
    await held(waiting.uuid, 'operator.dutyBudget');
    await isSettled(honest.uuid);
    expect(await spentOn(eve)).toEqual(had);
    const asked = (await all.settle(bob, waiting.uuid)).body.data as OfferWithSteps;
    expect(asked.steps).toMatchObject([{ id: 'settle', why: 'operator.dutyBudget' }]);
    await all.sql`update app_user set role = 'ADMIN' where uuid = ${bob.uuid}`;
    const report = (await all.call<{ data: OperatorReport }>('GET', '/admin/operator', { as: bob })).body.data;
    expect(report.held).toBe(1);
    expect(report.people[0]).toMatchObject({ person: { uuid: eve.uuid } });
    await all.runSteps(bob, asked);
    await isSettled(waiting.uuid);
    await all.settled();
  });

  it('counts by address what is done for people without an account, apart from mints and cancels', async () => {
    const [one, two] = [eve.address.toLowerCase(), operator.address.toLowerCase()];
    const spend = (kind: string, cause: string, wei: number) => all.sql`
      insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, cause, gas, wei, is_booked)
      values (${toHex(crypto.getRandomValues(new Uint8Array(32)))}, gen_random_uuid(), 7, 0, ${kind}, ${cause}, 1, ${wei}, true)`;
    await spend('settle', one, 5);
    await spend('keep', one, 3);
    await spend('hatch', two, 11);
    await spend('mint', two, 100);
    const read = (cause: string | null) =>
      readSpent(all.sql, 7, { kind: 'settle', accountUuid: null, cause: cause as Hex | null }, 1n, false);
    expect(await read(one)).toMatchObject({ spent: 19n, spentByAccount: 8n });
    expect(await read(two)).toMatchObject({ spent: 19n, spentByAccount: 11n });
    expect(await read(null)).toMatchObject({ spent: 19n, spentByAccount: 0n });
  });

  it('does not order by age alone: the first of each cause comes before the second of any', async () => {
    const add = (subject: string, cause: string, age: number) => all.sql`
      insert into operator_task (uuid, chain_id, kind, subject, cause, created_at)
      values (gen_random_uuid(), 7, 'settle', ${subject}, ${cause}, now() - ${age} * interval '1 second')`;
    const [hostile, honest] = [eve.address.toLowerCase(), operator.address.toLowerCase()];
    await add('a1', hostile, 50);
    await add('a2', hostile, 40);
    await add('a3', hostile, 30);
    await add('b1', honest, 10);
    await add('b2', honest, 5);
    const due = await dueTasks(all.sql, 7, 'pending', 3);
    expect(due.map(({ subject }) => subject)).toEqual(['a1', 'b1', 'a2']);
    await all.sql`delete from operator_task where chain_id = 7`;
  });
});
