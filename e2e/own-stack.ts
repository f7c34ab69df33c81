import { findFreePort } from '@skarb/local/port.ts';
import { fileURLToPath } from 'node:url';
import type * as BreedingModule from '../server/src/domain/breeding/testing-breeding.ts';
import type * as ReferenceModule from '../server/src/domain/reference/reference.store.ts';

export type Person = BreedingModule.Person;
/** A stack of one test file: API and pages at `url`, worker and chain clock under the test's control. */
export type OwnStack = BreedingModule.BreedingTest & { url: string; rpcUrl: string };

/** A module of the bundle of stack.setup.ts: Playwright would compile the server's sources in each of its processes. */
const bundled = <Module>(name: string): Promise<Module> => import(`${process.env.E2E_SERVER}/${name}.js`);

/**
 * Starts the stack of the server's tests and serves the built web app. For tests that move the chain's clock or stop
 * the worker, which would disturb every other test on the shared stack.
 */
export const startOwnStack = async (): Promise<OwnStack> => {
  const { startBreeding } = await bundled<typeof BreedingModule>('breeding');
  const { syncReference } = await bundled<typeof ReferenceModule>('reference');
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
