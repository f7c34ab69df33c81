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
 * The saved states of the local chain in one directory. Saved states are written aside, forced to the disk and renamed,
 * so each is whole; anvil's own dump at its exit may be cut short by a kill, and is used only when it parses.
 */
export class ChainStates {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
  }

  /** Where anvil writes when it is stopped without us (the stack was killed, its watchdog stopped it). */
  get exitDump(): string {
    return join(this.#directory, EXIT_DUMP);
  }

  /** The file the newest state is unpacked to for anvil to load. */
  get loadFile(): string {
    return join(this.#directory, 'load.json');
  }

  /**
   * Keeps a state as `anvil_dumpState` returns it.
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
   * Unpacks the newest state that is whole to `loadFile`.
   * @returns the name of the state used, to `discard` should anvil refuse it; undefined when there is none
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

  /** Puts a state that cannot be used aside. */
  discard(name: string): void {
    renameSync(join(this.#directory, name), join(this.#directory, `${name}.bad`));
  }

  /**
   * Each anvil makes a block 0 of its own before it loads a state, and dumps it along with the loaded one; which of
   * them is then block 0 is chance. The one made first is remembered, and the others are left out.
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
