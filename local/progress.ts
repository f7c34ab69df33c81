import { messageOf } from './stack-error.ts';

const NAME_WIDTH = 11;
const DETAIL_WIDTH = 52;
const UPDATE_EVERY_MS = 5_000;

/** Tells a phase's caller how far it is; shown at once in a terminal, now and then in a log. */
export type Update = (text: string) => void;

/** One calm line a phase: what, on what, how long. Says nothing when quiet. */
export class Progress {
  readonly #quiet: boolean;
  readonly #isTerminal = Boolean(process.stdout.isTTY) && process.env.TERM !== 'dumb';

  readonly #signal: AbortSignal | undefined;

  /** @param signal of a start that may be called off: its last phase then did not fail */
  constructor(quiet: boolean, signal?: AbortSignal) {
    this.#quiet = quiet;
    this.#signal = signal;
    // A terminal that went away must not take the stack down before it has stopped its processes.
    process.stdout.on('error', () => {});
    process.stderr.on('error', () => {});
  }

  /** Writes a line of its own. */
  line(text = ''): void {
    if (!this.#quiet) process.stdout.write(`${text}\n`);
  }

  /**
   * Runs one phase and writes its line.
   * @param work returns what to show about it, or nothing to show no line at all
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

/** Whether a start ended because it was asked to. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** A failure for the terminal: what happened, then what to do. */
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
