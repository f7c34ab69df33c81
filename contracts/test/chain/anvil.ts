/** A chain for one test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { createPublicClient, http } from 'viem';

export type Anvil = { rpcUrl: string; stop(): Promise<void> };

/** Starts the anvil binary directly: npm's wrapper would leave it running when killed. */
export async function startAnvil(port: number, chainId = 80001, more: string[] = []): Promise<Anvil> {
  const system = platform() === 'win32' ? 'win32' : platform();
  const name = `@foundry-rs/anvil-${system}-${arch() === 'x64' ? 'amd64' : arch()}`;
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const child: ChildProcess = spawn(
    join(folder, 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil'),
    ['--port', String(port), '--chain-id', String(chainId), '--silent', ...more],
    { stdio: 'ignore' },
  );
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) });
  for (let waited = 0; ; waited += 50) {
    if (child.exitCode !== null) throw new Error(`anvil stopped with code ${child.exitCode}: is port ${port} taken?`);
    if (await client.getChainId().catch(() => undefined)) break;
    if (waited > 60_000) throw new Error('anvil did not answer within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    rpcUrl,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
