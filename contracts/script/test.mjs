#!/usr/bin/env node
// All checks of the contracts, the fastest first: build, types, committed ABI, forge, coverage, chain, gas. Fast enough
// for every change; nightly.mjs has the long runs.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contractsFolder, forge } from './forge.mjs';

const require = createRequire(import.meta.url);
// The least coverage of lines and branches, in percent. The coverage of the local play money is printed, not checked.
const leastCoverage = {
  'src/account/': { lines: 100, branches: 95 },
  'src/collection/': { lines: 100, branches: 95 },
  'src/offer/': { lines: 100, branches: 95 },
  'src/auction/': { lines: 100, branches: 95 },
  'src/breeding/': { lines: 100, branches: 95 },
};

await step('build', () => forge(['build'], { quiet: true }));
await step('types', () => run('typescript', 'tsc', ['--noEmit', '-p', '.']));
await step('committed ABI and bytecode', () => run('tsx', 'tsx', ['script/generate-abi.ts', '--check']));
await step('forge tests', async () => {
  const printed = await forge(['test'], { quiet: true });
  console.log(printed.match(/^Ran \d+ test suites.*$/m)?.[0]);
});
await step('coverage', coverage);
await step('deployment, sales and gas on anvil', () => run('vitest', 'vitest', ['run']));
for (const file of ['gas', 'auction-gas', 'breeding-gas', 'account-gas']) {
  console.table(JSON.parse(readFileSync(new URL(`../snapshots/${file}.json`, import.meta.url), 'utf8')));
}

async function coverage() {
  // Coverage resolves imports itself and fails on remappings to other folders, unless they are absolute.
  const remap = (prefix, packageJson, folder = '') => [
    '-R',
    `${prefix}=${join(dirname(require.resolve(packageJson)), folder)}/`,
  ];
  const printed = await forge(
    [
      'coverage',
      '--report',
      'summary',
      '--no-match-coverage',
      '^(test|script)/',
      // OpenZeppelin's P256 does not compile without the optimizer, which coverage turns off. The bugs of
      // bugs/account.mjs show what these tests notice.
      '--skip',
      'PasskeyVerifier.sol',
      '--skip',
      'Passkey.t.sol',
      ...remap('solady/', 'solady/package.json', 'src'),
      ...remap('@openzeppelin/contracts/', '@openzeppelin/contracts/package.json'),
      ...remap('seaport-types/', 'seaport-types/package.json'),
    ],
    // The forge tests above fuzz thoroughly; here only the covered paths count, so few runs are enough.
    { quiet: true, env: { FOUNDRY_PROFILE: 'plain', FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '4' } },
  );
  const rows = [...printed.matchAll(/^\| (src\/\S+) +\| +([\d.]+)% \((\S+)\) +\|[^|]+\| +([\d.]+)% \((\S+)\)/gm)];
  if (rows.length === 0) throw new Error(`forge printed no coverage:\n${printed.slice(-2000)}`);
  console.table(
    Object.fromEntries(
      rows.map(([, file, lines, of, branches, ofBranches]) => [
        file,
        { lines: `${lines}% ${of}`, branches: `${branches}% ${ofBranches}` },
      ]),
    ),
  );
  const short = rows.filter(([, file, lines, , branches]) => {
    const least = Object.entries(leastCoverage).find(([folder]) => file.startsWith(folder))?.[1];
    return least && (Number(lines) < least.lines || Number(branches) < least.branches);
  });
  if (short.length > 0) throw new Error(`Not covered well enough: ${short.map(([, file]) => file).join(', ')}`);
}

async function step(name, work) {
  const start = Date.now();
  try {
    await work();
    console.log(`contracts: ${name} ✓ ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`contracts: ${name} ✗\n${error.message}`);
    process.exit(1);
  }
}

/** Runs an installed package's command with this Node. */
function run(packageName, command, args) {
  const packageJson = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(packageJson, 'utf8'));
  const script = join(dirname(packageJson), typeof bin === 'string' ? bin : bin[command]);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: contractsFolder, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed with code ${code}`)),
    );
  });
}
