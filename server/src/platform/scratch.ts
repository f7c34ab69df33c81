import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'skarb-upload-';
/** No call lives this long: a folder as old was left behind by a process that was killed. */
const OLD_MS = 3_600_000;

export type Scratch = { path: string; dispose: () => Promise<void> };

/** A folder for the files of one call, gone with `dispose`. */
export const makeScratch = async (root = tmpdir()): Promise<Scratch> => {
  const path = await mkdtemp(join(root, PREFIX));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};

/**
 * Removes the folders that killed processes left behind. Goes by their age alone: several servers may share the disk, and
 * a process id says nothing about another machine's or container's.
 * @returns how many went
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
      // Another server was faster, or it is somebody else's.
    }
  }
  return swept;
};
