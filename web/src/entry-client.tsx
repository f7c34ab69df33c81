/** The first script of a page: small, so that it records early input while the app's own scripts are loading. */
import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';
import { recordEarlyInput } from './app/pre-hydration-replay.ts';
import './app/trusted-types.ts';
import { revealLate, revealOnScroll } from './app/reveal-late.ts';
import { registerServiceWorker } from './app/service-worker.ts';
import { listenForSlash } from './app/search-key.ts';

if (!document.getElementById('root')) throw new Error('Failed to find the root element');

/** How long after hydration the service worker fetches what it keeps. */
const IDLE_MS = 4000;
/** Early input is replayed after at most this time, even if a part of the screen does not hydrate. */
const HYDRATED_WITHIN_MS = 10_000;

listenForSlash();
revealOnScroll();
const replay = recordEarlyInput();

const start = async (): Promise<void> => {
  const timeout = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('Loading the app timed out')), CHUNK_TIMEOUT_MS),
  );
  const { screenHydrated } = await Promise.race([import('./app/start.tsx'), timeout]);
  // For measurements: what is pressed from now on reaches React, which hydrates it first.
  performance.mark('listening');
  replay.press();
  await Promise.race([screenHydrated, new Promise((resolve) => setTimeout(resolve, HYDRATED_WITHIN_MS))]);
  replay.fields();
  // For browser tests and measurements: from now on React handles every event of the screen.
  document.documentElement.dataset.hydrated = '';
  revealLate();
  // After everything that the first view needs.
  setTimeout(registerServiceWorker, IDLE_MS);
};

start().catch((error: unknown) => {
  // The server rendered the message with the page, hidden.
  document.getElementById('stuck')?.removeAttribute('hidden');
  throw error;
});
