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

/** The status and body of an error answer to a call by path. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  constructor(
    readonly status: number,
    readonly body: { message?: unknown; code?: string },
    call: string,
  ) {
    super(`${call} answered ${status}: ${JSON.stringify(body.message ?? body)}`);
  }
}

type FormFile = { bytes: Uint8Array; name: string; type: string };
type AnyAnswer = { data: unknown; steps?: unknown };

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
  private readonly apiUrl: string;
  private readonly client: Client;
  private readonly rpcUrl: string;
  readonly account: PrivateKeyAccount;

  /** @param options `apiUrl` ends in `/api` */
  constructor(options: { apiUrl: string; rpcUrl: string; account: PrivateKeyAccount }) {
    this.apiUrl = options.apiUrl;
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

  // Calls by their paths: for the end-to-end tests that do not use `call` yet.
  get = (path: string) => this.callPath('GET', path);
  post = (path: string, body: unknown = {}) => this.callPath('POST', path, body);
  put = (path: string, body: unknown) => this.callPath('PUT', path, body);
  del = (path: string) => this.callPath('DELETE', path);

  /** The steps in an answer that contains both data and steps. */
  async steps(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    return (await this.answer(method, path, JSON.stringify(body ?? {}), { 'content-type': 'application/json' }))?.steps;
  }

  /** Sends a multipart form without the undefined values. */
  async form(
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, string | number | undefined>,
    files: Record<string, FormFile | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
    for (const [name, file] of Object.entries(files))
      if (file) form.set(name, new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type }), file.name);
    return this.send(method, path, form, headers);
  }

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

  private callPath(method: string, path: string, body?: unknown): Promise<unknown> {
    if (body === undefined) return this.send(method, path, undefined, {});
    return this.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  private async send(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers: Record<string, string>,
  ): Promise<unknown> {
    const answer = await this.answer(method, path, body, headers);
    return answer && ('meta' in answer ? answer : answer.data);
  }

  private async answer(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers: Record<string, string>,
  ): Promise<AnyAnswer | undefined> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.apiUrl}${path}`, {
        method,
        body: body ?? null,
        headers: { ...headers, ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}) },
      });
      if (response.status === 204 || response.status === 202) return undefined;
      const answer = (await response.json()) as AnyAnswer & { message?: unknown; code?: string };
      if (response.ok) return answer;
      const mayTryAgain = (response.status === 429 || response.status === 503) && attempt < MAX_ATTEMPTS;
      if (!mayTryAgain) throw new ApiRefusal(response.status, answer, `${method} ${path}`);
      await pause(Math.min(5_000, Number(response.headers.get('retry-after') ?? 1) * 1000));
    }
  }
}
