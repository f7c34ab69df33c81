import { rpc } from './anvil.ts';
import type { ChainOptions } from './chain.ts';
import type { ChainStates } from './chain-state.ts';

const LOOK_EVERY_MS = 400;
/** The keeper mines an empty block after this time without a block, so that the chain's clock advances … */
const QUIET_MS = 5_000;
/**
 * … and after this longer time if nobody sent a transaction for a while: each block adds 1.7 kB to the state for good.
 */
const LONG_QUIET_MS = 30_000;
const WATCHED_MS = 15 * 60_000;
/** Empty blocks alone are saved at most this often, because each save writes the whole state. */
const SAVE_EMPTY_MS = 60_000;

interface Block {
  number: string;
  hash: string;
  transactions: unknown[];
}

/**
 * Saves the state of a running anvil soon after each block with transactions if the chain is durable, and mines empty
 * blocks so that its clock advances without activity.
 */
export class ChainKeeper {
  readonly #url: string;
  readonly #states: ChainStates;
  readonly #now: () => number;
  readonly #isDurable: boolean;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;
  #last: Block | undefined;
  #lastBlockAt: number;
  #lastTransactionAt: number;
  #lastSaveAt = 0;
  #lastSaveTook = 0;
  #unsaved: 'nothing' | 'empty blocks' | 'transactions' = 'nothing';
  #saving: Promise<void> | undefined;

  constructor(
    url: string,
    states: ChainStates,
    { now = Date.now, durable = true }: Pick<ChainOptions, 'now' | 'durable'>,
  ) {
    this.#url = url;
    this.#states = states;
    this.#now = now;
    this.#isDurable = durable;
    this.#lastBlockAt = this.#lastTransactionAt = now();
  }

  /** Starts to watch a chain whose current state is saved. */
  async start(): Promise<void> {
    this.#last = await this.#head();
    this.#stopped = false;
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Saves the state now. Throws if anvil is unavailable. */
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
    const started = this.#now();
    this.#unsaved = 'nothing';
    this.#states.save(await rpc<string>(this.#url, 'anvil_dumpState', [], 60_000));
    this.#lastSaveAt = this.#now();
    this.#lastSaveTook = this.#lastSaveAt - started;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      // An unavailable or restarting anvil is ignored: the next look finds it.
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
    const now = this.#now();
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
    if (this.#unsaved === 'nothing' || !this.#isDurable) return;
    // Spends at most about a tenth of the time on saving: a large state takes longer to write.
    const wait = this.#unsaved === 'transactions' ? 10 * this.#lastSaveTook : SAVE_EMPTY_MS;
    if (now - this.#lastSaveAt >= wait && !this.#stopped) await this.save();
  }
}
