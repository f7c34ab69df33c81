import { messageOf } from './stack-error.ts';

const NAME_WIDTH = 11;
const DETAIL_WIDTH = 52;
const UPDATE_EVERY_MS = 5_000;

/** Reports the progress of a phase: shown at once in a terminal, at intervals in a log. */
export type Update = (text: string) => void;

/** Prints one line for each phase: its name, its result, its duration. Prints nothing if `quiet`. */
export class Progress {
  readonly #quiet: boolean;
  readonly #isTerminal = Boolean(process.stdout.isTTY) && process.env.TERM !== 'dumb';

  readonly #signal: AbortSignal | undefined;

  /** @param signal aborts the start: its last phase is then shown as stopped, not failed */
  constructor(quiet: boolean, signal?: AbortSignal) {
    this.#quiet = quiet;
    this.#signal = signal;
    // A closed terminal must not end the stack before it has stopped its processes.
    process.stdout.on('error', () => {});
    process.stderr.on('error', () => {});
  }

  /** Prints a line that is not part of a phase. */
  line(text = ''): void {
    if (!this.#quiet) process.stdout.write(`${text}\n`);
  }

  /**
   * Runs one phase and prints its line.
   * @param work returns the result to show; undefined prints no line
   */
  async phase(name: string, work: (update: Update) => Promise<string | undefined>): Promise<void> {
    const started = Date.now();
    let shownAt = started;
    const update: Update = (text) => {
      if (this.#quiet) return;
      if (this.#isTerminal) process.stdout.write(`\r\u001b[K  ${pad(name, NAME_WIDTH)} ${text}`);
      else if (Date.now() - shownAt >= UPDATE_EVERY_MS) {
        shownAt = Date.now();
        process.stdout.write(`  ${pad(name, NAME_WIDTH)} ${text}\n`);
      }
    };
    if (this.#isTerminal) update('…');
    try {
      const detail = await work(update);
      if (this.#quiet) return;
      if (this.#isTerminal) process.stdout.write('\r\u001b[K');
      if (detail !== undefined)
        this.line(`  ${pad(name, NAME_WIDTH)} ${pad(detail, DETAIL_WIDTH)} ${seconds(started)}`);
    } catch (error) {
      if (this.#isTerminal && !this.#quiet) process.stdout.write('\r\u001b[K');
      this.line(
        `  ${pad(name, NAME_WIDTH)} ${pad(isAbort(error) || this.#signal?.aborted ? 'stopped' : 'failed', DETAIL_WIDTH)} ${seconds(started)}`,
      );
      throw error;
    }
  }
}

/** Whether a start ended because it was aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Formats a failure for the terminal: what happened, then what to do. */
export function inWords(error: unknown): string {
  const advice = (error as { advice?: string }).advice;
  return advice ? `${messageOf(error)}\n\n${advice}` : `${messageOf(error)}`;
}

function pad(text: string, width: number): string {
  return text.padEnd(width);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`.padStart(8);
}
