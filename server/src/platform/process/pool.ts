import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AppError } from '../http/app-error.ts';
import { createFairQueue } from './fair-queue.ts';
import { fromPlain, type Answer, type Start } from './task.ts';

/** A piece of work ended its process, or had to be ended with it. */
export class WorkDied extends Error {
  override name = 'WorkDied';
  readonly why: 'time' | 'memory' | 'crash';
  constructor(why: WorkDied['why']) {
    super(`the work was ended: ${why}`);
    this.why = why;
  }
}

export type PoolOptions = {
  /** The module the processes run; it calls `serveTasks`. */
  entry: URL;
  /** Processes at most. They start when they are first needed, or by `warm`, and stay. */
  size: number;
  /** Pieces of work that may wait. */
  waitingMax: number;
  /** What one piece of work may take: seconds by the clock, and megabytes of its process in all. */
  seconds: number;
  megabytes: number;
  busy: () => AppError;
};

type Job = { task: string; input: unknown; resolve: (value: never) => void; reject: (error: Error) => void };
type Hand = {
  child: ChildProcess;
  isReady: boolean;
  work: { owner: string; job: Job; timer: NodeJS.Timeout } | undefined;
  killedFor: WorkDied['why'] | undefined;
};

/** How long a process may take to start, and how often in a row it may fail to. */
const START_MS = 60_000;
const STARTS_MAX = 3;
/** Beside what is counted: code, stacks, and memory that is reserved and never touched. */
const HEADROOM_MB = 256;

/**
 * The kernel refuses more writable memory than `ulimit -d` says (Linux counts what is mapped; macOS does not, and there
 * the process is watched alone). Nothing of our own environment goes along: what decodes a stranger's bytes has no keys.
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
      '--import',
      pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
      fileURLToPath(entry),
      String(megabytes),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      // Freed memory goes back to the system sooner with fewer arenas, so that a process stays small.
      env: { HOME: homedir(), TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' },
    },
  );

/**
 * Processes that do what may take too long, too much memory, or the process with it. Each does one piece of work at a
 * time and is killed with it beyond its limits; another one starts. Owners take turns, and none holds all processes.
 */
export const createPool = ({ entry, size, waitingMax, seconds, megabytes, busy }: PoolOptions) => {
  const hands = new Set<Hand>();
  const queue = createFairQueue<Job>(waitingMax);
  const busyFor = new Map<string, number>();
  let failedStarts = 0;

  const kill = (hand: Hand, why: WorkDied['why']) => {
    hand.killedFor ??= why;
    hand.child.kill('SIGKILL');
  };

  /** Takes the work off its process. */
  const release = (hand: Hand) => {
    const { work } = hand;
    if (!work) return undefined;
    clearTimeout(work.timer);
    hand.work = undefined;
    hand.child.channel?.unref();
    const left = (busyFor.get(work.owner) ?? 1) - 1;
    if (left > 0) busyFor.set(work.owner, left);
    else busyFor.delete(work.owner);
    return work.job;
  };

  const hire = () => {
    const child = start(entry, megabytes);
    const hand: Hand = { child, isReady: false, work: undefined, killedFor: undefined };
    hands.add(hand);
    const late = setTimeout(() => kill(hand, 'time'), START_MS);
    child.unref();
    child.on('message', (message: Start | Answer) => {
      if ('ready' in message) {
        clearTimeout(late);
        hand.isReady = true;
        failedStarts = 0;
        if (!hand.work) child.channel?.unref();
      } else if ('tooHeavy' in message) {
        kill(hand, 'memory');
      } else {
        const job = release(hand);
        if ('error' in message) job?.reject(fromPlain(message.error));
        else job?.resolve(message.value as never);
        // What it did not give back is the next one's disadvantage.
        if (message.rss > (megabytes / 2) * 1024 * 1024) {
          hand.isReady = false;
          kill(hand, 'memory');
        }
      }
      dispatch();
    });
    const end = () => {
      if (!hands.delete(hand)) return;
      clearTimeout(late);
      if (!hand.isReady && hand.killedFor !== 'memory') failedStarts++;
      release(hand)?.reject(new WorkDied(hand.killedFor ?? 'crash'));
      dispatch();
    };
    child.on('exit', end).on('error', end);
  };

  const dispatch = () => {
    // Nobody holds all of them, so that what takes long leaves a way for others.
    const most = Math.max(1, size - 1);
    for (;;) {
      const free = [...hands].find((hand) => hand.isReady && !hand.work && !hand.killedFor);
      const next = free && queue.next((owner) => (busyFor.get(owner) ?? 0) < most);
      if (!next) break;
      const { owner, item: job } = next;
      busyFor.set(owner, (busyFor.get(owner) ?? 0) + 1);
      free.work = { owner, job, timer: setTimeout(() => kill(free, 'time'), seconds * 1000) };
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
    const starting = [...hands].filter((hand) => !hand.isReady).length;
    if (hands.size < size && starting < queue.size()) hire();
  };

  return {
    /**
     * Has a task done in one of the processes.
     * @param owner whose turn it is: an account, or an address
     * @throws what the task threw (AppErrors as themselves), WorkDied, or `busy()` when too much waits already
     */
    run: <T>(owner: string, task: string, input: unknown): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        queue.add(owner, { task, input, resolve, reject })?.reject(busy());
        dispatch();
      }),
    isIdle: () => queue.size() === 0 && ![...hands].some(({ work }) => work),
    /** Starts all processes ahead of the first work. */
    warm: () => {
      while (hands.size < size) hire();
    },
    /** Ids of the processes that work for an owner right now, or of all. */
    pids: (owner?: string) =>
      [...hands].flatMap(({ child, work }) =>
        child.pid !== undefined && (owner === undefined || work?.owner === owner) ? [child.pid] : [],
      ),
  };
};
export type Pool = ReturnType<typeof createPool>;
