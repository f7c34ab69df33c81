/**
 * `npm test`: all checks, on a fresh machine. The contracts are checked beside the other steps, which run one after
 * another: compiling them uses one core. Each step prints one line at its end; one that fails prints its whole output.
 * `npm test -- types lint` runs only these.
 *
 * Tests that use clocks, a chain or a browser run a second time, alone, when they fail. Those that pass only then are
 * listed with their first error (decision 20).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../local/install.mjs';
import { askAdvisories } from './advisories.mjs';
import { findChromium } from './chromium.mjs';
import { V8_FLAGS } from './v8-flags.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'test-results');
const VITEST = join(RESULTS, 'vitest.json');
/** The report of the second run, of the files that failed. */
const VITEST_AGAIN = join(RESULTS, 'vitest-again.json');
const SLOW_FILES = join(RESULTS, 'slow-files.json');
const PLAYWRIGHT = join(RESULTS, 'playwright.json');

/** Six times what the databases, chains and browsers of all tests were measured to need at once. */
const SPACE_BYTES = 2 * 2 ** 30;
/**
 * The folder for databases, chains and browsers of the tests: in memory where there is enough of it, because each file's
 * database is a copy of several hundred files.
 */
const scratch = () => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > SPACE_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
};

/** A package's executable, run by Skarb's own Node.js without a shell or npx. */
const bin = (name, ...args) => [join(ROOT, 'node_modules', '.bin', name), ...args];
/** The same with `V8_FLAGS`, for the programs that were measured to need less CPU with them. */
const lean = (name, ...args) => [...V8_FLAGS, ...bin(name, ...args)];
const script = (path, ...args) => [join(ROOT, path), ...args];

/**
 * The steps in their order, fast ones first. `count` returns how many tests passed and failed, `failures` lists the tests
 * that failed, also those that passed in a second run. A step that `isBeside` shares the machine with those after it.
 */
const STEPS = [
  { name: 'contracts', isBeside: true, run: () => exec(script('contracts/script/test.mjs')), count: countContracts },
  // Each further thread checks the types of all packages again: four take twice the time of one on two cores.
  // Its garbage is collected a fourth as often: a sixth less CPU for 150 MB more.
  { name: 'types', run: () => exec(bin('tsc', '-p', '.', '--singleThreaded'), { env: { GOGC: '400' } }) },
  { name: 'lint', run: () => exec(bin('oxlint')) },
  { name: 'format', run: () => exec(bin('oxfmt', '--check', '.')) },
  { name: 'imports', run: () => exec(script('tools/imports.mjs')) },
  { name: 'dead code', run: deadCode },
  { name: 'advisories', run: () => askAdvisories() },
  { name: 'unit', run: unitTests, count: countVitest, failures: () => vitestFailures() },
  // Waits for the contracts: these tests have a page's patience.
  {
    name: 'browser',
    isAlone: true,
    run: browserTests,
    count: countPlaywright,
    failures: () => failedSpecs(readJson(PLAYWRIGHT)),
  },
];

/** What nothing uses, then what only tests use. */
async function deadCode() {
  const all = await exec(lean('knip', '--no-config-hints'));
  const product = await exec(lean('knip', '--no-config-hints', '--production', '--include=files,exports,types'));
  return { code: all.code || product.code, output: `${all.output}${product.output}` };
}

const REPORTERS = ['--reporter=default', '--reporter=json', '--reporter=./tools/slow-files.mjs'];
const vitest = (report, { CHROMIUM_PATH = '' }, ...args) =>
  exec(lean('vitest', 'run', ...REPORTERS, `--outputFile.json=${report}`, ...args), {
    env: { TMPDIR: scratch(), CHROMIUM_PATH, ...(report === VITEST && { SLOW_FILES }) },
  });

/** If more files fail than this, it is not by chance, and there is no second run. */
const MOST_FILES_AGAIN = 8;

async function unitTests() {
  const chromium = await findChromium();
  if (chromium.problem) {
    const { output } = await vitest(VITEST, {}, '--project=!component');
    return { code: 1, output: `${output}\n\n${chromium.problem}` };
  }
  const env = { CHROMIUM_PATH: chromium.path };
  const first = await vitest(VITEST, env);
  const files = failedFiles(readJson(VITEST)).map((suite) => suite.name);
  if (first.code === 0 || files.length === 0 || files.length > MOST_FILES_AGAIN) return first;
  const second = await vitest(VITEST_AGAIN, env, '--no-file-parallelism', ...files);
  return { code: second.code, output: `${first.output}\n\nSecond run, alone:\n${second.output}` };
}

async function browserTests() {
  const chromium = await findChromium();
  if (chromium.problem) return { code: 1, output: chromium.problem };
  return exec(bin('playwright', 'test', '--retries=1', '--reporter=list,json'), {
    cwd: join(ROOT, 'e2e'),
    env: { TMPDIR: scratch(), CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT },
  });
}

const running = new Set();

/** Runs a program of Node.js and collects its output. @param env added to the environment of this process */
async function exec(args, { cwd = ROOT, env } = {}) {
  // Can be imported once the packages are installed.
  const { NODE } = await import('../local/node.mjs');
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(NODE.path, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    });
    running.add(child);
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: `${Buffer.concat(output)}${signal ? `\nended by ${signal}` : ''}` });
    });
  });
}

/** Adds forge's totals of its runs to Vitest's totals of the contract tests on a real chain. */
function countContracts(output) {
  const forge = [...output.matchAll(/(\d+) tests passed, (\d+) failed/g)];
  const vitest = [...output.matchAll(/Tests +(?:(\d+) failed \| )?(\d+) passed/g)].at(-1);
  if (forge.length === 0 && !vitest) return undefined;
  const sum = (group) => forge.reduce((total, run) => total + Number(run[group]), 0);
  return { passed: sum(1) + Number(vitest?.[2] ?? 0), failed: sum(2) + Number(vitest?.[1] ?? 0) };
}

const failedFiles = (report) => (report?.testResults ?? []).filter((suite) => suite.status === 'failed');

function countVitest() {
  const report = readJson(VITEST);
  const again = readJson(VITEST_AGAIN);
  if (!report) return undefined;
  const failed = again ? again.numFailedTests : report.numFailedTests;
  return { passed: report.numPassedTests + report.numFailedTests - failed, failed };
}

function countPlaywright() {
  const stats = readJson(PLAYWRIGHT)?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

const firstLines = (text) =>
  stripVTControlCharacters(`${text ?? ''}`)
    .split('\n')
    .slice(0, 12)
    .join('\n      ');

/**
 * The failed tests of a Vitest report with the first lines of their errors; a file that failed to load counts as one.
 */
const failedUnits = (report) =>
  failedFiles(report).flatMap((suite) => {
    const file = suite.name.replace(ROOT, '');
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [{ name: file, error: firstLines(suite.message) }];
    return failed.map((test) => ({
      name: `${file}: ${test.fullName}`,
      error: firstLines(test.failureMessages[0]),
    }));
  });

/** The same for Playwright, whose report includes retries. */
const failedSpecs = (report) => {
  const found = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      const first = spec.tests.flatMap((test) => test.results).find(({ status }) => status !== 'passed');
      if (first && first.status !== 'skipped')
        found.push({
          name: `${spec.file}: ${spec.title}`,
          error: firstLines(first.error?.message),
          isFixedBySecondTry: spec.ok,
        });
    }
    suite.suites?.forEach(visit);
  };
  report?.suites?.forEach(visit);
  return found;
};

/**
 * All failures, including those that only the first run had, with the first lines of their errors, so that a truncated
 * log still names them.
 */
function vitestFailures() {
  const again = readJson(VITEST_AGAIN);
  const second = failedUnits(again);
  const first = failedUnits(readJson(VITEST)).map((one) => ({
    ...one,
    isFixedBySecondTry: again !== undefined && !second.some(({ name }) => name === one.name),
  }));
  const late = second.filter(({ name }) => !first.some((one) => one.name === name));
  return [...first, ...late];
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What broke a runner without a failing test: Vitest's first unhandled error, otherwise the last line. */
function cause(output) {
  const [, error] = stripVTControlCharacters(output).split(
    /⎯ (?:Uncaught Exception|Unhandled Rejection|Startup Error) ⎯+\n/,
  );
  return error ? firstLines(error.trim()) : lastLine(output);
}

function lastLine(output) {
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
  const total = { passed: 0, failed: 0, isFailed: false };
  const reported = [];
  const beside = [];
  const underWay = new Set();
  const draw = () => {
    if (process.stdout.isTTY && underWay.size > 0) process.stdout.write(`\r\u001b[K  ${[...underWay].join(', ')} …`);
  };
  for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    if (step.isAlone) await Promise.all(beside);
    underWay.add(step.name);
    draw();
    const ended = runStep(step).then((result) => {
      underWay.delete(step.name);
      if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
      report(step, result, total, reported);
      draw();
    });
    if (step.isBeside) beside.push(ended);
    else await ended;
  }
  await Promise.all(beside);
  for (const failure of reported) console.log(`  ${markOf(failure)}`);
  printSlowFiles();
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.isFailed ? 1 : 0);
}

/** Runs a step, and again if it failed without a failing test: then the runner itself broke. */
async function runStep(step) {
  const started = Date.now();
  const first = await step.run();
  const failures = step.failures?.() ?? [];
  let last = first;
  if (first.code !== 0 && step.count && failures.length === 0) {
    last = await step.run();
    if (last.code === 0) failures.push({ name: step.name, error: cause(first.output), isFixedBySecondTry: true });
    else {
      failures.push(...(step.failures?.() ?? []));
      last.output = `${first.output}\n\nSecond run:\n${last.output}`;
    }
  }
  return { ...last, failures, seconds: (Date.now() - started) / 1000 };
}

/** Prints the line of a step that has ended, with its failures and, if it failed, its output. */
function report(step, { code, output, failures, seconds }, total, reported) {
  const tests = step.count?.(output);
  total.passed += tests?.passed ?? 0;
  // A step that fails without a failing test (a type error, a runner that crashed) still counts as one.
  total.failed += tests?.failed || (code === 0 ? 0 : 1);
  const summary = tests ? `${tests.passed} passed, ${tests.failed} failed` : code === 0 ? lastLine(output) : '';
  const time = seconds.toFixed(1).padStart(6);
  console.log(`${code === 0 ? 'pass' : 'FAIL'}  ${step.name.padEnd(10)} ${time} s   ${summary}`);
  for (const failure of failures) {
    reported.push(failure);
    console.log(`\n  ${markOf(failure)}\n      ${failure.error}`);
  }
  if (code === 0) return;
  total.isFailed = true;
  console.log(`\n${output.trimEnd()}\n`);
}

/** Prints the slowest test files, unit tests and journeys; test-results/slow-files.json has all unit tests. */
function printSlowFiles() {
  const journeys = new Map();
  const visit = (suite) => {
    for (const { file, tests } of suite.specs ?? [])
      for (const { duration } of tests.flatMap(({ results }) => results))
        journeys.set(file, (journeys.get(file) ?? 0) + duration / 1000);
    suite.suites?.forEach(visit);
  };
  readJson(PLAYWRIGHT)?.suites.forEach(visit);
  const slow = [
    ...(readJson(SLOW_FILES) ?? []),
    ...[...journeys].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds })),
  ];
  if (slow.length > 0) console.log('slowest files (seconds):');
  for (const { file, seconds } of slow.toSorted((a, b) => b.seconds - a.seconds).slice(0, 30))
    console.log(`  ${seconds.toFixed(1).padStart(6)}  ${file}`);
}

const markOf = ({ name, isFixedBySecondTry }) =>
  isFixedBySecondTry ? `~ ${name} (only at the second try)` : `✗ ${name}`;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}
await main(process.argv.slice(2));
