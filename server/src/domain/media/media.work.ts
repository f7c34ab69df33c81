import { AppError } from '../../platform/http/app-error.ts';
import { createPool, WorkDied } from '../../platform/process/pool.ts';
import type { makePreview } from './media.encode.ts';
import { headOf, isSvg } from './media.sniff.ts';
import type { takeFile } from './media.take.ts';

/**
 * All decoding and drawing happens in processes that may crash (decision 24): a hostile file ends only its own
 * process. One task has these limits; bench/media-attack.ts measures what it needs.
 */
export const WORK = { size: 2, waitingMax: 200, seconds: 30, megabytes: 1024 } as const;

const busy = () =>
  new AppError(503, 'media.busy', 'Too many pictures are being prepared, try again in a few seconds', {
    retryAfterSeconds: 3,
  });

const pool = createPool({ entry: new URL('../../main/pictures.ts', import.meta.url), ...WORK, busy });

/** The owner, for fair scheduling, of the marketplace's own pictures. */
export const OURSELVES = 'skarb';

/**
 * The tasks of server/src/main/pictures.ts. Processes exchange files by their paths.
 * @throws AppError as the task does, 503 when too many wait already; WorkDied when it exceeded its limits
 */
export const pictures = {
  take: async (owner: string, input: Parameters<typeof takeFile>[0]) => {
    // A few kilobytes of a drawing can take all of the time limit, and accounts are free: photos never wait for drawings.
    const lane = isSvg(await headOf(input.path)) ? 'drawings' : undefined;
    return pool.run<Awaited<ReturnType<typeof takeFile>>>(owner, 'take', input, lane);
  },
  preview: (owner: string, input: Parameters<typeof makePreview>[0]) => pool.run<void>(owner, 'preview', input),
  /** The picture of a link preview: `drawPreview` of the domain `share`. */
  share: (owner: string, input: object) => pool.run<void>(owner, 'share', input),
  /** Child pictures: `weave` and `render`, as main/pictures.ts has them. */
  draw: (task: 'weave' | 'render', input: object) => pool.run<void>(OURSELVES, task, input),
  isIdle: pool.isIdle,
  warm: pool.warm,
  startFrom: pool.startFrom,
  pids: pool.pids,
};

/** The error for a user whose picture crashed its process. */
export const heavy = (error: unknown, property: string): unknown => {
  if (!(error instanceof WorkDied)) return error;
  const message = `Drawing the picture takes more than ${WORK.seconds} seconds or ${WORK.megabytes} MB of memory`;
  return new AppError(413, 'media.tooHeavy', message, {
    fields: [{ property, constraints: { isBearable: message } }],
    cause: error,
  });
};
