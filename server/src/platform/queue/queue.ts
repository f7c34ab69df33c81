import { Logger, parseCronItems, run, runMigrations } from 'graphile-worker';
import type { Tx } from '../db/database.ts';

/** The payload of each job by name. A domain adds its own by declaration merging. */
// Empty here: only an interface can be merged.
// oxlint-disable-next-line typescript/no-empty-interface
export interface Jobs {}

/** The functions that run jobs. One that throws is tried again with growing delays. */
export type Tasks = { [Name in keyof Jobs]?: (payload: Jobs[Name]) => Promise<void> };

/** A job that runs on a schedule, in cron's notation (UTC). */
export type Recurring = { task: keyof Jobs; match: string };

/** Creates or updates the queue's tables. Safe to run from several processes at once. */
export const migrateQueue = (databaseUrl: string): Promise<void> =>
  runMigrations({ connectionString: databaseUrl, logger: silent });

/**
 * Adds a job. In a transaction the job exists only if the transaction commits.
 * @param options.key at most one pending job has this key; a later one replaces it
 */
export const addJob = async <Name extends keyof Jobs & string>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: { key?: string; maxAttempts?: number; runAt?: Date } = {},
): Promise<void> => {
  await tx`select graphile_worker.add_job(${name}::text, payload := ${tx.json(payload as never)}::json,
    job_key := ${options.key ?? null}::text, max_attempts := ${options.maxAttempts ?? 25}::int,
    run_at := ${options.runAt ?? null}::timestamptz)`;
};

/**
 * Makes a failed job due now and resets its attempts.
 * @returns its name; undefined when there is none, it is running or it never failed
 */
export const retryJobNow = async (tx: Tx, id: string): Promise<string | undefined> => {
  const [failed] = await tx<{ name: string }[]>`
    select task_identifier as name from graphile_worker.jobs where id = ${id}::bigint and last_error is not null and locked_at is null`;
  if (!failed) return undefined;
  const retried =
    await tx`select 1 from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`;
  return retried.length > 0 ? failed.name : undefined;
};

type RunOptions = {
  databaseUrl: string;
  tasks: Tasks;
  recurring?: Recurring[];
  concurrency?: number;
  log?: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
};

/**
 * Runs jobs until it is stopped. It survives an unavailable database. Jobs are locked in the database, so the jobs of a
 * process that died run again.
 */
export const runJobs = async ({ databaseUrl, tasks, recurring = [], concurrency = 2, log }: RunOptions) => {
  const runner = await run({
    connectionString: databaseUrl,
    concurrency,
    maxPoolSize: concurrency + 1,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown) => (task as (payload: unknown) => Promise<void>)(payload),
      ]),
    ),
    parsedCronItems: parseCronItems(
      recurring.map(({ task, match }) => ({ task, match, identifier: task, options: { backfillPeriod: 0 } })),
    ),
    logger: log ? new Logger(() => (level, message) => log(level as 'info', message)) : silent,
  });
  return {
    /** Waits for the running jobs; starts no more. */
    stop: () => runner.stop(),
  };
};

const silent = new Logger(() => () => {});
