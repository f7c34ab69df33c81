import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { OwnFee, WalletNetwork } from '../wallet/eip1193.ts';
import type { CallsStatus } from '../wallet/wallet-actions.ts';
import type { StepFailure, StepState, StepStore } from './step-store.ts';

/** The state of a transaction as the marketplace knows it. */
export type TransactionNews = {
  status: 'pending' | 'successful' | 'failed';
  reason: string | null;
  code: string | null;
  isIndexed: boolean;
};

/** The environment of a run: wallet, marketplace, clock, storage. */
export type StepPorts = {
  wallet: {
    address(): string | null;
    chainId(): number | null;
    /** @throws WalletError */
    sign(typedData: SignatureStep['typedData'], ownFee?: OwnFee): Promise<string>;
    /** Checks on the chain whether the transaction would succeed. @throws WalletError */
    check(network: WalletNetwork, call: TransactionStep): Promise<void>;
    /** Returns the hash at once. @throws WalletError */
    send(call: TransactionStep, network: WalletNetwork): Promise<string>;
    /** Whether the wallet makes several calls in one request, all or none (EIP-5792). */
    isAtomic(chainId: number): Promise<boolean>;
    /** Sends calls of an account as one request. @returns its id, mostly the given one @throws WalletError */
    sendCalls(calls: readonly TransactionStep[], id: string, from: string, ownFee?: OwnFee): Promise<string>;
    /** null if the wallet does not know the request. @throws WalletError */
    callsStatus(id: string): Promise<CallsStatus | null>;
  };
  network(chainId: number): Promise<WalletNetwork>;
  /** Reports a transaction to the marketplace. May fail: the chain decides. */
  follow(txHash: string, chainId: number): Promise<void>;
  /** null if the marketplace does not know. */
  news(txHash: string): Promise<TransactionNews | null>;
  /** Names the error a contract reverted with before anything was sent; null if it is unknown. */
  refusal(data: string): Promise<StepFailure | null>;
  submit(to: SignatureStep['submit'], signature: string): Promise<{ steps?: Step[] } | undefined>;
  /** Converts an error of `submit` or `network` to a failure. */
  failureOf(error: unknown): StepFailure;
  /** Called with each failure, to keep a failure record. */
  failed?(what: { key: string; account: string; step: Step; failure: StepFailure }): void;
  pause(ms: number): Promise<void>;
  /** Takes a lock of all tabs of the browser. @returns what gives it back; null if another tab has it */
  lock?(name: string): Promise<(() => void) | null>;
  store: StepStore;
};

/** Why a run cannot continue by itself; the interface has a button for each. */
export type StepObstacle = 'connect' | 'account' | 'chain';
export type RunState = {
  /** `elsewhere`: another tab runs the same steps. */
  status: 'idle' | 'running' | 'waiting' | 'elsewhere' | 'failed' | 'done';
  steps: StepState[];
  obstacle: StepObstacle | null;
  /** The network of the next step; null until a transaction is next. */
  chainId: number | null;
  /** The account whose wallet must act. */
  account: string;
  /** The node is unreachable while a transaction is pending; the run polls again. */
  isChainUnavailable: boolean;
};
