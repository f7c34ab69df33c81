import { AppError } from '../../platform/http/app-error.ts';
import { createPool, WorkDied } from '../../platform/process/pool.ts';
import type { makePreview } from './media.encode.ts';
import type { takeFile } from './media.take.ts';

/**
 * Everything that decodes or draws a picture happens in processes that may die (decision 24): a hostile file takes its
 * process with it and nothing else. One piece of work has these limits; bench/media-attack.ts measures what it needs.
 */
export const WORK = { size: 2, waitingMax: 200, seconds: 30, megabytes: 1024 } as const;

const busy = () =>
  new AppError(503, 'media.busy', 'Too many pictures are being prepared, try again in a few seconds', {
    retryAfterSeconds: 3,
  });

const pool = createPool({ entry: new URL('../../main/pictures.ts', import.meta.url), ...WORK, busy });

/** Whose turn the marketplace's own pictures are. */
export const OURSELVES = 'skarb';

/**
 * The tasks of server/src/main/pictures.ts. Files go between the processes by their paths.
 * @throws AppError as the task does, 503 when too many wait already; WorkDied when it went beyond its limits
 */
export const pictures = {
  take: (owner: string, input: Parameters<typeof takeFile>[0]) =>
    pool.run<Awaited<ReturnType<typeof takeFile>>>(owner, 'take', input),
  preview: (owner: string, input: Parameters<typeof makePreview>[0]) => pool.run<void>(owner, 'preview', input),
  /** Child pictures: `weave` and `render`, as main/pictures.ts has them. */
  draw: (task: 'weave' | 'render', input: object) => pool.run<void>(OURSELVES, task, input),
  isIdle: pool.isIdle,
  warm: pool.warm,
  pids: pool.pids,
};

/** What somebody hears whose picture ended its process. */
export const heavy = (error: unknown, property: string): unknown => {
  if (!(error instanceof WorkDied)) return error;
  const message = `Drawing the picture takes more than ${WORK.seconds} seconds or ${WORK.megabytes} MB of memory`;
  return new AppError(413, 'media.tooHeavy', message, {
    fields: [{ property, constraints: { isBearable: message } }],
    cause: error,
  });
};
