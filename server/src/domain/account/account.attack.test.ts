/** Attempts to make the operator pay for what the rule does not name. docs/decisions/0033 lists them. */
import { erc20Abi, smartAccountAbi, smartAccountFactoryAbi } from '@skarb/contracts/abi';
import { withKey } from '../../../../contracts/account/signature.ts';
import { encodeFunctionData, numberToHex, parseEther, toHex, type Address, type Hex } from 'viem';
import { entryPoint08Address, getUserOperationTypedData } from 'viem/account-abstraction';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Trade } from '../offer/testing-trade.ts';
import { type Bundler, startBundler } from './testing-account.ts';

const BUDGET = '0.1';
let all: Trade;
let site: Bundler;
beforeAll(async () => {
  all = await startTrade({
    withWorker: false,
    env: { LOCAL_STACK: '1', OPERATOR_ACCOUNT_DAY_BUDGET: BUDGET, OPERATOR_DAY_BUDGET: '1' },
  });
  site = await startBundler(all);
});
afterAll(() => all?.stop());

const TARGET: Address = '0x00000000000000000000000000000000000a11ce';
const transfer = (amount = 1n) => ({
  to: all.deployment.weth,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TARGET, amount] }),
});
const codeOf = async (answer: ReturnType<Bundler['send']>) => (await answer).error?.data.code;
const stored = () => all.sql`select 1 from user_operation`;
const isStoredAs = async (count: number) => expect(await stored()).toHaveLength(count);
/** Records a cost as if the operator had just paid it. */
const spend = (uuid: string, wei: bigint) => all.sql`
  insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
  values (${toHex(crypto.getRandomValues(new Uint8Array(32)))}, gen_random_uuid(), 80001, 0, 'operation', ${uuid}, 1, ${String(wei)}, true)`;
/** Deploys an account as anyone can. */
const deployByAnyone = async (firstKey: Hex) => {
  const other = await all.trader();
  await all.sendRaw(other, {
    to: all.deployment.accountFactory,
    data: encodeFunctionData({ abi: smartAccountFactoryAbi, functionName: 'create', args: [firstKey] }),
  });
};

describe('the account', () => {
  it('must be a registered user’s: that of anyone else is not paid for', async () => {
    const account = await site.accountOf(site.newPasskey());
    expect(await codeOf(site.send(await site.signed(account, [transfer()])))).toBe('bundler.account');
  });

  it('of a user looks like that of nobody to everyone who cannot sign for it', async () => {
    const [known, unknown] = [(await site.holder()).account, await site.accountOf(site.newPasskey())];
    const eve = site.newPasskey();
    const estimate = (account: typeof known) =>
      site.bundler.estimateUserOperationGas({ account, calls: [{ to: all.deployment.seaport, data: '0x5b34b966' }] });
    const { callGasLimit: _a, ...one } = await estimate(known);
    const { callGasLimit: _b, ...other } = await estimate(unknown);
    expect(one).toEqual(other);
    for (const account of [known, unknown]) {
      const signed = await site.signed(account, [{ to: all.deployment.seaport, data: '0x5b34b966' }]);
      const signature = withKey(eve.key, eve.stub);
      expect(await codeOf(site.send({ ...signed, signature }))).toBe('bundler.refused');
    }
  });

  it('of another person cannot be used: the entry point refuses the signature', async () => {
    const [eve, bob] = await Promise.all([site.holder(true), site.holder(true)]);
    await deployByAnyone(bob.signer.key);
    const asBob = await site.accountOf(eve.signer, bob.signer.key);
    const answer = await site.send(await site.signed(asBob, [transfer()]));
    expect(answer.error).toMatchObject({ code: -32500, data: { code: 'bundler.refused' } });
    expect(answer.error?.message).toContain('AA24');
  });

  it('must be one of ours: a contract wallet of another kind is not, even as a user’s wallet', async () => {
    const { account, person } = await site.holder(true);
    await all.chain.rpc('anvil_setCode', [person.wallet, '0x60016000526020600060003e']);
    expect(await codeOf(site.send(await site.signed(account, [transfer()])))).toBe('bundler.contract');
  });

  it('of a blocked user is not paid for', async () => {
    const { account, person } = await site.holder(true);
    await all.sql`update app_user set blocked_at = now() where uuid = ${person.uuid}`;
    expect(await codeOf(site.send(await site.signed(account, [transfer()])))).toBe('bundler.blocked');
  });

  it('must be deployed by our factory, for exactly its first key', async () => {
    const { account } = await site.holder(true);
    const args = (await account.getFactoryArgs()) as { factory: Address; factoryData: Hex };
    const other = encodeFunctionData({
      abi: smartAccountFactoryAbi,
      functionName: 'create',
      args: [site.newPasskey().key],
    });
    const refused = async (changes: object) =>
      codeOf(site.send(await site.signed(account, [transfer()], { ...args, ...changes })));
    expect(await refused({ factory: all.deployment.weth })).toBe('bundler.factory');
    expect(await refused({ factoryData: other })).toBe('bundler.factory');
    expect(await refused({ factoryData: `${args.factoryData}00` })).toBe('bundler.factory');
    expect(await refused({ factoryData: '0x' })).toBe('bundler.factory');
    expect(await refused({ factory: undefined, factoryData: undefined })).toBe('bundler.notDeployed');
  });

  it('that anyone else deployed meanwhile is named in words, and the same act without the factory is accepted', async () => {
    const { account, signer } = await site.holder(true);
    const before = await site.signed(account, [transfer()]);
    await deployByAnyone(signer.key);
    const answer = await site.send(before);
    expect(answer.error?.data.code).toBe('bundler.deployed');
    expect(answer.error?.message).toContain('AA10');
    const extra = { ...(await site.signed(account, [transfer()])), note: 'x'.repeat(100_000) };
    expect((await site.send(extra)).error).toBeUndefined();
    // Only the fields of an operation are stored.
    const [row] = await all.sql`select operation from user_operation`;
    expect(Object.keys(row?.operation)).not.toContain('note');
    await all.sql`delete from operator_task`;
    await all.sql`delete from user_operation`;
  });
});

describe('the signature', () => {
  it('of a contract as a key is not paid for, since its answer can change; that of a wallet’s own key is', async () => {
    const key = generatePrivateKey();
    const wallet = site.walletKey(key);
    const { account } = await site.holder(true, wallet);
    const signed = await site.signed(account, [transfer()]);
    const byContract = { ...signed, signature: withKey(all.deployment.weth.toLowerCase() as Hex, '0x1234') };
    expect(await codeOf(site.send(byContract))).toBe('bundler.key');
    const byVerifier = { ...signed, signature: withKey(`${all.deployment.weth}01` as Hex, '0x1234') };
    expect(await codeOf(site.send(byVerifier))).toBe('bundler.key');
    expect(await codeOf(site.send({ ...signed, signature: '0x' }))).toBe('bundler.key');
    expect((await site.send(signed)).error).toBeUndefined();
    await all.sql`delete from operator_task`;
    await all.sql`delete from user_operation`;
  });

  it('for another chain, another entry point or other content is refused', async () => {
    const { account, signer } = await site.holder(true);
    const signed = await site.signed(account, [transfer()]);
    expect(await codeOf(site.send(signed, all.deployment.weth))).toBe('bundler.entryPoint');
    const elsewhere = getUserOperationTypedData({
      chainId: 137,
      entryPointAddress: entryPoint08Address,
      userOperation: {
        sender: account.address,
        nonce: 0n,
        callData: signed.callData as Hex,
        callGasLimit: 300_000n,
        verificationGasLimit: 400_000n,
        preVerificationGas: 50_000n,
        maxFeePerGas: 0n,
        maxPriorityFeePerGas: 0n,
        signature: '0x',
        ...(await account.getFactoryArgs()),
      } as never,
    });
    const signature = withKey(signer.key, await signer.sign(elsewhere));
    expect(await codeOf(site.send({ ...signed, signature }))).toBe('bundler.refused');
    expect(await codeOf(site.send({ ...signed, callGasLimit: '0x5' }))).toBe('bundler.refused');
    await isStoredAs(0);
  });
});

describe('gas', () => {
  it('above the limit of a field, a gas price and a paymaster are refused before the chain is asked', async () => {
    const { account } = await site.holder(true);
    const refused = async (changes: object) => codeOf(site.send(await site.signed(account, [transfer()], changes)));
    for (const field of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'])
      expect(await refused({ [field]: 10n ** 9n }), field).toBe('bundler.gas');
    expect(await refused({ maxFeePerGas: 1n })).toBe('bundler.price');
    const paymaster = {
      paymaster: TARGET,
      paymasterVerificationGasLimit: 10n ** 9n,
      paymasterPostOpGasLimit: 10n ** 9n,
    };
    expect(await refused({ ...paymaster, paymasterData: '0x' })).toBe('bundler.paymaster');
  });

  it('that is too low for the validation or for the calls is refused, since the operator would pay for the failure', async () => {
    const { account } = await site.holder(true);
    const refused = async (changes: object) => codeOf(site.send(await site.signed(account, [transfer()], changes)));
    expect(await refused({ verificationGasLimit: 30_000n })).toBe('bundler.refused');
    expect(await refused({ callGasLimit: 5000n })).toMatch(/^chain\.(outOfGas|reverted)$/);
    await isStoredAs(0);
  });
});

describe('calls', () => {
  it('that fail, or that the rule does not name, are refused, also in an estimate', async () => {
    const { account, person } = await site.holder(true);
    expect(await codeOf(site.send(await site.signed(account, [transfer(10n ** 30n)])))).toBe('chain.balance');
    const bad = { to: TARGET, data: '0x12345678' as Hex };
    const answer = await site.send(await site.signed(account, [transfer(), bad]));
    expect(answer.error).toMatchObject({ code: -32504, data: { code: 'bundler.call' } });
    expect(answer.error?.message).toContain('call 2 of 2');
    expect(answer.error?.message).toContain('pay the network fee yourself');
    await expect(site.bundler.estimateUserOperationGas({ account, calls: [bad] })).rejects.toThrow('call 1 of 1');
    // The account calls itself to hide a batch, by its address and by the zero address.
    const hidden = encodeFunctionData({
      abi: smartAccountAbi,
      functionName: 'execute',
      args: [`0x01${'00'.repeat(31)}`, '0x'],
    });
    for (const to of [person.wallet, `0x${'00'.repeat(20)}` as Address])
      expect(await codeOf(site.send(await site.signed(account, [{ to, data: hidden }])))).toBe('bundler.call');
    // Call data that is no plain batch, for example of a mode with opData.
    const { callData } = (await site.signed(account, [transfer()])) as { callData: Hex };
    const withOpData = `${callData.slice(0, 10)}01000000000078210001${callData.slice(30)}` as Hex;
    expect(await codeOf(site.send(await site.signed(account, [transfer()], { callData: withOpData })))).toBe(
      'bundler.callData',
    );
    await isStoredAs(0);
  });
});

describe('a flood', () => {
  it('of one account is one operation at a time, whatever the keys of its nonces, and a spent nonce is refused', async () => {
    const { account, signer } = await site.holder(true);
    await deployByAnyone(signer.key);
    const keyed = (key: bigint) => site.signed(account, [transfer()], { nonce: key << 64n });
    const answers = await Promise.all([1n, 2n, 3n, 4n].map(async (key) => site.send(await keyed(key))));
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.data.code ?? [])).toEqual(Array(3).fill('bundler.busy'));
    expect(await codeOf(site.send(await site.signed(account, [transfer()], { nonce: 7n })))).toBe('bundler.refused');
    await all.sql`delete from operator_task`;
    await all.sql`delete from user_operation`;
  });

  it('ends at the budget of the person and at that of all, with the way to pay oneself', async () => {
    const [one, two] = [await site.holder(true), await site.holder(true)];
    await spend(one.person.uuid, parseEther(BUDGET));
    const answer = await site.send(await site.signed(one.account, [transfer()]));
    expect(answer.error).toMatchObject({ code: -32504, data: { code: 'operator.accountBudget' } });
    expect(answer.error?.message).toContain('You can pay the network fee yourself');
    await spend(one.person.uuid, parseEther('0.9'));
    expect(await codeOf(site.send(await site.signed(two.account, [transfer()])))).toBe('operator.dayBudget');
    await all.sql`delete from operator_spend`;
    expect((await site.send(await site.signed(two.account, [transfer()]))).error).toBeUndefined();
    await all.sql`delete from operator_task`;
    await all.sql`delete from user_operation`;
  });

  it('of requests in a batch ends at twenty, and an oversized body is refused', async () => {
    const post = (body: unknown) =>
      fetch(`${site.url}/api/bundler`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' };
    const many = (count: number) => Array.from({ length: count }, (_, id) => ({ ...one, id }));
    expect(await (await post(many(20))).json()).toHaveLength(20);
    for (const batch of [many(21), []])
      expect(await (await post(batch)).json()).toMatchObject({
        error: { code: -32600, data: { code: 'bundler.batch' } },
      });
    expect((await post({ ...one, params: ['x'.repeat(300_000)] })).status).toBe(413);
    const { account } = await site.holder(true);
    const long = { ...(await site.signed(account, [transfer()])), callData: `0x${'00'.repeat(40_000)}` };
    expect(await codeOf(site.send(long))).toBe('bundler.params');
  });

  it('of requests from one address ends at the limit of a minute, each of a batch counted', async () => {
    const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }));
    const codes = new Set<string | undefined>();
    for (let sent = 0; sent < 62 && !codes.has('bundler.tooMany'); sent++) {
      const answer = await fetch(`${site.url}/api/bundler`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      for (const { error } of (await answer.json()) as { error?: { code: number; data: { code: string } } }[])
        codes.add(error?.data.code);
    }
    expect([...codes]).toEqual([undefined, 'bundler.tooMany']);
    await all.sql`delete from rate_limit`;
  });

  it('of unknown methods and malformed requests is answered in the form of JSON-RPC', async () => {
    const codes = async (method: string, params: unknown, more = {}) =>
      (await site.rpc(method, params as unknown[], more)).error;
    const bare = { sender: all.deployment.weth, nonce: '0x0', callData: '0x' };
    expect(await codes('eth_sendTransaction', [])).toMatchObject({ code: -32601, data: { code: 'bundler.method' } });
    expect(await codes('eth_sendUserOperation', [])).toMatchObject({ code: -32602, data: { code: 'bundler.params' } });
    expect(await codes('eth_sendUserOperation', {})).toMatchObject({ code: -32602, data: { code: 'bundler.params' } });
    expect(await codes('eth_sendUserOperation', 'text')).toMatchObject({ code: -32600 });
    expect(await codes('eth_chainId', [], { id: {} })).toMatchObject({ code: -32600 });
    // Turning this into text would fail, and count as an error of the server.
    for (const entryPoint of [null, 8, { toString: null }])
      expect(await codes('eth_sendUserOperation', [bare, entryPoint])).toMatchObject({
        code: -32602,
        data: { code: 'bundler.entryPoint' },
      });
    expect(await codes('eth_getUserOperationReceipt', ['0x1'])).toMatchObject({ data: { code: 'bundler.hash' } });
    expect(await codes('eth_chainId', [], { jsonrpc: '1.0' })).toMatchObject({ code: -32600 });
    expect((await site.rpc('eth_getUserOperationReceipt', [numberToHex(1n, { size: 32 })])).result).toBeNull();
    expect((await site.rpc('eth_getUserOperationByHash', [numberToHex(1n, { size: 32 })])).result).toBeNull();
  });

  it('of bodies and batches that are none of JSON-RPC gets the errors of its specification', async () => {
    const answerTo = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${site.url}/api/bundler`, { method: 'POST', headers, body });
      const text = await answer.text();
      return [answer.status, text && (JSON.parse(text) as unknown)];
    };
    const refused = (code: number) => ({ jsonrpc: '2.0', id: null, error: expect.objectContaining({ code }) });
    const one = '{"jsonrpc":"2.0","id":7,"method":"eth_chainId"}';
    const notification = '{"jsonrpc":"2.0","method":"eth_chainId"}';
    const right = { jsonrpc: '2.0', id: 7, result: '0x13881' };
    expect(await answerTo('{"jsonrpc":"2.0","method')).toEqual([200, refused(-32700)]);
    expect(await answerTo(`[${one},{"jsonrpc"]`)).toEqual([200, refused(-32700)]);
    for (const body of ['1', '"text"', 'null', '{"id":7}', '[]', '{"method":"\\u0000"}'])
      expect([body, ...(await answerTo(body))]).toEqual([
        body,
        200,
        { ...refused(-32600), id: body === '{"id":7}' ? 7 : null },
      ]);
    expect(await answerTo('[1,2]')).toEqual([200, [refused(-32600), refused(-32600)]]);
    expect(await answerTo(`[1,${one},${notification},null]`)).toEqual([200, [refused(-32600), right, refused(-32600)]]);
    expect(await answerTo(notification)).toEqual([200, '']);
    expect(await answerTo(`[${notification},${notification}]`)).toEqual([200, '']);
  });
});
