import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { WalletNetwork } from '../wallet/eip1193.ts';
import type { StepFailure, StepState, StepStore } from './step-store.ts';

/** What the marketplace knows of a transaction. */
export type TransactionNews = {
  status: 'pending' | 'successful' | 'failed';
  reason: string | null;
  code: string | null;
  isIndexed: boolean;
};

/** What a run asks of its surroundings: the wallet, the marketplace, the clock. */
export type StepPorts = {
  wallet: {
    address(): string | null;
    chainId(): number | null;
    /** @throws WalletError */
    sign(typedData: SignatureStep['typedData']): Promise<string>;
    /** Asks the chain whether it would pass. @throws WalletError */
    check(network: WalletNetwork, call: TransactionStep): Promise<void>;
    /** Returns the hash at once. @throws WalletError */
    send(call: TransactionStep): Promise<string>;
  };
  network(chainId: number): Promise<WalletNetwork>;
  /** Tells the marketplace of a transaction; may fail, the chain is the truth. */
  follow(txHash: string, chainId: number): Promise<void>;
  /** null where the marketplace cannot say. */
  news(txHash: string): Promise<TransactionNews | null>;
  /** Names what a contract said no with, before anything was sent; null where nobody can say. */
  refusal(data: string): Promise<StepFailure | null>;
  submit(to: SignatureStep['submit'], signature: string): Promise<{ steps?: Step[] }>;
  /** Names an error of `submit` or `network`. */
  failureOf(error: unknown): StepFailure;
  /** Hears of each failure, to keep what is worth keeping. */
  failed?(what: { key: string; account: string; step: Step; failure: StepFailure }): void;
  pause(ms: number): Promise<void>;
  store: StepStore;
};

/** Why a run cannot go on by itself; each has a button that helps. */
export type StepObstacle = 'connect' | 'account' | 'chain';
export type RunState = {
  status: 'idle' | 'running' | 'waiting' | 'failed' | 'done';
  steps: StepState[];
  obstacle: StepObstacle | null;
  /** The network that the next step needs; known once a transaction is due. */
  chainId: number | null;
  /** The account whose wallet must act. */
  account: string;
  /** The node cannot be reached while a transaction is under way; it is asked again. */
  isChainAway: boolean;
};
