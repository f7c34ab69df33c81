import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { OwnFee, WalletNetwork } from '../wallet/eip1193.ts';
import { sameAddress } from '../format/same-address.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import {
  findByNonce,
  findSent,
  isSameCall,
  nonceOf,
  notePosition,
  receiptOf,
  stateOfNonce,
} from './sent-transaction.ts';
import type { RunState, StepPorts } from './step-ports.ts';
import { Blocked, isOver, keepsSending, leavesOpen, StepFailed, Stopped } from './step-error.ts';
import { isUnderWay, type StepFailure, type StepState } from './step-store.ts';

const POLL_MS = 1_000;
/** After this many polls for the state of calls the page asks half as often: each costs the person's rate limit. */
const FAST_POLLS = 10;
/** The marketplace indexes a block within seconds. After this many polls the page stops waiting; indexing continues. */
const INDEX_POLLS = 45;
/** The number of polls for the reason of a failed transaction; without one, the failure is reported anyway. */
const REASON_POLLS = 8;
/** Every this many polls a pending transaction is looked for, which the wallet may have replaced. */
const LOOK_POLLS = 5;
/** After this many looks in a row at which the node knows neither the transaction nor a replacement, it is lost: five minutes. */
const LOST_LOOKS = 60;

/** `onAnswer` gets each answer to a submitted signature; `onDone` is called when all steps are done. */
export type RunListener = { onAnswer?: (data: unknown) => void; onDone?: () => void };

const IDLE: RunState = {
  status: 'idle',
  steps: [],
  obstacle: null,
  chainId: null,
  account: '',
  isChainUnavailable: false,
};

/**
 * Runs a list of steps in order, each transaction mined before the next step begins. Its progress is
 * stored, so a reload resumes it and never sends a transaction twice. After a failure or a refusal, `run()` continues
 * from the failed step.
 */
export class StepRun {
  readonly key: string;
  readonly #ports: StepPorts;
  readonly #listeners = new Set<() => void>();
  #state: RunState = IDLE;
  #listener: RunListener = {};
  #turn = 0;
  /** When this run last stored its progress. */
  #savedAt: number | undefined;
  /** Gives the lock of these steps back. */
  #release: (() => void) | undefined;

  constructor(key: string, ports: StepPorts) {
    this.key = key;
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): RunState => this.#state;
  /** Replaces the functions that answers and the end are reported to. */
  notify(listener: RunListener): void {
    this.#listener = listener;
  }

  /** Starts with a new list; `run` discards the progress stored under this key. */
  begin(steps: readonly Step[], account: string): void {
    this.stop();
    this.#set({
      ...IDLE,
      account,
      steps: steps.map((step) => ({ step, phase: step.status === 'complete' ? 'done' : 'todo' })),
    });
  }

  /** Loads the progress stored under this key. @returns whether this account had an unfinished run */
  restore(account: string): boolean {
    const saved = this.#ports.store.load(this.key);
    if (!saved || !sameAddress(saved.account, account) || saved.steps.every(({ phase }) => phase === 'done'))
      return false;
    this.stop();
    this.#set({ ...IDLE, account, steps: saved.steps });
    return true;
  }

  /** Whether a new list would discard something sent or signed. */
  get hasProgress(): boolean {
    return this.#state.steps.some(isUnderWay);
  }

  /** Stops the run here. A pending transaction continues on chain, and `restore` finds it. */
  stop(): void {
    this.#turn++;
    this.#release?.();
    if (this.#state.status === 'running') this.#set({ status: 'idle' });
  }

  /** Deletes everything stored under this key. */
  reset(): void {
    this.stop();
    // What another tab has stored belongs to it.
    if (this.#state.status !== 'elsewhere') this.#ports.store.clear(this.key);
    this.#set(IDLE);
  }

  /**
   * Runs the remaining steps. Resolves when all are done, one failed, or the user must act first.
   * @param ownFee what the person agreed to pay for the next of them
   */
  async run(ownFee?: OwnFee): Promise<RunState> {
    if (this.#state.status === 'running' || this.#state.status === 'elsewhere') return this.#state;
    const turn = ++this.#turn;
    this.#set({ status: 'running', obstacle: null });
    if (!(await this.#isAlone(turn))) return this.#state;
    this.#save();
    let index = 0;
    let fee = ownFee;
    try {
      for (; index < this.#state.steps.length; index++) {
        if (this.#state.steps[index]?.phase === 'done') continue;
        index = await this.#do(index, turn, fee);
        fee = undefined;
      }
      this.#ports.store.clear(this.key);
      this.#set({ status: 'done', isChainUnavailable: false });
      this.#listener.onDone?.();
    } catch (error) {
      if (error instanceof Stopped || turn !== this.#turn) return this.#state;
      if (error instanceof Blocked) {
        this.#change(index, { phase: 'todo', sending: undefined });
        this.#set({ status: 'waiting', obstacle: error.obstacle });
      } else {
        const failure = error instanceof StepFailed ? error.failure : await this.#failureOf(error);
        if (turn !== this.#turn) return this.#state;
        this.#change(index, { phase: 'failed', failure, ...(keepsSending(error) ? {} : { sending: undefined }) });
        this.#set({ status: 'failed', isChainUnavailable: false });
        this.#ports.failed?.({ key: this.key, account: this.#state.account, step: this.#at(index).step, failure });
      }
    }
    if (turn === this.#turn) this.#release?.();
    return this.#state;
  }

  /** Whether no other tab runs the same steps, and this run was not stopped while it asked. */
  async #isAlone(turn: number): Promise<boolean> {
    if (!this.#ports.lock) return true;
    const give = await this.#ports.lock(`skarb.steps ${this.key} ${this.#state.account.toLowerCase()}`);
    if (turn !== this.#turn) {
      give?.();
      return false;
    }
    if (!give) this.#set({ status: 'elsewhere' });
    else
      this.#release = () => {
        this.#release = undefined;
        give();
      };
    return give !== null;
  }

  async #failureOf(error: unknown): Promise<StepFailure> {
    if (!(error instanceof WalletError)) return this.#ports.failureOf(error);
    if (error.refusal) return error.refusal;
    const why = error.revertData && (await this.#ports.refusal(error.revertData).catch(() => null));
    return why || { code: `wallet.${error.code}` };
  }

  /** @returns the last step that was done: several transactions may be one request */
  async #do(index: number, turn: number, ownFee: OwnFee | undefined): Promise<number> {
    const { step } = this.#at(index);
    if (step.kind === 'signature') await this.#doSignature(index, step, turn, ownFee);
    else {
      const last = await this.#lastOfCalls(index, step);
      this.#check(turn);
      if (last !== undefined) return this.#doCalls(index, last, step.chainId, turn, ownFee);
      await this.#doTransaction(index, step, turn);
    }
    return index;
  }

  /** The last of the transactions that the wallet makes together with this one; undefined if it sends each alone. */
  async #lastOfCalls(index: number, { chainId }: TransactionStep): Promise<number | undefined> {
    const { txHash, sending, callsId } = this.#at(index);
    if (txHash || sending) return undefined;
    this.#requireWallet(chainId);
    if (!callsId && !(await this.#ports.wallet.isAtomic(chainId))) return undefined;
    const after = this.#state.steps
      .slice(index)
      .findIndex(
        (one) =>
          one.step.kind !== 'transaction' ||
          one.step.chainId !== chainId ||
          one.phase === 'done' ||
          one.txHash !== undefined ||
          one.callsId !== callsId,
      );
    return (after < 0 ? this.#state.steps.length : index + after) - 1;
  }

  /** Makes the calls of several steps in one request. */
  async #doCalls(
    first: number,
    last: number,
    chainId: number,
    turn: number,
    ownFee: OwnFee | undefined,
  ): Promise<number> {
    const change = (what: Partial<StepState>) => this.#change(first, what, last);
    const calls = this.#state.steps.slice(first, last + 1).map(({ step }) => step as TransactionStep);
    let isSending = false;
    try {
      let id = this.#at(first).callsId;
      // A request that the wallet knows was sent before a reload.
      if (!id || !(await this.#ports.wallet.callsStatus(id))) {
        this.#check(turn);
        // Meanwhile the wallet may have switched.
        this.#requireWallet(chainId);
        const chosen = crypto.randomUUID();
        change({ phase: 'wallet', failure: undefined, callsId: chosen });
        isSending = true;
        id = await this.#ports.wallet.sendCalls(calls, chosen, this.#state.account, ownFee);
        isSending = false;
        if (this.#state.steps[first]?.step === calls[0]) change({ phase: 'sent', callsId: id });
      }
      this.#check(turn);
      change({ phase: 'sent' });
      const txHash = await this.#waitForCalls(id, turn);
      change({ phase: 'mined', txHash });
      await this.#ports.follow(txHash, chainId).catch(() => undefined);
      if (this.#state.steps.slice(last + 1).every(({ phase }) => phase === 'done'))
        await this.#waitUntilIndexed(txHash, turn);
      change({ phase: 'done', callsId: undefined });
      return last;
    } catch (error) {
      // Whether a request without an answer was sent is asked again by its id.
      const isGone = isOver(error, isSending);
      if (turn === this.#turn || (isGone && this.#isLeft(first, calls[0])))
        change({ phase: 'todo', ...(isGone ? { callsId: undefined } : {}) });
      throw error;
    }
  }

  /** @returns the hash of the transaction with the calls */
  async #waitForCalls(id: string, turn: number): Promise<string> {
    for (let unknown = 0, poll = 0; ; poll++) {
      // Another account's wallet may not know the calls.
      this.#requireAccount();
      let lost: string | undefined;
      const news = await this.#ports.wallet.callsStatus(id).catch((error: unknown) => {
        if (!(error instanceof WalletError && leavesOpen(error))) throw error;
        lost = error.code;
        return null;
      });
      this.#check(turn);
      const isUnavailable = lost === 'rpcAway';
      this.#setUnavailable(isUnavailable);
      if (news?.status === 'successful' && news.txHash) return news.txHash;
      if (news?.status === 'failed') throw new StepFailed({ code: 'tx.failed', txHash: news.txHash });
      if (!news && !lost && ++unknown > REASON_POLLS) throw new StepFailed({ code: 'tx.failed' });
      await this.#ports.pause(poll < FAST_POLLS ? POLL_MS : 2 * POLL_MS);
      this.#check(turn);
    }
  }

  async #doSignature(index: number, step: SignatureStep, turn: number, ownFee: OwnFee | undefined): Promise<void> {
    const chainId = Number(step.typedData.domain.chainId) || null;
    this.#requireWallet(chainId);
    this.#change(index, { phase: 'wallet', failure: undefined });
    const signature = await this.#ports.wallet.sign(step.typedData, ownFee);
    this.#check(turn);
    this.#change(index, { phase: 'mined' });
    const answer = await this.#ports.submit(step.submit, signature);
    this.#listener.onAnswer?.(answer);
    this.#check(turn);
    this.#change(index, { phase: 'done' });
    const known = new Set(this.#state.steps.map((state) => state.step.id));
    const more = (answer?.steps ?? []).filter((next) => !known.has(next.id));
    if (more.length) {
      this.#set({
        steps: [
          ...this.#state.steps,
          ...more.map((next) => ({ step: next, phase: next.status === 'complete' ? 'done' : 'todo' }) as StepState),
        ],
      });
      this.#save();
    }
  }

  async #doTransaction(index: number, step: TransactionStep, turn: number): Promise<void> {
    const network = await this.#ports.network(step.chainId);
    this.#check(turn);
    let txHash = this.#at(index).txHash ?? (await this.#findLost(index, step, network, turn));
    if (!txHash) txHash = await this.#send(index, step, network, turn);
    this.#change(index, { phase: 'sent', txHash, failure: undefined });
    const followed = this.#ports.follow(txHash, step.chainId).catch(() => undefined);
    await this.#waitUntilMined(index, step, network, turn);
    this.#change(index, { phase: 'mined' });
    const isLast = this.#state.steps.slice(index + 1).every(({ phase }) => phase === 'done');
    await followed;
    if (isLast) await this.#waitUntilIndexed(this.#at(index).txHash ?? txHash, turn);
    this.#change(index, { phase: 'done' });
  }

  async #send(index: number, step: TransactionStep, network: WalletNetwork, turn: number): Promise<string> {
    this.#requireWallet(step.chainId);
    this.#change(index, { phase: 'wallet', failure: undefined });
    await this.#ports.wallet.check(network, step);
    const sending = await notePosition(network.rpcUrl, this.#state.account).catch(() => undefined);
    this.#check(turn);
    this.#requireWallet(step.chainId);
    this.#change(index, { sending });
    const txHash = await this.#ports.wallet.send(step, network).catch((error: unknown) => {
      // A later run would take the request for one that may have been sent, and open the wallet at once.
      if (!keepsSending(error) && this.#isLeft(index, step)) this.#change(index, { phase: 'todo', sending: undefined });
      throw error;
    });
    // Even if the run was stopped: without the hash a later run would send the transaction again.
    if (this.#state.steps[index]?.step === step) this.#change(index, { phase: 'sent', txHash });
    this.#check(turn);
    return txHash;
  }

  /**
   * Finds what the wallet sent while the page was closed. Waits for the node, and while a transaction with the noted nonce is
   * pending: without knowing what became of it, the step could be sent twice.
   */
  async #findLost(
    index: number,
    step: TransactionStep,
    network: WalletNetwork,
    turn: number,
  ): Promise<string | undefined> {
    const { sending } = this.#at(index);
    if (!sending) return undefined;
    const { account } = this.#state;
    for (;;) {
      try {
        const state = await stateOfNonce(network.rpcUrl, account, sending.nonce);
        const found = state === 'used' ? await findSent(network.rpcUrl, account, sending, step) : null;
        this.#check(turn);
        this.#setUnavailable(false);
        if (found === undefined) throw new StepFailed({ code: 'tx.unseen' });
        if (state !== 'pending') return found?.hash;
        this.#change(index, { phase: 'sent', failure: undefined });
      } catch (error) {
        if (error instanceof StepFailed || error instanceof Stopped) throw error;
        this.#check(turn);
        this.#setUnavailable(true);
      }
      // Looking reads many blocks.
      await this.#ports.pause(this.#state.isChainUnavailable ? LOOK_POLLS * POLL_MS : POLL_MS);
      this.#check(turn);
    }
  }

  async #waitUntilMined(index: number, step: TransactionStep, network: WalletNetwork, turn: number): Promise<void> {
    let unknown = 0;
    for (let poll = 0; ; poll++) {
      const { txHash } = this.#at(index);
      let isUnavailable = false;
      const receipt = await receiptOf(network.rpcUrl, txHash as string).catch(() => ((isUnavailable = true), null));
      let status: 'successful' | 'failed' | undefined = receipt?.status;
      // The marketplace's node may be reachable when the public one is not.
      if (isUnavailable) {
        const news = await this.#ports.news(txHash as string).catch(() => null);
        if (news && news.status !== 'pending') status = news.status;
      }
      this.#check(turn);
      this.#setUnavailable(isUnavailable);
      if (status === 'successful') return;
      if (status === 'failed') await this.#refuse(index, txHash as string, turn);
      if (!isUnavailable && poll % LOOK_POLLS === 1) {
        unknown = (await this.#followReplacement(index, step, network)) ? 0 : unknown + 1;
        if (unknown >= LOST_LOOKS) throw new StepFailed({ code: 'tx.lost', txHash: txHash as string });
      }
      await this.#ports.pause(POLL_MS);
      this.#check(turn);
    }
  }

  /**
   * Follows a transaction that the user sped up (another hash, the same call). Fails if another call replaced it.
   * @returns false if the node knows neither of them
   */
  async #followReplacement(index: number, step: TransactionStep, network: WalletNetwork): Promise<boolean> {
    const { txHash, sending } = this.#at(index);
    if (!txHash) return true;
    try {
      const nonce = await nonceOf(network.rpcUrl, txHash);
      if (nonce !== null) {
        if (sending) this.#change(index, { sending: { ...sending, nonce, isExact: true } });
        return true;
      }
      // Only the nonce of a transaction that the node knew shows that another one replaced it.
      if (!sending?.isExact) return false;
      const { account } = this.#state;
      if ((await stateOfNonce(network.rpcUrl, account, sending.nonce)) !== 'used') return false;
      const found = await findByNonce(network.rpcUrl, account, sending);
      if (!found) return false;
      if (found.hash === txHash) return true;
      if (!isSameCall(found, step)) {
        this.#change(index, { txHash: undefined, sending: undefined });
        throw new StepFailed({ code: 'tx.replaced' });
      }
      this.#change(index, { txHash: found.hash });
      void this.#ports.follow(found.hash, step.chainId).catch(() => undefined);
      return true;
    } catch (error) {
      // A node that does not answer says nothing.
      if (error instanceof StepFailed) throw error;
      return true;
    }
  }

  async #refuse(index: number, txHash: string, turn: number): Promise<never> {
    // The browser may see the failure before the marketplace, which determines the reason.
    let news = await this.#ports.news(txHash).catch(() => null);
    for (let poll = 0; poll < REASON_POLLS && news?.status !== 'failed'; poll++) {
      await this.#ports.pause(POLL_MS);
      this.#check(turn);
      news = await this.#ports.news(txHash).catch(() => null);
    }
    // It failed for good: the next run sends a new transaction.
    this.#change(index, { txHash: undefined, sending: undefined });
    throw new StepFailed({ code: news?.code ?? 'tx.failed', message: news?.reason ?? undefined, txHash });
  }

  async #waitUntilIndexed(txHash: string, turn: number): Promise<void> {
    for (let poll = 0; poll < INDEX_POLLS; poll++) {
      const news = await this.#ports.news(txHash).catch(() => null);
      this.#check(turn);
      if (news?.isIndexed) return;
      await this.#ports.pause(POLL_MS);
      this.#check(turn);
    }
  }

  #requireWallet(chainId: number | null): void {
    this.#set({ chainId });
    this.#requireAccount();
    if (chainId && this.#ports.wallet.chainId() !== chainId) throw new Blocked('chain');
  }

  #requireAccount(): void {
    const address = this.#ports.wallet.address();
    if (!address) throw new Blocked('connect');
    if (!sameAddress(address, this.#state.account)) throw new Blocked('account');
  }

  #at(index: number): StepState {
    return this.#state.steps[index] as StepState;
  }

  #check(turn: number): void {
    if (turn !== this.#turn) throw new Stopped();
  }

  /** Whether the run was stopped at this step, and no other one has stored its progress since. */
  #isLeft(index: number, step: Step | undefined): boolean {
    return (
      this.#state.status === 'idle' &&
      this.#state.steps[index]?.step === step &&
      this.#ports.store.load(this.key)?.savedAt === this.#savedAt
    );
  }

  #change(index: number, change: Partial<StepState>, last = index): void {
    const steps = this.#state.steps.map((state, at) => (at >= index && at <= last ? { ...state, ...change } : state));
    this.#set({ steps });
    this.#save();
  }

  #save(): void {
    const { steps, account } = this.#state;
    if (steps.length) this.#savedAt = this.#ports.store.save(this.key, { account, steps });
  }

  #setUnavailable(isChainUnavailable: boolean): void {
    if (isChainUnavailable !== this.#state.isChainUnavailable) this.#set({ isChainUnavailable });
  }

  #set(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
