import type { GasDrop } from '@skarb/schema/auth';
import type { SignatureStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { operator } from '@skarb/local/testing.ts';
import { numberToHex, parseEther, parseGwei, parseTransaction, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateKeyToAccount } from 'viem/accounts';
import { RpcError } from '../../platform/chain/client.ts';
import { type Person, startTrade, testLog, type Trade, until } from '../offer/testing-trade.ts';
import { createDispatch } from './operator.dispatch.ts';
import type { TaskHandler } from './operator.registry.ts';
import { operatorByHand } from './testing-operator.ts';

let all: Trade;
let eve: Person;
beforeAll(async () => {
  all = await startTrade({ withWorker: false, env: { GAS_DROP_DAY: '0.12', LOCAL_STACK: '1' } });
  eve = await all.trader();
});
afterAll(() => all?.stop());

const { operatorAt, follow, nonce } = operatorByHand(() => all);
const taskOf = async (subject: string) =>
  (await all.sql`select status, last_error, attempts, tx_hash from operator_task where subject = ${subject}`)[0];
const spends = () => all.sql`select is_booked from operator_spend`;
/** A token with a signed mint request. */
const asked = async (): Promise<TokenDetail> => {
  const draft = await all.draft(eve, (await all.collection(eve)).uuid);
  const signature = await all.sign(eve, draft.steps?.[0] as SignatureStep);
  const put = await all.call('PUT', `/token/${draft.uuid}`, { as: eve, json: { signature } });
  expect(put.status).toBe(200);
  await all.sql`delete from operator_spend`;
  return draft;
};
const statusOf = async ({ uuid }: TokenDetail) =>
  (await all.call<{ data: TokenDetail }>('GET', `/token/${uuid}`, { as: eve })).body.data.status;

/** Tasks of a batched kind for these subjects. @returns sends those that are due now, and reads their blocks */
const batched = async (subjects: string[], build: TaskHandler['build']): Promise<() => Promise<void>> => {
  const { config, db, chain } = all.context;
  for (const subject of subjects)
    await all.sql`
      insert into operator_task (uuid, chain_id, kind, subject) values (gen_random_uuid(), ${chain.id}, 'cancel', ${subject})`;
  const cancel: TaskHandler = { kind: 'cancel', isBatched: true, build, done: (sql) => sql`false` };
  const options = { config, db, chain, log: testLog, handlers: [cancel] };
  const dispatch = createDispatch(options, privateKeyToAccount(operator.key));
  return async () => {
    await all.sql`update operator_task set run_at = now()`;
    await dispatch();
    await follow();
  };
};
const forgetTasks = async () => {
  await all.sql`delete from operator_task`;
  await all.sql`delete from operator_spend`;
};

describe('a task of a batch that cannot be prepared', () => {
  it('does not delay the others, which are sent one by one', async () => {
    const before = await nonce();
    const dispatch = await batched(['one', 'broken', 'two'], async (subjects) => {
      if (subjects.includes('broken')) throw new Error('its order cannot be encoded');
      return { to: operator.address, data: '0x' };
    });
    await dispatch();
    expect(await taskOf('broken')).toMatchObject({ status: 'pending', attempts: 1 });
    for (const subject of ['one', 'two'])
      expect(await taskOf(subject)).toMatchObject({ status: 'sent', last_error: null });
    expect(await nonce()).toBe(before + 2);
    await forgetTasks();
  });
});

describe('a task whose transactions succeed in the estimate and revert on the chain', () => {
  /** Refuses calls with a word other than 0 that have a price of gas: those that are mined, not estimates. */
  const TRAP = {
    address: '0x00000000000000000000000000000000000007a9',
    code: '0x5f353a02600857005b5f5ffd',
  } as const;
  const trapped = async (subjects: string[], build?: () => void) => {
    await all.chain.rpc('anvil_setCode', [TRAP.address, TRAP.code]);
    return batched(subjects, async (some) => {
      build?.();
      return { to: TRAP.address, data: numberToHex(some.includes('bad') ? 1 : 0, { size: 32 }) };
    });
  };

  it('is given up after four of them, and the others of its batch are sent one by one', async () => {
    const before = await nonce();
    const dispatch = await trapped(['one', 'bad', 'two']);
    for (let looks = 0; looks < 10; looks++) await dispatch();
    expect(await taskOf('bad')).toMatchObject({ status: 'failed', last_error: 'chain.reverted' });
    for (const subject of ['one', 'two']) {
      const task = await taskOf(subject);
      expect(task).toMatchObject({ status: 'sent', attempts: 1 });
      expect(await all.chain.rpc('eth_getTransactionReceipt', [task?.tx_hash])).toMatchObject({ status: '0x1' });
    }
    // The batch, the two others, and three more of its own.
    expect(await nonce()).toBe(before + 6);
    await forgetTasks();
  });

  it('is not given up for failures of other causes', async () => {
    let isBroken = true;
    const dispatch = await trapped(['bad'], () => {
      if (isBroken) throw new Error('the database is busy');
    });
    for (let tries = 0; tries < 5; tries++) await dispatch();
    isBroken = false;
    await dispatch();
    await dispatch();
    expect((await taskOf('bad'))?.status).not.toBe('failed');
    expect((await taskOf('bad'))?.attempts).toBe(6);
    await forgetTasks();
  });

  it('goes back to its creator as a failed mint once the follower is level, and has one try when it is signed again', async () => {
    const mallory = await all.trader();
    const terms = { type: 'ERC1155', quantity: '3' } as const;
    const { uuid } = await all.draft(mallory, (await all.collection(mallory)).uuid, terms);
    // Accepts every signature (ERC-1271), and editions only where the price of gas is 0.
    const wallet =
      '60003560e01c8063f23a6e6114602057631626ba7e60e01b60005260206000f35b63f23a6e6160e01b3a150260005260206000f3';
    await all.chain.rpc('anvil_setCode', [mallory.address, `0x${wallet}`]);
    const sign = () => all.call('PUT', `/token/${uuid}`, { as: mallory, json: { signature: '0x1234' } });
    const look = async (worker: ReturnType<typeof operatorAt>) => {
      await all.sql`update operator_task set run_at = now()`;
      await worker.step();
      await follow();
    };
    const before = await nonce();
    await sign();
    const behind = operatorAt({ eth_blockNumber: async () => numberToHex(2n ** 40n) });
    for (let looks = 0; looks < 10; looks++) await look(behind);
    expect((await taskOf(uuid))?.status).toBe('sent');
    expect(await nonce()).toBe(before + 4);
    await look(operatorAt());
    expect(await taskOf(uuid)).toMatchObject({ status: 'failed', last_error: 'chain.reverted' });
    const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${uuid}`, { as: mallory })).body;
    expect(data).toMatchObject({ status: 'failed', steps: [{ id: 'sign-mint' }] });
    await sign();
    for (let looks = 0; looks < 4; looks++) await look(operatorAt());
    expect((await taskOf(uuid))?.status).toBe('failed');
    expect(await nonce()).toBe(before + 5);
    await forgetTasks();
  });
});

describe('a transaction that the node refuses', () => {
  it('because it already has it counts as sent: it is not sent again and its cost stays reserved', async () => {
    const token = await asked();
    const before = await nonce();
    let sent = 0;
    const twice = operatorAt({
      // The answer to the first request was lost; the second is refused as already known.
      eth_sendRawTransaction: async (params, real) => {
        sent++;
        await real('eth_sendRawTransaction', params);
        return real('eth_sendRawTransaction', params);
      },
    });
    await all.chain.rpc('evm_setAutomine', [false]);
    await twice.step();
    expect(await taskOf(token.uuid)).toMatchObject({ status: 'sent', last_error: null });
    await twice.step();
    expect(sent).toBe(1);
    expect(await spends()).toEqual([{ is_booked: false }]);
    await all.chain.rpc('evm_mine', []);
    await all.chain.rpc('evm_setAutomine', [true]);
    await follow();
    await twice.step();
    expect(await statusOf(token)).toBe('minted');
    expect(await spends()).toEqual([{ is_booked: true }]);
    expect(await nonce()).toBe(before + 1);
  });

  it('because of a low nonce is sent again with the correct one, at no cost, and does not count as a refusal by the contract', async () => {
    // The nonce is above 0 because of the test before this one.
    const token = await asked();
    const before = await nonce();
    expect(before).toBeGreaterThan(0);
    let refusals = 0;
    const behind = operatorAt({
      // A load-balanced node that has not seen the newest transaction yet.
      eth_getTransactionCount: async (params, real) =>
        numberToHex(Math.max(0, Number(await real('eth_getTransactionCount', params)) - 1)),
      eth_sendRawTransaction: async (params, real) => {
        refusals++;
        return real('eth_sendRawTransaction', params);
      },
    });
    await behind.step();
    expect(refusals).toBe(1);
    expect(await taskOf(token.uuid)).toMatchObject({
      status: 'pending',
      last_error: expect.stringMatching(/nonce/i),
      tx_hash: null,
    });
    expect(await spends()).toEqual([]);
    expect(await statusOf(token)).toBe('minting');
    await all.sql`update operator_task set run_at = now() where subject = ${token.uuid}`;
    const level = operatorAt({});
    await level.step();
    await follow();
    await level.step();
    expect(await statusOf(token)).toBe('minted');
    expect(await nonce()).toBe(before + 1);
    expect(await spends()).toEqual([{ is_booked: true }]);
  });
});

describe('coin for a first network fee', () => {
  const DROP = parseEther('0.03');
  const drop = async (method: 'GET' | 'POST', as: Person) =>
    (await all.call<{ data: GasDrop }>(method, '/auth/wallet/gas-drop', { as })).body.data;
  const known = async (): Promise<Person> => {
    const person = await all.person();
    await all.sql`update app_user set email = ${`${person.uuid}@example.com`}, is_email_confirmed = true where uuid = ${person.uuid}`;
    return person;
  };
  const balance = ({ address }: Person) => all.balanceOf(address, 'POL');
  const toppedUp = (person: Person) => all.sql`
    insert into onramp_order (uuid, user_uuid, provider, currency_uuid, amount, address, status)
    values (gen_random_uuid(), ${person.uuid}, 'demo', ${all.currency('ETH').uuid}, 1, ${person.wallet}, 'completed')`;
  /** Sends what is promised, and records it. */
  const finish = async (worker = operatorAt()) => {
    await worker.step();
    await mined();
    await worker.step();
    await worker.step();
  };
  const mined = async () => {
    await until('the blocks', async () => {
      const at = (block: string) => all.chain.rpc<Hex>('eth_getTransactionCount', [operator.address, block]);
      return (await at('latest')) === (await at('pending'));
    });
  };

  it('is sent once to a wallet that cannot pay, counted as a cost, and recorded in the audit log', async () => {
    const ann = await known();
    expect(await drop('GET', ann)).toEqual({ status: 'OFFERED', code: null, amount: '0.03', txHash: null });
    const asked = await Promise.all(Array.from({ length: 8 }, () => drop('POST', ann)));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['SENDING']));
    await finish();
    expect(await balance(ann)).toBe(DROP);
    const sent = await drop('GET', ann);
    expect(sent).toMatchObject({ status: 'SENT', amount: '0.03' });
    const [spend] =
      await all.sql`select kind, wei, value, gas, is_booked from operator_spend where tx_hash = ${sent.txHash}`;
    expect(spend).toMatchObject({ kind: 'drop', value: String(DROP), gas: '21000', is_booked: true });
    expect(BigInt(spend?.wei)).toBeGreaterThan(DROP);
    const acts =
      await all.sql`select detail from audit_entry where subject_uuid = ${ann.uuid} and act = 'wallet.gasDrop'`;
    expect(acts).toEqual([{ detail: { amount: '0.03' } }]);

    // Not again: after it is spent, with another wallet, or for another person with this wallet.
    await all.chain.rpc('anvil_setBalance', [ann.address, '0x0']);
    expect((await drop('POST', ann)).status).toBe('SENT');
    const [bob, spare] = [await known(), await all.person()];
    await all.sql`delete from app_user where uuid = ${spare.uuid}`;
    await all.sql`update app_user set metamask_wallet = ${spare.wallet} where uuid = ${ann.uuid}`;
    expect(await drop('POST', ann)).toMatchObject({ status: 'REFUSED', code: 'gasDrop.given' });
    await all.sql`update app_user set metamask_wallet = ${ann.wallet} where uuid = ${bob.uuid}`;
    expect(await drop('POST', bob)).toMatchObject({ status: 'REFUSED', code: 'gasDrop.given' });
    await finish();
    expect(await balance(ann)).toBe(0n);
  });

  it('is refused to people nobody knows, to contracts, and to wallets that can pay', async () => {
    const anyone = await all.person();
    expect(await drop('POST', anyone)).toMatchObject({ status: 'REFUSED', code: 'gasDrop.unknown' });
    await toppedUp(anyone);
    expect(await drop('GET', anyone)).toMatchObject({ status: 'OFFERED' });
    await all.chain.rpc('anvil_setCode', [anyone.address, '0x600160005260206000f3']);
    expect(await drop('POST', anyone)).toMatchObject({ code: 'gasDrop.contract' });
    // A wallet with its own key that lets code act for it still pays fees itself (EIP-7702).
    await all.chain.rpc('anvil_setCode', [anyone.address, `0xef0100${'11'.repeat(20)}`]);
    expect(await drop('GET', anyone)).toMatchObject({ status: 'OFFERED' });
    const account = await known();
    await all.sql`insert into smart_account (address, chain_id, first_key) values (${account.wallet}, 80001, '0x01')`;
    expect(await drop('POST', account)).toMatchObject({ code: 'gasDrop.contract' });
    await all.chain.fund(eve.address, parseEther('1'));
    expect(await drop('POST', eve)).toMatchObject({ status: 'REFUSED' });
  });

  it('ends with the day’s amount, half of which is for people who have paid by card', async () => {
    await all.sql`delete from gas_drop`;
    const people = await Promise.all(Array.from({ length: 6 }, known));
    // The day's amount is four drops: two for people with an e-mail address alone, however many ask at once.
    const answers = await Promise.all(people.map((person) => drop('POST', person)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([...Array(4).fill('gasDrop.day'), null, null]);
    const refused = people.filter((_, index) => answers[index]?.code);
    for (const person of refused) await toppedUp(person);
    const cards = await Promise.all(refused.map((person) => drop('POST', person)));
    expect(cards.filter(({ status }) => status === 'SENDING')).toHaveLength(2);
    expect(cards.filter(({ code }) => code === 'gasDrop.day')).toHaveLength(2);
    await finish();
    const paid = await Promise.all(people.map(balance));
    expect(paid.filter((wei) => wei === DROP)).toHaveLength(4);
    expect(paid.filter((wei) => wei === 0n)).toHaveLength(2);
  });

  it('is sent once although the worker ends before it has recorded the transaction, and a node forgets it', async () => {
    await all.sql`delete from gas_drop`;
    const ann = await known();
    await drop('POST', ann);
    const before = await nonce();
    // Sent and mined, but the answer is lost, and with it the worker.
    const dying = operatorAt({
      eth_sendRawTransaction: async (params, real) => {
        await real('eth_sendRawTransaction', params);
        throw new Error('the worker ends');
      },
    });
    await dying.step().catch(() => undefined);
    await mined();
    await all.sql`update operator_task set run_at = now(), status = 'pending', tx_hash = null where kind = 'drop' and subject = ${ann.wallet}`;
    // The node behind the same address shows neither the transaction nor its receipt yet.
    const behind = operatorAt({
      eth_getTransactionByHash: async () => null,
      eth_getTransactionReceipt: async () => null,
    });
    await behind.step();
    await all.sql`update operator_task set run_at = now() where kind = 'drop'`;
    await finish();
    expect(await balance(ann)).toBe(DROP);
    expect(await nonce()).toBe(before + 1);
    expect(await drop('GET', ann)).toMatchObject({ status: 'SENT' });
  });

  it('is sent again with the same nonce when a reorg has removed it', async () => {
    await all.sql`delete from gas_drop`;
    const ann = await known();
    await mined();
    const snapshot = await all.chain.rpc<Hex>('evm_snapshot');
    await drop('POST', ann);
    await finish();
    const at = await nonce();
    expect(await balance(ann)).toBe(DROP);
    await all.chain.rpc('evm_revert', [snapshot]);
    expect(await balance(ann)).toBe(0n);
    // A new worker looks for payments that are gone.
    await finish();
    await all.sql`update operator_task set run_at = now() where kind = 'drop'`;
    await finish();
    expect(await balance(ann)).toBe(DROP);
    expect(await nonce()).toBe(at);
    await finish();
    expect(await balance(ann)).toBe(DROP);
  });

  it('is not sent again when all nodes have forgotten it, however long ago that was', async () => {
    await all.sql`delete from gas_drop`;
    const ann = await known();
    await drop('POST', ann);
    await finish();
    const before = await nonce();
    const forgetful = () =>
      operatorAt({ eth_getTransactionByHash: async () => null, eth_getTransactionReceipt: async () => null });
    await forgetful().step();
    expect(await drop('GET', ann)).toMatchObject({ status: 'SENT' });
    // Nor when its task is open.
    await all.sql`update gas_drop set tx_hash = null, mined_at = null where wallet = ${ann.wallet}`;
    await all.sql`update operator_spend set sent_at = now() - interval '23 hours', is_booked = false where kind = 'drop'`;
    await all.sql`update operator_task set run_at = now(), status = 'pending', tx_hash = null where kind = 'drop' and subject = ${ann.wallet}`;
    await forgetful().step();
    expect(await taskOf(ann.wallet)).toMatchObject({ status: 'pending' });
    // It is given up after a day.
    await all.sql`update operator_spend set sent_at = now() - interval '25 hours' where kind = 'drop'`;
    await all.sql`update operator_task set run_at = now() where kind = 'drop'`;
    await forgetful().step();
    expect(await taskOf(ann.wallet)).toMatchObject({ status: 'failed' });
    expect(await nonce()).toBe(before);
    expect(await balance(ann)).toBe(DROP);
  });
});

describe('a network that drops transactions with a low tip', () => {
  it('gets the least tip with each of the operator’s transactions', async () => {
    const least = parseGwei('25');
    const tips: bigint[] = [];
    const picky = operatorAt(
      {
        eth_sendRawTransaction: async (params, real) => {
          const { maxPriorityFeePerGas = 0n } = parseTransaction(params[0] as Hex);
          tips.push(maxPriorityFeePerGas);
          if (maxPriorityFeePerGas < least) throw new RpcError(-32000, 'transaction underpriced');
          return real('eth_sendRawTransaction', params);
        },
      },
      least,
    );
    const token = await asked();
    await picky.step();
    await follow();
    await picky.step();
    expect(await statusOf(token)).toBe('minted');
    expect(tips).toEqual([least]);
  });
});
