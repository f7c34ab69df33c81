import { AppError } from './app-error.ts';

/** Bytes on the disk that the open forms of one owner, and of all, may need until their calls end. */
const OWN_BYTES = 1024 ** 3;
const ALL_BYTES = 8 * 1024 ** 3;

/** Counts the bytes that the open forms of this process may need. */
export const createUploadSpace = (own = OWN_BYTES, all = ALL_BYTES) => {
  const reserved = new Map<string, number>();
  let total = 0;
  const add = (owner: string, bytes: number) => {
    const now = (reserved.get(owner) ?? 0) + bytes;
    if (now > 0) reserved.set(owner, now);
    else reserved.delete(owner);
    total += bytes;
  };
  /**
   * @param bytes the most that the form can need
   * @returns a function that frees them, to be called once
   * @throws AppError 503 when the owner, or all together, have not that many left
   */
  return (owner: string, bytes: number): (() => void) => {
    if ((reserved.get(owner) ?? 0) + bytes > own || total + bytes > all)
      throw new AppError(503, 'upload.busy', 'Too many files are being sent at once, try again in a few seconds', {
        retryAfterSeconds: 5,
      });
    add(owner, bytes);
    return () => add(owner, -bytes);
  };
};
export type ReserveUpload = ReturnType<typeof createUploadSpace>;
