/**
 * The first script of a page, and a small one: the page stands without any, so its pictures come first and the app
 * starts when they are there, or as soon as the visitor does something.
 */
import { CHUNK_TIMEOUT_MS } from '@skarb/schema/limits';
import { keepPress } from './app/pre-hydration-replay.ts';
import './app/trusted-types.ts';
import { listenForSlash } from './app/search-key.ts';
import { steadyPress } from './app/click-retargeting.ts';

if (!document.getElementById('root')) throw new Error('Failed to find the root element');

/** Pictures of the first view are waited for no longer than this. */
const PATIENCE_MS = 2500;
const HYDRATED_WITHIN_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'focusin', 'wheel'] as const;

const firstView = new Promise<void>((resolve) => {
  const go = () => {
    for (const sign of SIGNS) removeEventListener(sign, go, true);
    resolve();
  };
  for (const sign of SIGNS) addEventListener(sign, go, { capture: true, passive: true });
  setTimeout(go, PATIENCE_MS);
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')];
  const there = pictures.map((picture) => picture.decode().catch(() => {}));
  // One frame to paint them in; a tab that is not in view has none.
  void Promise.all(there).then(() => (document.hidden ? go() : requestAnimationFrame(() => setTimeout(go))));
});

listenForSlash();
steadyPress();
const giveBackPress = keepPress();

const start = async (): Promise<void> => {
  await firstView;
  // The screen's own script beside the app's: one wait instead of two.
  for (const href of document.documentElement.dataset.scripts?.split(' ') ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href });
    document.head.append(link);
  }
  const tooLate = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('The app did not come in time')), CHUNK_TIMEOUT_MS),
  );
  const { hydrated } = await Promise.race([import('./app/start.tsx'), tooLate]);
  // Presses are held back no longer than this, even if a part of the screen never comes.
  await Promise.race([hydrated, new Promise((resolve) => setTimeout(resolve, HYDRATED_WITHIN_MS))]);
  giveBackPress();
  // For browser tests: what stands before this was rendered by the server.
  document.documentElement.dataset.hydrated = '';
};

start().catch((error: unknown) => {
  // The words were rendered with the page, hidden until now.
  document.getElementById('stuck')?.removeAttribute('hidden');
  throw error;
});
