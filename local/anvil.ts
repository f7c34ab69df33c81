import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lightFetch } from '../server/src/platform/http/light-fetch.ts';
import { StackError } from './stack-error.ts';

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Finds the anvil binary in the npm package for this platform. Killing the npm wrapper would leave anvil running. */
export function findAnvil(): string {
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const manifest = createRequire(wrapper).resolve(`${name}/package.json`);
    const binary = join(dirname(manifest), 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil');
    if (existsSync(binary)) return binary;
  } catch {
    // The error below reports it.
  }
  throw new StackError(
    `The local chain's program (${name}) is not installed.`,
    'Install without leaving out optional packages: npm ci --include=optional. Or give a chain of your own: CHAIN_RPC_80001=http://… npm start',
  );
}

/** Makes one JSON-RPC call. Throws if the node is unavailable or answers with an error. */
export async function rpc<T>(url: string, method: string, params: unknown[] = [], timeoutMs = 10_000): Promise<T> {
  const response = await lightFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = JSON.parse(await response.text()) as { result?: T; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as T;
}
