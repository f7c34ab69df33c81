#!/usr/bin/env node
// All checks of the contracts, the fastest first: build, committed ABI, forge, chain, gas (the root checks their types).
// Fast enough for every change; nightly.mjs tests the optimized code, in long runs, and measures coverage.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contractsFolder, forge } from './forge.mjs';

const require = createRequire(import.meta.url);

/**
 * Without the optimizer they compile in a third of the time; OpenZeppelin's P256 does not, and the tests read its contract
 * from out. The optimized code is what the tests on anvil run, and nightly.mjs. This many fuzz runs find every bug of bugs/
 * (mutate.mjs).
 */
const PLAIN = {
  FOUNDRY_PROFILE: 'plain',
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_OUT: 'cache/plain/out',
  FOUNDRY_CACHE_PATH: 'cache/plain',
  FOUNDRY_FUZZ_RUNS: '64',
};

await step('build', () => forge(['build', 'src', 'test/base/PlainTokens.sol'], { quiet: true }));
await step('committed ABI and bytecode', () => run('tsx', 'tsx', ['script/generate-abi.ts', '--check']));
await step('forge tests', async () => {
  const printed = await forge(['test', '--skip', 'PasskeyVerifier.sol'], { quiet: true, env: PLAIN });
  // Counted by tools/test.mjs.
  console.log(printed.match(/^Ran \d+ test suites? in.*$/m)?.[0]);
});
await step('deployment, sales and gas on anvil', () => run('vitest', 'vitest', ['run']));
for (const file of ['gas', 'auction-gas', 'breeding-gas', 'account-gas']) {
  console.table(JSON.parse(readFileSync(new URL(`../snapshots/${file}.json`, import.meta.url), 'utf8')));
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
