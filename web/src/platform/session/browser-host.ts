import { REQUEST_TIMEOUT_MS, STORAGE_KEY } from '@skarb/schema/limits';
import type { Session, SessionHost } from './session.ts';

const CHANNEL = 'skarb.session';

/** Local storage, or memory for this page only if the browser refuses storage (private windows). */
const safeStorage = (): SessionHost['storage'] => {
  const memory = new Map<string, string>();
  const attempt = <T>(work: () => T, instead: () => T): T => {
    try {
      return work();
    } catch {
      return instead();
    }
  };
  return {
    getItem: (key) =>
      attempt(
        () => localStorage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        () => localStorage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) =>
      attempt(
        () => localStorage.removeItem(key),
        () => void memory.delete(key),
      ),
  };
};

/** Serializes the work of all tabs with a Web Lock. Without Web Locks (on insecure pages) it runs without a lock. */
const exclusive = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return work();
  return (await navigator.locks.request(name, work)) as T;
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

export const browserHost = (): SessionHost => ({
  api: '/api',
  fetch: (...args) => fetch(...args),
  storage: safeStorage(),
  exclusive,
  pause,
  timeoutMs: REQUEST_TIMEOUT_MS,
  announce: () => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('user');
    channel.close();
  },
});

/** Synchronizes a session with the other tabs: sign-ins, sign-outs, refreshed tokens and profile edits. */
export const followOtherTabs = (session: Session): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    // The access token is written last, so both tokens are complete then. `null` means that all storage was cleared.
    if (event.key === null || event.key === STORAGE_KEY.accessToken) void session.reload();
  };
  addEventListener('storage', onStorage);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => void session.reload();
  // A page that the browser has kept for "Back" has had no events meanwhile.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && void session.reload();
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShow);
    channel.close();
  };
};
