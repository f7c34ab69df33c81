/**
 * `npm run package -w client [-- <folder>]`: writes the package that other programs install, `client/dist` by default:
 * JavaScript and types, with the endpoint tables inside, so that zod is its only dependency. `npm pack` or `npm publish`
 * that folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(CLIENT, '..');
const folder = resolve(process.argv[2] ?? join(CLIENT, 'dist'));

const filesOf = (parent: string, ending: RegExp): string[] =>
  readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(parent, path));

const OPTIONS = [
  '--ignoreConfig --declaration --rewriteRelativeImportExtensions --strict --skipLibCheck',
  '--target ES2023 --lib ES2023,DOM,DOM.Iterable --module ESNext --moduleResolution Bundler',
];

const compile = () => {
  const args = [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...OPTIONS.flatMap((line) => line.split(' ')),
    '--types',
    '',
    '--rootDir',
    ROOT,
    '--outDir',
    folder,
    join(CLIENT, 'src', 'index.ts'),
    ...filesOf(join(ROOT, 'schema', 'src', 'calls'), /\.ts$/),
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the client does not compile:\n${stdout}`);
};

/** Names of the schema's modules become paths inside the package. */
const inlineSchema = () => {
  for (const path of filesOf(join(folder, 'client'), /\.(js|d\.ts)$/)) {
    const schema = relative(dirname(path), join(folder, 'schema', 'src'));
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/'@skarb\/schema\/([\w-]+)'/g, `'${schema}/$1.js'`));
  }
  // A declaration keeps the names of the sources.
  for (const path of filesOf(folder, /\.d\.ts$/))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '|import\(")(\.[^'"]*)\.ts(['"])/g, '$1$2.js$3'));
};

const describe = () => {
  const { name, version, description, license, dependencies } = JSON.parse(
    readFileSync(join(CLIENT, 'package.json'), 'utf8'),
  );
  const entry = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('client/src/index'), './calls/*': entry('schema/src/calls/*') },
    dependencies: { zod: dependencies.zod },
    engines: { node: '>=20.19' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(CLIENT, 'README.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
compile();
inlineSchema();
describe();
