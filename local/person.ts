import { type Answer, ApiError, type Client, createClient, type OptionsArgument } from '@skarb/client';
import { mined } from '@skarb/contracts/mined';
import * as authCalls from '@skarb/schema/calls/auth';
import type { Call } from '@skarb/schema/endpoint';
import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import {
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  type Address,
  type Hex,
  type PrivateKeyAccount,
  type TypedDataDefinition,
} from 'viem';

/** How often a call is repeated while the server is busy or something it needs is unavailable. */
const MAX_ATTEMPTS = 40;
/** Timeout of one attempt: uploads take long while the seed runs. */
const TIMEOUT_MS = 120_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * An account holder with a wallet who uses the marketplace through its API, as a browser does: signs in, makes calls,
 * runs the returned steps. Used by the seed, the end-to-end tests and the benches.
 */
export class Person {
  readonly address: Address;
  uuid = '';
  private accessToken: string | undefined;
  private readonly client: Client;
  private readonly rpcUrl: string;
  readonly account: PrivateKeyAccount;

  /** @param options `apiUrl` ends in `/api` */
  constructor(options: { apiUrl: string; rpcUrl: string; account: PrivateKeyAccount }) {
    this.rpcUrl = options.rpcUrl;
    this.account = options.account;
    this.address = getAddress(options.account.address);
    const origin = options.apiUrl.replace(/\/api$/, '');
    this.client = createClient({
      fetch: (path, init) => fetch(`${origin}${path}`, init),
      tokens: () => ({ get: () => this.accessToken ?? null, refresh: async () => null }),
    });
  }

  /** Signs in with the wallet (SIWE), which creates the account the first time. */
  async signIn(): Promise<void> {
    const { data: nonce } = await this.call(authCalls.walletNonce, { query: { address: this.address } });
    const signature = await this.account.signMessage({ message: nonce.message });
    const { data } = await this.call(authCalls.loginWallet, { body: { message: nonce.message, signature } });
    this.accessToken = data.accessToken;
    this.uuid = data.user.uuid;
  }

  /**
   * Makes one call of `@skarb/schema/calls`, repeated while the server answers 429 or 503.
   * @returns the body of the answer
   * @throws ApiError
   */
  call = <C extends Call>(call: C, ...[options]: OptionsArgument<C>): Promise<Answer<C>> =>
    this.patiently(() =>
      this.client.call(call, ...([{ timeoutMs: TIMEOUT_MS, ...options }] as unknown as OptionsArgument<C>)),
    );

  /** Runs the steps in order, each transaction mined before the next. */
  async run(steps: readonly Step[] | undefined): Promise<void> {
    for (const step of steps ?? []) {
      if (step.status === 'complete') continue;
      if (step.kind === 'transaction') await this.transact(step);
      else await this.sign(step);
    }
  }

  /** Sends a transaction and waits until it is mined. @throws Error if it fails */
  async transact(step: Pick<TransactionStep, 'to' | 'data' | 'value' | 'description'>): Promise<Hex> {
    const wallet = createWalletClient({ account: this.account, transport: http(this.rpcUrl, { retryCount: 5 }) });
    const hash = await wallet.sendTransaction({
      chain: null,
      to: step.to as Address,
      data: step.data as Hex,
      value: BigInt(step.value),
    });
    const reader = createPublicClient({ transport: http(this.rpcUrl, { retryCount: 5 }) });
    await mined(reader, hash, { what: `"${step.description}"` });
    return hash;
  }

  private async sign(step: SignatureStep): Promise<void> {
    const { EIP712Domain: _, ...types } = step.typedData.types;
    const signature = await this.account.signTypedData({ ...step.typedData, types } as unknown as TypedDataDefinition);
    const { data } = await this.patiently(() => this.client.submit(step.submit, signature));
    await this.run(data.steps);
  }

  private async patiently<T>(request: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request();
      } catch (error) {
        const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
        if (!isBusy || attempt >= MAX_ATTEMPTS) throw error;
        await pause(Math.min(5_000, (error.retryAfter ?? 1) * 1000));
      }
    }
  }
}
