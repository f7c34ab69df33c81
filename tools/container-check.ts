/**
 * `npm run container`: runs the commands of the Dockerfile and compose.yaml in a clean folder on this machine: the
 * build, then migrate, api and worker with their own PostgreSQL and chain, until `/api/ready` and the first page
 * answer. For machines without Docker; takes minutes, so it is part of `npm run test:all`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContainerFiles } from './container.ts';
import { operator } from '../local/keys.ts';
import { findFreePort } from '../local/port.ts';
import { createTestDatabase, testChain } from '../local/testing.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_WITHIN_MS = 120_000;
const { stages, services, ignored } = readContainerFiles(ROOT);

/** Copies the files of `COPY . .`: the tracked files except those that .dockerignore names. */
function copySources(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const isIgnored = (file: string) =>
    ignored.some((pattern) =>
      pattern.startsWith('**/') ? file.split('/').includes(pattern.slice(3)) : `${file}/`.startsWith(`${pattern}/`),
    );
  for (const file of files.filter((name) => !isIgnored(name))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
}

function run(command: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  console.log(`$ ${command.join(' ')}`);
  return spawn(command[0]!, command.slice(1), { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

const exitCode = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));

async function succeed(command: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const code = await exitCode(run(command, cwd, env));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
}

/** The HTTP status of a URL; 0 if nothing answers. */
const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 0,
  );

async function untilReady(url: string, processes: ChildProcess[]): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while ((await statusOf(url)) !== 200) {
    if (processes.some(({ exitCode: code }) => code !== null)) throw new Error('a process ended before it was ready');
    if (Date.now() > until) throw new Error(`${url} does not answer 200 within ${READY_WITHIN_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'skarb-container-'));
const app = join(folder, 'app');
const data = join(folder, 'data');
const running: ChildProcess[] = [];
const database = await createTestDatabase(false);
const chain = await testChain();
try {
  mkdirSync(data);
  copySources(app);
  const plain = { PATH: process.env.PATH, HOME: process.env.HOME };
  for (const { name, args } of stages[0]!) if (name === 'RUN') await succeed(['sh', '-c', args], app, plain);

  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...plain,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: data,
    DATABASE_URL: database.url,
    CHAIN_ID: String(chain.chainId),
    CHAIN_RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: chain.deploymentFile,
    OPERATOR_KEY: operator.key,
    BREEDING_MASTER: `0x${randomBytes(32).toString('hex')}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('hex'),
  };
  const commandOf = (name: string) => services.find((service) => service.name === name)!.command!;
  await succeed(commandOf('migrate'), app, env);
  for (const name of ['api', 'worker']) running.push(run(commandOf(name), app, env));
  await untilReady(`${url}/api/ready`, running);
  const page = await statusOf(`${url}/nfts`);
  if (page !== 200) throw new Error(`/nfts answers ${page}`);
  const ends = running.map(exitCode);
  for (const child of running) child.kill('SIGTERM');
  const codes = await Promise.all(ends);
  if (codes.some((code) => code !== 0)) throw new Error(`api and worker ended with ${codes.join(' and ')}`);
  console.log('The image’s build and compose.yaml’s commands work.');
} finally {
  for (const child of running) child.kill('SIGKILL');
  await chain.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
