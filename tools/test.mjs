/**
 * `npm test`: everything, on a fresh machine. Steps run one after the other, each in one line; the whole output only of
 * those that fail. `npm test -- types lint` runs some of them.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../local/install.mjs';
import { findChromium } from './chromium.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'test-results');
const VITEST = join(RESULTS, 'vitest.json');
const PLAYWRIGHT = join(RESULTS, 'playwright.json');

/** A package's own program, run by this Node: no shell, no npx. */
const bin = (name, ...args) => [process.execPath, [join(ROOT, 'node_modules', '.bin', name), ...args]];
const script = (path, ...args) => [process.execPath, [join(ROOT, path), ...args]];

/** Steps in the order they run: cheap ones first. `count` reads how many tests passed and failed. */
const STEPS = [
  { name: 'types', run: () => exec(bin('tsc', '-p', '.')) },
  { name: 'lint', run: () => exec(bin('oxlint')) },
  { name: 'format', run: () => exec(bin('oxfmt', '--check', '.')) },
  { name: 'imports', run: () => exec(script('tools/imports.mjs')) },
  { name: 'contracts', run: () => exec(script('contracts/script/test.mjs')), count: countContracts },
  {
    name: 'unit',
    run: () => exec(bin('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`)),
    count: () => countVitest(VITEST),
  },
  { name: 'browser', run: browserTests, count: () => countPlaywright(PLAYWRIGHT) },
];

async function browserTests() {
  const chromium = await findChromium();
  if (chromium.problem) return { code: 1, output: chromium.problem };
  return exec(bin('playwright', 'test', '--reporter=list,json'), {
    cwd: join(ROOT, 'e2e'),
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium.path ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT,
      PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT,
    },
  });
}

let running;

/** Runs a program and keeps what it says. */
function exec([command, args], options = {}) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
      ...options,
    });
    running = child;
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: `${Buffer.concat(output)}${signal ? `\nended by ${signal}` : ''}` }),
    );
  });
}

/** What forge says about all its suites, and Vitest about the contracts on a real chain. */
function countContracts(output) {
  const forge = [...output.matchAll(/(\d+) tests passed, (\d+) failed/g)].at(-1);
  const vitest = [...output.matchAll(/Tests +(?:(\d+) failed \| )?(\d+) passed/g)].at(-1);
  if (!forge && !vitest) return undefined;
  return {
    passed: Number(forge?.[1] ?? 0) + Number(vitest?.[2] ?? 0),
    failed: Number(forge?.[2] ?? 0) + Number(vitest?.[1] ?? 0),
  };
}

function countVitest(file) {
  const report = readJson(file);
  return report && { passed: report.numPassedTests, failed: report.numFailedTests };
}

function countPlaywright(file) {
  const stats = readJson(file)?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/**
 * The failing tests of a report with the first lines of what each says, so that a log that is cut short still names
 * them. Both reports are trees of suites.
 */
function failures() {
  const lines = (text) =>
    stripVTControlCharacters(`${text ?? ''}`)
      .split('\n')
      .slice(0, 12)
      .join('\n      ');
  const found = [];
  for (const suite of readJson(VITEST)?.testResults ?? []) {
    const file = suite.name.replace(`${ROOT}`, '');
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) found.push(`${file}: ${test.fullName}\n      ${lines(test.failureMessages[0])}`);
    if (failed.length === 0 && suite.status === 'failed') found.push(`${file}\n      ${lines(suite.message)}`);
  }
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      const result = spec.tests.flatMap((test) => test.results).at(-1);
      if (!spec.ok) found.push(`${spec.file}: ${spec.title}\n      ${lines(result?.error?.message)}`);
    }
    suite.suites?.forEach(visit);
  };
  readJson(PLAYWRIGHT)?.suites?.forEach(visit);
  return found;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function lastWords(output) {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (lines.at(-1) ?? '').slice(0, 90);
}

async function main(wanted) {
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no step called ${unknown.join(', ')}. Steps: ${STEPS.map((step) => step.name).join(', ')}.`,
    );
    process.exit(2);
  }
  await ensureInstalled();
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const total = { passed: 0, failed: 0 };
  let isFailed = false;
  const told = new Set();
  for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const started = Date.now();
    if (process.stdout.isTTY) process.stdout.write(`  ${step.name} …`);
    const { code, output } = await step.run();
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
    const tests = step.count?.(output);
    total.passed += tests?.passed ?? 0;
    // A step that fails without a failing test (a type error, a runner that crashed) still counts as one.
    total.failed += tests?.failed || (code === 0 ? 0 : 1);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    const said = tests ? `${tests.passed} passed, ${tests.failed} failed` : code === 0 ? lastWords(output) : '';
    console.log(`${code === 0 ? 'pass' : 'FAIL'}  ${step.name.padEnd(10)} ${seconds} s   ${said}`);
    if (code !== 0) {
      isFailed = true;
      for (const failure of failures().filter((name) => !told.has(name))) {
        told.add(failure);
        console.log(`\n  ✗ ${failure}`);
      }
      console.log(`\n${output.trimEnd()}\n`);
    }
  }
  for (const failure of told) console.log(`  ✗ ${failure.split('\n')[0]}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(isFailed ? 1 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(130);
  });
}
await main(process.argv.slice(2));
