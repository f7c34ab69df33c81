import { AppError } from './app-error.ts';

/** Bytes on the disk that the open forms of one owner, of one network address, and of all, may have until their calls end. */
const MOST = { owner: 1024 ** 3, network: 2 * 1024 ** 3, all: 8 * 1024 ** 3 };

/** Counts the bytes that the open forms of this process have received. */
export const createUploadSpace = (most = MOST) => {
  const held = new Map<string, number>();
  /** The space of one form. What a form announces does not count: to announce costs its sender nothing. */
  return (owner: string, network: string) => {
    const limits = [
      [`owner ${owner}`, most.owner],
      [`network ${network}`, most.network],
      ['all', most.all],
    ] as const;
    let own = 0;
    const add = (bytes: number) => {
      own += bytes;
      for (const [name] of limits) {
        const now = (held.get(name) ?? 0) + bytes;
        if (now > 0) held.set(name, now);
        else held.delete(name);
      }
    };
    return {
      /** @throws AppError 503 when the owner, the network or all together have not that many left */
      take: (bytes: number) => {
        if (limits.some(([name, max]) => (held.get(name) ?? 0) + bytes > max))
          throw new AppError(503, 'upload.busy', 'Too many files are being sent at once, try again in a few seconds', {
            retryAfterSeconds: 5,
          });
        add(bytes);
      },
      free: () => add(-own),
    };
  };
};
export type OpenUploadSpace = ReturnType<typeof createUploadSpace>;
export type UploadSpace = ReturnType<OpenUploadSpace>;
