#!/usr/bin/env node
// All checks of the contracts, the fastest first: build, types, committed ABI, forge, chain, gas. Fast enough for every
// change; nightly.mjs has the long runs and measures coverage, which compiles everything again.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contractsFolder, forge } from './forge.mjs';

const require = createRequire(import.meta.url);

await step('build', () => forge(['build'], { quiet: true }));
await step('types', () => run('typescript', 'tsc', ['--noEmit', '-p', '.']));
await step('committed ABI and bytecode', () => run('tsx', 'tsx', ['script/generate-abi.ts', '--check']));
await step('forge tests', async () => {
  const printed = await forge(['test'], { quiet: true });
  console.log(printed.match(/^Ran \d+ test suites.*$/m)?.[0]);
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
