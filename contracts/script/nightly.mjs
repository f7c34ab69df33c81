#!/usr/bin/env node
// The long runs, with a new seed: `npm run nightly -w contracts` fuzzes 10,000 times and runs 256 x 500 calls for each
// campaign (foundry.toml), writes its figures to bench/results/contracts.json, and checks the coverage of the tests.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { coverage } from './coverage.mjs';
import { contractsFolder, forge } from './forge.mjs';

const log = 'cache/campaign';
const seed = `0x${randomBytes(8).toString('hex')}`;
console.log(`seed ${seed}`);
rmSync(join(contractsFolder, log), { recursive: true, force: true });
mkdirSync(join(contractsFolder, log), { recursive: true });
await forge(['build'], { quiet: true });
await coverage();

const start = Date.now();
const printed = await forge(['test'], {
  quiet: true,
  env: { FOUNDRY_PROFILE: 'nightly', FOUNDRY_FUZZ_SEED: seed, CAMPAIGN_LOG: log },
});

const campaigns = {};
const fuzz = { tests: 0, runs: 0, fewestRuns: Infinity };
for (const suite of printed.split(/^(?=Ran \d+ tests? for )/m)) {
  const folder = suite.match(/^Ran \d+ tests? for test\/(\w+)\//)?.[1];
  const campaign = suite.match(/invariant_\w+\(\) \(runs: (\d+), calls: (\d+), reverts: (\d+)\)/);
  if (campaign) {
    const [runs, calls, reverts] = campaign.slice(1).map(Number);
    campaigns[folder] = { runs, calls, reverts, ...crowd(folder), seconds: secondsOf(suite) };
  }
  for (const [, runs] of suite.matchAll(/^\[PASS\] testFuzz_\w+\(.*\(runs: (\d+),/gm)) {
    fuzz.tests += 1;
    fuzz.runs += Number(runs);
    fuzz.fewestRuns = Math.min(fuzz.fewestRuns, Number(runs));
  }
}
// A crowd without a count would otherwise silently lack its figures.
const logs = readdirSync(join(contractsFolder, log)).length;
if (logs !== Object.keys(campaigns).length) throw new Error(`${logs} crowds were counted: ${Object.keys(campaigns)}`);

const result = {
  machine: {
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    takenAt: new Date().toISOString().slice(0, 10),
  },
  seed,
  seconds: Math.round((Date.now() - start) / 1_000),
  campaigns,
  fuzz,
};
const file = join(dirname(contractsFolder), 'bench/results/contracts.json');
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
console.log(JSON.stringify(result, null, 2));

/** The calls that reached the contract: the share that it accepted, in percent, over all runs and in the worst run. */
function crowd(name) {
  const runs = readFileSync(join(contractsFolder, log, `${name}.txt`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const tried = runs.reduce((sum, [calls]) => sum + calls, 0);
  const done = runs.reduce((sum, [, successes]) => sum + successes, 0);
  const percent = (part, whole) => Math.round((1_000 * part) / whole) / 10;
  return {
    notRefusedPercent: percent(done, tried),
    leastNotRefusedPercent: Math.min(...runs.map(([calls, successes]) => percent(successes, calls))),
  };
}

function secondsOf(suite) {
  const [, minutes, seconds] = suite.match(/finished in (?:(\d+)m ?)?([\d.]+)s/) ?? [];
  const ms = suite.match(/finished in ([\d.]+)ms/)?.[1];
  return Math.round(ms ? Number(ms) / 1_000 : Number(minutes ?? 0) * 60 + Number(seconds));
}
