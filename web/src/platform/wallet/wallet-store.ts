import type { EIP6963ProviderDetail } from 'mipd';
import { WALLET_POLL_MS } from '@skarb/schema/limits';
import { sameAddress } from '../format/same-address.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { toWalletError, WalletError } from './wallet-error.ts';

type WalletChoice = { id: string; name: string; icon: string | null; isDemo: boolean };
export type WalletState = {
  /** All wallets of this browser, MetaMask first. */
  choices: WalletChoice[];
  /** `returning` while it reconnects to the wallet of the last visit: not connected yet, but the user need not act. */
  status: 'disconnected' | 'returning' | 'connecting' | 'connected';
  /** The id of the connected wallet; null if none is connected. */
  walletId: string | null;
  address: string | null;
  chainId: number | null;
};

/** The id of the demo wallet among the announced ones. */
export const DEMO_WALLET_ID = 'local.skarb.demo';
/** The id of the wallet of this site's passkeys among the announced ones. */
export const PASSKEY_WALLET_ID = 'skarb.passkey';
const INJECTED_ID = 'injected';
const METAMASK_ID = 'io.metamask';
const LAST_USED_KEY = 'skarb.wallet';
/** If the wallet of the last visit does not answer by then, the user must connect it. */
const RETURN_WITHIN_MS = 1500;

type Announcements = {
  getProviders(): readonly EIP6963ProviderDetail[];
  subscribe(listener: (providers: readonly EIP6963ProviderDetail[]) => void): () => void;
};
type Found = WalletChoice & { provider: Eip1193Provider };
const NOTHING: WalletState = { choices: [], status: 'disconnected', walletId: null, address: null, chainId: null };

const rank = (id: string): number => (id.startsWith(METAMASK_ID) ? 0 : id === DEMO_WALLET_ID ? 2 : 1);

/**
 * The wallets of this browser and the connected one. Listens to the wallet's events and also polls it every 15 s,
 * because not every wallet emits them. Changes need no reload.
 */
export class WalletStore {
  readonly #listeners = new Set<() => void>();
  #found: Found[] = [];
  #state: WalletState = NOTHING;
  #provider: Eip1193Provider | undefined;
  #unhook: () => void = () => undefined;
  #started = false;
  #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
    if (storage.getItem(LAST_USED_KEY)) this.#state = { ...NOTHING, status: 'returning' };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): WalletState => this.#state;

  /**
   * Finds the wallets and reconnects to the last one without a prompt.
   * @param announcements EIP-6963, as mipd collects them
   * @param injected `window.ethereum`, used if no wallet announces itself
   */
  start(announcements: Announcements, injected?: () => Eip1193Provider | undefined): () => void {
    if (this.#started) return () => undefined;
    this.#started = true;
    const take = () => this.#take(announcements.getProviders(), injected?.());
    take();
    const stopAnnouncements = announcements.subscribe(take);
    const timer = setInterval(() => void this.poll(), WALLET_POLL_MS);
    const patience = setTimeout(this.#stay, RETURN_WITHIN_MS);
    return () => {
      this.#started = false;
      clearTimeout(patience);
      clearInterval(timer);
      stopAnnouncements();
      this.#unhook();
    };
  }

  /** Connects to a wallet, which prompts the user unless they allowed it before. @throws WalletError */
  async connect(walletId: string): Promise<string> {
    const found = this.#found.find((wallet) => wallet.id === walletId);
    if (!found) throw new WalletError('missing');
    this.#set({ status: this.#state.status === 'connected' ? 'connected' : 'connecting' });
    try {
      const accounts = (await found.provider.request({ method: 'eth_requestAccounts' })) as string[];
      if (!accounts[0]) throw new WalletError('locked');
      await this.#use(found, accounts[0]);
      this.#storage.setItem(LAST_USED_KEY, walletId);
      return accounts[0];
    } catch (error) {
      if (this.#state.status === 'connecting') this.#set({ status: 'disconnected' });
      throw toWalletError(error);
    }
  }

  /**
   * Lets the user choose another account in the wallet; the choice arrives by its events. A wallet without this request
   * is asked for its current account. @throws WalletError
   */
  async chooseAccount(): Promise<void> {
    try {
      await this.provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] });
    } catch (error) {
      const named = toWalletError(error);
      if (named.code !== 'unsupported') throw named;
    }
    await this.poll();
  }

  /** Disconnects the wallet here. The permission stays in the wallet's own settings. */
  disconnect(): void {
    this.#storage.removeItem(LAST_USED_KEY);
    this.#leave();
  }

  /** The connected wallet's provider. @throws WalletError `missing` */
  get provider(): Eip1193Provider {
    if (!this.#provider) throw new WalletError('missing');
    return this.#provider;
  }

  /** The provider of one of the found wallets, connected or not. @throws WalletError `missing` */
  providerOf(walletId: string): Eip1193Provider {
    const found = this.#found.find(({ id }) => id === walletId);
    if (!found) throw new WalletError('missing');
    return found.provider;
  }

  /**
   * The wallet that holds an account, without connecting to it: it signs as a key of another account. A wallet that was not
   * permitted yet asks the person.
   * @throws WalletError `missing` if no wallet holds it
   */
  async findHolder(address: string): Promise<Eip1193Provider> {
    const others = this.#found.filter(({ id }) => id !== PASSKEY_WALLET_ID);
    for (const method of ['eth_accounts', 'eth_requestAccounts'])
      for (const { provider } of others) {
        const accounts = await provider.request({ method }).catch(() => []);
        if ((accounts as string[]).some((one) => sameAddress(one, address))) return provider;
      }
    throw new WalletError('missing');
  }

  #take(announced: readonly EIP6963ProviderDetail[], injected: Eip1193Provider | undefined): void {
    const found: Found[] = announced.map(({ info, provider }) => ({
      id: info.rdns,
      name: info.name,
      icon: info.icon,
      isDemo: info.rdns === DEMO_WALLET_ID,
      provider: provider as unknown as Eip1193Provider,
    }));
    const onlyOurs = found.every(({ id, isDemo }) => isDemo || id === PASSKEY_WALLET_ID);
    if (injected && onlyOurs) {
      const isMetaMask = (injected as { isMetaMask?: boolean }).isMetaMask === true;
      found.push({
        id: INJECTED_ID,
        name: isMetaMask ? 'MetaMask' : '',
        icon: null,
        isDemo: false,
        provider: injected,
      });
    }
    const unique = [...new Map(found.map((wallet) => [wallet.id, wallet])).values()];
    this.#found = unique.sort((a, b) => rank(a.id) - rank(b.id) || a.name.localeCompare(b.name));
    this.#set({ choices: this.#found.map(({ id, name, icon, isDemo }) => ({ id, name, icon, isDemo })) });
    const last = this.#storage.getItem(LAST_USED_KEY);
    if (last && this.#isFree) void this.#reconnect(last);
  }

  get #isFree(): boolean {
    return this.#state.status === 'disconnected' || this.#state.status === 'returning';
  }
  /** Gives up on the wallet of the last visit. */
  readonly #stay = (): void => {
    if (this.#state.status === 'returning') this.#set({ status: 'disconnected' });
  };

  async #reconnect(walletId: string): Promise<void> {
    const found = this.#found.find((wallet) => wallet.id === walletId);
    if (!found) return;
    try {
      const accounts = (await found.provider.request({ method: 'eth_accounts' })) as string[];
      if (accounts[0] && this.#isFree) await this.#use(found, accounts[0]);
      else this.#stay();
    } catch {
      // A wallet that does not answer now stays disconnected; the user can connect it.
      this.#stay();
    }
  }

  async #use(found: Found, address: string): Promise<void> {
    const chainId = Number(await found.provider.request({ method: 'eth_chainId' }));
    this.#unhook();
    this.#provider = found.provider;
    const onAccounts = (accounts: string[]) => (accounts[0] ? this.#set({ address: accounts[0] }) : this.#leave());
    const onChain = (hex: string) => this.#set({ chainId: Number(hex) });
    const onDisconnect = () => void this.poll();
    found.provider.on?.('accountsChanged', onAccounts);
    found.provider.on?.('chainChanged', onChain);
    found.provider.on?.('disconnect', onDisconnect);
    this.#unhook = () => {
      found.provider.removeListener?.('accountsChanged', onAccounts);
      found.provider.removeListener?.('chainChanged', onChain);
      found.provider.removeListener?.('disconnect', onDisconnect);
    };
    this.#set({ status: 'connected', walletId: found.id, address, chainId });
  }

  /** Queries the wallet's account and chain, for wallets that change them without an event. */
  async poll(): Promise<void> {
    const last = this.#storage.getItem(LAST_USED_KEY);
    if (this.#state.status !== 'connected') return last ? this.#reconnect(last) : undefined;
    const provider = this.#provider;
    if (!provider) return;
    try {
      const accounts = (await provider.request({ method: 'eth_accounts' })) as string[];
      const chainId = Number(await provider.request({ method: 'eth_chainId' }));
      if (provider !== this.#provider) return;
      if (accounts[0]) this.#set({ address: accounts[0], chainId });
      else this.#leave();
    } catch {
      // The next poll tries again.
    }
  }

  #leave(): void {
    this.#unhook();
    this.#unhook = () => undefined;
    this.#provider = undefined;
    this.#set({ status: 'disconnected', walletId: null, address: null, chainId: null });
  }

  #set(change: Partial<WalletState>): void {
    const next = { ...this.#state, ...change };
    const same = (Object.keys(next) as (keyof WalletState)[]).every((key) => next[key] === this.#state[key]);
    if (same) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
