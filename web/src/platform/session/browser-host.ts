import { REQUEST_TIMEOUT_MS, STORAGE_KEY } from '@skarb/schema/limits';
import type { Session, SessionHost } from './session.ts';

const CHANNEL = 'skarb.session';

/** Storage that also works where the browser refuses it (private windows): then for this page only. */
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

/** One holder at a time among all tabs, where the browser has Web Locks (every secure page); else within this tab. */
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

/** Keeps a session level with the other tabs: their sign-ins, sign-outs, refreshes and profile edits. */
export const followOtherTabs = (session: Session): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    // Both tokens are written one after the other; the access token comes last. `null` means "all cleared".
    if (event.key === null || event.key === STORAGE_KEY.accessToken) void session.reload();
  };
  addEventListener('storage', onStorage);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => void session.reload();
  return () => {
    removeEventListener('storage', onStorage);
    channel.close();
  };
};
