/** The start of trade tests: the catalogue's helpers with the real worker running beside the API. */
import { deployer } from '@skarb/local/testing.ts';
import { fundLocal } from '@skarb/contracts/faucet';
import { receiptOf } from '@skarb/contracts/mined';
import { erc20Abi } from '@skarb/contracts/abi';
import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWalletClient, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { nodeTransport } from '../../platform/chain/client.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { runWorker } from '../../worker.ts';
import { startCatalogue, type Person } from '../token/testing-catalogue.ts';

const say = (message: string, details?: object) => {
  if (process.env.TEST_LOG === '1') console.log(message, details ?? '');
};
export const testLog: Logger = { info: say, warn: say, error: say };

/** Repeats `check` until it returns something. @throws Error that names `what` after `timeoutMs` */
export const until = async <T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  timeoutMs = 90_000,
): Promise<T> => {
  for (let pause = 15, end = Date.now() + timeoutMs; ; pause = Math.min(pause * 1.2, 100)) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    // Longer each time: a check costs processor time, which the awaited work needs.
    await sleep(pause);
  }
};

export const startTrade = async (
  options: { withOperator?: boolean; withWorker?: boolean; env?: Record<string, string> } = {},
) => {
  const all = await startCatalogue({ ...options, env: { CHAIN_POLL_MS: '100', ...options.env } });
  const { context, chain, sql, call } = all;
  const { deployment } = chain;

  let stopWorker: () => Promise<void> = async () => {};
  const startWorker = () => {
    const stopping = new AbortController();
    const running = runWorker(context, testLog, stopping.signal);
    stopWorker = async () => {
      stopping.abort();
      await running;
    };
    return stopWorker;
  };
  if (options.withWorker !== false) startWorker();

  /** Waits until the follower has read the chain's newest block and no operator task is open. */
  const settled = () =>
    until(
      'the records to be level with the chain',
      async () => {
        const head = await chain.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false]);
        const [cursor] = await sql`select block_hash from chain_cursor`;
        const [open] = await sql`select 1 from operator_task where status in ('pending', 'sent')`;
        return cursor?.block_hash === head.hash && (!open || options.withOperator === false);
      },
      90_000,
    );

  const trader = async (money = true): Promise<Person> => {
    const person = await all.person();
    if (money)
      await fundLocal({
        rpcUrl: chain.rpcUrl,
        deployment,
        minterKey: deployer.key,
        to: person.address,
        pol: 100n * 10n ** 18n,
        weth: 10n * 10n ** 18n,
        usdc: 10_000n * 10n ** 6n,
      });
    else await chain.fund(person.address, 10n ** 18n);
    return person;
  };

  const walletOf = (person: Pick<Person, 'key'>) =>
    createWalletClient({ account: privateKeyToAccount(person.key), transport: nodeTransport(chain.rpcUrl) });
  /** Sends any transaction and waits until it is mined. @returns the receipt, also of a reverted transaction */
  const sendRaw = async (
    person: Pick<Person, 'key'>,
    tx: { to: string; data?: string; value?: bigint | string; gas?: bigint },
  ) => {
    const hash = await walletOf(person).sendTransaction({
      chain: null,
      to: tx.to as Address,
      data: (tx.data ?? '0x') as Hex,
      value: BigInt(tx.value ?? 0),
      ...(tx.gas ? { gas: tx.gas } : {}),
    });
    return receiptOf(context.chain.public, hash);
  };
  const sendStep = async (person: Person, step: TransactionStep) => {
    const receipt = await sendRaw(person, step);
    if (receipt.status !== 'success') throw new Error(`step ${step.id} failed`);
    return receipt;
  };
  const sign = (person: Person, step: SignatureStep) =>
    privateKeyToAccount(person.key).signTypedData(step.typedData as never);

  /** Runs the steps as the web app does, including the steps that a signature's response adds. */
  const runSteps = async <T extends { steps?: Step[] }>(person: Person, answer: T): Promise<T> => {
    let last = answer;
    for (const step of answer.steps ?? []) {
      if (step.status === 'complete') continue;
      if (step.kind === 'transaction') await sendStep(person, step);
      else {
        const { method, path, field } = step.submit;
        const json = { [field]: await sign(person, step) };
        // As the web app does: retries while the server responds 503.
        const got = await until(
          'an answer',
          async () => {
            const answered = await call<{ data: T }>(method, path, { as: person, json });
            return answered.status !== 503 && answered;
          },
          90_000,
        );
        if (got.status !== 200) throw new Error(`${path}: ${JSON.stringify(got.body)}`);
        last = got.body.data;
        if (last.steps?.some((next) => next.status === 'incomplete')) last = await runSteps(person, last);
      }
    }
    return last;
  };

  /** Mints a token in a new collection. */
  const mint = async (as: Person, fields: Record<string, string> = {}): Promise<TokenDetail> => {
    const { uuid } = await all.collection(as);
    return mintIn(as, uuid, fields);
  };
  const mintIn = async (
    as: Person,
    collectionUuid: string,
    fields: Record<string, string> = {},
  ): Promise<TokenDetail> => {
    const draft = await all.draft(as, collectionUuid, fields);
    await runSteps(as, draft as TokenDetail & { steps?: Step[] });
    return until(
      'the mint',
      async () => {
        const { body } = await call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as });
        return body.data.status === 'minted' && body.data;
      },
      60_000,
    );
  };

  const currency = (name: 'ETH' | 'USDC' | 'POL') =>
    all.currencies.find((row) => row.name === name) as (typeof all.currencies)[0];
  type Sale = {
    price?: string;
    currency?: 'ETH' | 'USDC' | 'POL';
    quantity?: number;
    startsAt?: string;
    endsAt?: string;
  };
  const open = (as: Person, tokenUuid: string, { price = '1.25', currency: name = 'ETH', ...rest }: Sale = {}) =>
    call<{ data: OfferWithSteps }>('POST', `/offer/${tokenUuid}`, {
      as,
      json: { type: 'SALE', price, currencyUuid: currency(name).uuid, ...rest },
    });
  const list = async (as: Person, tokenUuid: string, sale: Sale = {}): Promise<OfferWithSteps> => {
    const opened = await open(as, tokenUuid, sale);
    if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
    return runSteps(as, opened.body.data);
  };
  const openBid = (as: Person, id: string, { price = '1', currency: name = 'ETH', ...rest }: Sale = {}) =>
    call<{ data: OfferWithSteps }>('POST', `/offer/${id}`, {
      as,
      json: { type: 'BID', price, currencyUuid: currency(name).uuid, ...rest },
    });
  const bid = async (as: Person, id: string, fields: Sale = {}): Promise<OfferWithSteps> => {
    const opened = await openBid(as, id, fields);
    if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
    return runSteps(as, opened.body.data);
  };
  const purchase = (as: Person, offerUuid: string, quantity = 1, price?: string) =>
    call<{ data: OfferWithSteps }>('POST', `/offer/${offerUuid}/purchase`, {
      as,
      json: { quantity, ...(price ? { price } : {}) },
    });
  const buy = async (as: Person, offerUuid: string, quantity = 1) => {
    const got = await purchase(as, offerUuid, quantity);
    if (got.status !== 200) throw new Error(JSON.stringify(got.body));
    await runSteps(as, got.body.data);
  };
  const offer = async (uuid: string, as?: Person): Promise<OfferWithSteps> =>
    (await call<{ data: OfferWithSteps }>('GET', `/offer/${uuid}`, as ? { as } : {})).body.data;
  /** Waits until the API shows visitors this status and reason. */
  const becomes = (uuid: string, status: Offer['status'], reason: Offer['invalidReason'] = null) =>
    until(`${uuid} to be ${status} ${reason ?? ''}`, async () => {
      const now = await offer(uuid);
      return now?.status === status && now.invalidReason === reason && now;
    });

  /** The balance of an account in a currency, in base units. */
  const balanceOf = async (address: string, name: 'ETH' | 'USDC' | 'POL'): Promise<bigint> => {
    if (name === 'POL') return context.chain.public.getBalance({ address: address as Address });
    const token = name === 'ETH' ? deployment.weth : deployment.usdc;
    return context.chain.public.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address as Address],
    });
  };

  const stop = async () => {
    await stopWorker();
    await all.stop();
  };
  return {
    ...all,
    deployment,
    trader,
    walletOf,
    sendRaw,
    sendStep,
    sign,
    runSteps,
    mint,
    mintIn,
    currency,
    open,
    list,
    openBid,
    bid,
    purchase,
    buy,
    offer,
    becomes,
    balanceOf,
    settled,
    startWorker,
    stopWorker: () => stopWorker(),
    stop,
  };
};
export type Trade = Awaited<ReturnType<typeof startTrade>>;
export type { Person };
