import { AppError } from '../http/app-error.ts';

/** An error on its way between processes. */
type Plain = {
  message: string;
  stack: string | undefined;
  code: string | undefined;
  app: Pick<AppError, 'status' | 'fields' | 'retryAfterSeconds'> | undefined;
};
export type Start = { ready: true };
export type Answer = { tooHeavy: true } | { value: unknown; rss: number } | { error: Plain; rss: number };

const toPlain = (error: unknown): Plain => {
  const { message, stack, code } = error as Error & { code?: string };
  const app =
    error instanceof AppError
      ? { status: error.status, fields: error.fields, retryAfterSeconds: error.retryAfterSeconds }
      : undefined;
  return { message: String(message), stack, code: typeof code === 'string' ? code : undefined, app };
};

/** The error as it was thrown in the other process: an AppError is one again, and a code (ENOSPC) stays. */
export const fromPlain = ({ message, stack, code, app }: Plain): Error => {
  if (app)
    return new AppError(app.status, code as string, message, {
      ...(app.fields && { fields: app.fields }),
      ...(app.retryAfterSeconds !== undefined && { retryAfterSeconds: app.retryAfterSeconds }),
    });
  const error = Object.assign(new Error(message), code && { code });
  if (stack !== undefined) error.stack = stack;
  return error;
};

const WATCH_MS = 50;

/**
 * The other end of a pool: does the tasks that come, one at a time, until the process that started this one goes. Says so
 * when it weighs more than the megabytes it was started with, and is killed for it.
 */
export const serveTasks = (tasks: Record<string, (input: never) => Promise<unknown>>): void => {
  const most = Number(process.argv[2]) * 1024 * 1024;
  // A parent that ended meanwhile needs no answer: the callback keeps a closed channel from being an uncaught error.
  const send = (message: Start | Answer) => process.send?.(message, undefined, undefined, () => {});
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // A Ctrl-C in a terminal reaches the whole group; the end comes by the channel.
  process.on('SIGINT', () => {});
  setInterval(() => process.memoryUsage.rss() > most && send({ tooHeavy: true }), WATCH_MS).unref();
  process.on('message', async ({ task, input }: { task: string; input: never }) => {
    try {
      const value = await tasks[task]?.(input);
      send({ value, rss: process.memoryUsage.rss() });
    } catch (error) {
      send({ error: toPlain(error), rss: process.memoryUsage.rss() });
    }
  });
  send({ ready: true });
};
