import { mined } from '@skarb/contracts/mined';
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

/** The API refused: its status and what it said. */
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
type Answer = { data: unknown; steps?: unknown };

/** Tries again while the server says that it is busy or that something it needs is away. */
const PATIENCE = 40;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Somebody with a wallet who uses the product through its own API, as a browser would: signs in, sends
 * forms, runs the steps that come back. The seed, the end-to-end tests and the benches are played by such people.
 */
export class Person {
  readonly address: Address;
  uuid = '';
  private accessToken: string | undefined;
  private readonly apiUrl: string;
  private readonly rpcUrl: string;
  readonly account: PrivateKeyAccount;

  constructor(options: { apiUrl: string; rpcUrl: string; account: PrivateKeyAccount }) {
    this.apiUrl = options.apiUrl;
    this.rpcUrl = options.rpcUrl;
    this.account = options.account;
    this.address = getAddress(options.account.address);
  }

  /** Signs in by the wallet (SIWE); the first time makes the account. */
  async signIn(): Promise<void> {
    const { message } = (await this.get(`/auth/wallet/nonce?address=${this.address}`)) as { message: string };
    const signature = await this.account.signMessage({ message });
    const session = (await this.post('/auth/login/wallet', { message, signature })) as {
      accessToken: string;
      user: { uuid: string };
    };
    this.accessToken = session.accessToken;
    this.uuid = session.user.uuid;
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body: unknown = {}) => this.call('POST', path, body);
  put = (path: string, body: unknown) => this.call('PUT', path, body);
  del = (path: string) => this.call('DELETE', path);

  /** The steps beside an answer's data, where a call gives both. */
  async steps(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    return (await this.answer(method, path, JSON.stringify(body ?? {}), { 'content-type': 'application/json' }))?.steps;
  }

  /** Sends a multipart form; values that are undefined stay out. */
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

  /** Does what the steps ask for, in order, each transaction mined before the next. */
  async run(steps: readonly Step[] | undefined): Promise<void> {
    for (const step of steps ?? []) {
      if (step.status === 'complete') continue;
      if (step.kind === 'transaction') await this.transact(step);
      else await this.sign(step);
    }
  }

  /** Sends a transaction and waits until it is mined. @throws Error when it failed */
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
    const answer = (await this.call(step.submit.method, step.submit.path, { [step.submit.field]: signature })) as {
      steps?: Step[];
    };
    await this.run(answer.steps);
  }

  private call(method: string, path: string, body?: unknown): Promise<unknown> {
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
  ): Promise<Answer | undefined> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.apiUrl}${path}`, {
        method,
        body: body ?? null,
        headers: { ...headers, ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}) },
      });
      if (response.status === 204 || response.status === 202) return undefined;
      const answer = (await response.json()) as Answer & { message?: unknown; code?: string };
      if (response.ok) return answer;
      const mayTryAgain = (response.status === 429 || response.status === 503) && attempt < PATIENCE;
      if (!mayTryAgain) throw new ApiRefusal(response.status, answer, `${method} ${path}`);
      await pause(Math.min(5_000, Number(response.headers.get('retry-after') ?? 1) * 1000));
    }
  }
}
