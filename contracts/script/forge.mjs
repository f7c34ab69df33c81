#!/usr/bin/env node
// Runs the forge binary of this platform directly: npm's wrapper needs an install script, which npm 11 does not run by
// default.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const contractsFolder = dirname(dirname(fileURLToPath(import.meta.url)));

export function forgeBinary() {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[platform()];
  const processor = { x64: 'amd64', arm64: 'arm64' }[arch()];
  const name = `@foundry-rs/forge-${system}-${processor}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', platform() === 'win32' ? 'forge.exe' : 'forge');
  } catch {
    throw new Error(
      `forge has no build for this machine (${name} is not installed). Run npm install on Linux, macOS or Windows, x64 or arm64.`,
    );
  }
}

/** Runs forge in the contracts folder. Resolves to its output; rejects when it fails. */
export function forge(args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(forgeBinary(), args, {
      cwd: contractsFolder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (!quiet) process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve(printed);
      if (quiet) process.stdout.write(printed);
      reject(new Error(`forge ${args.join(' ')} failed with code ${code}`));
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await forge(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
