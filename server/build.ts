/**
 * `npm run build -w server`: bundles the processes of `src/main` into `dist`. Node loads them in a quarter of the CPU time
 * that the sources take, which are compiled one by one. The bundle contains the path of this folder: build it where it runs.
 */
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const MAIN = fileURLToPath(new URL('./src/main/', import.meta.url));
const DIST = fileURLToPath(new URL('./dist/', import.meta.url));

/** Packages with native code, or that look for their own files: Node loads them from node_modules. */
export const EXTERNAL =
  /^(?:@fastify\/|@node-rs\/|fastify$|graphile-worker$|nodemailer|prom-client$|rolldown$|sharp$|vite$)/;

/** Written so that they do not replace themselves: programs of tests bundle this file, too. */
const OWN_ADDRESS = ['import', 'meta', 'url'].join('.');
const ADDRESS = /(new URL\('[./]+\/main\/(\w+)\.ts', )?import\.meta\.url/g;

/** Keeps each module's own address that of its source, except where it names another process, which is in the bundle. */
const addresses = {
  name: 'addresses',
  transform: (code: string, id: string) =>
    id.includes('node_modules') || id.startsWith('\0') || code.search(ADDRESS) < 0
      ? undefined
      : code.replace(ADDRESS, (_all, isProcess: string | undefined, name: string) =>
          isProcess ? `new URL('./${name}.js', ${OWN_ADDRESS}` : JSON.stringify(pathToFileURL(id).href),
        ),
};

const processes = (): Record<string, string> =>
  Object.fromEntries(readdirSync(MAIN).map((file) => [file.replace('.ts', ''), MAIN + file]));

/**
 * @param input the source of each script of the bundle
 * @param dir the folder of the bundle, which is emptied first
 * @param external the packages that stay outside of the bundle
 * @throws an error that names the module that cannot be bundled
 */
export async function bundleServer(input = processes(), dir = DIST, external = [EXTERNAL]): Promise<void> {
  const bundle = await rolldown({ input, platform: 'node', external, plugins: [addresses] });
  rmSync(dir, { recursive: true, force: true });
  // Without the documentation of packages: V8 keeps the text of a script in its heap.
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', comments: { jsdoc: false } });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
