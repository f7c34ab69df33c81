import type { Step, TransactionStep } from '@skarb/schema/primitive';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAnvil, TEST_CHAIN_ID } from '../wallet/testing-anvil.ts';
import { createDemoWallet } from '../wallet/demo/demo-wallet.ts';
import type { Eip1193Provider } from '../wallet/eip1193.ts';
import { receiptOf, rpc } from '../wallet/rpc.ts';
import { checkBeforeSending, sendTransaction, signTypedData } from '../wallet/wallet-actions.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import type { StepPorts, TransactionNews } from './step-ports.ts';
import { StepRun } from './step-run.ts';
import { stepStore } from './step-store.ts';

// A real wallet on a real chain; each test chooses the marketplace's answers.
let chain: Awaited<ReturnType<typeof startTestAnvil>>;
let provider: Eip1193Provider;
let account: string;
let kept: Map<string, string>;
let allows: boolean;
let ports: StepPorts;
let followed: string[];
let submitted: { path: string; signature: string }[];
let answer: { steps?: Step[] };
let address: string | null;
let chainId: number;
/** Called with the hash as soon as the wallet has sent a transaction. */
let onSent: (hash: string) => void;

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
// A contract that reverts without a reason: PUSH0 PUSH0 REVERT.
const REVERTER = '0x00000000000000000000000000000000000000fe';
// A contract that reverts with the four bytes 0xbadbad00.
const REFUSER = '0x00000000000000000000000000000000000000fd';

beforeAll(async () => {
  chain = await startTestAnvil();
  await rpc(chain.url, 'anvil_setCode', [REVERTER, '0x5f5ffd']);
  await rpc(chain.url, 'anvil_setCode', [REFUSER, '0x63badbad005f526004601cfd']);
});
afterAll(() => chain.stop());

beforeEach(async () => {
  kept = new Map();
  allows = true;
  followed = [];
  submitted = [];
  answer = {};
  chainId = TEST_CHAIN_ID;
  onSent = () => undefined;
  await rpc(chain.url, 'evm_setAutomine', [true]);
  provider = createDemoWallet({
    chainId: TEST_CHAIN_ID,
    rpcUrl: chain.url,
    storage,
    ask: async () => allows,
    fund: async (to) => void (await chain.fund(to, 10n ** 18n)),
  });
  [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [string];
  address = account;
  const network = {
    chainId: TEST_CHAIN_ID,
    humanName: 'Local',
    rpcUrl: chain.url,
    explorerUrl: null,
    nativeSymbol: 'POL',
  };
  ports = {
    wallet: {
      address: () => address,
      chainId: () => chainId,
      sign: (typedData) => signTypedData(provider, account, typedData),
      check: (where, call) => checkBeforeSending(where, account, call),
      send: async (call, where) => {
        const hash = await sendTransaction(provider, where, account, call);
        onSent(hash);
        return hash;
      },
      // Wallets that make several calls at once are in step-calls.test.ts.
      isAtomic: async () => false,
      sendCalls: async () => Promise.reject(new Error('not atomic')),
      callsStatus: async () => null,
    },
    network: async () => network,
    follow: async (hash) => void followed.push(hash),
    news: async (hash): Promise<TransactionNews | null> => {
      const receipt = await receiptOf(chain.url, hash);
      if (!receipt) return { status: 'pending', reason: null, code: null, isIndexed: false };
      return {
        status: receipt.status,
        reason: receipt.status === 'failed' ? 'It was sold' : null,
        code: receipt.status === 'failed' ? 'offer.sold' : null,
        isIndexed: true,
      };
    },
    refusal: async () => null,
    submit: async ({ path }, signature) => {
      submitted.push({ path, signature });
      return answer;
    },
    failureOf: (error) => ({ code: error instanceof Error ? error.message : 'unknown' }),
    pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    store: stepStore(storage),
  };
});

const pay = (id: string, value: string, to = '0x00000000000000000000000000000000000000cc'): TransactionStep => ({
  id,
  kind: 'transaction',
  description: `Pay ${value}`,
  status: 'incomplete',
  chainId: TEST_CHAIN_ID,
  to,
  data: '0x',
  value,
});
const sign = (id: string): Step => ({
  id,
  kind: 'signature',
  description: 'Sign the offer',
  status: 'incomplete',
  typedData: {
    domain: { name: 'Test', chainId: TEST_CHAIN_ID },
    types: { Offer: [{ name: 'price', type: 'uint256' }] },
    primaryType: 'Offer',
    message: { price: '1' },
  },
  submit: { method: 'PUT', path: '/offer/1', field: 'signature' },
});
const runOf = (steps: Step[]) => {
  const run = new StepRun('sale:1', ports);
  run.begin(steps, account);
  return run;
};
const phases = (run: StepRun) => run.getState().steps.map(({ phase }) => phase);
const nonce = async () => Number(await rpc<string>(chain.url, 'eth_getTransactionCount', [account, 'latest']));

it('runs the steps in order, each transaction mined before the next, and skips completed steps', async () => {
  const before = await nonce();
  const run = runOf([
    { ...pay('approve', '1'), status: 'complete' },
    pay('first', '2'),
    sign('sign'),
    pay('second', '3'),
  ]);
  const mined: boolean[] = [];
  onSent = async () =>
    mined.push(
      run
        .getState()
        .steps.slice(0, -1)
        .every(({ phase }) => phase !== 'sent'),
    );
  const end = await run.run();
  expect(end.status).toBe('done');
  expect(phases(run)).toEqual(['done', 'done', 'done', 'done']);
  expect(mined).toEqual([true, true]);
  expect(await nonce()).toBe(before + 2);
  expect(followed).toHaveLength(2);
  expect(submitted.map(({ path }) => path)).toEqual(['/offer/1']);
  expect([...kept.keys()].filter((key) => key.startsWith('skarb.steps'))).toEqual([]);
});

it('continues with the steps that the answer to a signature contains', async () => {
  answer = { steps: [{ ...(sign('sign') as object), status: 'complete' } as Step, pay('mint', '5')] };
  const run = runOf([sign('sign')]);
  expect((await run.run()).status).toBe('done');
  expect(run.getState().steps.map(({ step }) => step.id)).toEqual(['sign', 'mint']);
});

it('stops at a refusal, reports it, and continues from there on the next run', async () => {
  const run = runOf([pay('first', '1'), sign('sign')]);
  onSent = () => (allows = false);
  expect((await run.run()).status).toBe('failed');
  expect(phases(run)).toEqual(['done', 'failed']);
  expect(run.getState().steps[1]?.failure).toEqual({ code: 'wallet.rejected' });
  const sent = await nonce();
  allows = true;
  expect((await run.run()).status).toBe('done');
  expect(await nonce()).toBe(sent);
});

it('resumes a sent transaction after a reload and does not send it twice', async () => {
  await rpc(chain.url, 'evm_setAutomine', [false]);
  const run = runOf([pay('first', '11')]);
  void run.run();
  await expect.poll(() => phases(run)).toEqual(['sent']);
  run.stop();

  const after = new StepRun('sale:1', ports);
  expect(after.restore(account)).toBe(true);
  const done = after.run();
  await rpc(chain.url, 'evm_mine');
  expect((await done).status).toBe('done');
  expect(await nonce()).toBe(1);
});

it('finds a transaction that the wallet sent after the page was closed', async () => {
  const run = runOf([pay('first', '12')]);
  // The page closes after the request to the wallet and before its answer.
  ports.wallet.send = async (call, where) => {
    await sendTransaction(provider, where, account, call);
    return new Promise(() => undefined);
  };
  void run.run();
  await expect.poll(nonce).toBe(1);

  const after = new StepRun('sale:1', ports);
  after.restore(account);
  expect((await after.run()).status).toBe('done');
  expect(await nonce()).toBe(1);
});

/** The page closes after the request to the wallet and before its answer. */
const closeWhileWalletIsOpen = async (call: TransactionStep) => {
  ports.wallet.send = async (request, where) => {
    await sendTransaction(provider, where, account, request);
    return new Promise(() => undefined);
  };
  void runOf([call]).run();
  const sent = () => rpc<string>(chain.url, 'eth_getTransactionCount', [account, 'pending']).then(Number);
  await expect.poll(sent).toBe(1);
  ports.wallet.send = async () => {
    throw new Error('sent twice');
  };
  const after = new StepRun('sale:1', ports);
  expect(after.restore(account)).toBe(true);
  return after;
};

it('waits for a transaction that the wallet sent after the page was closed while it is pending', async () => {
  await rpc(chain.url, 'evm_setAutomine', [false]);
  const after = await closeWhileWalletIsOpen(pay('first', '14'));
  const done = after.run();
  await expect.poll(() => phases(after)).toEqual(['sent']);
  await rpc(chain.url, 'evm_mine');
  expect((await done).status).toBe('done');
});

/** 800 blocks, in parts: a busy machine does not mine all of them within the time of one call. */
const mineLong = async () => {
  for (let part = 0; part < 8; part++) await rpc(chain.url, 'anvil_mine', ['0x64']);
};

it('finds a transaction that the wallet sent long before the page was opened again', async () => {
  const after = await closeWhileWalletIsOpen(pay('first', '15'));
  await mineLong();
  expect((await after.run()).status).toBe('done');
});

it('waits for a node that does not answer instead of sending again', async () => {
  const after = await closeWhileWalletIsOpen(pay('first', '16'));
  const { network } = ports;
  let isDown = true;
  ports.network = async (id) => ({ ...(await network(id)), rpcUrl: isDown ? 'http://127.0.0.1:9' : chain.url });
  const run = after.run();
  await expect.poll(() => after.getState().isChainUnavailable).toBe(true);
  after.stop();
  await run;
  isDown = false;
  expect((await after.run()).status).toBe('done');
});

it('says that something was sent if it cannot be found, and sends it again on a press only', async () => {
  await mineLong();
  const after = await closeWhileWalletIsOpen(pay('first', '17'));
  await mineLong();
  const saved = JSON.parse(kept.get('skarb.steps.sale:1') as string);
  saved.steps[0].sending.fromBlock -= 700;
  kept.set('skarb.steps.sale:1', JSON.stringify(saved));
  after.restore(account);
  expect((await after.run()).status).toBe('failed');
  expect(after.getState().steps[0]?.failure).toEqual({ code: 'tx.unseen' });
  ports.wallet.send = (call, where) => sendTransaction(provider, where, account, call);
  expect((await after.run()).status).toBe('done');
});

it('looks for what the wallet has sent before it repeats a request that ended without an answer', async () => {
  ports.wallet.send = async (call, where) => {
    await sendTransaction(provider, where, account, call);
    throw new WalletError('rpcAway');
  };
  const run = runOf([pay('first', '18')]);
  expect((await run.run()).status).toBe('failed');
  expect((await run.run()).status).toBe('done');
  expect(await nonce()).toBe(1);
});

it('forgets a request that the person rejects after the dialog was closed: nothing was sent', async () => {
  let reject = () => {};
  ports.wallet.send = () => new Promise((_, fail) => (reject = () => fail(new WalletError('rejected'))));
  const run = runOf([pay('first', '21')]);
  const running = run.run();
  await expect.poll(() => run.getState().steps[0]?.sending).toBeTruthy();
  run.stop();
  reject();
  await running;
  const after = new StepRun('sale:1', ports);
  after.restore(account);
  expect(after.hasProgress).toBe(false);
  expect(phases(after)).toEqual(['todo']);
});

it('a request that is rejected after the next run has begun leaves what that one has stored', async () => {
  const rejects: (() => void)[] = [];
  ports.wallet.send = () => new Promise((_, fail) => rejects.push(() => fail(new WalletError('rejected'))));
  const run = runOf([pay('first', '22')]);
  const running = run.run();
  await expect.poll(() => rejects.length).toBe(1);
  run.stop();
  const after = new StepRun('sale:1', ports);
  after.restore(account);
  void after.run();
  await expect.poll(() => rejects.length).toBe(2);
  rejects[0]?.();
  await running;
  expect(ports.store.load('sale:1')?.steps[0]).toMatchObject({ phase: 'wallet', sending: { nonce: 0 } });
  after.stop();
});

it('keeps a request whose answer is lost after the dialog was closed', async () => {
  let lose = () => {};
  ports.wallet.send = () => new Promise((_, fail) => (lose = () => fail(new WalletError('rpcAway'))));
  const run = runOf([pay('first', '23')]);
  const running = run.run();
  await expect.poll(() => run.getState().steps[0]?.sending).toBeTruthy();
  run.stop();
  lose();
  await running;
  const after = new StepRun('sale:1', ports);
  after.restore(account);
  expect(after.hasProgress).toBe(true);
});

it('gives up a transaction that the network has dropped, and waits on or starts over', async () => {
  await rpc(chain.url, 'evm_setAutomine', [false]);
  ports.pause = () => new Promise((resolve) => setTimeout(resolve));
  const run = runOf([pay('first', '19')]);
  onSent = (hash) => void rpc(chain.url, 'anvil_dropTransaction', [hash]);
  expect((await run.run()).status).toBe('failed');
  const txHash = run.getState().steps[0]?.txHash;
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'tx.lost', txHash });
  // It may still be mined: another look at the dialog does not forget it.
  expect(run.hasProgress).toBe(true);
  const again = run.run();
  await expect.poll(() => phases(run)).toEqual(['sent']);
  expect((await again).steps[0]?.failure?.code).toBe('tx.lost');
  onSent = () => undefined;
  run.begin([pay('first', '20')], account);
  const fresh = run.run();
  await expect.poll(() => run.getState().steps[0]?.txHash).toBeTruthy();
  await rpc(chain.url, 'evm_mine');
  expect((await fresh).status).toBe('done');
}, 30_000);

it('restores nothing for another account', () => {
  const { steps } = runOf([pay('first', '1')]).getState();
  ports.store.save('sale:1', { account, steps });
  expect(new StepRun('sale:1', ports).restore('0x00000000000000000000000000000000000000dd')).toBe(false);
});

it.each<[string, () => void, string]>([
  ['no wallet is connected', () => void (address = null), 'connect'],
  ['the wallet is on another account', () => void (address = '0x00000000000000000000000000000000000000dd'), 'account'],
  ['the wallet is on another chain', () => void (chainId = 1), 'chain'],
])('waits and sends nothing while %s', async (_, obstruct, obstacle) => {
  obstruct();
  const run = runOf([pay('first', '1')]);
  expect(await run.run()).toMatchObject({ status: 'waiting', obstacle, chainId: TEST_CHAIN_ID });
  expect(await nonce()).toBe(0);
  address = account;
  chainId = TEST_CHAIN_ID;
  expect((await run.run()).status).toBe('done');
});

it('reports before the wallet opens that the gas cannot be paid', async () => {
  await chain.fund(account, 1000n);
  const run = runOf([pay('first', '1')]);
  await run.run();
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'wallet.noGas' });
});

it('reports before the wallet opens that a transaction would fail', async () => {
  const run = runOf([{ ...pay('first', '0'), to: REVERTER }]);
  await run.run();
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'wallet.wouldFail' });
  expect(await nonce()).toBe(0);
});

it('gives the reason if the marketplace knows the error the contract reverted with', async () => {
  ports.refusal = async (data) => (data === '0xbadbad00' ? { code: 'chain.bidTooLow' } : null);
  const run = runOf([{ ...pay('first', '0'), to: REFUSER }]);
  await run.run();
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'chain.bidTooLow' });
  ports.refusal = async () => Promise.reject(new Error('away'));
  await run.run();
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'wallet.wouldFail' });
  expect(await nonce()).toBe(0);
});

it('gives the marketplace’s reason for a failure on chain, and sends a new one on the next run', async () => {
  ports.wallet.check = async () => undefined;
  ports.wallet.send = async (call) =>
    (await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: account, to: call.to, data: call.data, value: '0x0', gas: '0x186a0' }],
    })) as string;
  const run = runOf([{ ...pay('first', '0'), to: REVERTER }]);
  const heard: unknown[] = [];
  ports.failed = (what) => heard.push(what);
  expect((await run.run()).status).toBe('failed');
  const failure = { code: 'offer.sold', message: 'It was sold', txHash: followed[0] };
  expect(run.getState().steps[0]?.failure).toEqual(failure);
  expect(heard).toEqual([{ key: 'sale:1', account, step: expect.objectContaining({ id: 'first' }), failure }]);
  await run.run();
  expect(await nonce()).toBe(2);
});

it('gives the reason why the marketplace refused a signature', async () => {
  ports.submit = async () => {
    throw new Error('offer.draftExpired');
  };
  const run = runOf([sign('sign')]);
  await run.run();
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'offer.draftExpired' });
});

it('follows a transaction that the user sped up in the wallet, under its new hash', async () => {
  await rpc(chain.url, 'evm_setAutomine', [false]);
  const call = pay('first', '13');
  await rpc(chain.url, 'anvil_impersonateAccount', [account]);
  const direct = async (price: bigint) =>
    rpc<string>(chain.url, 'eth_sendTransaction', [
      {
        from: account,
        to: call.to,
        data: '0x',
        value: '0xd',
        gas: '0x5208',
        nonce: '0x0',
        gasPrice: `0x${price.toString(16)}`,
      },
    ]);
  ports.wallet.send = () => direct(10n ** 10n);
  const run = runOf([call]);
  const done = run.run();
  await expect.poll(() => run.getState().steps[0]?.sending?.isExact).toBe(true);
  const first = run.getState().steps[0]?.txHash;
  const second = await direct(10n ** 11n);
  await rpc(chain.url, 'evm_mine');
  expect((await done).status).toBe('done');
  expect(second).not.toBe(first);
  expect(run.getState().steps[0]?.txHash).toBe(second);
  expect(followed).toEqual([first, second]);
});
