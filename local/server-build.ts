import { join } from 'node:path';
import { buildOnce } from './build-once.ts';

/** What the server is made of. */
export const SERVER_SOURCES = [
  'server/src',
  'server/build.ts',
  'schema/src',
  'contracts/abi',
  'contracts/account',
  'contracts/script',
  'web/locales',
  'package-lock.json',
];

export type ProcessName = 'api' | 'worker' | 'migrate' | 'admin' | 'pictures';

/**
 * Builds the server into `server/dist` if its sources differ from those of the last finished build.
 * @returns the path of a process's script there
 */
export async function buildServer(root: string): Promise<(name: ProcessName) => string> {
  await buildOnce(root, 'server', SERVER_SOURCES, async () => {
    const { bundleServer } = await import('../server/build.ts');
    await bundleServer();
  });
  return (name) => serverScriptPath(root, name);
}

/**
 * @internal Bundles modules of the server's tests for programs that would otherwise compile its sources one by one. Remove the
 * folder afterwards.
 * @param sources names and paths below `root`
 * @param run names the folder
 * @returns the folder with one script for each name, below node_modules: the bundle's packages are found from there
 */
export async function bundleForTests(
  root: string,
  sources: Record<string, string>,
  run: string = String(process.pid),
): Promise<string> {
  const { bundleServer, EXTERNAL } = await import('../server/build.ts');
  const dir = testBundleDir(root, run);
  const input = Object.entries(sources).map(([name, path]) => [name, join(root, path)]);
  // The simulations know the driver's own errors by its file.
  await bundleServer(Object.fromEntries(input), dir, [EXTERNAL, /^postgres$/]);
  return dir;
}

/** The folder of a bundle for tests. */
export const testBundleDir = (root: string, run: string): string =>
  join(root, 'node_modules', '.cache', `skarb-tests-${run}`);

/** The path of a process's script in the build. */
export const serverScriptPath = (root: string, name: ProcessName): string => join(root, 'server', 'dist', `${name}.js`);
