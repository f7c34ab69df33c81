import { join } from 'node:path';
import { buildOnce } from './build-once.ts';

const SOURCES = [
  'server/src',
  'server/build.ts',
  'schema/src',
  'contracts/abi',
  'contracts/account',
  'contracts/script',
  'package-lock.json',
];

export type ProcessName = 'api' | 'worker' | 'migrate' | 'admin' | 'pictures';

/**
 * Builds the server into `server/dist` if its sources differ from those of the last finished build.
 * @returns the path of a process's script there
 */
export async function buildServer(root: string): Promise<(name: ProcessName) => string> {
  await buildOnce(root, 'server', SOURCES, async () => {
    const { bundleServer } = await import('../server/build.ts');
    await bundleServer();
  });
  return (name) => serverScriptPath(root, name);
}

/** The path of a process's script in the build. */
export const serverScriptPath = (root: string, name: ProcessName): string => join(root, 'server', 'dist', `${name}.js`);
