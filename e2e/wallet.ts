import type { Page } from '@playwright/test';
import { createWalletClient, hexToString, http, isHex, type Hex, type PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

type Request = { method: string; params?: unknown[] };
type Failure = { code: number; message: string };

/**
 * A wallet extension for tests: announced by EIP-6963 under MetaMask's name, it signs with a real key and sends to the
 * real chain. `reject` makes it refuse the next request of a kind, as a user would.
 */
export class TestWallet {
  /** Its identifier in announcements. */
  static readonly id = 'io.metamask';
  readonly account: PrivateKeyAccount;
  readonly key: Hex;
  readonly requests: string[] = [];
  /** Hashes of the transactions sent, newest last. */ readonly sent: Hex[] = [];
  chainId: number;
  private rejecting = new Set<string>();
  private holding = new Map<string, number>();
  private race: { after: number; work: () => Promise<unknown> } | undefined;
  private readonly rpcUrl: string;

  constructor(options: { rpcUrl: string; chainId?: number; key?: Hex }) {
    this.key = options.key ?? generatePrivateKey();
    this.account = privateKeyToAccount(this.key);
    this.rpcUrl = options.rpcUrl;
    this.chainId = options.chainId ?? 80001;
  }

  get address() {
    return this.account.address;
  }

  /** Refuses the next request with this method. */
  reject(method: string): void {
    this.rejecting.add(method);
  }

  /** Leaves a request with this method unanswered, like an ignored window; answers the first `after` ones. */
  hold(method: string, after = 0): void {
    this.holding.set(method, after);
  }

  /**
   * Runs `work` after a transaction was approved and before it is sent, then sends the transaction even if it will
   * fail; the first `after` transactions go through as usual.
   */
  overtake(after: number, work: () => Promise<unknown>): void {
    this.race = { after, work };
  }

  async installIn(page: Page): Promise<void> {
    await page.exposeFunction('__testWalletRequest', (request: Request) => this.answer(request));
    await page.addInitScript((rdns) => {
      type Listener = (value: unknown) => void;
      const listeners = new Map<string, Set<Listener>>();
      const provider = {
        isMetaMask: true,
        request: async (request: Request) => {
          const ask = (
            window as unknown as { __testWalletRequest(r: Request): Promise<{ result?: unknown; error?: Failure }> }
          ).__testWalletRequest;
          const { result, error } = await ask(request);
          if (error) throw Object.assign(new Error(error.message), { code: error.code });
          if (request.method === 'wallet_switchEthereumChain') {
            const [{ chainId }] = request.params as [{ chainId: string }];
            for (const listener of listeners.get('chainChanged') ?? []) listener(chainId);
          }
          return result;
        },
        on: (event: string, listener: Listener) => {
          if (!listeners.has(event)) listeners.set(event, new Set());
          listeners.get(event)?.add(listener);
        },
        removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
      };
      const detail = Object.freeze({
        info: {
          uuid: '8c2f0c0e-6d0b-4f6b-9d5d-2f6a1b7f4a11',
          name: 'MetaMask',
          icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
          rdns,
        },
        provider,
      });
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      window.addEventListener('eip6963:requestProvider', announce);
      announce();
    }, TestWallet.id);
  }

  private async answer(request: Request): Promise<{ result?: unknown; error?: Failure }> {
    this.requests.push(request.method);
    if (this.rejecting.delete(request.method)) return { error: { code: 4001, message: 'User rejected the request.' } };
    const free = this.holding.get(request.method);
    if (free === 0) {
      this.holding.delete(request.method);
      return new Promise(() => {});
    }
    if (free !== undefined) this.holding.set(request.method, free - 1);
    try {
      return { result: await this.perform(request) };
    } catch (error) {
      return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  private keep(hash: Hex): Hex {
    this.sent.push(hash);
    return hash;
  }

  private async perform({ method, params = [] }: Request): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [this.account.address];
      case 'wallet_requestPermissions':
      case 'wallet_getPermissions':
        return [{ parentCapability: 'eth_accounts' }];
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`;
      case 'net_version':
        return String(this.chainId);
      case 'wallet_switchEthereumChain':
        this.chainId = Number((params[0] as { chainId: string }).chainId);
        return null;
      case 'wallet_addEthereumChain':
        return null;
      case 'personal_sign': {
        const message = params[0] as string;
        return this.account.signMessage({ message: isHex(message) ? hexToString(message) : message });
      }
      case 'eth_signTypedData_v4': {
        const typed = JSON.parse(params[1] as string);
        delete typed.types.EIP712Domain;
        return this.account.signTypedData(typed);
      }
      case 'eth_sendTransaction': {
        const { to, data, value } = params[0] as { to: Hex; data?: Hex; value?: Hex };
        const wallet = createWalletClient({ account: this.account, transport: http(this.rpcUrl) });
        const call = { chain: null, to, data: data ?? '0x', value: value ? BigInt(value) : 0n } as const;
        if (!this.race || this.race.after-- > 0) return this.keep(await wallet.sendTransaction(call));
        const { work } = this.race;
        this.race = undefined;
        await work();
        return this.keep(await wallet.sendTransaction({ ...call, gas: 600_000n }));
      }
      default: {
        const response = await fetch(this.rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        });
        const answer = (await response.json()) as { result?: unknown; error?: Failure };
        if (answer.error) throw new Error(answer.error.message);
        return answer.result;
      }
    }
  }
}
