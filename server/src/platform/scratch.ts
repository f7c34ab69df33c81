import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'skarb-upload-';
/** No call takes this long: an older folder belongs to a process that was killed. */
const OLD_MS = 3_600_000;

export type Scratch = { path: string; dispose: () => Promise<void> };

/** A temporary folder for the files of one call; `dispose` deletes it. */
export const makeScratch = async (root = tmpdir()): Promise<Scratch> => {
  const path = await mkdtemp(join(root, PREFIX));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};

/**
 * Deletes the folders of killed processes. Only their age counts: several servers may share the disk, and process ids of
 * other machines and containers have no meaning here.
 * @returns the number of deleted folders
 */
export const sweepScratch = async (root = tmpdir(), now = Date.now()): Promise<number> => {
  let swept = 0;
  for (const name of await readdir(root)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(root, name);
    try {
      if (now - (await stat(path)).mtimeMs < OLD_MS) continue;
      await rm(path, { recursive: true, force: true });
      swept++;
    } catch {
      // Another server was faster, or the folder belongs to another user.
    }
  }
  return swept;
};

/**
 * Deletes such folders now and every hour, and reports failures.
 * @returns a function that stops it
 */
export const sweepEveryHour = (onFailure: (error: unknown) => void, root?: string): (() => void) => {
  const sweep = () => void sweepScratch(root).catch(onFailure);
  sweep();
  const timer = setInterval(sweep, OLD_MS).unref();
  return () => clearInterval(timer);
};
