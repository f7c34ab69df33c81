/**
 * Runs one external program (PostgreSQL, anvil) for the stack, and ends with it or with the stack: when the pipe on
 * stdin closes because the stack ended, the watchdog stops the program, then kills it. argv[2] is JSON: { command,
 * args, cwd, stopSignal, graceMs, uid?, gid?, recordFile, record }.
 */
import { spawn } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

const job = JSON.parse(process.argv[2]);
const child = spawn(job.command, job.args, {
  cwd: job.cwd,
  env: process.env,
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(job.uid === undefined ? {} : { uid: job.uid, gid: job.gid }),
});

child.once('error', (error) => {
  process.stderr.write(`cannot start ${job.command}: ${error.message}\n`);
  process.exit(127);
});

if (child.pid !== undefined) {
  // The next start uses this record to end a program whose watchdog was killed.
  const half = `${job.recordFile}.${process.pid}.half`;
  writeFileSync(half, JSON.stringify({ ...job.record, pid: child.pid }));
  renameSync(half, job.recordFile);
}

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  child.kill(job.stopSignal);
  setTimeout(() => child.kill('SIGKILL'), job.graceMs);
};

child.once('exit', (code, signal) => {
  rmSync(job.recordFile, { force: true });
  process.exit(code ?? (signal === 'SIGKILL' ? 137 : 143));
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
process.stdin.once('end', stop);
process.stdin.once('error', stop);
process.stdin.resume();
