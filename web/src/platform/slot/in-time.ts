import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';

/** A script that does not come is an error with words, not a page that hangs. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Fetches a part of the app. @throws ChunkLoadError when it fails, or has not come after CHUNK_TIMEOUT_MS */
export const inTime = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkLoadError('A part of the page did not come in time')),
      CHUNK_TIMEOUT_MS,
    );
    load()
      .then(resolve, (cause: unknown) =>
        reject(new ChunkLoadError('A part of the page could not be loaded', { cause })),
      )
      .finally(() => clearTimeout(timer));
  });
