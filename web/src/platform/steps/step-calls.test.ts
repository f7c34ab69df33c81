import type { Step } from '@skarb/schema/primitive';
import { PASSKEY_WALLET_ID } from '../wallet/wallet-store.ts';
import { beforeEach, expect, it } from 'vitest';
import { type Agreement, type Eip1193Provider, OWN_FEE, type OwnFee } from '../wallet/eip1193.ts';
import { ProviderError } from '../wallet/provider-error.ts';
import { toWalletError, WalletError } from '../wallet/wallet-error.ts';
import { callsStatus, hasAtomicCalls, sendCalls } from '../wallet/wallet-actions.ts';
import type { StepPorts } from './step-ports.ts';
import { StepRun } from './step-run.ts';
import { stepStore } from './step-store.ts';

// A wallet with EIP-5792, such as a smart account; each test decides what happens to its requests.
const ACCOUNT = '0x00000000000000000000000000000000000000a1';
const OTHER = '0x00000000000000000000000000000000000000b2';
const CHAIN_ID = 80_001;
type Sent = {
  id: string;
  calls: { to: string }[];
  status: number;
  transactionHash?: string;
  capabilities?: Agreement;
};

let account: string;
let sent: Sent[];
/** The fee that each request would pay. */
let asked: (OwnFee | undefined)[];
let alone: string[];
let atomic: string;
/** The state of a request that was just sent. */
let status: number;
let refusal: ProviderError | undefined;
let isLosing: boolean;
/** What the wallet answers to the question for a request's state, instead of the state. */
let silence: unknown;
let kept: Map<string, string>;
let ports: StepPorts;

const answer = async (method: string, params: unknown[]): Promise<unknown> => {
  if (method === 'wallet_getCapabilities') return { '0x13881': { atomic: { status: atomic } } };
  if (method === 'wallet_sendCalls') {
    const { id, calls, capabilities } = params[0] as Sent;
    asked.push(capabilities?.[OWN_FEE]);
    if (refusal) throw refusal;
    sent.push({ id, calls, status, transactionHash: `0x${String(sent.length + 1).padStart(64, '0')}` });
    return isLosing ? new Promise(() => undefined) : { id };
  }
  if (silence) throw silence;
  const found = sent.find(({ id }) => id === params[0]);
  if (!found) throw new ProviderError(5730, 'Unknown calls');
  const { transactionHash } = found;
  return {
    status: found.status,
    ...(found.status >= 200 ? { receipts: transactionHash ? [{ transactionHash }] : [] } : {}),
  };
};
const provider: Eip1193Provider = { request: ({ method, params }) => answer(method, params as unknown[]) };

beforeEach(() => {
  account = ACCOUNT;
  sent = [];
  asked = [];
  alone = [];
  atomic = 'supported';
  status = 200;
  refusal = undefined;
  isLosing = false;
  silence = undefined;
  kept = new Map();
  ports = {
    wallet: {
      address: () => account,
      chainId: () => CHAIN_ID,
      sign: async () => '0x11',
      check: async () => undefined,
      send: async ({ id }) => {
        alone.push(id);
        return `0x${'a'.repeat(63)}${alone.length}`;
      },
      isAtomic: (chainId) => hasAtomicCalls(provider, ACCOUNT, chainId, null),
      sendCalls: (calls, id, from, ownFee) => sendCalls(provider, from, CHAIN_ID, calls, id, ownFee),
      callsStatus: (id) => callsStatus(provider, id),
    },
    // Away: what is sent alone is reported by the marketplace.
    network: async () => ({
      chainId: CHAIN_ID,
      rpcUrl: 'http://127.0.0.1:1',
      humanName: '',
      explorerUrl: null,
      nativeSymbol: '',
    }),
    follow: async () => undefined,
    news: async () => ({ status: 'successful', reason: null, code: null, isIndexed: true }),
    refusal: async () => null,
    submit: async () => undefined,
    failureOf: (error) => ({ code: String(error) }),
    pause: async () => undefined,
    store: stepStore({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
  };
});

const call = (id: string): Step => ({
  id,
  kind: 'transaction',
  description: id,
  status: 'incomplete',
  chainId: CHAIN_ID,
  to: `0x${'00'.repeat(19)}cc`,
  data: '0x',
  value: '0',
});
const sign: Step = {
  id: 'sign',
  kind: 'signature',
  description: 'Sign',
  status: 'incomplete',
  typedData: { domain: { chainId: CHAIN_ID }, types: {}, primaryType: 'Offer', message: {} },
  submit: { method: 'PUT', path: '/offer/1', field: 'signature' },
};
const runOf = (steps: Step[]) => {
  const run = new StepRun('purchase:1', ports);
  run.begin(steps, ACCOUNT);
  return run;
};
const phases = (run: StepRun) => run.getState().steps.map(({ phase }) => phase);

it('makes neighbouring transactions by one request, and others after a signature by another', async () => {
  const run = runOf([call('approve'), call('purchase'), sign, call('last')]);
  expect((await run.run()).status).toBe('done');
  expect(sent.map(({ calls }) => calls.length)).toEqual([2, 1]);
  const [first, second, , last] = run.getState().steps;
  expect(first?.txHash).toBe(second?.txHash);
  expect(last?.txHash).not.toBe(first?.txHash);
});

it('gives an agreed fee to its own request alone: not to the next one, nor to another try', async () => {
  const ownFee = { to: OTHER, value: '0x5' };
  const data = { code: 'operator.accountBudget', message: 'used up', ownFee };
  const signed: unknown[] = [];
  ports.wallet.sign = async (_typedData, fee) => (signed.push(fee), '0x11');
  const run = runOf([call('purchase'), sign, call('last')]);
  refusal = new ProviderError(-32603, 'used up', { data });
  expect((await run.run()).steps[0]?.failure?.ownFee).toEqual(ownFee);
  expect((await run.run(ownFee)).status).toBe('failed');
  expect((await run.run()).status).toBe('failed');
  refusal = undefined;
  expect((await run.run(ownFee)).status).toBe('done');
  expect(asked).toEqual([undefined, ownFee, undefined, ownFee, undefined]);
  // A signature deploys the account first.
  expect((await runOf([sign, call('last')]).run(ownFee)).status).toBe('done');
  expect(signed).toEqual([undefined, ownFee]);
  expect(asked.at(-1)).toBeUndefined();
});

it('sends each alone by a wallet that would first have to change the account', async () => {
  atomic = 'ready';
  const run = runOf([call('approve'), call('purchase')]);
  expect((await run.run()).status).toBe('done');
  expect(alone).toEqual(['approve', 'purchase']);
  expect(sent).toEqual([]);
});

it('asks the wallet after a reload for the request whose answer was lost, and sends nothing twice', async () => {
  isLosing = true;
  const run = runOf([call('approve'), call('purchase')]);
  void run.run();
  await expect.poll(() => sent.length).toBe(1);
  const after = new StepRun('purchase:1', ports);
  expect(after.restore(ACCOUNT)).toBe(true);
  expect(after.hasProgress).toBe(true);
  expect((await after.run()).status).toBe('done');
  expect(sent).toHaveLength(1);
});

it('sends again after a reload what the wallet has never heard of', async () => {
  ports.wallet.sendCalls = () => new Promise(() => undefined);
  const run = runOf([call('approve'), call('purchase')]);
  void run.run();
  await expect.poll(() => phases(run)).toEqual(['wallet', 'wallet']);
  ports.wallet.sendCalls = (calls, id, from) => sendCalls(provider, from, CHAIN_ID, calls, id);
  const after = new StepRun('purchase:1', ports);
  after.restore(ACCOUNT);
  expect((await after.run()).status).toBe('done');
  expect(sent).toHaveLength(1);
});

it('reports why the marketplace refused, and the next run makes a new request', async () => {
  refusal = new ProviderError(-32603, 'busy', { data: { code: 'bundler.busy', message: 'wait' } });
  const run = runOf([call('approve'), call('purchase')]);
  expect((await run.run()).status).toBe('failed');
  expect(phases(run)).toEqual(['failed', 'todo']);
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'bundler.busy', message: 'wait' });
  refusal = undefined;
  expect((await run.run()).status).toBe('done');
});

it('reports calls that failed on the chain with their transaction', async () => {
  status = 500;
  const run = runOf([call('approve'), call('purchase')]);
  expect((await run.run()).status).toBe('failed');
  expect(run.getState().steps[0]?.failure).toEqual({ code: 'tx.failed', txHash: sent[0]?.transactionHash });
});

it.each([new WalletError('rpcAway'), new WalletError('tooMany'), new ProviderError(-32603, 'Internal error')])(
  'keeps what was sent when its answer and its state are lost (%s): the next run sends nothing',
  async (lost) => {
    const send = ports.wallet.sendCalls;
    ports.wallet.sendCalls = async (...all) => {
      await send(...all);
      throw toWalletError(lost);
    };
    silence = lost;
    const run = runOf([call('approve'), call('purchase')]);
    expect((await run.run()).status).toBe('failed');
    expect((await run.run()).status).toBe('failed');
    silence = undefined;
    expect((await run.run()).status).toBe('done');
    expect(sent).toHaveLength(1);
  },
);

it('asks for the state less and less often', async () => {
  status = 100;
  const pauses: number[] = [];
  ports.pause = async (ms) => {
    if (pauses.push(ms) === 15) for (const one of sent) one.status = 200;
  };
  expect((await runOf([call('purchase')]).run()).status).toBe('done');
  expect([pauses[0], pauses.at(-1)]).toEqual([1_000, 2_000]);
});

it('waits for the receipt of calls that the wallet calls confirmed without one', async () => {
  const pause = ports.pause;
  const { sendCalls: send } = ports.wallet;
  ports.wallet.sendCalls = async (...all) => {
    const id = await send(...all);
    delete sent[0]?.transactionHash;
    return id;
  };
  ports.pause = (ms) => {
    if (sent[0]) sent[0].transactionHash = `0x${'1'.repeat(64)}`;
    return pause(ms);
  };
  expect((await runOf([call('purchase')]).run()).status).toBe('done');
  expect(sent).toHaveLength(1);
});

it('sends nothing by another account that the wallet switched to while it was asked what it can', async () => {
  ports.wallet.isAtomic = async () => {
    account = OTHER;
    return true;
  };
  const run = runOf([call('approve'), call('purchase')]);
  expect(await run.run()).toMatchObject({ status: 'waiting', obstacle: 'account' });
  expect(sent).toEqual([]);
});

it('names the account of the run to the wallet', async () => {
  const { sendCalls: send } = ports.wallet;
  const named: string[] = [];
  ports.wallet.sendCalls = (calls, id, from) => {
    named.push(from);
    return send(calls, id, from);
  };
  await runOf([call('purchase')]).run();
  expect(named).toEqual([ACCOUNT]);
});

it.each([OTHER, ''])(
  'keeps what was sent when the wallet switches to account “%s” while the page waits',
  async (to) => {
    status = 100;
    ports.pause = async () => {
      account = to;
      // Another wallet knows nothing of it.
      silence = new ProviderError(5730, 'Unknown calls');
    };
    const run = runOf([call('purchase')]);
    expect(await run.run()).toMatchObject({ status: 'waiting', obstacle: to ? 'account' : 'connect' });
    account = ACCOUNT;
    silence = undefined;
    for (const one of sent) one.status = 200;
    expect((await run.run()).status).toBe('done');
    expect(sent).toHaveLength(1);
  },
);

it('sends calls of a key as one request although its wallet cannot say what it can; another wallet sends each alone', async () => {
  const broken: Eip1193Provider = {
    request: ({ method, params }) =>
      method === 'wallet_getCapabilities' ? Promise.reject(new Error('offline')) : answer(method, params as unknown[]),
  };
  ports.wallet.isAtomic = (chainId) => hasAtomicCalls(broken, ACCOUNT, chainId, PASSKEY_WALLET_ID);
  expect((await runOf([call('approve'), call('purchase')]).run()).status).toBe('done');
  expect([sent.length, alone.length]).toEqual([1, 0]);
  ports.wallet.isAtomic = (chainId) => hasAtomicCalls(broken, ACCOUNT, chainId, 'io.metamask');
  expect((await runOf([call('approve'), call('purchase')]).run()).status).toBe('done');
  expect([sent.length, alone.length]).toEqual([1, 2]);
});

it('leaves steps alone that run in another tab of the browser, and what that tab has stored', async () => {
  const held = new Set<string>();
  ports.lock = async (name) => (held.has(name) ? null : (held.add(name), () => void held.delete(name)));
  let confirm = () => {};
  const { sendCalls: send } = ports.wallet;
  ports.wallet.sendCalls = async (...all) => {
    await new Promise<void>((resolve) => (confirm = resolve));
    return send(...all);
  };
  const first = runOf([call('purchase')]);
  const running = first.run();
  await expect.poll(() => phases(first)).toEqual(['wallet']);
  const second = runOf([call('purchase')]);
  expect((await second.run()).status).toBe('elsewhere');
  expect((await second.run()).status).toBe('elsewhere');
  second.reset();
  expect(ports.store.load('purchase:1')?.steps[0]?.phase).toBe('wallet');
  confirm();
  expect((await running).status).toBe('done');
  expect(sent).toHaveLength(1);
  expect(held.size).toBe(0);
});

it('gives the steps free for another tab when its dialog closes while the wallet is open', async () => {
  const held = new Set<string>();
  ports.lock = async (name) => (held.has(name) ? null : (held.add(name), () => void held.delete(name)));
  ports.wallet.sendCalls = () => new Promise(() => undefined);
  const run = runOf([call('purchase')]);
  void run.run();
  await expect.poll(() => phases(run)).toEqual(['wallet']);
  run.stop();
  expect(held.size).toBe(0);
});

it('forgets calls that the person rejects after the dialog was closed: nothing was sent', async () => {
  let reject = () => {};
  ports.wallet.sendCalls = () => new Promise((_, fail) => (reject = () => fail(new WalletError('rejected'))));
  const run = runOf([call('approve'), call('purchase')]);
  const running = run.run();
  await expect.poll(() => phases(run)).toEqual(['wallet', 'wallet']);
  run.stop();
  reject();
  await running;
  const after = new StepRun('purchase:1', ports);
  after.restore(ACCOUNT);
  expect(after.hasProgress).toBe(false);
  expect(phases(after)).toEqual(['todo', 'todo']);
});
