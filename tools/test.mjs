/**
 * `npm test`: everything, on a fresh machine. Steps run one after the other, each in one line; the whole output only of
 * those that fail. `npm test -- types lint` runs some of them.
 *
 * What runs against clocks, a chain and a browser is asked a second time where it fails, alone; what passes only then is
 * printed by name with what it said first (decision 20).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../local/install.mjs';
import { askAdvisories } from './advisories.mjs';
import { findChromium } from './chromium.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'test-results');
const VITEST = join(RESULTS, 'vitest.json');
/** Those files anew that failed. */
const VITEST_AGAIN = join(RESULTS, 'vitest-again.json');
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
  { name: 'advisories', run: () => askAdvisories() },
  { name: 'contracts', run: () => exec(script('contracts/script/test.mjs')), count: countContracts },
  { name: 'unit', run: unitTests, count: countVitest },
  { name: 'browser', run: browserTests, count: countPlaywright },
];

const vitest = (report, { CHROMIUM_PATH = '' }, ...args) =>
  exec(bin('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args), {
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', CHROMIUM_PATH },
  });

/** More files than these do not fail by chance. */
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
  const second = await vitest(VITEST_AGAIN, env, '--maxWorkers=1', ...files);
  return { code: second.code, output: `${first.output}\n\nA second time, alone:\n${second.output}` };
}

async function browserTests() {
  const chromium = await findChromium();
  if (chromium.problem) return { code: 1, output: chromium.problem };
  return exec(bin('playwright', 'test', '--retries=1', '--reporter=list,json'), {
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

/** Tests of a report of Vitest that failed, with what each says; a file that failed as a whole is one. */
const failedUnits = (report) =>
  failedFiles(report).flatMap((suite) => {
    const file = suite.name.replace(ROOT, '');
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [{ name: file, said: firstLines(suite.message) }];
    return failed.map((test) => ({
      name: `${file}: ${test.fullName}`,
      said: firstLines(test.failureMessages[0]),
    }));
  });

/** The same of Playwright's, whose second tries are in it. */
const failedSpecs = (report) => {
  const found = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      const first = spec.tests.flatMap((test) => test.results).find(({ status }) => status !== 'passed');
      if (first && first.status !== 'skipped')
        found.push({ name: `${spec.file}: ${spec.title}`, said: firstLines(first.error?.message), isMended: spec.ok });
    }
    suite.suites?.forEach(visit);
  };
  report?.suites?.forEach(visit);
  return found;
};

/**
 * What failed with the first lines of what it says, so that a log that is cut short still names it: for good, or only
 * at the first try.
 */
function failures() {
  const again = readJson(VITEST_AGAIN);
  const second = failedUnits(again);
  const first = failedUnits(readJson(VITEST)).map((one) => ({
    ...one,
    isMended: again !== undefined && !second.some(({ name }) => name === one.name),
  }));
  const late = second.filter(({ name }) => !first.some((one) => one.name === name));
  return [...first, ...late, ...failedSpecs(readJson(PLAYWRIGHT))];
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
  const told = new Map();
  for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const started = Date.now();
    if (process.stdout.isTTY) process.stdout.write(`  ${step.name} …`);
    let { code, output } = await step.run();
    // A step that asks real parts and failed without a failing test: the run itself broke.
    if (code !== 0 && step.count && failures().every(({ name }) => told.has(name))) {
      const first = output;
      ({ code, output } = await step.run());
      if (code === 0) told.set(step.name, { name: step.name, said: lastWords(first), isMended: true });
      else output = `${first}\n\nA second time:\n${output}`;
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
    const tests = step.count?.(output);
    total.passed += tests?.passed ?? 0;
    // A step that fails without a failing test (a type error, a runner that crashed) still counts as one.
    total.failed += tests?.failed || (code === 0 ? 0 : 1);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
    const said = tests ? `${tests.passed} passed, ${tests.failed} failed` : code === 0 ? lastWords(output) : '';
    console.log(`${code === 0 ? 'pass' : 'FAIL'}  ${step.name.padEnd(10)} ${seconds} s   ${said}`);
    for (const failure of failures().filter(({ name }) => !told.has(name))) {
      told.set(failure.name, failure);
      console.log(`\n  ${markOf(failure)}\n      ${failure.said}`);
    }
    if (code !== 0) {
      isFailed = true;
      console.log(`\n${output.trimEnd()}\n`);
    }
  }
  for (const failure of told.values()) console.log(`  ${markOf(failure)}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(isFailed ? 1 : 0);
}

const markOf = ({ name, isMended }) => (isMended ? `~ ${name} (only at the second try)` : `✗ ${name}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(130);
  });
}
await main(process.argv.slice(2));
