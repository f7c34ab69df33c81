import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE } from './node.mjs';
import { endRecorded, forgetProcess, recordProcess, waitForEnd } from './run-record.ts';
import { StackError } from './stack-error.ts';

const EXIT_WITH_PARENT = new URL('./exit-with-parent.mjs', import.meta.url);
const WATCHDOG = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
const MAX_LOG_BYTES = 5_000_000;

/** Describes one long-lived process of the stack. */
export interface ProcessSpec {
  /** Short name, also of its log file and its run record. */
  name: string;
  /**
   * `node`: a script of the project, run by this Node (with tsx if it is TypeScript). `program`: an external binary, run under a watchdog.
   */
  kind: 'node' | 'program';
  /** Script path (`node`) or binary (`program`). */
  command: string;
  args?: string[];
  /** Options of Node itself (`node`). */
  nodeArgs?: string[];
  env?: NodeJS.ProcessEnv;
  cwd: string;
  logDir: string;
  runDir: string;
  /** The signal that requests a clean shutdown. */
  stopSignal?: NodeJS.Signals;
  /** Milliseconds for a clean shutdown before the process is killed. */
  graceMs?: number;
  /** The unprivileged user to run an external program as. */
  uid?: number;
  gid?: number;
  /** A unique part of the command line, which identifies the process after a crash. */
  mark: string;
}

/** How a process ended. */
export interface ExitInfo {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * One process of the stack. It runs in its own session, so a Ctrl-C in the terminal reaches only the stack, which then
 * stops its processes in order. It always ends with the stack (see exit-with-parent.mjs and watchdog.mjs).
 */
export class ManagedProcess {
  readonly spec: ProcessSpec;
  readonly logFile: string;
  /** Called when the process ends without a request. */
  onUnexpectedExit: ((exit: ExitInfo) => void) | undefined;
  #child: ChildProcess | undefined;
  /** Where the log of its current run begins: runs before it are in the same file. */
  #logStart = 0;
  #exited: Promise<ExitInfo> = Promise.resolve({ code: 0, signal: null });
  #stopping = false;

  constructor(spec: ProcessSpec) {
    this.spec = spec;
    this.logFile = join(spec.logDir, `${spec.name}.log`);
  }

  /** The pid of the process (of the external program, not of its watchdog) while it runs. */
  get pid(): number | undefined {
    if (!this.isRunning) return undefined;
    return this.spec.kind === 'node' ? this.#child?.pid : this.#programPid();
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the current run ends. */
  get exited(): Promise<ExitInfo> {
    return this.#exited;
  }

  /** Starts the process. Resolves when it is spawned, not when it is healthy. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const { spec } = this;
    this.#stopping = false;
    mkdirSync(dirname(this.logFile), { recursive: true });
    mkdirSync(spec.runDir, { recursive: true });
    // If only its watchdog was killed, the program still runs and holds the port and the files.
    if (spec.kind === 'program') await endRecorded([this.#programRecord()]);
    rotateLog(this.logFile);
    const log = openSync(this.logFile, 'a');
    this.#logStart = fstatSync(log).size;
    const child = spawn(NODE.path, this.#nodeArguments(), {
      cwd: spec.cwd,
      env: { ...(spec.env ?? process.env), SKARB_EXIT_WITH_PARENT: 'stdin' },
      stdio: ['pipe', log, log],
      detached: true,
    });
    closeSync(log);
    // The pipe breaks if the process ends first, which needs no handling.
    child.stdin?.on('error', () => {});
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', () => resolve({ code: 127, signal: null }));
      child.once('exit', (code, signal) => {
        forgetProcess(spec.runDir, spec.name);
        resolve({ code, signal });
        if (!this.#stopping) this.onUnexpectedExit?.({ code, signal });
      });
    });
    if (child.pid === undefined) {
      const exit = await this.#exited;
      throw new StackError(`${spec.name} could not be started (code ${exit.code}).`, `See ${this.logFile}.`);
    }
    recordProcess(spec.runDir, spec.name, child.pid, spec.mark);
  }

  /** Stops the process and waits; kills it after its grace period. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (!this.isRunning) return;
    const { stopSignal = 'SIGTERM', graceMs = 10_000 } = this.spec;
    // On SIGTERM a watchdog sends its program that program's stop signal.
    this.#signal(this.spec.kind === 'program' ? 'SIGTERM' : stopSignal);
    const killer = setTimeout(() => this.#killNow(), graceMs + 1_000);
    await this.#exited;
    clearTimeout(killer);
  }

  /** Sends SIGKILL, without a clean-up: for the crash tests and for the second Ctrl-C. */
  async kill9(): Promise<void> {
    this.#stopping = true;
    const program = this.#killNow();
    await this.#exited;
    if (program !== undefined) await waitForEnd([program], 5_000);
  }

  /** Sends a signal to the process and treats its end as unexpected, so that the stack restarts it. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this;
    if (pid !== undefined) process.kill(pid, name);
  }

  /** The last lines that its current or last run has logged, for an error message. */
  tail(lines = 15): string {
    try {
      const logged = readFileSync(this.logFile).subarray(this.#logStart).toString();
      return logged.trimEnd().split('\n').slice(-lines).join('\n');
    } catch {
      return '';
    }
  }

  /**
   * Kills its group: an external program is in that of its watchdog, also before the watchdog has recorded its pid.
   * @returns the pid of the program, which may end after its watchdog
   */
  #killNow(): number | undefined {
    const program = this.isRunning && this.spec.kind === 'program' ? this.#programPid() : undefined;
    this.#signal('SIGKILL', true);
    return program;
  }

  #signal(name: NodeJS.Signals, toGroup = false): void {
    try {
      const pid = this.#child?.pid;
      if (pid !== undefined && this.isRunning) process.kill(toGroup ? -pid : pid, name);
    } catch {
      // It has ended already.
    }
  }

  #programRecord(): string {
    return join(this.spec.runDir, `${this.spec.name}.program.json`);
  }

  #programPid(): number | undefined {
    try {
      return (JSON.parse(readFileSync(this.#programRecord(), 'utf8')) as { pid: number }).pid;
    } catch {
      return undefined;
    }
  }

  #nodeArguments(): string[] {
    const { spec } = this;
    if (spec.kind === 'node') {
      const tsx = spec.command.endsWith('.ts') ? ['--import', 'tsx'] : [];
      return [...(spec.nodeArgs ?? []), '--import', EXIT_WITH_PARENT.href, ...tsx, spec.command, ...(spec.args ?? [])];
    }
    const job = {
      command: spec.command,
      args: spec.args ?? [],
      cwd: spec.cwd,
      stopSignal: spec.stopSignal ?? 'SIGTERM',
      graceMs: spec.graceMs ?? 10_000,
      uid: spec.uid,
      gid: spec.gid,
      recordFile: this.#programRecord(),
      record: { name: spec.name, command: spec.mark },
    };
    return [WATCHDOG, JSON.stringify(job)];
  }
}

/** Limits the log's size; keeps one old file. */
function rotateLog(file: string): void {
  try {
    if (statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.old`);
  } catch {
    // There is no log yet.
  }
}
