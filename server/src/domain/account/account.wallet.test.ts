/** The web app's wallet of passkeys with the real bundler and chain; a software authenticator takes the device's part. */
import { accountAddress, passkeyKey } from '@skarb/contracts/account';
import { erc20Abi, localUsdcAbi, smartAccountAbi } from '@skarb/contracts/abi';
import type { AccountKey } from '@skarb/schema/account-key';
import type { Holdings, Transfer } from '@skarb/schema/auth';
import type { BreedingToken } from '@skarb/schema/breeding';
import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import { deployer } from '@skarb/local/testing.ts';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  encodeFunctionData,
  erc721Abi,
  parseAbi,
  parseEther,
  parseEventLogs,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem';
import {
  entryPoint08Abi,
  entryPoint08Address,
  formatUserOperation,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Eip1193Provider, type OwnFee, toHexText } from '../../../../web/src/platform/wallet/eip1193.ts';
import { keyMemory } from '../../../../web/src/platform/wallet/passkey/key-memory.ts';
import { createPasskeyWallet, type HeldAccount } from '../../../../web/src/platform/wallet/passkey/passkey-wallet.ts';
import type { askPasskey } from '../../../../web/src/platform/wallet/passkey/webauthn.ts';
import { callsStatus, sendCalls } from '../../../../web/src/platform/wallet/wallet-actions.ts';
import { toWalletError, WalletError } from '../../../../web/src/platform/wallet/wallet-error.ts';
import { type BreedingTest, type Person, startBreeding, until } from '../breeding/testing-breeding.ts';
import { type Bundler, startBundler } from './testing-account.ts';

const SITE = 'skarb.test';
let all: BreedingTest;
let site: Bundler;
let ann: Person;
beforeAll(async () => {
  all = await startBreeding({ env: { LOCAL_STACK: '1', OPERATOR_ACCOUNT_DAY_BUDGET: '10' } });
  site = await startBundler(all);
  ann = await all.trader();
});
afterAll(() => all?.stop());
afterEach(() => vi.restoreAllMocks());

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
let made = 0;
/** A passkey on a device. */
const passkey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const credentialId = Buffer.from(`credential ${made++}`).toString('base64url');
  const answer = (challenge: string) => {
    const client = { type: 'webauthn.get', challenge, origin: `https://${SITE}`, crossOrigin: false };
    const clientDataJSON = new TextEncoder().encode(JSON.stringify(client));
    const authenticatorData = Uint8Array.from([...sha256(SITE), 0x05, 0, 0, 0, 0]);
    const signature = sign('sha256', Uint8Array.from([...authenticatorData, ...sha256(clientDataJSON)]), privateKey);
    return { credentialId, authenticatorData, clientDataJSON, signature, response: {} as never };
  };
  return { key: passkeyKey(all.deployment.passkeyVerifier, spki, SITE), credentialId, answer };
};
type Passkey = ReturnType<typeof passkey>;
type OutsideBundler = { url: string; paymasterUrl: string | null };

/** A person in a browser whose device has passkeys; the account's first key is the first of them. */
const browser = async (passkeys = [passkey()], bundler: OutsideBundler | null = null) => {
  const [first] = passkeys as [Passkey];
  const address = accountAddress(all.deployment, first.key);
  const person = { ...(await all.person(false)), address } as Person;
  await all.sql`update app_user set metamask_wallet = ${address.toLowerCase()} where uuid = ${person.uuid}`;
  const stored = new Map<string, string>();
  const memory = keyMemory({
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
  });
  const { key, credentialId } = first;
  memory.remember({ address, firstKey: key, key, credentialId, userUuid: null });
  /** What the browser asked for, newest last. */
  const asked: string[][] = [];
  const state = {
    refuses: false,
    chosen: first,
    held: null as HeldAccount | null,
    wallet: null as Eip1193Provider | null,
  };
  const ask: typeof askPasskey = async ({ challenge, allowCredentials = [] }) => {
    const allowed = allowCredentials.map(({ id }) => id);
    asked.push(allowed);
    const used = allowed.length ? passkeys.find((one) => allowed.includes(one.credentialId)) : state.chosen;
    if (state.refuses || !used) throw new WalletError('keyCancelled');
    return used.answer(challenge);
  };
  const { accountFactory, accountImplementation, passkeyVerifier, entryPoint } = all.deployment;
  const smartAccount = {
    factory: accountFactory,
    implementation: accountImplementation,
    verifier: passkeyVerifier,
    entryPoint,
    rpId: SITE,
    bundler,
  };
  const wallet = createPasskeyWallet({
    network: async () => ({ chainId: 80_001, rpcUrl: all.chain.rpcUrl, smartAccount }),
    account: async () => state.held,
    memory,
    holder: async () => {
      if (!state.wallet) throw new WalletError('missing');
      return state.wallet;
    },
    bundlerUrl: `${site.url}/api/bundler`,
    origin: `https://${SITE}`,
    ask,
  });
  const request = (method: string, ...params: unknown[]) => wallet.request({ method, params }) as Promise<never>;
  memory.connect(address);
  return { person, address, wallet, request, asked, state, memory };
};
const keysOf = (address: string, passkeys: readonly Passkey[]): HeldAccount => ({
  address,
  keys: passkeys.map(({ key }, index) => ({
    id: `0x${'00'.repeat(32)}`,
    kind: 'PASSKEY' as const,
    key,
    address: null,
    isFirst: index === 0,
    addedAt: null,
  })),
});
const hex = (value: string) => `0x${BigInt(value).toString(16)}`;
const nothing = (address: string) => ({
  to: address,
  data: encodeFunctionData({ abi: smartAccountAbi, functionName: 'cancelRecovery' }),
});

it('buys by one request before the account exists, tells its state by the page’s id, and takes an id once', async () => {
  const { person, request, address, asked } = await browser();
  await all.sendRaw(ann, {
    to: all.deployment.weth,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 2n * 10n ** 18n] }),
  });
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '1.25' });
  const steps = ((await all.purchase(person, uuid)).body.data.steps ?? []) as TransactionStep[];
  expect(steps.map(({ id }) => id)).toEqual(['approve-weth', 'purchase']);
  expect(await request('wallet_getCapabilities', address, ['0x13881'])).toEqual({
    '0x13881': { atomic: { status: 'supported' } },
  });
  await expect(request('wallet_getCallsStatus', 'mine')).rejects.toMatchObject({ code: 5730 });
  const calls = steps.map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  const sending = { version: '2.0.0', id: 'mine', from: address, chainId: '0x13881', atomicRequired: true, calls };
  expect(await request('wallet_sendCalls', sending)).toEqual({ id: 'mine' });
  await expect(request('wallet_sendCalls', sending)).rejects.toMatchObject({ code: 5720 });
  expect(asked).toHaveLength(1);
  const state = await until('the calls', async () => {
    const now = (await request('wallet_getCallsStatus', 'mine')) as { status: number };
    return now.status !== 100 && now;
  });
  expect(state).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] });
  await all.becomes(uuid, 'SOLD');
});

it('signs a text before the account exists, and deploys it before it signs what a contract must read', async () => {
  const { request, address } = await browser();
  const message = 'Увійти до Skarb';
  const early = (await request('personal_sign', toHexText(message), address)) as Hex;
  expect(await site.client.verifyMessage({ address: address as Address, message, signature: early })).toBe(true);
  expect(await site.client.getCode({ address: address as Address })).toBeUndefined();
  const typedData = {
    domain: { name: 'Seaport', version: '1.6', chainId: 80_001, verifyingContract: all.deployment.seaport },
    types: { Order: [{ name: 'item', type: 'Item' }], Item: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order' as const,
    message: { item: { amount: '7' } },
  };
  const signature = (await request('eth_signTypedData_v4', address, JSON.stringify(typedData))) as Hex;
  expect(await site.client.getCode({ address: address as Address })).toMatch(/^0x363d/);
  expect(await site.client.verifyTypedData({ address: address as Address, signature, ...typedData } as never)).toBe(
    true,
  );
});

it('answers a cancelled prompt with 4001, then lets the person choose, and finds which key has signed', async () => {
  const [first, second, foreign] = [passkey(), passkey(), passkey()];
  const { request, address, asked, state, memory } = await browser([first, second, foreign]);
  const add = encodeFunctionData({ abi: smartAccountAbi, functionName: 'addKey', args: [second.key] });
  await request('eth_sendTransaction', { from: address, to: address, data: add });
  state.held = keysOf(address, [first, second]);
  state.refuses = true;
  const again = () => request('eth_sendTransaction', { from: address, ...nothing(address) });
  await expect(again()).rejects.toMatchObject({ code: 4001, cause: { code: 'keyCancelled' } });
  state.refuses = false;
  state.chosen = foreign;
  await expect(again()).rejects.toMatchObject({ cause: { code: 'keyForeign' } });
  state.chosen = second;
  const txHash = (await again()) as Hex;
  expect((await site.client.getTransactionReceipt({ hash: txHash })).status).toBe('success');
  await again();
  expect(asked.slice(1)).toEqual([[first.credentialId], [], [], [second.credentialId]]);
  expect(memory.keyOf(address)).toMatchObject({ key: second.key, firstKey: first.key });
});

it('refuses another account and another chain, and passes on why the marketplace does not pay', async () => {
  const { request, address } = await browser();
  await expect(request('personal_sign', '0x00', ann.address)).rejects.toMatchObject({ code: 4100 });
  await expect(request('wallet_switchEthereumChain', { chainId: '0x89' })).rejects.toMatchObject({ code: 4902 });
  expect(await request('wallet_switchEthereumChain', { chainId: '0x13881' })).toBeNull();
  const call = { from: address, to: ann.address, data: '0x12345678' };
  await expect(request('eth_sendTransaction', call)).rejects.toMatchObject({ data: { code: 'bundler.call' } });
  await expect(request('eth_unknown')).rejects.toMatchObject({ code: 4200 });
});

it('pays its own network fee once, after a press, when the budget of the day is used up', async () => {
  const { person, wallet, address } = await browser();
  await all.sql`
    insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
    values (${`0x${'4f'.repeat(32)}`}, gen_random_uuid(), 80001, 0, 'operation', ${person.uuid}, 1, ${String(all.config.operatorBudget.accountDay)}, true)`;
  const act = (ownFee?: OwnFee) =>
    sendCalls(wallet, address, 80_001, [{ ...nothing(address), value: '0' }], crypto.randomUUID(), ownFee);
  const refusal = async (ownFee?: OwnFee): Promise<WalletError['refusal']> =>
    act(ownFee).then(
      () => undefined,
      (error: unknown) => (error as WalletError).refusal,
    );
  const coin = () => site.client.getBalance({ address: address as Address });
  const refused = await refusal();
  expect(refused).toMatchObject({ code: 'operator.accountBudget' });
  expect(await refusal(refused?.ownFee)).toMatchObject({ code: 'bundler.coin' });
  await all.chain.fund(address, 10n ** 18n);
  // What is sent at the same moment, and first, does not take the fee.
  const [other, id] = await Promise.all([refusal(), act(refused?.ownFee)]);
  expect(other).toMatchObject({ code: 'operator.accountBudget' });
  await until('the call that pays its fee', async () => (await callsStatus(wallet, id))?.status === 'successful');
  const left = await coin();
  expect(left).toBe(10n ** 18n - BigInt(refused?.ownFee?.value ?? 0));
  expect(await refusal()).toMatchObject({ code: 'operator.accountBudget' });
  expect(await coin()).toBe(left);
});

/** A bundler and a paymaster of somebody else, over HTTP: Ann's wallet sends the operations. */
const startOutsider = async () => {
  const sent = new Map<Hex, Hex>();
  // A contract that pays for everything: its answer is no context, and no limit of time.
  const paymaster: Address = '0x00000000000000000000000000000000009a7e40';
  await all.chain.rpc('anvil_setCode', [paymaster, '0x60405f5260605ff3']);
  await all.sendRaw(ann, {
    to: entryPoint08Address,
    data: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [paymaster] }),
    value: 10n ** 18n,
  });
  const limits = { callGasLimit: '0x493e0', verificationGasLimit: '0x61a80', preVerificationGas: '0x186a0' };
  const answers: Record<string, (params: [never]) => unknown> = {
    eth_chainId: () => '0x13881',
    eth_estimateUserOperationGas: () => ({ ...limits, paymasterVerificationGasLimit: '0x186a0' }),
    eth_sendUserOperation: async ([given]) => {
      const operation = formatUserOperation(given) as UserOperation<'0.8'>;
      const data = encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: 'handleOps',
        args: [[toPackedUserOperation(operation)], ann.address],
      });
      const receipt = await all.sendRaw(ann, { to: entryPoint08Address, data });
      const [event] = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs: receipt.logs });
      if (!event) throw new Error('FailedOp(0, "AA21 didn\'t pay prefund")');
      sent.set(event.args.userOpHash, receipt.transactionHash);
      return event.args.userOpHash;
    },
    eth_getUserOperationReceipt: async ([hash]) => {
      const receipt = await all.chain.rpc<object>('eth_getTransactionReceipt', [sent.get(hash)]);
      return {
        userOpHash: hash,
        success: true,
        nonce: '0x0',
        actualGasCost: '0x1',
        actualGasUsed: '0x1',
        logs: [],
        receipt,
      };
    },
    pm_getPaymasterStubData: () => ({
      paymaster,
      paymasterData: '0x',
      paymasterVerificationGasLimit: '0x186a0',
      paymasterPostOpGasLimit: '0x1',
    }),
    pm_getPaymasterData: () => ({ paymaster, paymasterData: '0x' }),
  };
  const server = createServer((request, response) => {
    void (async () => {
      const { id, method, params } = (await json(request)) as { id: number; method: string; params: [never] };
      try {
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: await answers[method]?.(params) }));
      } catch (error) {
        const { message } = error as Error;
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32500, message } }));
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paymaster };
};

it('sends by an outside bundler where the setting names one: the account pays, or an outside paymaster', async () => {
  const { url, paymaster } = await startOutsider();
  const stored = () => all.sql`select 1 from user_operation`;
  const before = (await stored()).length;
  const own = await browser([passkey()], { url, paymasterUrl: null });
  const act = ({ request, address }: typeof own) =>
    request('eth_sendTransaction', { from: address, ...nothing(address) }) as Promise<Hex>;
  const poor = await act(own).catch((error: unknown) => toWalletError(error).code);
  expect(poor).toBe('noGas');
  await all.chain.fund(own.address, 10n ** 18n);
  expect(await act(own)).toMatch(/^0x/);
  expect(await site.client.getBalance({ address: own.address as Address })).toBeLessThan(10n ** 18n);

  const free = await browser([passkey()], { url, paymasterUrl: url });
  const deposit = () =>
    site.client.readContract({
      address: entryPoint08Address,
      abi: entryPoint08Abi,
      functionName: 'balanceOf',
      args: [paymaster],
    });
  const full = await deposit();
  const { address } = free;
  const calls = [{ ...nothing(address), value: '0x0' }];
  await free.request('wallet_sendCalls', { version: '2.0.0', id: 'outside', from: address, chainId: '0x13881', calls });
  expect(await free.request('wallet_getCallsStatus', 'outside')).toMatchObject({ status: 200 });
  expect(await site.client.getCode({ address: address as Address })).toMatch(/^0x363d/);
  expect(await deposit()).toBeLessThan(full);
  expect(await stored()).toHaveLength(before);
});

it.each([
  ['bundler.failed', 'rpcAway'],
  ['bundler.tooMany', 'tooMany'],
])('does not take %s for a refusal of what may be sent, and names it %s', async (code, name) => {
  const { wallet, address } = await browser();
  const { fetch } = globalThis;
  const asked: string[] = [];
  let isLosing = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    const method = /eth_(?:sendUserOperation|getUserOperation\w+)/.exec(String(init?.body))?.[0];
    if (!String(input).endsWith('/api/bundler') || !method) return answer;
    asked.push(method);
    const rpcCode = code === 'bundler.failed' ? -32603 : -32005;
    const error = { code: rpcCode, message: 'not now', data: { code } };
    return isLosing ? Response.json({ jsonrpc: '2.0', id: 1, error }) : answer;
  });
  const call = { ...nothing(address), value: '0' };
  await expect(sendCalls(wallet, address, 80_001, [call], 'mine')).rejects.toMatchObject({ code: name });
  await expect(callsStatus(wallet, 'mine')).rejects.toMatchObject({ code: name });
  isLosing = false;
  asked.length = 0;
  const ends = async () => (await callsStatus(wallet, 'mine'))?.status === 'successful';
  await until('the calls', ends);
  // Once the bundler knows the operation, its state is one request.
  expect(asked.filter((method) => method.endsWith('ByHash')).length).toBeLessThan(2);
});

it('a wallet that is a key of the account confirms its acts and its orders, after the passkey is lost', async () => {
  const { person, request, address, state, memory, asked } = await browser();
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '0.5' });
  await all.sendRaw(ann, {
    to: all.deployment.weth,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, parseEther('2')] }),
  });
  const signer = privateKeyToAccount(generatePrivateKey());
  const key = signer.address.toLowerCase() as Hex;
  // The passkey adds the wallet, and deploys the account by it.
  await request('eth_sendTransaction', {
    from: address,
    to: address,
    data: encodeFunctionData({ abi: smartAccountAbi, functionName: 'addKey', args: [key] }),
  });
  const [first] = keysOf(address, [passkey()]).keys as [AccountKey];
  const firstKey = memory.keyOf(address)?.firstKey ?? '';
  state.held = {
    address,
    keys: [
      { ...first, key: firstKey },
      { ...first, kind: 'WALLET', key, address: signer.address, isFirst: false },
    ],
  };
  state.refuses = true;
  memory.remember({ address, firstKey, key, credentialId: '', userUuid: null });
  const before = asked.length;
  // The browser's wallet, on another chain at first.
  let chainId = 1;
  const switched: string[] = [];
  state.wallet = {
    request: async ({ method, params }) => {
      const [one, two] = (params ?? []) as [never, never];
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
      if (method === 'wallet_switchEthereumChain') {
        chainId = Number((one as { chainId: string }).chainId);
        switched.push(method);
        return null;
      }
      expect([method, one]).toEqual(['eth_signTypedData_v4', signer.address]);
      const { types, ...data } = JSON.parse(two) as { types: Record<string, unknown> };
      const { EIP712Domain, ...rest } = types;
      expect(EIP712Domain).toBeDefined();
      return signer.signTypedData({ ...data, types: rest } as never);
    },
  };
  const steps = ((await all.purchase(person, uuid)).body.data.steps ?? []) as TransactionStep[];
  const calls = steps.map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  await request('wallet_sendCalls', { version: '2.0.0', id: 'bought', from: address, chainId: '0x13881', calls });
  await all.becomes(uuid, 'SOLD');
  expect(switched).toHaveLength(1);
  // An order of the account, signed by the wallet alone: nested typed data (ERC-7739), valid for this account only.
  const opened = (await all.open(person, token.uuid, { price: '0.7' })).body.data;
  const [approval, order] = opened.steps as [TransactionStep, SignatureStep];
  await request('eth_sendTransaction', { from: address, to: approval.to, data: approval.data });
  const signature = await request('eth_signTypedData_v4', address, JSON.stringify(order.typedData));
  const put = await all.call('PUT', order.submit.path, { as: person, json: { [order.submit.field]: signature } });
  expect(put.status).toBe(200);
  await all.becomes(opened.uuid, 'ACTIVE');
  await all.buy(ann, opened.uuid);
  await all.becomes(opened.uuid, 'SOLD');
  expect(asked).toHaveLength(before);
  // Without the wallet in the browser it says so, and sends nothing.
  state.wallet = null;
  await expect(request('personal_sign', toHexText('hello'), address)).rejects.toMatchObject({
    cause: { code: 'missing' },
  });
});

const balanceOf = (currency: Address, owner: Address) =>
  site.client.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });

it('sends everything to another address in one operation of any ERC-4337 client', async () => {
  const { person, account, signer } = await site.holder(true);
  await all.sql`insert into smart_account (address, chain_id, first_key) values (${person.wallet}, 80001, ${signer.key})`;
  const holdings = async (to?: string) =>
    all.call<{ data: Holdings; code?: string }>('GET', `/auth/wallet/holdings${to ? `?to=${to}` : ''}`, { as: person });
  const single = await all.mint(ann);
  const edition = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
  const nftAbi = parseAbi([
    'function transferFrom(address from, address to, uint256 id)',
    'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  ]);
  const send = (token: typeof single, data: Hex) => all.sendRaw(ann, { to: token.contractAddress as Address, data });
  const idOf = ({ tokenId }: typeof single) => BigInt(tokenId as string);
  await send(
    single,
    encodeFunctionData({
      abi: nftAbi,
      functionName: 'transferFrom',
      args: [ann.address, account.address, idOf(single)],
    }),
  );
  await send(
    edition,
    encodeFunctionData({
      abi: nftAbi,
      functionName: 'safeTransferFrom',
      args: [ann.address, account.address, idOf(edition), 3n, '0x'],
    }),
  );
  const { body: seen } = await until('the tokens', async () => {
    const answer = await holdings();
    return answer.body.data.tokens.length === 2 && answer;
  });
  expect(seen.data).toMatchObject({
    tokens: [{ quantity: 3 }, { quantity: 1 }],
    hasMore: false,
    hasOffers: false,
    hasAuctions: false,
    steps: [],
  });
  expect(Object.fromEntries(seen.data.money.map(({ currency, amount }) => [currency.symbol, amount]))).toEqual({
    WETH: '10',
    USDC: '10000',
    POL: '10',
  });
  for (const [to, code] of [
    [account.address, 'holdings.own'],
    [zeroAddress, 'holdings.contract'],
    [all.deployment.weth, 'holdings.contract'],
    [single.contractAddress as string, 'holdings.contract'],
    ['0x52908400098527886E0F7030069857D2E4169Ee7', 'holdings.mistyped'],
  ] as const) {
    const { status, body } = await holdings(to);
    expect([to, status, body.code]).toEqual([to, 400, code]);
  }

  const there = privateKeyToAccount(generatePrivateKey()).address;
  // A wallet that pays its own network fees cannot send all of its coin.
  const asAnn = await all.call<{ data: Holdings }>('GET', `/auth/wallet/holdings?to=${there}`, { as: ann });
  expect(asAnn.body.data.keepsCoin).toBe(true);
  expect(asAnn.body.data.steps?.filter((step) => 'to' in step && step.to === there)).toEqual([]);
  const { steps } = (await holdings(there)).body.data;
  const before = await Promise.all(
    [all.deployment.weth, all.deployment.usdc].map((token) => balanceOf(token as Address, account.address)),
  );
  const { success } = await site.act(
    account,
    (steps as TransactionStep[]).map(({ to, data, value }) => ({
      to: to as Address,
      data: data as Hex,
      value: BigInt(value),
    })),
  );
  expect(success).toBe(true);
  expect(await balanceOf(all.deployment.weth as Address, there)).toBe(before[0]);
  expect(await balanceOf(all.deployment.usdc as Address, there)).toBe(before[1]);
  expect(await site.client.getBalance({ address: there })).toBe(10n ** 19n);
  expect(await balanceOf(all.deployment.weth as Address, account.address)).toBe(0n);
  expect(await site.client.getBalance({ address: account.address })).toBe(0n);
  const owner = { abi: erc721Abi, functionName: 'ownerOf', args: [idOf(single)] } as const;
  expect(await site.client.readContract({ address: single.contractAddress as Address, ...owner })).toBe(there);
  await until('nothing left', async () => {
    const { data } = (await holdings()).body;
    return data.tokens.length + data.money.length === 0;
  });
});

it('sends a part of one currency to another address, and no more', async () => {
  const own = await browser();
  const { person, address } = own;
  await all.sql`insert into smart_account (address, chain_id, first_key) values (${address.toLowerCase()}, 80001, '0x01')`;
  await pay('weth', address, parseEther('3'));
  await all.chain.fund(address, parseEther('3'));
  const rows = await all.sql<{ uuid: string; symbol: string }[]>`select uuid, symbol from currency`;
  const uuidOf = (symbol: string) => rows.find((row) => row.symbol === symbol)?.uuid;
  const ask = (symbol: string, amount: string, to: string) =>
    all.call<{ data: Transfer; code?: string }>(
      'GET',
      `/auth/wallet/transfer?currencyUuid=${uuidOf(symbol)}&amount=${amount}&to=${to}`,
      { as: person },
    );
  const there = privateKeyToAccount(generatePrivateKey()).address;
  const foreign = privateKeyToAccount(generatePrivateKey()).address;
  await all.chain.rpc('anvil_setCode', [foreign, '0x00']);
  for (const [symbol, amount, to, code] of [
    ['WETH', '1', address, 'holdings.own'],
    ['WETH', '1', zeroAddress, 'holdings.contract'],
    ['WETH', '1', '0x52908400098527886E0F7030069857D2E4169Ee7', 'holdings.mistyped'],
    ['WETH', '3.000000000000000001', there, 'transfer.balance'],
    ['USDC', '0.0000001', there, 'invalid'],
    ['POL', '1', entryPoint08Address, 'holdings.contract'],
    ['POL', '1', foreign, 'transfer.contract'],
  ] as const) {
    const { status, body } = await ask(symbol, amount, to);
    expect([symbol, amount, to, status, body.code]).toEqual([symbol, amount, to, 400, code]);
  }
  const weth = (await ask('WETH', '1.25', there)).body.data;
  expect(weth).toMatchObject({ amount: '1.25', to: there, left: '1.75', promised: '0' });
  await press(own, weth.steps);
  expect(await balanceOf(all.deployment.weth as Address, there)).toBe(parseEther('1.25'));
  expect(await balanceOf(all.deployment.weth as Address, address as Address)).toBe(parseEther('1.75'));
  // The coin reaches wallets, another smart account among them.
  const { account } = await site.holder(true);
  await site.act(account, [{ ...nothing(account.address), to: account.address, value: 0n }]);
  const before = await site.client.getBalance({ address: account.address });
  await press(own, (await ask('POL', '0.5', account.address)).body.data.steps);
  expect(await site.client.getBalance({ address: account.address })).toBe(before + parseEther('0.5'));
  expect(await site.client.getBalance({ address: address as Address })).toBe(parseEther('2.5'));
  await press(own, (await ask('POL', '2.5', there)).body.data.steps);
  expect(await site.client.getBalance({ address: there })).toBe(parseEther('2.5'));
  expect(await site.client.getBalance({ address: address as Address })).toBe(0n);
});

type Browser = Awaited<ReturnType<typeof browser>>;
/** Confirms steps as one request, as a dialog does. */
const press = async ({ request, address }: Browser, steps: readonly Step[] | undefined) => {
  const calls = (steps as TransactionStep[]).map(({ to, data, value }) => ({ to, data, value: hex(value) }));
  const sending = { version: '2.0.0', from: address, chainId: '0x13881', atomicRequired: true, calls };
  const { id } = await request('wallet_sendCalls', sending);
  const done = await until('the calls', async () => {
    const now = (await request('wallet_getCallsStatus', id)) as { status: number };
    return now.status !== 100 && now;
  });
  expect(done).toMatchObject({ status: 200 });
};
const pay = (name: 'weth' | 'usdc', to: string, amount: bigint) =>
  all.sendRaw(ann, {
    to: all.deployment[name],
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, amount] }),
  });

it('offers a sire, withdraws the offer, breeds with another’s sire in one press, and receives the child', async () => {
  const own = await browser();
  const { person, address } = own;
  const { tokens } = await all.home(ann, 2);
  const [matron, sire] = tokens.map(({ uuid }) => uuid) as [string, string];
  await all.give(ann, matron, person);
  type Asked = { data: BreedingToken; steps: Step[] };
  const path = `/breeding/token/${matron}/siring`;
  const json = { price: '0.2', endsAt: await all.inSeconds(86_400) };
  await press(own, (await all.call<Asked>('POST', path, { as: person, json })).body.steps);
  await until('the offer', async () => (await all.parent(matron)).siring?.price === '0.2');
  await press(own, (await all.call<Asked>('DELETE', path, { as: person })).body.steps);
  await until('its end', async () => (await all.parent(matron)).siring === null);

  await all.offerSiring(ann, sire, '0.1');
  const { cost } = await all.pair(matron, sire, person);
  await pay('weth', address, parseEther(cost as string));
  const { uuid, steps } = (await all.ask(person, matron, sire)).body.data;
  expect(steps?.map(({ id }) => id)).toEqual(['approve-weth', 'breed']);
  const before = own.asked.length;
  await press(own, steps);
  expect(own.asked).toHaveLength(before + 1);
  await all.becomesBreeding(uuid, 'EXPECTING');
  expect(await all.balanceOf(address, 'ETH')).toBe(0n);
  const { child } = await all.hatched(uuid);
  expect(await all.ownersOf(child?.uuid as string, person)).toEqual({ [address]: 1 });
});

it('claims a work that could not be delivered, and money that could not be paid back', async () => {
  const own = await browser();
  const { person, address } = own;
  await press(own, [{ ...nothing(address), value: '0' } as Step & TransactionStep]);
  await pay('weth', address, parseEther('1'));
  await pay('usdc', address, 100_000_000n);
  const token = await all.mint(ann);
  const lot = await all.auction(ann, token.uuid, { reservePrice: '1' });
  await press(own, (await all.askBid(person, lot.uuid, '1')).body.data.steps);
  // While the auction is settled, the account is a contract that accepts nothing.
  const bytecode = await site.client.getCode({ address: address as Address });
  await all.chain.rpc('anvil_setCode', [address, '0x00']);
  await all.wait(3601);
  await all.becomes(lot.uuid, 'SOLD');
  await all.chain.rpc('anvil_setCode', [address, bytecode]);
  const { steps } = await all.offer(lot.uuid, person);
  expect(steps?.map(({ id }) => id)).toEqual(['claim-token']);
  await press(own, steps);
  const owner = { abi: erc721Abi, functionName: 'ownerOf', args: [BigInt(token.tokenId as string)] } as const;
  expect(await site.client.readContract({ address: token.contractAddress as Address, ...owner })).toBe(address);

  const other = await all.mint(ann);
  const { uuid } = await all.auction(ann, other.uuid, { reservePrice: '100', currency: 'USDC' });
  await press(own, (await all.askBid(person, uuid, '100')).body.data.steps);
  await until('the bid', async () => (await all.offer(uuid)).auction?.highestBid === '100');
  const freeze = (functionName: 'blacklist' | 'unBlacklist') =>
    all.sendRaw(deployer, {
      to: all.deployment.usdc,
      data: encodeFunctionData({ abi: localUsdcAbi, functionName, args: [address as Address] }),
    });
  await freeze('blacklist');
  await all.bidIn(await all.trader(), uuid, '105');
  await freeze('unBlacklist');
  const credits = async () =>
    (await all.call<{ data: { steps: Step[] }[] }>('GET', '/auth/wallet/credit', { as: person })).body.data;
  const [credit] = await credits();
  expect(credit?.steps.map(({ id }) => id)).toEqual(['claim-credit']);
  await press(own, credit?.steps);
  expect(await all.balanceOf(address, 'USDC')).toBe(100_000_000n);
  expect(await credits()).toEqual([]);
});
