import { erc20Abi } from '@skarb/contracts/abi';
import { operator } from '@skarb/local/testing.ts';
import { encodeFunctionData, numberToHex, type Address, type Hex } from 'viem';
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
  all = await startTrade({ withWorker: false, env: { LOCAL_STACK: '1' } });
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

  it('that the operator cannot pay for is given up with words at once, and not sent later', async () => {
    const { hash } = await accepted();
    await all.chain.rpc('anvil_setBalance', [operator.address, '0x1']);
    await operatorAt().step();
    expect(await taskOf(hash)).toBeUndefined();
    expect((await receiptOf(hash)).error).toMatchObject({ code: -32504, data: { code: 'operator.empty' } });
    await all.chain.rpc('anvil_setBalance', [operator.address, numberToHex(10n ** 20n)]);
  });
});
