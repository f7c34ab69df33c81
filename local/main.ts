import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOf, parentOf } from './process-identity.ts';
import { inWords, isAbort } from './progress.ts';
import { startStack, type Stack } from './stack.ts';
import { StackError } from './stack-error.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** npm forwards the terminal's Ctrl-C, so one keystroke arrives twice. Only a later one means "stop immediately". */
const SAME_KEYSTROKE_MS = 400;

/** Runs the stack in a terminal until a signal ends it. */
export async function main(argv: string[]): Promise<void> {
  const dev = argv.includes('--dev');
  const aborter = new AbortController();
  let stack: Stack | undefined;
  let firstSignalAt: number | undefined;

  const end = async (signal: string): Promise<void> => {
    const now = Date.now();
    if (firstSignalAt !== undefined) {
      if (now - firstSignalAt < SAME_KEYSTROKE_MS) return;
      process.stdout.write('\nStopping at once.\n');
      await stack?.kill9();
      // Child processes end with this process, because it holds their stdin pipes.
      process.exit(130);
    }
    firstSignalAt = now;
    process.stdout.write(`\nStopping (${signal}; press again to stop at once) …\n`);
    aborter.abort();
    if (!stack) return;
    await stack.stop();
    process.stdout.write('Stopped. Your data is kept.\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
  endWithNpm(() => void end('npm ended'));

  try {
    const dataDir = process.env.DATA_DIR || join(ROOT, '.data');
    process.stdout.write(`\nSkarb${dev ? ' (development)' : ''}, data in ${dataDir}\n\n`);
    const started = Date.now();
    stack = await startStack({
      dataDir,
      port: readPort('PORT', 3000),
      chainPort: readPort('CHAIN_PORT', 8545),
      dev,
      seed: process.env.SEED !== '0',
      web: process.env.WEB !== '0',
      signal: aborter.signal,
    });
    if (aborter.signal.aborted) {
      await stack.stop();
      process.exit(0);
    }
    process.stdout.write(`\nReady in ${((Date.now() - started) / 1000).toFixed(1)} s. Open ${stack.url}\n`);
    process.stdout.write(`Chain RPC ${stack.rpcUrl} (id 80001) · logs in ${join(dataDir, 'log')} · Ctrl-C stops\n`);
    const failure = await stack.failed;
    process.stderr.write(`\n${inWords(failure)}\n`);
    process.exit(1);
  } catch (error) {
    if (isAbort(error)) {
      process.stdout.write('Stopped.\n');
      process.exit(0);
    }
    process.stderr.write(`\n${inWords(error)}\n`);
    if (!(error instanceof StackError) && process.env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  }
}

/**
 * Ends the stack when npm is killed, because nothing would forward the terminal's signals then. npm may start this
 * process through a shell; then the shell's parent is watched.
 */
function endWithNpm(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const isShell = commandOf(parent)?.includes('start.mjs') ?? false;
  const grandparent = isShell ? parentOf(parent) : undefined;
  setInterval(() => {
    if (process.ppid !== parent || (isShell && parentOf(parent) !== grandparent)) end();
  }, 1_000).unref();
}

function readPort(variable: string, otherwise: number): number {
  const text = process.env[variable];
  if (!text) return otherwise;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StackError(
    `${variable} is "${text}", which is not a port.`,
    `Give a number from 1 to 65535, such as ${variable}=${otherwise}.`,
  );
}
