import { urlOf } from '@skarb/client';
import * as statusCalls from '@skarb/schema/calls/status';
import { join } from 'node:path';
import { ManagedProcess } from './managed-process.ts';
import { NODE } from './node.mjs';
import { type Update } from './progress.ts';
import { StackError } from './stack-error.ts';

/** A process of the server. */
export class Service {
  readonly process: ManagedProcess;

  constructor(process: ManagedProcess) {
    this.process = process;
  }

  get name(): string {
    return this.process.spec.name;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  start(): Promise<void> {
    return this.process.start();
  }

  /** Stops it cleanly; it stays stopped. */
  stop(): Promise<void> {
    return this.process.stop();
  }

  /** Sends SIGKILL; it stays stopped until `start`. (After `crash` the stack restarts it.) */
  kill9(): Promise<void> {
    return this.process.kill9();
  }

  /** Sends SIGKILL as if from outside: the stack notices and restarts it. */
  crash(): void {
    this.process.signal('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
}

/** Options of the server's processes. */
export interface ServiceOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  logDir: string;
  runDir: string;
  /** Runs the sources instead of the build (`buildServer`). */
  dev?: boolean;
}

/**
 * Limits of V8's heap, as in the Dockerfile: without them V8 leaves garbage until its heap is several times as large as
 * what is in use (55 MB after every read of the API), by the memory of the machine. In node 20 one thread collects
 * it: on a heap of this size V8’s helpers mostly wait for each other. In node 24 it would grow to its limit so (docs/scale.md).
 */
export const HEAP = [
  '--max-semi-space-size=8',
  '--max-old-space-size=384',
  ...(NODE.version.startsWith('v20.') ? ['--single-threaded-gc'] : []),
];
/** Each thread of node may have an arena of glibc's malloc, which keeps what is freed in it: more than two are not needed. */
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** A process of the server, not started yet. */
export function serverProcess(name: 'api' | 'worker' | 'migrate', options: ServiceOptions): ManagedProcess {
  const script = join(options.root, 'server', options.dev ? `src/main/${name}.ts` : `dist/${name}.js`);
  return new ManagedProcess({
    name,
    kind: 'node',
    command: script,
    nodeArgs: HEAP,
    env: { ...ARENAS, ...options.env },
    cwd: options.root,
    logDir: options.logDir,
    runDir: options.runDir,
    graceMs: 10_000,
    mark: script,
  });
}

/** Applies the migrations; returns the last line of its log. */
export async function runMigrations(options: ServiceOptions): Promise<string> {
  const migrate = serverProcess('migrate', options);
  await migrate.start();
  const { code } = await migrate.exited;
  if (code !== 0) {
    // Nobody deletes data because of a typing error.
    const [settings] = /Settings are missing or wrong:(?:\n {2}\w+: .*)+/.exec(migrate.tail(100)) ?? [];
    if (settings) throw new StackError(settings, 'Correct them in the environment and start again.');
    throw new StackError(
      `The database could not be brought up to date.\n${migrate.tail(12)}`,
      `The whole output: ${migrate.logFile}. With data you can lose, start afresh by deleting the data directory.`,
    );
  }
  return migrate.tail(1).slice(0, 50);
}

/**
 * Waits until the API reports that database, chain and worker are available.
 * @param url of the API, without a path
 */
export async function waitUntilReady(
  url: string,
  services: Service[],
  update: Update = () => {},
  timeoutMs = 120_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  let said = 'it does not answer';
  for (;;) {
    for (const service of services) {
      if (!service.process.isRunning) {
        throw new StackError(
          `The ${service.name} ended while starting.\n${service.process.tail(20)}`,
          `Its whole log: ${service.process.logFile}`,
        );
      }
    }
    try {
      const response = await fetch(url + urlOf(statusCalls.ready), { signal: AbortSignal.timeout(3_000) });
      const body = await response.text();
      if (response.ok) return;
      said = `${response.status} ${body.slice(0, 200)}`;
      update('waiting for the worker');
    } catch {
      update('waiting for the API');
    }
    if (Date.now() > until) {
      throw new StackError(
        `The server did not become ready: ${said}`,
        `See ${services.map((service) => service.process.logFile).join(' and ')}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
