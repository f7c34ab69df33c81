import { erc20Abi } from '@skarb/contracts/abi';
import { operator } from '@skarb/local/testing.ts';
import { encodeFunctionData, numberToHex, toHex, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcError } from '../../platform/chain/client.ts';
import { operationSchema } from './account.operation.rules.ts';
import { bundleOf } from './account.tasks.ts';
import { startTrade, type Trade } from '../offer/testing-trade.ts';
import { type Bundler, startBundler } from './testing-account.ts';
import { operatorByHand } from '../operator/testing-operator.ts';

let all: Trade;
let site: Bundler;
beforeAll(async () => {
  all = await startTrade({ withWorker: false, env: { LOCAL_STACK: '1', OPERATOR_ACCOUNT_DAY_BUDGET: '10' } });
  site = await startBundler(all);
});
afterAll(() => all?.stop());

const { operatorAt, follow, nonce } = operatorByHand(() => all);
const TARGET: Address = '0x00000000000000000000000000000000000a11ce';
const transfer = (amount = 1n) => ({
  to: all.deployment.weth,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TARGET, amount] }),
});
const taskOf = async (hash: Hex) =>
  (await all.sql`select status, last_error, attempts, tx_hash from operator_task where subject = ${hash}`)[0];
const receiptOf = async (hash: Hex) =>
  (await site.rpc('eth_getUserOperationReceipt', [hash])) as { result?: { success: boolean } | null; error?: unknown };
/** An operation that the bundler has accepted. */
const accepted = async (holder?: Awaited<ReturnType<Bundler['holder']>>) => {
  const { account, person } = holder ?? (await site.holder(true));
  const answer = await site.send(await site.signed(account, [transfer()]));
  expect(answer.error).toBeUndefined();
  return { hash: answer.result as unknown as Hex, account, person };
};
type Refused = { error?: { data: { code: string; ownFee?: { to: Address; value: Hex } } } };
const feeOf = ({ error }: Refused) => {
  const { to, value } = error?.data.ownFee ?? { to: TARGET, value: '0x0' };
  return { to, value: BigInt(value) };
};
/** Records that the operator has paid a day's budget for an account. */
const useUp = (uuid: string) => all.sql`
  insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
  values (${toHex(crypto.getRandomValues(new Uint8Array(32)))}, gen_random_uuid(), 80001, 0, 'operation', ${uuid}, 1, ${String(all.config.operatorBudget.accountDay)}, true)`;
/** The operator sends what is due, and books it. */
const settle = async () => {
  await operatorAt().step();
  await follow();
  await operatorAt().step();
  await operatorAt().step();
};
const dueNow = (hash: Hex) => all.sql`update operator_task set run_at = now() where subject = ${hash}`;

describe('an operation', () => {
  it('is stored before it is sent; a crash after the sending does not send it twice', async () => {
    const { hash, person } = await accepted();
    expect(await taskOf(hash)).toMatchObject({ status: 'pending', tx_hash: null });
    const before = await nonce();
    await all.chain.rpc('evm_setAutomine', [false]);
    const crashing = operatorAt({
      eth_sendRawTransaction: async (params, real) => {
        await real('eth_sendRawTransaction', params);
        throw new Error('the process ends here');
      },
    });
    await crashing.step();
    expect((await taskOf(hash))?.status).toBe('pending');
    await dueNow(hash);
    await operatorAt().step();
    expect((await taskOf(hash))?.status).toBe('sent');
    expect(await all.sql`select 1 from operator_spend where account_uuid = ${person.uuid}`).toHaveLength(1);
    await all.chain.rpc('evm_mine', []);
    await all.chain.rpc('evm_setAutomine', [true]);
    await follow();
    await operatorAt().step();
    expect(await nonce()).toBe(before + 1);
    expect((await taskOf(hash))?.status).toBe('done');
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
  });

  it('has no receipt after a reorg that removed it, is sent again, and then has one', async () => {
    const { hash } = await accepted();
    await operatorAt().step();
    await follow();
    await operatorAt().step();
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
    await all.chain.rpc('anvil_rollback', [1]);
    // Before the follower has noticed.
    expect((await receiptOf(hash)).result).toBeNull();
    await all.chain.rpc('evm_mine', []);
    await follow();
    expect((await receiptOf(hash)).result).toBeNull();
    // The operator looks for reverted effects every ten seconds; a new one looks at once.
    await operatorAt().step();
    await follow();
    await operatorAt().step();
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
    expect((await taskOf(hash))?.status).toBe('done');
  });

  it('that is stuck is sent again with a higher fee, and those of other people are sent meanwhile', async () => {
    const [stuck, second] = [await accepted(), await site.holder(true)];
    await all.chain.rpc('evm_setAutomine', [false]);
    try {
      await operatorAt().step();
      const first = await taskOf(stuck.hash);
      expect(first?.status).toBe('sent');
      const other = await accepted(second);
      await all.sql`update operator_task set sent_at = now() - interval '1 minute' where subject = ${stuck.hash}`;
      await operatorAt().step();
      expect((await taskOf(stuck.hash))?.tx_hash).not.toBe(first?.tx_hash);
      expect((await taskOf(other.hash))?.status).toBe('sent');
      await all.chain.rpc('evm_mine', []);
      await follow();
      for (const { hash } of [stuck, other]) expect((await receiptOf(hash)).result).toMatchObject({ success: true });
    } finally {
      await all.chain.rpc('evm_setAutomine', [true]);
    }
  });

  it('that anyone else bundles first counts as done, and the marketplace pays nothing', async () => {
    const { hash } = await accepted();
    const [stored] = await all.sql`select operation from user_operation where hash = ${hash}`;
    const other = await all.trader();
    await all.sendRaw(other, {
      to: all.deployment.entryPoint,
      data: bundleOf(operationSchema.parse(stored?.operation), other.address),
    });
    const before = await nonce();
    await follow();
    await operatorAt().step();
    expect(await nonce()).toBe(before);
    expect((await taskOf(hash))?.status).toBe('done');
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
  });

  it('that the account refuses after it was promised is given up with words, and the account is free for the next', async () => {
    const { hash, account } = await accepted();
    const [stored] = await all.sql`select operation from user_operation where hash = ${hash}`;
    const refuse = () => Promise.reject(new RpcError(3, 'execution reverted', '0x'));
    const refusing = operatorAt({ eth_estimateGas: refuse, eth_call: refuse });
    await follow();
    for (let tries = 0; tries < 4; tries++) {
      await dueNow(hash);
      await refusing.step();
    }
    expect((await taskOf(hash))?.status).toBe('failed');
    expect((await receiptOf(hash)).error).toMatchObject({ code: -32500, data: { code: 'chain.reverted' } });
    await expect(site.bundler.waitForUserOperationReceipt({ hash })).rejects.toThrow('given up');
    // Sent again, it is accepted again.
    expect((await site.send(stored?.operation)).result).toBe(hash);
    await operatorAt().step();
    await follow();
    await operatorAt().step();
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
    expect(await site.client.getCode({ address: account.address })).toBeDefined();
    expect(numberToHex(await account.getNonce())).toBe('0x1');
  });

  it('that pays its own network fee is sent although the budgets are used up, and costs the marketplace nothing', async () => {
    const { account, person } = await site.holder(true);
    const other = await site.holder(true);
    await useUp(person.uuid);
    const refused = (await site.send(await site.signed(account, [transfer()]))) as Refused;
    expect(refused.error).toMatchObject({ code: -32504, data: { code: 'operator.accountBudget' } });
    const fee = feeOf(refused);
    expect(fee.to.toLowerCase()).toBe(operator.address.toLowerCase());
    // Neither less than the fee nor the fee of an account without the coin.
    const less = (await site.send(
      await site.signed(account, [{ ...fee, value: fee.value / 4n }, transfer()]),
    )) as Refused;
    expect(less.error?.data.code).toBe('operator.accountBudget');
    expect(feeOf(less).value).toBeGreaterThan(fee.value / 2n);
    await all.chain.rpc('anvil_setBalance', [account.address, '0x1']);
    const poor = await site.send(await site.signed(account, [fee, transfer()]));
    expect(poor.error?.data.code).toBe('bundler.coin');
    await all.chain.rpc('anvil_setBalance', [account.address, numberToHex(10n ** 18n)]);

    const before = await site.client.getBalance({ address: operator.address });
    const sent = await site.send(await site.signed(account, [fee, transfer()]));
    expect(sent.error).toBeUndefined();
    // What waits and pays for itself takes nothing from the others' budget.
    expect((await site.send(await site.signed(other.account, [transfer()]))).error).toBeUndefined();
    await settle();
    const hash = sent.result as unknown as Hex;
    expect((await receiptOf(hash)).result).toMatchObject({ success: true });
    expect(await site.client.getBalance({ address: account.address })).toBe(10n ** 18n - fee.value);
    const spends = await all.sql`
      select s.wei from operator_spend s join operator_task t on t.uuid = s.task_uuid where t.subject = ${hash} and s.is_booked`;
    expect(spends).toEqual([{ wei: '0' }]);
    const paid =
      await all.sql`select sum(wei) as wei from operator_spend where kind = 'operation' and account_uuid = ${other.person.uuid}`;
    const after = await site.client.getBalance({ address: operator.address });
    expect(after + BigInt(paid[0]?.wei)).toBeGreaterThan(before);
  });

  it('that should pay its own fee and fails on the chain counts in full, until the account may send no more', async () => {
    const { account, person } = await accepted();
    await settle();
    await useUp(person.uuid);
    const fee = feeOf((await site.send(await site.signed(account, [transfer()]))) as Refused);
    const { result: hash } = await site.send(await site.signed(account, [fee, transfer(10n ** 19n - 1n)]));
    // Meanwhile the money leaves the account: the calls fail, that to the operator with them.
    await all.chain.rpc('anvil_impersonateAccount', [account.address]);
    await all.chain.rpc('eth_sendTransaction', [{ from: account.address, ...transfer() }]);
    await settle();
    expect((await receiptOf(hash as unknown as Hex)).result).toMatchObject({ success: false });
    const [spend] = await all.sql`
      select s.gas, s.wei from operator_spend s join operator_task t on t.uuid = s.task_uuid where t.subject = ${hash as unknown as Hex} and s.is_booked`;
    expect(BigInt(spend?.wei)).toBeGreaterThanOrEqual(BigInt(spend?.gas));
    await useUp(person.uuid);
    const refused = (await site.send(await site.signed(account, [{ ...fee, value: 2n * fee.value }]))) as Refused;
    expect(refused.error?.data).toEqual({ code: 'operator.accountBudget' });
    await all.sql`delete from operator_spend where account_uuid = ${person.uuid}`;
  });

  it('that the operator cannot pay for is given up with words at once, and not sent later', async () => {
    const { hash } = await accepted();
    await all.chain.rpc('anvil_setBalance', [operator.address, '0x1']);
    await operatorAt().step();
    expect(await taskOf(hash)).toBeUndefined();
    expect((await receiptOf(hash)).error).toMatchObject({ code: -32504, data: { code: 'operator.empty' } });
    await all.chain.rpc('anvil_setBalance', [operator.address, numberToHex(10n ** 20n)]);
  });
});
