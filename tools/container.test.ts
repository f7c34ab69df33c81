import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseDockerfile, readContainerFiles } from './container.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { stages, services, ignored } = readContainerFiles(ROOT);
const instructions = stages.flat();
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const json = (path: string) => JSON.parse(read(path));

test('a Dockerfile is read stage by stage, and the error for an unknown instruction names it', () => {
  expect(parseDockerfile('# a\nFROM x AS a\nRUN one \\\n  two\n\nFROM y\nUSER z\n')).toEqual([
    [
      { name: 'FROM', args: 'x AS a' },
      { name: 'RUN', args: 'one    two' },
    ],
    [
      { name: 'FROM', args: 'y' },
      { name: 'USER', args: 'z' },
    ],
  ]);
  expect(() => parseDockerfile('FROM x\nRUNN y')).toThrow('RUNN y');
  expect(() => parseDockerfile('RUN y')).toThrow('before the first FROM');
});

test('the image runs as an unprivileged user, on the long-term release of Node that .node-version names', () => {
  const last = stages.at(-1)!;
  expect(last.findLast(({ name }) => name === 'USER')?.args).toBe('node');
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ args }) => args.replace(/ AS \w+$/, ''));
  const [, major] = /^node:(\d+)-\w+-slim$/.exec(bases[0]!) ?? [];
  expect(new Set(bases)).toEqual(new Set([`node:${major}-bookworm-slim`]));
  // Even releases get long-term support.
  expect(Number(major) % 2).toBe(0);
  expect(read('.node-version')).toBe(`${major}\n`);
  // The one that `npm start` and `npm test` run on (decision 53).
  const packaged = Object.entries(json('package.json').optionalDependencies)
    .filter(([name]) => name.startsWith('node-'))
    .map(([, version]) => version);
  expect(packaged).toHaveLength(2);
  expect(new Set(packaged.map((version) => String(version).split('.')[0]))).toEqual(new Set([major]));
});

test('Node is named alike: the deployed release in the runbook, the lowest one where it is promised, and both are tested', () => {
  const deployed = read('.node-version').trim();
  const [, lowest = ''] = /^>=(\d+\.\d+)$/.exec(json('package.json').engines.node) ?? [];
  expect(read('docs/runbook.md')).toContain(`Node.js ${deployed},`);
  expect(read('README.md')).toContain(`Node.js ${lowest} or newer`);
  expect(read('local/install.mjs')).toContain(`LEAST_NODE = [${lowest.replace('.', ', ')}]`);
  // Types of a newer release would let code use what the lowest one lacks.
  expect(json('package.json').devDependencies['@types/node']).toMatch(new RegExp(`^${lowest.split('.')[0]}\\.`));
  expect(parse(read('.github/workflows/test.yml')).jobs.test.strategy.matrix.node).toEqual([deployed, lowest]);
});

test('every npm script of the image’s build exists', () => {
  const scripts = instructions
    .filter(({ name }) => name === 'RUN')
    .flatMap(({ args }) => [...args.matchAll(/npm run (\S+) -w (\S+)/g)]);
  expect(scripts).not.toHaveLength(0);
  for (const [, script, workspace] of scripts)
    expect(json(`${workspace}/package.json`).scripts).toHaveProperty(script!);
});

test('api, worker and migrate run what the image builds from sources that it contains', () => {
  const own = services.filter(({ command }) => command);
  expect(own.map(({ name }) => name).sort()).toEqual(['api', 'migrate', 'worker']);
  expect(instructions).toContainEqual({ name: 'RUN', args: 'npm run build -w server' });
  for (const { name, command } of own) {
    expect(command).toEqual(['node', `server/dist/${name}.js`]);
    const source = `server/src/main/${name}.ts`;
    expect(existsSync(`${ROOT}${source}`), source).toBe(true);
    expect(ignored.some((pattern) => source.startsWith(pattern.replace('**/', '')))).toBe(false);
  }
});

/** What Node itself, or its libc, reads before the server starts. */
const OF_NODE = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX'];

test('the image and compose.yaml set only names that config.ts or Node itself reads, and .env.example lists what compose.yaml needs', () => {
  const config = read('server/src/config.ts');
  const image = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ args }) => [...args.replace(/"[^"]*"/g, '').matchAll(/(\w+)=/g)].map(([, name]) => name!));
  const own = services.filter(({ command }) => command).flatMap(({ environment }) => Object.keys(environment));
  for (const name of [...image, ...own]) if (!OF_NODE.includes(name)) expect(config, name).toContain(name);
  const example = read('.env.example');
  for (const [, name] of read('compose.yaml').matchAll(/\$\{(\w+):\?/g))
    expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});
