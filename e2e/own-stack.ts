import { findFreePort } from '@skarb/local/port.ts';
import { fileURLToPath } from 'node:url';
import type { BreedingTest, Person } from '../server/src/domain/breeding/testing-breeding.ts';

export type { Person };
/** A stack of one test file: API and pages at `url`, worker and chain clock under the test's control. */
export type OwnStack = BreedingTest & { url: string; rpcUrl: string };

/**
 * Starts the stack of the server's tests and serves the built web app. For tests that move the chain's clock or stop
 * the worker, which would disturb every other test on the shared stack.
 */
export const startOwnStack = async (): Promise<OwnStack> => {
  // Not at the top: Playwright loads every spec before it starts the stack, and would compile the whole server then.
  const { startBreeding } = await import('../server/src/domain/breeding/testing-breeding.ts');
  const { syncReference } = await import('../server/src/domain/reference/reference.store.ts');
  // Uses the run's PostgreSQL, if it has one.
  if (process.env.E2E_DATABASE_URL) process.env.DATABASE_URL_TEST ??= process.env.E2E_DATABASE_URL;
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const all = await startBreeding({
    withWorker: false,
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      LOCAL_STACK: '1',
      CHAIN_POLL_MS: '100',
      WEB_DIST: fileURLToPath(new URL('../web/dist', import.meta.url)),
    },
  });
  // The database template was migrated before the chain's addresses were known.
  await syncReference(all.sql, all.config);
  await all.app.listen({ port, host: 'localhost' });
  all.startWorker();
  return { ...all, url, rpcUrl: all.chain.rpcUrl };
};
