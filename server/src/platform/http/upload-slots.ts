import { AppError } from './app-error.ts';

/**
 * Uploads of one owner, and of all, that may be open at once: their files, at most 204 MB of each, occupy the disk until
 * their calls end.
 */
const OWN_SLOTS = 4;
const ALL_SLOTS = 64;

/** Counts the open uploads of this process. */
export const createUploadSlots = (own = OWN_SLOTS, all = ALL_SLOTS) => {
  const open = new Map<string, number>();
  let total = 0;
  /**
   * @returns a function that frees the slot, to be called once
   * @throws AppError 503 when the owner, or all together, have none left
   */
  return (owner: string): (() => void) => {
    const had = open.get(owner) ?? 0;
    if (had >= own || total >= all)
      throw new AppError(503, 'upload.busy', 'Too many files are being sent at once, try again in a few seconds', {
        retryAfterSeconds: 5,
      });
    open.set(owner, had + 1);
    total++;
    return () => {
      const left = (open.get(owner) ?? 1) - 1;
      if (left > 0) open.set(owner, left);
      else open.delete(owner);
      total--;
    };
  };
};
export type TakeUploadSlot = ReturnType<typeof createUploadSlots>;
