/**
 * Checks imports against the rules of import-rules.mjs, that every import resolves, that the workspace that uses a
 * package declares it, and that no imports form a cycle. Reads the real syntax tree, TypeScript and JSX.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { domainRanks, isTest, rules, sharedStores } from './import-rules.mjs';
import { parse, walk } from './syntax.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['schema', 'client', 'contracts', 'server', 'web', 'art', 'local', 'e2e', 'bench', 'tools'];
const SKIPPED = new Set(['node_modules', 'dist', 'out', 'cache', 'lib', 'test-results', '.data']);
const BUILT_IN = new Set(builtinModules);

/** Every import of a source: [{ specifier, isType, isLate }]; `isLate` marks `await import()`. */
export function importsOf(source, file) {
  const found = [];
  walk(parse(source, file), (node) => {
    const isType = (node.importKind ?? node.exportKind) === 'type' || node.type === 'TSImportType';
    const from =
      /^(Import(Declaration|Expression)|Export(All|Named)Declaration|TSImportType)$/.test(node.type) && node.source;
    if (from && typeof from.value === 'string')
      found.push({ specifier: from.value, isType, isLate: node.type === 'ImportExpression' });
  });
  return found;
}

/** Problems in a list of edges { from, to, isType }; `to` is a path in the repository, `npm:name` or `node:name`. */
export function checkEdges(edges) {
  const problems = [];
  for (const { from, to } of edges) {
    for (const rule of rules) {
      if (isTest(from) && !rule.tests) continue;
      if (rule.from.test(from) && rule.to(to, from))
        problems.push(`${from} imports ${to}\n    ${rule.name}: ${rule.why}`);
    }
  }
  // Type imports do not exist at run time, and a late import runs after both files have loaded: neither forms a cycle.
  for (const circle of circlesIn(edges.filter((edge) => !edge.isType && !edge.isLate)))
    problems.push(`a circle: ${circle.join(' → ')}`);
  return problems;
}

const domainOf = (file) => /^(server|web)\/src\/domain\/([^/]+)\//.exec(file)?.slice(1, 3) ?? [];

/** Violations of the domains' ranks: imports of a higher domain, and domains without a rank. */
export function checkRanks(edges) {
  const problems = new Set();
  for (const { from, to } of edges) {
    const [app, domain] = domainOf(from);
    const [targetApp, target] = domainOf(to);
    if (isTest(from) || !app || app !== targetApp || domain === target) continue;
    const ranks = domainRanks[app];
    for (const name of [domain, target])
      if (!ranks.includes(name)) problems.add(`${app}/src/domain/${name} has no rank in tools/import-rules.mjs`);
    if (ranks.indexOf(target) > ranks.indexOf(domain)) problems.add(`${from} imports ${to}\n    a higher domain`);
  }
  return [...problems];
}

/** Entries of the shared stores that no import needs. */
export function unneededShares(edges) {
  const used = new Set(edges.map(({ from, to }) => `${domainOf(from)[1]} ${to.replace('server/src/domain/', '')}`));
  return Object.entries(sharedStores).flatMap(([store, domains]) =>
    domains
      .filter((domain) => !used.has(`${domain} ${store}`))
      .map((domain) => `${domain} does not use ${store}: delete it from sharedStores`),
  );
}

/** Cycles of files that import each other, each reported once. */
export function circlesIn(edges) {
  const targets = new Map();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set();
  const path = [];
  const circles = [];
  const walk = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) {
      circles.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const to of targets.get(file) ?? []) walk(to);
    path.pop();
    done.add(file);
  };
  for (const file of targets.keys()) walk(file);
  return circles;
}

function filesIn(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(path);
    return /\.(ts|tsx|mjs|js)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

const manifests = new Map();
function manifestOf(folder) {
  if (!manifests.has(folder)) {
    const file = join(ROOT, folder, 'package.json');
    manifests.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  }
  return manifests.get(folder);
}

function declares(folder, name) {
  const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
  return name in dependencies || name in devDependencies;
}

/** The resolved target of an import, or a problem. */
function resolveImport(from, specifier) {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('virtual:')) return { to: plain };
  if (plain.startsWith('.')) {
    const path = resolve(ROOT, dirname(from), plain);
    // Build output exists only after a build.
    if (/\/dist\//.test(path)) return { to: relative(ROOT, path) };
    return existsSync(path) && statSync(path).isFile()
      ? { to: relative(ROOT, path) }
      : { problem: `${from} imports ${specifier}, which is not there` };
  }
  if (plain.startsWith('node:') || BUILT_IN.has(plain))
    return { to: plain.startsWith('node:') ? plain : `node:${plain}` };
  const name = plain
    .split('/')
    .slice(0, plain.startsWith('@') ? 2 : 1)
    .join('/');
  const workspace = from.split('/')[0];
  if (name !== `@skarb/${workspace}` && !declares(workspace, name) && !declares('.', name)) {
    return { problem: `${from} imports ${name}, which ${workspace}/package.json does not declare` };
  }
  if (!name.startsWith('@skarb/')) return { to: `npm:${name}` };
  return resolveWorkspace(from, name.slice('@skarb/'.length), `.${plain.slice(name.length)}`);
}

function resolveWorkspace(from, workspace, subpath) {
  // A workspace without `exports` offers every file.
  if (!manifestOf(workspace).exports) {
    const path = `${workspace}/${subpath.slice(2)}`;
    if (existsSync(join(ROOT, path))) return { to: path };
  }
  for (const [pattern, target] of Object.entries(manifestOf(workspace).exports ?? {})) {
    const [head, tail] = pattern.split('*');
    if (tail === undefined ? pattern !== subpath : !(subpath.startsWith(head) && subpath.endsWith(tail))) continue;
    const star = tail === undefined ? '' : subpath.slice(head.length, subpath.length - tail.length);
    const path = `${workspace}/${target.replace('*', star).slice(2)}`;
    if (existsSync(join(ROOT, path))) return { to: path };
  }
  return { problem: `${from} imports @skarb/${workspace} ${subpath}, which that workspace does not offer` };
}

/** Reads the repository; returns { files, edges, problems }. */
export function checkRepository() {
  const edges = [];
  const problems = [];
  const files = FOLDERS.flatMap(filesIn);
  for (const from of files) {
    for (const { specifier, isType, isLate } of importsOf(readFileSync(join(ROOT, from), 'utf8'), from)) {
      const { to, problem } = resolveImport(from, specifier);
      if (problem) problems.push(problem);
      else edges.push({ from, to, isType, isLate });
    }
  }
  const found = [...problems, ...checkEdges(edges), ...checkRanks(edges)];
  return {
    files: files.length,
    edges,
    problems: [...found, ...unneededShares(edges.filter(({ from }) => !isTest(from)))],
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { files, problems } = checkRepository();
  for (const problem of problems) console.log(`  ${problem}`);
  console.log(`${files} files, ${problems.length} wrong imports`);
  process.exit(problems.length > 0 ? 1 : 0);
}
