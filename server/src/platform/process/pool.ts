import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AppError } from '../http/app-error.ts';
import { createFairQueue } from './fair-queue.ts';
import { fromPlain, type Answer, type Start } from './task.ts';

/** The process of a task crashed or exceeded a limit and was killed. */
export class WorkDied extends Error {
  override name = 'WorkDied';
  readonly why: 'time' | 'memory' | 'crash';
  constructor(why: WorkDied['why']) {
    super(`the process of the task ended: ${why}`);
    this.why = why;
  }
}

export type PoolOptions = {
  /** The module that the processes run; it calls `serveTasks`. */
  entry: URL;
  /** The most processes. They start when first needed, or by `warm`, and stay. */
  size: number;
  /** The most tasks that wait. */
  waitingMax: number;
  /** The limits of one task: seconds, and megabytes of its process in total. */
  seconds: number;
  megabytes: number;
  busy: () => AppError;
};

type Job = {
  task: string;
  input: unknown;
  /** See `run`. */
  lane: string | undefined;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
};
type Worker = {
  child: ChildProcess;
  isReady: boolean;
  work: { holders: string[]; job: Job; timer: NodeJS.Timeout } | undefined;
  killedFor: WorkDied['why'] | undefined;
};

/** How long a process may take to start, and how many starts in a row may fail. */
const START_MS = 60_000;
const STARTS_MAX = 3;
/**
 * Memory outside the limit: code, stacks, and memory that is reserved but never used. V8 of Node.js 24 maps 512 MB for
 * machine code when it starts.
 */
const HEADROOM_MB = 256 + (Number.parseInt(process.versions.node) < 24 ? 0 : 512);

/**
 * `ulimit -d` makes the kernel refuse more memory (Linux counts mapped memory; macOS does not, so there only the
 * process itself checks). The process gets none of our environment: code that decodes untrusted bytes has no keys.
 */
const start = (entry: URL, megabytes: number): ChildProcess =>
  spawn(
    '/bin/sh',
    [
      '-c',
      'ulimit -d "$0" 2>/dev/null; exec "$@"',
      String((megabytes + HEADROOM_MB) * 1024),
      process.execPath,
      `--max-old-space-size=${Math.min(512, megabytes)}`,
      ...(entry.pathname.endsWith('.ts')
        ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
        : []),
      fileURLToPath(entry),
      String(megabytes),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      // With fewer arenas, freed memory returns to the system sooner.
      env: { HOME: homedir(), TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' },
    },
  );

/**
 * Child processes for tasks that may take too long, use too much memory or crash. Each runs one task at a time and is
 * killed when the task exceeds its limits; another one starts. Owners are served round robin, and none gets all processes.
 */
export const createPool = ({ size, waitingMax, seconds, megabytes, busy, ...options }: PoolOptions) => {
  let { entry } = options;
  const workers = new Set<Worker>();
  const queue = createFairQueue<Job>(waitingMax);
  const busyFor = new Map<string, number>();
  let failedStarts = 0;

  const kill = (worker: Worker, why: WorkDied['why']) => {
    worker.killedFor ??= why;
    worker.child.kill('SIGKILL');
  };

  /** Marks a process as free. @returns its job */
  const release = (worker: Worker) => {
    const { work } = worker;
    if (!work) return undefined;
    clearTimeout(work.timer);
    worker.work = undefined;
    worker.child.channel?.unref();
    for (const holder of work.holders) {
      const left = (busyFor.get(holder) ?? 1) - 1;
      if (left > 0) busyFor.set(holder, left);
      else busyFor.delete(holder);
    }
    return work.job;
  };

  const startWorker = () => {
    const child = start(entry, megabytes);
    const worker: Worker = { child, isReady: false, work: undefined, killedFor: undefined };
    workers.add(worker);
    const late = setTimeout(() => kill(worker, 'time'), START_MS);
    child.unref();
    child.on('message', (message: Start | Answer) => {
      if ('ready' in message) {
        clearTimeout(late);
        worker.isReady = true;
        failedStarts = 0;
        if (!worker.work) child.channel?.unref();
      } else if ('tooHeavy' in message) {
        kill(worker, 'memory');
      } else {
        const job = release(worker);
        if ('error' in message) job?.reject(fromPlain(message.error));
        else job?.resolve(message.value as never);
        // Memory that the process keeps would be missing for its next task.
        if (message.rss > (megabytes / 2) * 1024 * 1024) {
          worker.isReady = false;
          kill(worker, 'memory');
        }
      }
      dispatch();
    });
    const end = () => {
      if (!workers.delete(worker)) return;
      clearTimeout(late);
      if (!worker.isReady && worker.killedFor !== 'memory') failedStarts++;
      release(worker)?.reject(new WorkDied(worker.killedFor ?? 'crash'));
      dispatch();
    };
    child.on('exit', end).on('error', end);
  };

  const dispatch = () => {
    // No owner and no lane gets all processes: long tasks of one must not block the others.
    const most = Math.max(1, size - 1);
    const holdersOf = (owner: string, { lane }: Job) => [`owner ${owner}`, ...(lane ? [`lane ${lane}`] : [])];
    for (;;) {
      const free = [...workers].find((worker) => worker.isReady && !worker.work && !worker.killedFor);
      const next =
        free && queue.next((owner, job) => holdersOf(owner, job).every((holder) => (busyFor.get(holder) ?? 0) < most));
      if (!next) break;
      const { owner, item: job } = next;
      const holders = holdersOf(owner, job);
      for (const holder of holders) busyFor.set(holder, (busyFor.get(holder) ?? 0) + 1);
      free.work = { holders, job, timer: setTimeout(() => kill(free, 'time'), seconds * 1000) };
      free.child.channel?.ref();
      free.child.send({ task: job.task, input: job.input }, (error) => {
        if (error) kill(free, 'crash');
      });
    }
    if (queue.size() === 0) return;
    if (failedStarts >= STARTS_MAX) {
      failedStarts = 0;
      for (let next = queue.next(); next; next = queue.next()) next.item.reject(busy());
      return;
    }
    const starting = [...workers].filter((worker) => !worker.isReady).length;
    if (workers.size < size && starting < queue.size()) startWorker();
  };

  return {
    /**
     * Runs a task in one of the processes.
     * @param owner the account or network address that the task counts for
     * @param lane tasks of one lane never get all processes, whoever their owners are
     * @throws the error of the task (an AppError stays one), WorkDied, or `busy()` when too many tasks wait
     */
    run: <T>(owner: string, task: string, input: unknown, lane?: string): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        queue.add(owner, { task, input, lane, resolve, reject })?.reject(busy());
        dispatch();
      }),
    isIdle: () => queue.size() === 0 && ![...workers].some(({ work }) => work),
    /** Starts all processes before the first task. */
    warm: () => {
      while (workers.size < size) startWorker();
    },
    /** Processes that start from now on run another build of the module. */
    startFrom: (build: URL) => {
      entry = build;
    },
    /** Ids of the processes that run an owner's tasks now, or of all. */
    pids: (owner?: string) =>
      [...workers].flatMap(({ child, work }) =>
        child.pid !== undefined && (owner === undefined || work?.holders.includes(`owner ${owner}`)) ? [child.pid] : [],
      ),
  };
};
