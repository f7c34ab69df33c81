import { AppError } from '../http/app-error.ts';

/** An error as it is sent between processes. */
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

/** Restores an error of the other process: AppErrors stay AppErrors, and codes such as ENOSPC stay. */
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
 * The child's side of a pool: runs the tasks that arrive, one at a time, until the parent process ends. Reports when its
 * memory exceeds the megabytes it was started with; the parent then kills it.
 */
export const serveTasks = (tasks: Record<string, (input: never) => Promise<unknown>>): void => {
  const most = Number(process.argv[2]) * 1024 * 1024;
  // The parent may have ended: the callback prevents that a closed channel becomes an uncaught error.
  const send = (message: Start | Answer) => process.send?.(message, undefined, undefined, () => {});
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Ctrl-C in a terminal reaches the whole process group; the parent decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('message', async ({ task, input }: { task: string; input: never }) => {
    const watch = setInterval(() => process.memoryUsage.rss() > most && send({ tooHeavy: true }), WATCH_MS);
    try {
      const value = await tasks[task]?.(input);
      send({ value, rss: process.memoryUsage.rss() });
    } catch (error) {
      send({ error: toPlain(error), rss: process.memoryUsage.rss() });
    } finally {
      clearInterval(watch);
    }
  });
  send({ ready: true });
};
