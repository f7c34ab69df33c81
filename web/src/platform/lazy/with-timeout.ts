import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';

/** A script of the app could not be loaded. */
class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Loads a script of the app. @throws ChunkLoadError if it fails or takes longer than CHUNK_TIMEOUT_MS */
export const withTimeout = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('Loading a script timed out')), CHUNK_TIMEOUT_MS);
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError('Loading a script failed', { cause })))
      .finally(() => clearTimeout(timer));
  });
