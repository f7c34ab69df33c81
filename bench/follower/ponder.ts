/**
 * Ponder (https://ponder.sh, MIT), an indexer that others build on, with a schema of its own: transfers, owners, mints and
 * fills. Installed from npm into a folder of the bench when it is first measured, because it brings 300 MB.
 */
import { seaportAbi } from '@skarb/contracts/abi';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findFreePort } from '@skarb/local/port.ts';
import { join } from 'node:path';
import type { Hex } from 'viem';

export const PONDER = { ponder: '1.0.0', hono: '4.6.20', viem: '2.21.54' };
const POLL_MS = 50;
const WITHIN_MS = 600_000;

const SCHEMA = `
import { onchainTable, primaryKey } from 'ponder';
const ofToken = (t) => ({ contract: t.hex().notNull(), tokenId: t.bigint().notNull() });
const ofEvent = (t) => ({ id: t.text().primaryKey(), ...ofToken(t), block: t.bigint().notNull(), time: t.bigint().notNull() });
export const transfer = onchainTable('transfer', (t) => ({ ...ofEvent(t), from: t.hex().notNull(), to: t.hex().notNull() }));
export const mint = onchainTable('mint', (t) => ({ ...ofEvent(t), to: t.hex().notNull(), quantity: t.bigint().notNull(), digest: t.hex().notNull() }));
export const fill = onchainTable('fill', (t) => ({ ...ofEvent(t), orderHash: t.hex().notNull(), seller: t.hex().notNull(), buyer: t.hex().notNull(), paid: t.bigint().notNull() }));
export const owner = onchainTable('owner', (t) => ({ ...ofToken(t), owner: t.hex().notNull() }),
  (table) => ({ pk: primaryKey({ columns: [table.contract, table.tokenId] }) }));
`;
const HANDLERS = `
import { ponder } from 'ponder:registry';
import { fill, mint, owner, transfer } from 'ponder:schema';
const about = (event) => ({ id: event.block.number + '-' + event.log.logIndex, block: event.block.number, time: event.block.timestamp });
ponder.on('Work:Transfer', async ({ event, context }) => {
  const { from, to, tokenId } = event.args;
  const contract = event.log.address;
  await context.db.insert(transfer).values({ ...about(event), contract, tokenId, from, to });
  await context.db.insert(owner).values({ contract, tokenId, owner: to }).onConflictDoUpdate({ owner: to });
});
ponder.on('Work:Minted', async ({ event, context }) => {
  const { id: tokenId, to, quantity, digest } = event.args;
  await context.db.insert(mint).values({ ...about(event), contract: event.log.address, tokenId, to, quantity, digest });
});
`;
/** Ponder refuses handlers of contracts that are not configured. */
const FILL_HANDLER = `
ponder.on('Seaport:OrderFulfilled', async ({ event, context }) => {
  const { orderHash, offerer, recipient, offer, consideration } = event.args;
  await context.db.insert(fill).values({ ...about(event), contract: offer[0].token, tokenId: offer[0].identifier, orderHash, seller: offerer,
    buyer: recipient, paid: consideration.reduce((sum, part) => sum + part.amount, 0n) });
});
`;
const CONFIG = `
import { createConfig } from 'ponder';
import { parseAbi, http } from 'viem';
import settings from './settings.json' with { type: 'json' };
const work = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Minted(uint256 indexed id, address indexed to, uint256 quantity, bytes32 digest, uint16 royaltyBps)']);
const at = { network: 'local', startBlock: settings.startBlock };
export default createConfig({
  database: { kind: 'postgres', connectionString: settings.databaseUrl },
  networks: { local: { chainId: settings.chainId, transport: http(settings.rpcUrl), maxRequestsPerSecond: 10000 } },
  contracts: {
    Work: { abi: work, address: settings.contracts, ...at },
    ...(settings.seaport ? { Seaport: { abi: settings.abi, address: settings.seaport, ...at } } : {}),
  },
});
`;

/** Installs Ponder into a folder, once. */
export const installPonder = (folder: string): void => {
  if (existsSync(join(folder, 'node_modules/ponder/package.json'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Written first: without it npm would install into the repository, which is above this folder.
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'ponder-app', private: true, type: 'module', dependencies: PONDER }),
  );
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

export type PonderRun = {
  chainId: number;
  startBlock: number;
  rpcUrl: string;
  databaseUrl: string;
  contracts: Hex[];
  seaport: Hex | undefined;
};
/** Runs Ponder until it has read the chain. @returns the moment when it said so, and what its process used */
export const runPonder = async (
  folder: string,
  run: PonderRun,
): Promise<{ ended: number; cpuMs: number; peakMb: number }> => {
  mkdirSync(join(folder, 'src/api'), { recursive: true });
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ ...run, abi: seaportAbi.filter((part) => 'name' in part && part.name === 'OrderFulfilled') }),
  );
  writeFileSync(join(folder, 'ponder.schema.ts'), SCHEMA);
  writeFileSync(join(folder, 'ponder.config.ts'), CONFIG);
  writeFileSync(join(folder, 'src/index.ts'), HANDLERS + (run.seaport ? FILL_HANDLER : ''));
  writeFileSync(join(folder, 'src/api/index.ts'), "import { Hono } from 'hono';\nexport default new Hono();\n");
  const port = await findFreePort();
  const home = join(folder, 'node_modules/ponder');
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: { ponder: string } };
  const child = spawn(
    process.execPath,
    [join(home, bin.ponder), 'start', '--schema', 'public', '--port', String(port), '--log-level', 'warn'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', PONDER_TELEMETRY_DISABLED: 'true' },
    },
  );
  try {
    for (const until = Date.now() + WITHIN_MS; ;) {
      if (child.exitCode !== null) throw new Error(`Ponder ended with ${child.exitCode}`);
      if (Date.now() > until) throw new Error('Ponder did not finish');
      const ready = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
      if (ready?.status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const ended = Date.now();
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return {
      ended,
      cpuMs: (Number(stat[11]) + Number(stat[12])) * 10,
      peakMb: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024),
    };
  } finally {
    child.kill('SIGKILL');
    await new Promise((resolve) =>
      child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(undefined),
    );
  }
};
