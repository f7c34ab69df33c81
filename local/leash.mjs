/**
 * A preload (`node --import leash.mjs …`) that ties a service to the process that started it: the starter holds the
 * other end of our stdin, so when it dies in any way, kill -9 included, the kernel closes the pipe and we stop.
 * Plain JavaScript without imports of our own: it must cost nothing at start.
 */
import { isMainThread } from 'node:worker_threads';

const GRACE_MS = 5_000;

if (isMainThread && process.env.SKARB_LEASH === 'stdin') {
  // Programs this service starts must not read our leash.
  delete process.env.SKARB_LEASH;
  const letGo = () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  };
  process.stdin.once('end', letGo);
  process.stdin.once('error', letGo);
  process.stdin.resume();
  process.stdin.unref?.();
}
