import { join } from 'node:path';
import { findAnvil, rpc } from './anvil.ts';
import { ChainKeeper } from './chain-keeper.ts';
import { ChainStates } from './chain-state.ts';
import { ManagedProcess } from './managed-process.ts';
import { StackError } from './stack-error.ts';

/** A running local chain. */
export interface Chain {
  rpcUrl: string;
  chainId: number;
  /** No state was saved: this is a new chain. */
  isNew: boolean;
  /** The hash of block 0, which identifies this chain. */
  genesisHash: string;
  process: ManagedProcess;
  /** Writes the state to disk now. */
  save(): Promise<void>;
  /** Restarts anvil from the newest saved state after it ended unexpectedly. */
  recover(): Promise<void>;
  stop(): Promise<void>;
  kill9(): Promise<void>;
}

export interface ChainOptions {
  dataDir: string;
  port: number;
  /** Default 80001. */
  chainId?: number;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** More options of anvil. */
  extra?: string[];
  /** The clock that decides when a chain without activity mines, in milliseconds. Default Date.now. */
  now?: () => number;
  /** Whether the chain survives a power cut, not only an orderly stop. Default true. */
  durable?: boolean | undefined;
}

/** The number of past states that anvil keeps in memory: enough for any reorg in a test, and bounded over weeks. */
const KEPT_STATES = 64;

/** Anvil's exit code if it cannot read a file named in its options. */
const REFUSED = 2;

/**
 * Starts anvil with its state in `<dataDir>/chain` and waits until it answers. Old blocks keep their hashes, receipts
 * and logs over a restart. (Anvil refuses calls at blocks before the restart, because it keeps no old states on disk.)
 * A kill -9 loses at most about the last second of blocks, which a follower sees as a reorg.
 */
export async function startChain(options: ChainOptions): Promise<Chain> {
  const { dataDir, port, chainId = 80_001, host = '127.0.0.1', extra, now, durable } = options;
  const states = new ChainStates(join(dataDir, 'chain'));
  const rpcUrl = `http://127.0.0.1:${port}`;
  const process = anvilProcess({ dataDir, port, chainId, host, extra });
  const loaded = await launch(process, states, rpcUrl);
  const keeper = new ChainKeeper(rpcUrl, states, { now, durable });
  // Saves a new chain at once: block 0 contains its creation time, so after a crash it would be another chain.
  if (!loaded) await keeper.save();
  const genesis = await rpc<{ hash: string }>(rpcUrl, 'eth_getBlockByNumber', ['0x0', false]);
  await keeper.start();
  return {
    rpcUrl,
    chainId,
    isNew: !loaded,
    genesisHash: genesis.hash,
    process,
    save: () => keeper.save(),
    async recover() {
      await launch(process, states, rpcUrl);
    },
    async stop() {
      keeper.stop();
      if (process.isRunning) await keeper.save().catch(() => {});
      await process.stop();
    },
    async kill9() {
      keeper.stop();
      await process.kill9();
    },
  };
}

/** Starts anvil from the newest state it accepts. @returns whether there was one */
async function launch(process: ManagedProcess, states: ChainStates, rpcUrl: string): Promise<boolean> {
  const base = process.spec.args ?? [];
  for (;;) {
    const state = states.unpackNewest();
    process.spec.args = state ? [...base, '--load-state', states.loadFile] : base;
    try {
      await process.start();
      await waitForChain(process, rpcUrl);
      return state !== undefined;
    } catch (error) {
      // Discards only a state that anvil refuses; one it could not try (the port was taken) stays the newest.
      const isRefused = !process.isRunning && (await process.exited).code === REFUSED;
      await process.stop();
      if (!state || !isRefused) throw error;
      states.discard(state);
    } finally {
      process.spec.args = base;
    }
  }
}

/**
 * Waits until the node answers and has the clock of this machine. Anvil sets it by the second in which it began to start: where
 * a start takes into the next one, as one in seven did on a busy machine, it would stay behind.
 */
export async function waitForChain(process: ManagedProcess, rpcUrl: string, timeoutMs = 60_000): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      const ahead = await rpc<number>(rpcUrl, 'evm_increaseTime', [0], 2_000);
      if (ahead < 0) await rpc(rpcUrl, 'evm_increaseTime', [-ahead], 2_000);
      return;
    } catch {
      if (!process.isRunning) {
        throw new StackError(
          `The local chain ended while starting.\n${process.tail(8)}`,
          `Its whole log: ${process.logFile}`,
        );
      }
      if (Date.now() > until) {
        throw new StackError('The local chain did not answer within a minute.', `See its log: ${process.logFile}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** The anvil process with the project's settings, also for the chains of tests. */
export function anvilProcess(options: {
  dataDir: string;
  port: number;
  chainId: number;
  host?: string;
  extra?: string[] | undefined;
}): ManagedProcess {
  const { dataDir, port, chainId, host = '127.0.0.1', extra = [] } = options;
  const directory = join(dataDir, 'chain');
  const exitDump = new ChainStates(directory).exitDump;
  const args = ['--port', String(port), '--host', host, '--chain-id', String(chainId), '--accounts', '0', '--quiet'];
  args.push('--prune-history', String(KEPT_STATES), '--dump-state', exitDump, ...extra);
  return new ManagedProcess({
    name: 'chain',
    kind: 'program',
    command: findAnvil(),
    args,
    cwd: directory,
    logDir: join(dataDir, 'log'),
    runDir: join(dataDir, 'run'),
    // On SIGINT anvil writes its state and exits.
    stopSignal: 'SIGINT',
    graceMs: 15_000,
    mark: exitDump,
  });
}
