import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseDockerfile, readContainerFiles } from './container.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { stages, services, ignored } = readContainerFiles(ROOT);
const instructions = stages.flat();
const json = (path: string) => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));

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

test('the image runs as an unprivileged user, on the Node release that package.json names', () => {
  const last = stages.at(-1)!;
  expect(last.findLast(({ name }) => name === 'USER')?.args).toBe('node');
  const least = Number(/\d+/.exec(json('package.json').engines.node)?.[0]);
  for (const { args } of instructions.filter(({ name }) => name === 'FROM')) {
    const [, major] = /^node:(\d+)-\w+-slim( AS \w+)?$/.exec(args) ?? [];
    expect(Number(major), args).toBe(least);
  }
});

test('every npm script of the image’s build exists', () => {
  const scripts = instructions
    .filter(({ name }) => name === 'RUN')
    .flatMap(({ args }) => [...args.matchAll(/npm run (\S+) -w (\S+)/g)]);
  expect(scripts).not.toHaveLength(0);
  for (const [, script, workspace] of scripts)
    expect(json(`${workspace}/package.json`).scripts).toHaveProperty(script!);
});

test('api, worker and migrate run files that are in the image', () => {
  const own = services.filter(({ command }) => command);
  expect(own.map(({ name }) => name).sort()).toEqual(['api', 'migrate', 'worker']);
  for (const { command } of own) {
    const file = command!.at(-1)!;
    expect(command!.slice(0, -1)).toEqual(['node', '--import', 'tsx']);
    expect(existsSync(`${ROOT}${file}`), file).toBe(true);
    expect(ignored.some((pattern) => file.startsWith(pattern.replace('**/', '')))).toBe(false);
  }
  expect(json('package.json').dependencies).toHaveProperty('tsx');
});

test('the image and compose.yaml set only names that config.ts reads, and .env.example lists what compose.yaml needs', () => {
  const config = readFileSync(`${ROOT}server/src/config.ts`, 'utf8');
  const image = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ args }) => [...args.matchAll(/(\w+)=/g)].map(([, name]) => name!));
  const own = services.filter(({ command }) => command).flatMap(({ environment }) => Object.keys(environment));
  for (const name of [...image, ...own]) expect(config, name).toContain(name);
  const example = readFileSync(`${ROOT}.env.example`, 'utf8');
  for (const [, name] of readFileSync(`${ROOT}compose.yaml`, 'utf8').matchAll(/\$\{(\w+):\?/g))
    expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});
