import { rpc } from './anvil.ts';
import type { ChainStates } from './chain-state.ts';

const LOOK_EVERY_MS = 400;
/** A block without transactions is mined after this much quiet, so that the chain's clock goes on … */
const QUIET_MS = 5_000;
/** … and more rarely when nobody has sent anything for a while: each costs 1.7 kB of state for ever. */
const LONG_QUIET_MS = 30_000;
const WATCHED_MS = 15 * 60_000;
/** Blocks without transactions are not worth writing the whole state at once. */
const SAVE_EMPTY_MS = 60_000;

interface Block {
  number: string;
  hash: string;
  transactions: unknown[];
}

/**
 * Looks after a running anvil: saves its state soon after each block that holds transactions, and mines an empty block
 * now and then so that time passes on the chain when nobody does anything.
 */
export class ChainKeeper {
  readonly #url: string;
  readonly #states: ChainStates;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;
  #last: Block | undefined;
  #lastBlockAt = Date.now();
  #lastTransactionAt = Date.now();
  #lastSaveAt = 0;
  #lastSaveTook = 0;
  #unsaved: 'nothing' | 'empty blocks' | 'transactions' = 'nothing';
  #saving: Promise<void> | undefined;

  constructor(url: string, states: ChainStates) {
    this.#url = url;
    this.#states = states;
  }

  /** Begins to look after a chain whose present state is saved. */
  async start(): Promise<void> {
    this.#last = await this.#head();
    this.#stopped = false;
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Saves the state now. Throws when anvil is away. */
  async save(): Promise<void> {
    while (this.#saving) await this.#saving.catch(() => {});
    this.#saving = this.#saveNow();
    try {
      await this.#saving;
    } finally {
      this.#saving = undefined;
    }
  }

  async #saveNow(): Promise<void> {
    const started = Date.now();
    this.#unsaved = 'nothing';
    this.#states.save(await rpc<string>(this.#url, 'anvil_dumpState', [], 60_000));
    this.#lastSaveAt = Date.now();
    this.#lastSaveTook = this.#lastSaveAt - started;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      // Away or restarting: the next look finds it again.
      void this.#look()
        .catch(() => {})
        .finally(() => this.#schedule());
    }, LOOK_EVERY_MS);
  }

  #head(): Promise<Block> {
    return rpc<Block>(this.#url, 'eth_getBlockByNumber', ['latest', false]);
  }

  async #look(): Promise<void> {
    const block = await this.#head();
    const now = Date.now();
    if (block.hash !== this.#last?.hash) {
      const step = Number(block.number) - Number(this.#last?.number ?? 0);
      const isQuiet = step === 1 && block.transactions.length === 0;
      if (!isQuiet) this.#lastTransactionAt = now;
      this.#unsaved = isQuiet && this.#unsaved !== 'transactions' ? 'empty blocks' : 'transactions';
      this.#last = block;
      this.#lastBlockAt = now;
    } else {
      const quiet = now - this.#lastTransactionAt < WATCHED_MS ? QUIET_MS : LONG_QUIET_MS;
      if (now - this.#lastBlockAt > quiet) await rpc(this.#url, 'evm_mine');
    }
    if (this.#unsaved === 'nothing') return;
    // A large state takes longer to write: at most a tenth of the time goes into it.
    const wait = this.#unsaved === 'transactions' ? 10 * this.#lastSaveTook : SAVE_EMPTY_MS;
    if (now - this.#lastSaveAt >= wait && !this.#stopped) await this.save();
  }
}
