import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deployment } from '@skarb/contracts/deploy';
import { rpc } from './anvil.ts';
import { type Chain, startChain } from './chain.ts';
import { deployLocal, deploymentFile, readDeployment } from './contracts.ts';
import { lockDataDir } from './data-lock.ts';
import { type Database, databaseIdentity, openRoles, requireDatabase, startDatabase } from './database.ts';
import { deployer, operator } from './keys.ts';
import { requireFreePort } from './port.ts';
import { isAbort, Progress } from './progress.ts';
import { endLeftovers } from './run-record.ts';
import { loadSecrets } from './secrets.ts';
import { seedOnce } from './seeding.ts';
import { buildServer } from './server-build.ts';
import { runMigrations, Service, type ServiceOptions, serverProcess, waitUntilReady } from './services.ts';
import { messageOf, StackError } from './stack-error.ts';
import { restartOnChange, superviseParts } from './supervisor.ts';
import { buildWeb } from './web-build.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHAIN_ID = 80_001;

export interface StackOptions {
  /** Directory of all stored data: database, chain, media, logs, secrets. */
  dataDir: string;
  /** Port of the web app and the API. */
  port: number;
  chainPort: number;
  /** Development mode: Vite in the API, restarts on changes. */
  dev?: boolean;
  /** No progress on stdout. */
  quiet?: boolean;
  /** Fill the gallery on the first run. `small`: with small pictures and fewer works, for tests. Default true. */
  seed?: boolean | 'small';
  /** Whether the embedded database and chain survive a power cut. Default true. */
  durable?: boolean;
  /** Whether the embedded database is tuned for a few minutes (`DatabaseOptions`). Default false. */
  shortLived?: boolean;
  /** Build the web app when needed. Default true. */
  web?: boolean;
  /** Environment of the server's processes; overrides that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Aborts a running start. */
  signal?: AbortSignal;
}

/** A running Skarb: everything `npm start` starts. */
export interface Stack {
  /** The address to open, without a trailing slash. */
  url: string;
  rpcUrl: string;
  databaseUrl: string;
  deployment: Deployment;
  api: Service;
  worker: Service;
  /** Absent if the environment names an external one. */
  database: Database | undefined;
  chain: Chain | undefined;
  /** Waits until the API reports that database, chain and worker are available. */
  ready(timeoutMs?: number): Promise<void>;
  /** Resolves (never rejects) if a part keeps ending by itself; the stack is stopped then. */
  failed: Promise<StackError>;
  /** Stops everything in order: services, chain (saves its state), database. */
  stop(): Promise<void>;
  /** Sends SIGKILL to everything at once, like a power cut. */
  kill9(): Promise<void>;
}

/**
 * Starts Skarb phase by phase; each phase waits until its part is healthy. Environment variables replace a part:
 * `DATABASE_URL` the database, `CHAIN_RPC_80001` the chain.
 * @throws StackError; stops what was started until then
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = openDataDir(options.dataDir);
  const url = `http://localhost:${options.port}`;
  const release = lockDataDir(dataDir, url);
  const started: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop().catch(() => {});
    release();
  };
  try {
    return await start({ ...options, dataDir }, url, started, stopAll, release);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Creates the data directory and checks that it and its content are writable. */
function openDataDir(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    const dataDir = realpathSync(resolve(path));
    for (const name of ['.', 'run', 'log', 'secrets.json']) {
      if (existsSync(join(dataDir, name))) accessSync(join(dataDir, name), constants.W_OK);
    }
    return dataDir;
  } catch (error) {
    throw new StackError(
      `The data directory ${path} cannot be used: ${messageOf(error)}.`,
      'If another user (root?) made it, start as that user, give it to yourself (chown -R), or use another: DATA_DIR=.data2 npm start',
    );
  }
}

async function start(
  options: StackOptions,
  url: string,
  started: (() => Promise<void>)[],
  stopAll: () => Promise<void>,
  release: () => void,
): Promise<Stack> {
  const { dataDir, port, chainPort, dev = false } = options;
  const settings = { ...process.env, ...options.env };
  const progress = new Progress(options.quiet ?? false, options.signal);
  const phase: Progress['phase'] = async (name, work) => {
    options.signal?.throwIfAborted();
    await abortable(progress.phase(name, work), options.signal);
  };
  const logDir = join(dataDir, 'log');
  const runDir = join(dataDir, 'run');
  const secrets = loadSecrets(dataDir);
  const ended = await endLeftovers(runDir);
  if (ended.length > 0) progress.line(`  Ended what an earlier start had left: ${ended.join(', ')}.`);
  const externalRpc = settings[`CHAIN_RPC_${CHAIN_ID}`];
  const externalDatabase = settings.DATABASE_URL;
  await requireFreePort(port, 'PORT', 'the web app');
  if (!externalRpc) {
    if (chainPort === port)
      throw new StackError(
        `PORT and CHAIN_PORT are both ${port}.`,
        'The web app and the local chain need a port each, such as PORT=3000 CHAIN_PORT=8545 npm start',
      );
    await requireFreePort(chainPort, 'CHAIN_PORT', 'the local chain');
  }

  const webBuild = options.web === false || dev ? undefined : buildWeb(ROOT, logDir, runDir);
  const serverBuild = dev ? undefined : buildServer(ROOT);
  // Their own phases report a failure.
  webBuild?.catch(() => {});
  serverBuild?.catch(() => {});

  let database: Database | undefined;
  let databaseUrl = externalDatabase ?? '';
  await phase('database', async () => {
    if (externalDatabase) return `PostgreSQL ${await requireDatabase(externalDatabase)} of DATABASE_URL`;
    database = await startDatabase(dataDir, {
      logDir,
      runDir,
      durable: options.durable,
      shortLived: options.shortLived,
    });
    started.push(() => database!.stop());
    databaseUrl = database.url;
    return `PostgreSQL ${database.version} on port ${database.port}${database.isNew ? ', new' : ''}`;
  });

  let chain: Chain | undefined;
  const rpcUrl = externalRpc ?? `http://127.0.0.1:${chainPort}`;
  await phase('chain', async () => {
    if (externalRpc) return `${await requireChain(externalRpc)} of CHAIN_RPC_${CHAIN_ID}`;
    chain = await startChain({
      dataDir,
      port: chainPort,
      chainId: CHAIN_ID,
      host: settings.CHAIN_HOST ?? '127.0.0.1',
      durable: options.durable,
    });
    started.push(() => chain!.stop());
    const height = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
    return `anvil, id ${CHAIN_ID}, port ${chainPort}, ${chain.isNew ? 'new' : `block ${height}`}`;
  });

  let deployment: Deployment | undefined;
  const deploymentPath = settings.DEPLOYMENT_FILE ?? deploymentFile(dataDir);
  await phase('contracts', async () => {
    if (settings.DEPLOYMENT_FILE) {
      deployment = readDeployment(settings.DEPLOYMENT_FILE);
      if (!deployment)
        throw new StackError(
          `DEPLOYMENT_FILE (${deploymentPath}) cannot be read.`,
          'Give the JSON that contracts/script/deploy.ts wrote.',
        );
      return 'as DEPLOYMENT_FILE says';
    }
    deployment = await deployLocal(rpcUrl, CHAIN_ID, dataDir).catch((error: unknown) => {
      if (error instanceof StackError) throw error;
      throw new StackError(
        `The contracts could not be put on the chain: ${messageOf(error)}`,
        externalRpc
          ? 'A chain of your own needs its deployment: DEPLOYMENT_FILE=… (see contracts/script/deploy-command.ts).'
          : `See ${join(logDir, 'chain.log')}.`,
        { cause: error },
      );
    });
    await chain?.save();
    return 'Seaport 1.6, collections, offer zone, WETH, USDC';
  });

  const server: ServiceOptions = {
    root: ROOT,
    logDir,
    runDir,
    dev,
    env: {
      ...settings,
      NODE_ENV: dev ? 'development' : 'production',
      PORT: String(port),
      HOST: settings.HOST ?? '127.0.0.1',
      PUBLIC_URL: settings.PUBLIC_URL ?? url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_RPC_URL: rpcUrl,
      CHAIN_RPC_PUBLIC_URL: settings.CHAIN_RPC_PUBLIC_URL ?? rpcUrl,
      DEPLOYMENT_FILE: deploymentPath,
      OPERATOR_KEY: settings.OPERATOR_KEY ?? operator.key,
      FAUCET_KEY: deployer.key,
      LOCAL_STACK: '1',
      DEV: dev ? '1' : '0',
      WEB_DIST: join(ROOT, 'web', 'dist'),
      JWT_SECRET: settings.JWT_SECRET ?? secrets.jwtSecret,
      BREEDING_MASTER: settings.BREEDING_MASTER ?? secrets.breedingMaster,
    },
  };
  await phase('migrate', async () => {
    await serverBuild;
    return runMigrations(server);
  });
  if (webBuild) {
    await phase('web app', async (update) => {
      update('building');
      return (await webBuild) ? 'built' : 'unchanged since the last build';
    });
  }

  if (database) {
    const roles = await openRoles(databaseUrl);
    Object.assign(server.env, {
      DATABASE_URL: database.throughSocket(roles.api),
      DATABASE_URL_WORKER: database.throughSocket(roles.worker),
    });
  }
  const api = new Service(serverProcess('api', server));
  const worker = new Service(serverProcess('worker', server));
  const services = [api, worker];
  const apiUrl = `http://127.0.0.1:${port}`;
  await phase('server', async (update) => {
    started.push(async () => void (await Promise.all(services.map((service) => service.stop()))));
    await Promise.all(services.map((service) => service.start()));
    await waitUntilReady(apiUrl, services, update);
    return `API and worker: ${settings.PUBLIC_URL ?? url}`;
  });

  let giveUp: (error: StackError) => void = () => {};
  const failed = new Promise<StackError>((resolveFailed) => {
    giveUp = (error) => void stopAll().then(() => resolveFailed(error));
  });
  const say = (text: string) => progress.line(`  ${text}`);
  const watching = [
    superviseParts({ database, chain, services, say, onGivingUp: (error) => giveUp(error), patient: dev }),
  ];
  started.push(async () => watching.forEach((stopWatching) => stopWatching()));

  if (options.seed ?? true) {
    const identity = `${await databaseIdentity(databaseUrl)} ${chain ? chain.genesisHash : rpcUrl}`;
    const target = {
      dataDir,
      identity,
      apiUrl: `${apiUrl}/api`,
      rpcUrl,
      databaseUrl,
      deployment: deployment!,
      isSmall: options.seed === 'small',
    };
    await phase('gallery', async (update) =>
      (await seedOnce(target, update)) ? 'filled with its first works' : undefined,
    ).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      // The rest works; the next start continues the seed.
      say(`The gallery is not complete: ${messageOf(error)}. The next start goes on. See ${api.process.logFile}.`);
    });
  }
  if (dev) watching.push(restartOnChange(ROOT, services, say));

  return {
    url: settings.PUBLIC_URL ?? url,
    rpcUrl,
    databaseUrl,
    deployment: deployment!,
    api,
    worker,
    database,
    chain,
    failed,
    ready: (timeoutMs) => waitUntilReady(apiUrl, [], undefined, timeoutMs),
    stop: stopAll,
    async kill9() {
      watching.forEach((stopWatching) => stopWatching());
      started.length = 0;
      await Promise.all([api.kill9(), worker.kill9(), chain?.kill9(), database?.kill9()]);
      release();
    },
  };
}

/** Waits for work, but stops waiting when the start is aborted; the work itself continues. */
async function abortable(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {});
  }
}

async function requireChain(url: string): Promise<string> {
  try {
    const id = Number(await rpc<string>(url, 'eth_chainId'));
    if (id === CHAIN_ID) return `chain ${id}`;
    throw new StackError(`CHAIN_RPC_${CHAIN_ID} answers for chain ${id}.`, `It has to be chain ${CHAIN_ID}.`);
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(
      `The chain of CHAIN_RPC_${CHAIN_ID} does not answer: ${messageOf(error)}`,
      'Check the address; or start without it to use the embedded chain.',
    );
  }
}
