import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeAtomically } from './run-record.ts';

const KEPT = 2;
const EXIT_DUMP = 'exit.json';

interface AnvilBlock {
  header: { number: string; timestamp: string };
}

interface AnvilState {
  block: unknown;
  accounts: unknown;
  blocks: AnvilBlock[];
}

/**
 * The saved states of the local chain in one directory. Each is written to a temporary file, flushed to disk and
 * renamed, so it is complete. A kill may truncate the dump that anvil writes at its exit, so that one is used only if
 * it parses.
 */
export class ChainStates {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
  }

  /**
   * The file that anvil writes when it stops without the stack (the stack was killed and the watchdog stopped anvil).
   */
  get exitDump(): string {
    return join(this.#directory, EXIT_DUMP);
  }

  /** The unpacked newest state, which anvil loads. */
  get loadFile(): string {
    return join(this.#directory, 'load.json');
  }

  /**
   * Saves a state as `anvil_dumpState` returns it.
   * @param dump hex of gzipped JSON
   */
  save(dump: string): void {
    const numbers = this.#saved().map(numberOf);
    const name = `state-${Math.max(0, ...numbers) + 1}.json.gz`;
    const half = join(this.#directory, `${name}.half`);
    const file = openSync(half, 'w');
    try {
      writeSync(file, Buffer.from(dump.slice(2), 'hex'));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(half, join(this.#directory, name));
    for (const old of this.#saved().slice(KEPT)) rmSync(join(this.#directory, old), { force: true });
  }

  /**
   * Unpacks the newest complete state to `loadFile`.
   * @returns the name of that state, for `discard` if anvil refuses it; undefined if there is none
   */
  unpackNewest(): string | undefined {
    for (const name of this.#newestFirst()) {
      try {
        const content = readFileSync(join(this.#directory, name));
        const json = name.endsWith('.gz') ? gunzipSync(content) : content;
        const state = JSON.parse(json.toString('utf8')) as AnvilState;
        if (!state.block || !state.accounts || !Array.isArray(state.blocks)) throw new Error('not a state');
        this.#keepOneGenesis(state);
        writeFileSync(this.loadFile, JSON.stringify(state));
        return name;
      } catch {
        this.discard(name);
      }
    }
    return undefined;
  }

  /** Renames a state that cannot be used. */
  discard(name: string): void {
    renameSync(join(this.#directory, name), join(this.#directory, `${name}.bad`));
  }

  /**
   * Keeps one block 0. Each anvil creates its own block 0 before it loads a state, and dumps it together with the
   * loaded one; which of them becomes block 0 is random. This stores the first one and removes the others from the
   * state.
   */
  #keepOneGenesis(state: AnvilState): void {
    const file = join(this.#directory, 'genesis.json');
    const found = state.blocks
      .filter(isGenesis)
      .sort((a, b) => Number(a.header.timestamp) - Number(b.header.timestamp));
    if (!existsSync(file)) writeAtomically(file, JSON.stringify(found[0]));
    const genesis = JSON.parse(readFileSync(file, 'utf8')) as AnvilBlock;
    state.blocks = [genesis, ...state.blocks.filter((block) => !isGenesis(block))];
  }

  #newestFirst(): string[] {
    const changed = (name: string) => statSync(join(this.#directory, name)).mtimeMs;
    return this.#names()
      .filter((name) => isSaved(name) || name === EXIT_DUMP)
      .sort((a, b) => changed(b) - changed(a) || numberOf(b) - numberOf(a));
  }

  #saved(): string[] {
    return this.#names()
      .filter(isSaved)
      .sort((a, b) => numberOf(b) - numberOf(a));
  }

  #names(): string[] {
    return readdirSync(this.#directory);
  }
}

function isGenesis(block: AnvilBlock): boolean {
  return Number(block.header.number) === 0;
}

function isSaved(name: string): boolean {
  return /^state-\d+\.json\.gz$/.test(name);
}

function numberOf(name: string): number {
  return Number(/^state-(\d+)/.exec(name)?.[1] ?? 0);
}
