/** A chain for one test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type Anvil = { rpcUrl: string; stop(): Promise<void> };

/** The chain's address, by the line that anvil prints when it listens. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill(), 60_000);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`anvil ended (${code ?? signal}) before it listened`));
    });
    // Read to the end: anvil waits when nobody takes what it prints.
    createInterface(child.stdout as Readable).on('line', (line) => {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve(`http://${address}`);
    });
  });

/** Starts the anvil binary directly, on a free port: npm's wrapper would leave it running when killed. */
export async function startAnvil(chainId = 80001, more: string[] = []): Promise<Anvil> {
  const system = platform() === 'win32' ? 'win32' : platform();
  const name = `@foundry-rs/anvil-${system}-${arch() === 'x64' ? 'amd64' : arch()}`;
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const child = spawn(
    join(folder, 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil'),
    ['--port', '0', '--chain-id', String(chainId), ...more],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    rpcUrl: await addressOf(child),
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
