import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseTransaction, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { startTestAnvil, TEST_CHAIN_ID } from '../testing-anvil.ts';
import type { Eip1193Provider } from '../eip1193.ts';
import { nativeBalance, receiptOf } from '../rpc.ts';
import { sendTransaction, signText, signTypedData, switchChain } from '../wallet-actions.ts';
import { createDemoWallet } from './demo-wallet.ts';
import type { DemoRequest } from './demo-requests.ts';

let chain: Awaited<ReturnType<typeof startTestAnvil>>;
let asked: DemoRequest[];
let allows: boolean;
let kept: Map<string, string>;
let wallet: Eip1193Provider;

beforeAll(async () => {
  chain = await startTestAnvil();
});
afterAll(() => chain.stop());
beforeEach(() => {
  asked = [];
  allows = true;
  kept = new Map();
  wallet = walletOver(kept);
});

const walletOver = (store: Map<string, string>, rpcUrl = chain.url) =>
  createDemoWallet({
    chainId: TEST_CHAIN_ID,
    rpcUrl,
    storage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
    ask: async (request) => {
      asked.push(request);
      return allows;
    },
    fund: async (address) => void (await chain.fund(address, 10n ** 18n)),
  });
const connect = async () => ((await wallet.request({ method: 'eth_requestAccounts' })) as string[])[0] as `0x${string}`;

it('shows no account before it is connected', async () => {
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([]);
  const address = await connect();
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([address]);
});

it('gets play money when it is connected for the first time, and keeps its key', async () => {
  const address = await connect();
  expect(await nativeBalance(chain.url, address)).toBe(10n ** 18n);
  wallet = walletOver(kept);
  expect(await connect()).toBe(address);
});

it('signs a text as its account, in any script', async () => {
  const address = await connect();
  const message = 'Увійти до Skarb\n\nNonce: 1';
  const signature = (await signText(wallet, address, message)) as `0x${string}`;
  expect(await recoverMessageAddress({ message, signature })).toBe(address);
  expect(asked).toEqual([{ kind: 'text', text: message }]);
});

it('signs typed data as its account', async () => {
  const address = await connect();
  const typedData = {
    domain: { name: 'Test', version: '1', chainId: TEST_CHAIN_ID, verifyingContract: address },
    types: { Offer: [{ name: 'price', type: 'uint256' }] },
    primaryType: 'Offer',
    message: { price: '1250000000000000000' },
  };
  const signature = (await signTypedData(wallet, address, typedData)) as `0x${string}`;
  expect(await recoverTypedDataAddress({ ...(typedData as object), signature } as never)).toBe(address);
});

it('signs no data for another chain, where it could be used as well', async () => {
  const address = await connect();
  const typedData = {
    domain: { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: address },
    types: { Offer: [{ name: 'price', type: 'uint256' }] },
    primaryType: 'Offer',
    message: { price: '1' },
  };
  await expect(
    wallet.request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typedData)] }),
  ).rejects.toMatchObject({ code: -32602 });
  expect(asked).toEqual([]);
});

it('sends a transaction that the chain accepts', async () => {
  const address = await connect();
  const to = '0x00000000000000000000000000000000000000aa';
  const hash = (await wallet.request({
    method: 'eth_sendTransaction',
    params: [{ from: address, to, value: '0x7b' }],
  })) as string;
  // Anvil answers before it has mined.
  await expect.poll(() => receiptOf(chain.url, hash)).toMatchObject({ status: 'successful' });
  expect(asked).toEqual([{ kind: 'transaction', from: address, to, data: '0x', value: 123n }]);
});

it('sends at least the tip that the network wants, behind a node that drops less', async () => {
  const address = await connect();
  const least = 25_000_000_000n;
  // A proxy before the node, as Polygon's nodes answer.
  const proxy = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [`0x${string}`] };
      const { maxPriorityFeePerGas = 0n } = method === 'eth_sendRawTransaction' ? parseTransaction(params[0]) : {};
      const isDropped = method === 'eth_sendRawTransaction' && maxPriorityFeePerGas < least;
      const error = { jsonrpc: '2.0', id, error: { code: -32000, message: 'transaction underpriced' } };
      response.end(
        isDropped
          ? JSON.stringify(error)
          : await (
              await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
            ).text(),
      );
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const rpcUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  wallet = walletOver(kept, rpcUrl);
  const call = { to: '0x00000000000000000000000000000000000000aa', data: '0x', value: '7' };
  await expect(sendTransaction(wallet, { rpcUrl }, address, call)).rejects.toMatchObject({
    cause: { message: 'transaction underpriced' },
  });
  const hash = await sendTransaction(wallet, { rpcUrl, leastTip: String(least) }, address, call);
  await expect.poll(() => receiptOf(chain.url, hash)).toMatchObject({ status: 'successful' });
  proxy.close();
});

it('answers a user’s refusal with code 4001 and sends nothing', async () => {
  const address = await connect();
  allows = false;
  const refused = { code: 4001 };
  await expect(wallet.request({ method: 'personal_sign', params: ['0x00', address] })).rejects.toMatchObject(refused);
  await expect(
    wallet.request({ method: 'eth_sendTransaction', params: [{ from: address, to: address }] }),
  ).rejects.toMatchObject(refused);
  expect(await wallet.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] })).toBe('0x0');
});

it('does not sign for an account that is not its own', async () => {
  await connect();
  const other = '0x00000000000000000000000000000000000000bb';
  await expect(wallet.request({ method: 'personal_sign', params: ['0x00', other] })).rejects.toMatchObject({
    code: 4100,
  });
  expect(asked).toEqual([]);
});

it('stays on the local chain', async () => {
  await connect();
  const network = {
    chainId: 137,
    humanName: 'Polygon',
    rpcUrl: 'https://polygon.example',
    explorerUrl: null,
    nativeSymbol: 'POL',
  };
  await expect(switchChain(wallet, network)).rejects.toMatchObject({ code: 'wrongChain' });
  await switchChain(wallet, { ...network, chainId: TEST_CHAIN_ID });
});

it('passes reads on to the chain', async () => {
  expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x13881');
  expect(Number(await wallet.request({ method: 'eth_blockNumber' }))).toBeGreaterThan(0);
  await expect(wallet.request({ method: 'anvil_setBalance', params: [] })).rejects.toMatchObject({ code: 4200 });
});
