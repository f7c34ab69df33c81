#!/usr/bin/env node
// Mutation test: puts one bug at a time into a copy of a contract and records which tests fail. A test that never fails
// protects nothing.
// `node contracts/script/mutate.mjs auction` (or account, breeding, collection) writes snapshots/<name>-mutations.json; it fails when a bug
// survives.
// `mutate.mjs breeding 10 5` tries five bugs starting with the tenth, and keeps the file's results of the others.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractsFolder, forgeBinary } from './forge.mjs';

const [name = 'auction', first = '0', many = 'Infinity'] = process.argv.slice(2);
const { bugs, optimized = [] } = await import(`./bugs/${name}.mjs`);
const snapshot = join(contractsFolder, `snapshots/${name}-mutations.json`);

const root = join(tmpdir(), `skarb-mutate-${process.pid}`);
const copy = join(root, 'contracts');
mkdirSync(root, { recursive: true });
symlinkSync(join(dirname(contractsFolder), 'node_modules'), join(root, 'node_modules'));
for (const part of ['src', 'test', 'script', 'artifact', 'out', 'cache', 'foundry.toml', 'package.json']) {
  cpSync(join(contractsFolder, part), join(copy, part), { recursive: true, preserveTimestamps: true });
}

const results = [];
try {
  for (const [bug, file, text, replacement, invariant] of bugs.slice(Number(first), Number(first) + Number(many))) {
    const path = join(copy, 'src', name, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(text)) throw new Error(`${bug}: "${text}" is not in ${file} any more`);
    const changed =
      text === 'nonReentrant' ? source.replaceAll(/\bnonReentrant\b/g, '') : source.replace(text, () => replacement);
    writeFileSync(path, changed);
    // The campaign where an invariant must fail, otherwise the unit tests.
    const expected = invariant ? `invariant_${String(invariant).padStart(2, '0')}_` : 'test';
    const which = [
      '--match-path',
      `test/${name}/*`,
      invariant ? '--match-contract' : '--no-match-contract',
      'InvariantTest',
    ];
    const isPlain = !optimized.includes(file);
    // OpenZeppelin's P256 does not compile without the optimizer.
    if (isPlain) which.push('--skip', 'PasskeyVerifier.sol');
    // Deletes the failing sequences of the previous bug: they must not be replayed for this one.
    for (const kept of ['invariant', 'fuzz']) rmSync(join(copy, 'cache', kept), { recursive: true, force: true });
    const { stdout, stderr } = spawnSync(forgeBinary(), ['test', ...which], {
      cwd: copy,
      encoding: 'utf8',
      // A bug may revert the crowd's own calls, which would fail every invariant: only broken invariants count.
      env: {
        ...process.env,
        // Compiles in a third of the time, like coverage. The tests read what is skipped from out.
        ...(isPlain ? { FOUNDRY_PROFILE: 'plain', FOUNDRY_OPTIMIZER: 'false', FOUNDRY_OUT: 'out-plain' } : {}),
        FOUNDRY_FUZZ_RUNS: '64',
        FOUNDRY_INVARIANT_RUNS: '64',
        FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
        FOUNDRY_INVARIANT_FAIL_ON_REVERT: 'false',
        FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
      },
      maxBuffer: 1 << 28,
    });
    writeFileSync(path, source);
    if (!/Suite result/.test(stdout)) throw new Error(`${bug}: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
    // A campaign names all broken invariants. A crowd whose calls fail more often detects nothing.
    const failed = stdout
      .split(/^(?=\[(?:PASS|FAIL))/m)
      .filter((part) => part.startsWith('[FAIL') && !part.includes('too many calls fail'))
      .flatMap(
        (part) =>
          part
            .match(/^\[FAIL: ((?:invariant_\d\d_\w+ )+)/)?.[1]
            .trim()
            .split(' ') ??
          part.match(/\b((?:invariant_|test)\w+)\(/)?.[1] ??
          'setUp',
      );
    const noticed = [...new Set(failed)].sort();
    const killed = noticed.some((name) => name.startsWith(expected));
    results.push({
      bug,
      noticed: invariant ? noticed : noticed.slice(0, 6),
      ...(killed ? {} : { missedBy: expected || 'every test' }),
    });
    console.log(`${killed ? '✓' : '✗'} ${bug}: ${noticed.join(', ') || 'nobody'}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
const known = existsSync(snapshot) ? JSON.parse(readFileSync(snapshot, 'utf8')) : [];
const all = bugs.flatMap(([bug]) => [...results, ...known].find((result) => result.bug === bug) ?? []);
writeFileSync(snapshot, `${JSON.stringify(all, null, 1)}\n`);
const alive = results.filter(({ missedBy }) => missedBy);
console.log(`${results.length - alive.length} of ${results.length} bugs noticed where they should be`);
if (alive.length > 0) process.exitCode = 1;
