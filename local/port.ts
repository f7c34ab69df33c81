import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandOf } from './process-identity.ts';
import { StackError } from './stack-error.ts';

/** Whether this port of the loopback is free on both IPv4 and IPv6: a browser tries both for `localhost`. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) if (!(await canListen(port, host))) return false;
  return true;
}

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS from 49152): one of those can be
 * taken by any connection between being found and being used, also while a service restarts. Browsers refuse 10080.
 */
const FREE_PORTS = { from: 11_000, to: 32_000 } as const;
const ATTEMPTS = 100;

/** Finds a free port at random, so that callers beside each other hardly ever find the same. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port among ${ATTEMPTS} of ${FREE_PORTS.from} to ${FREE_PORTS.to}`);
}

/**
 * Throws a readable error if the configured or default port is taken.
 * @param variable the environment variable that sets the port
 */
export async function requireFreePort(port: number, variable: string, purpose: string): Promise<void> {
  if (await isPortFree(port)) return;
  const holder = holderOf(port);
  const other = await nearbyFreePort(port);
  throw new StackError(
    `Port ${port}, needed for ${purpose}, is taken${holder ? ` by ${holder}` : ''}.`,
    `Stop that program, or use another port: ${variable}=${other} npm start`,
  );
}

async function nearbyFreePort(port: number): Promise<number> {
  for (let candidate = port + 1; candidate < port + 20 && candidate < 65_536; candidate++) {
    if (await isPortFree(candidate)) return candidate;
  }
  return findFreePort();
}

async function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // Other errors pass: the machine may have no IPv6, and the service itself reports missing rights for a port below
      // 1024.
      resolve(error.code !== 'EADDRINUSE');
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The process that listens on a port, as `node server.js (pid 42)`, if the system reveals it. */
function holderOf(port: number): string | undefined {
  try {
    const pid = process.platform === 'linux' ? linuxHolder(port) : lsofHolder(port);
    if (pid === undefined) return undefined;
    const command = commandOf(pid);
    return command ? `"${command.length > 80 ? `${command.slice(0, 80)}…` : command}" (pid ${pid})` : `process ${pid}`;
  } catch {
    return undefined;
  }
}

function linuxHolder(port: number): number | undefined {
  const inodes = new Set<string>();
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local?.endsWith(wanted) && state === '0A' && inode) inodes.add(`socket:[${inode}]`);
    }
  }
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        if (inodes.has(readlinkSync(`/proc/${pid}/fd/${fd}`))) return Number(pid);
      }
    } catch {
      // A process of another user, or one that just ended.
    }
  }
  return undefined;
}

function lsofHolder(port: number): number | undefined {
  if (process.platform === 'win32') return undefined;
  const out = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], {
    encoding: 'utf8',
    timeout: 2_000,
  });
  const pid = Number(out.trim().split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
