import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from './data-lock.ts';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', '.vite']);

/**
 * Builds `<workspace>/dist` if the sources differ from those of the last finished build. Two stacks of one checkout
 * (npm start and npm test) share it.
 * @param sources files and folders below `root`; tests in them do not count
 * @returns whether it built
 */
export async function buildOnce(
  root: string,
  workspace: string,
  sources: string[],
  build: () => Promise<void>,
): Promise<boolean> {
  return withFileLock(join(root, 'node_modules', '.cache', `skarb-${workspace}-build.json`), async () => {
    const stamp = join(root, workspace, 'dist', '.built-from');
    const hash = hashOf(root, sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
    // Deletes the stamp first, so that an interrupted build never counts as finished.
    rmSync(stamp, { force: true });
    await build();
    writeFileSync(stamp, hash);
    return true;
  });
}

function hashOf(root: string, sources: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  };
  const walk = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) walk(path);
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) add(path);
    }
  };
  for (const part of sources)
    if (part.includes('.')) add(part);
    else walk(part);
  return hash.digest('hex');
}
