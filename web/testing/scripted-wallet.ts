import { askPerson, type DemoRequest } from '../src/platform/wallet/demo/demo-requests.ts';
import { type Agreement, OWN_FEE } from '../src/platform/wallet/eip1193.ts';
import { PASSKEY_WALLET_ID } from '../src/platform/wallet/wallet-store.ts';
import { type Chain, RpcFailure, type RpcRequest } from './scripted-chain.ts';

type Listener = (value: unknown) => void;

type Sent = { from: string; to: string; data?: string; value?: string };
const requestOf = ({ from, to, data = '0x', value = '0x0' }: Sent): DemoRequest => ({
  kind: 'transaction',
  from,
  to,
  data,
  value: BigInt(value),
});

/** A wallet that only pretends to sign and send. `reject` and `hold` decide the fate of the next request. */
export class ScriptedWallet {
  readonly address: string;
  /** The methods that were called, in order. */
  readonly requests: string[] = [];
  /** The parameters of the transactions that were sent. */
  readonly sent: unknown[] = [];
  chainId: number;
  /** Asks for each transaction in the window of the demo wallet, as `openApp` shows it. */
  hasWindow = false;
  readonly #chain: Chain;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #rejecting = new Map<string, RpcFailure>();
  readonly #holding = new Set<string>();

  constructor({ address, chainId, chain }: { address: string; chainId: number; chain: Chain }) {
    this.address = address;
    this.chainId = chainId;
    this.#chain = chain;
  }

  /** Declines the next request with this method, by default as its owner would. */
  reject(method: string, failure = new RpcFailure(4001, 'User rejected the request.')): void {
    this.#rejecting.set(method, failure);
  }
  /** Leaves the next request with this method unanswered. */
  hold(method: string): void {
    this.#holding.add(method);
  }
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }
  removeListener(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }
  emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }

  async request({ method, params = [] }: RpcRequest): Promise<unknown> {
    this.requests.push(method);
    const failure = this.#rejecting.get(method);
    if (failure) {
      this.#rejecting.delete(method);
      throw failure;
    }
    if (this.#holding.delete(method)) return new Promise(() => {});
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [this.address];
      case 'wallet_requestPermissions':
        return [{ parentCapability: 'eth_accounts' }];
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`;
      case 'wallet_switchEthereumChain':
        this.chainId = Number((params[0] as { chainId: string }).chainId);
        this.emit('chainChanged', `0x${this.chainId.toString(16)}`);
        return null;
      case 'wallet_getCapabilities':
        throw new RpcFailure(4200, 'not supported');
      case 'personal_sign':
      case 'eth_signTypedData_v4':
        return `0x${'11'.repeat(65)}`;
      case 'eth_sendTransaction':
        if (this.hasWindow && !(await askPerson(requestOf(params[0] as Sent))))
          throw new RpcFailure(4001, 'User rejected the request.');
        this.sent.push(params[0]);
        return `0x${String(this.sent.length).padStart(64, '0')}`;
      case 'wallet_sendCalls': {
        const { id, calls, capabilities } = params[0] as { id: string; calls: unknown[]; capabilities?: Agreement };
        const ownFee = capabilities?.[OWN_FEE];
        this.sent.push(...(ownFee ? [ownFee] : []), ...calls);
        return { id };
      }
      case 'wallet_getCallsStatus':
        return { status: 200, receipts: [{ transactionHash: `0x${String(this.sent.length).padStart(64, '0')}` }] };
      default:
        return this.#chain.perform({ method, params });
    }
  }
}

let current: ScriptedWallet | undefined;
const present = (): ScriptedWallet => {
  if (!current) throw new RpcFailure(4900, 'the test has no wallet');
  return current;
};
/** The wallet extension of the page, called MetaMask: every request goes to the wallet of the running test. */
const provider = {
  isMetaMask: true,
  request: async (request: RpcRequest) => present().request(request),
  on: (event: string, listener: Listener) => current?.on(event, listener),
  removeListener: (event: string, listener: Listener) => current?.removeListener(event, listener),
};
const detail = Object.freeze({
  info: {
    uuid: '8c2f0c0e-6d0b-4f6b-9d5d-2f6a1b7f4a11',
    name: 'MetaMask',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    rdns: 'io.metamask',
  },
  provider,
});
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
addEventListener('eip6963:requestProvider', announce);

let announceKey = (): void => undefined;
addEventListener('eip6963:requestProvider', () => announceKey());
/** Announces the wallet as the account of this site's passkeys, in place of the page's own. */
export const announceAsKey = (): void => {
  // Of two wallets with one name the page takes the newest.
  const info = { ...detail.info, uuid: crypto.randomUUID(), name: 'Skarb', rdns: PASSKEY_WALLET_ID };
  const own = Object.freeze({ info, provider });
  announceKey = () => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: own }));
  announceKey();
};

/** Gives the page the wallet of the running test; undefined removes it. */
export const useWalletOf = (wallet: ScriptedWallet | undefined): void => {
  current = wallet;
};
