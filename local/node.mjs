/**
 * The Node.js that everything runs on: the package `node-linux-*`, of the same version as in the container image, or on
 * other systems the Node.js that started this process (decision 53).
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The packaged binary, or undefined where there is none or it cannot run, as on Alpine Linux with its own C library. */
function packaged() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    const path = join(dirname(manifest), 'bin', 'node');
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return status === 0 ? { path, version: stdout.trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** `path` of the executable; `version`, as in "v24.22.3". Packages must be installed when this module is imported. */
export const NODE = packaged() ?? { path: process.execPath, version: process.version };
