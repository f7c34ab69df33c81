/**
 * A preload (`node --import exit-with-parent.mjs …`) that ends a service with the process that started it. The parent
 * holds the other end of stdin, so when it ends in any way, including kill -9, the kernel closes the pipe and the
 * service stops. Plain JavaScript without project imports, so that it starts fast.
 */
import { isMainThread } from 'node:worker_threads';

const GRACE_MS = 5_000;

if (isMainThread && process.env.SKARB_EXIT_WITH_PARENT === 'stdin') {
  // The child processes of this service have another stdin.
  delete process.env.SKARB_EXIT_WITH_PARENT;
  const stop = () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  };
  process.stdin.once('end', stop);
  process.stdin.once('error', stop);
  process.stdin.resume();
  process.stdin.unref?.();
}
