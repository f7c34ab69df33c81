#!/usr/bin/env node
// forge needs a native solc and cannot download one here: this script replaces it with npm's solc (standard JSON on
// stdin).
import { createRequire } from 'node:module';
import { readFileSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Every call of the compiler that may throw looks its function up in this table, which never changes: a fifth of its time.
const { get } = WebAssembly.Table.prototype;
const looked = [];
WebAssembly.Table.prototype.get = function (index) {
  return (looked[index] ??= get.call(this, index));
};
// So short a run does not repay the second, optimizing compilation of the compiler: a fifth of its time.
setFlagsFromString('--wasm-tiering-budget=400000000');
const solc = createRequire(import.meta.url)('solc');

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else {
  const base = process.argv.includes('--base-path')
    ? process.argv[process.argv.indexOf('--base-path') + 1]
    : process.cwd();
  const read = (path) => {
    const file = resolve(base, path);
    return existsSync(file) ? { contents: readFileSync(file, 'utf8') } : { error: `not found: ${path}` };
  };
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: read }));
}
