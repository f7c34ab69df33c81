/** Writes `schema/src/calls` from the endpoint tables: `npm run generate -w schema`. A test compares. */
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../src/endpoint.ts';

const SOURCE = new URL('../src/', import.meta.url);
export const CALLS_FOLDER = fileURLToPath(new URL('calls/', SOURCE));

const writeCalls = (file: string, table: string, endpoints: Record<string, Endpoint>): string => {
  const calls = Object.entries(endpoints).map(
    ([name, { method, path, files }]) =>
      `export const ${name}: Call<E['${name}']> = { method: '${method}', path: '${path}'${files ? ', isForm: true' : ''} };\n`,
  );
  return [
    '// Written by `npm run generate -w schema`.\n',
    `import type { ${table} } from '../${file}';\n`,
    "import type { Call } from '../endpoint.ts';\n\n",
    `type E = typeof ${table};\n\n`,
    ...calls,
  ].join('');
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The files of `schema/src/calls`, by name: one for each endpoint table. */
export const makeCalls = async (): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for (const file of (await readdir(SOURCE)).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
    const exported = (await import(new URL(file, SOURCE).href)) as Record<string, Record<string, Endpoint>>;
    for (const [table, endpoints] of Object.entries(exported)) {
      const name = /^(\w+)Endpoints$/.exec(table)?.[1];
      if (name && endpoints) files.set(`${kebab(name)}.ts`, writeCalls(file, table, endpoints));
    }
  }
  return files;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of await makeCalls()) await writeFile(CALLS_FOLDER + name, text);
}
