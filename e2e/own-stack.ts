import { findFreePort } from '@skarb/local/port.ts';
import { fileURLToPath } from 'node:url';
import { syncReference } from '../server/src/domain/reference/reference.store.ts';
import { startBreeding, type BreedingTest, type Person } from '../server/src/domain/breeding/testing-breeding.ts';

export type { Person };
/** A product of one test's own: API and pages at `url`, worker and chain in the test's hand. */
export type OwnStack = BreedingTest & { url: string; rpcUrl: string };

/**
 * Starts what the server's own tests start, with the built web app in front of it. For what needs the chain's clock, or a
 * worker that stands still: on the run's stack both belong to everybody.
 */
export const ownStack = async (): Promise<OwnStack> => {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const all = await startBreeding({
    withWorker: false,
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      LOCAL_STACK: '1',
      WEB_DIST: fileURLToPath(new URL('../web/dist', import.meta.url)),
    },
  });
  // Its database is cloned from one that knew no chain yet.
  await syncReference(all.sql, all.config);
  await all.app.listen({ port, host: 'localhost' });
  return { ...all, url, rpcUrl: all.chain.rpcUrl };
};
