type Storage2 = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Named = { id: string };

const isBrowser = typeof window !== 'undefined';
const nowhere: Storage2 = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
/** The storage of this browser; none while a page is rendered on the server. */
export const browserStorage = (): Storage2 => (isBrowser ? localStorage : nowhere);

/**
 * A list that the browser keeps for each account, the newest first.
 * @param prefix of the storage key, before the account
 * @param most entries; older ones are dropped
 */
export const accountList = <T extends Named>(storage: Storage2, prefix: string, most: number) => {
  const listeners = new Set<() => void>();
  const read = new Map<string, { text: string | null; entries: readonly T[] }>();
  const keyOf = (account: string) => prefix + account.toLowerCase();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  /** Another tab has changed the list of an account, or cleared the storage. */
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(prefix)) && notify();

  /** The same array while nothing has changed. */
  const list = (account: string): readonly T[] => {
    let text: string | null = null;
    try {
      text = storage.getItem(keyOf(account));
    } catch {
      // Storage is refused: there are no entries.
    }
    const before = read.get(account);
    if (before && before.text === text) return before.entries;
    let entries: readonly T[] = [];
    try {
      const parsed: unknown = JSON.parse(text ?? '[]');
      if (Array.isArray(parsed)) entries = parsed.filter((one) => typeof one?.id === 'string') as T[];
    } catch {
      // The stored text is not JSON: something else wrote it.
    }
    read.set(account, { text, entries });
    return entries;
  };
  const write = (account: string, entries: readonly T[]): void => {
    try {
      if (entries.length === 0) storage.removeItem(keyOf(account));
      else storage.setItem(keyOf(account), JSON.stringify(entries.slice(0, most)));
    } catch {
      // Storage is full or refused: what the list holds has been shown anyway.
    }
    notify();
  };
  return {
    list,
    subscribe: (listener: () => void): (() => void) => {
      if (isBrowser && listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (isBrowser && listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
    /** Adds an entry at the front, in place of one with the same id. */
    keep: (account: string, entry: T): void =>
      write(account, [entry, ...list(account).filter(({ id }) => id !== entry.id)]),
    /** Replaces the entry with the same id where it stands. */
    replace: (account: string, entry: T): void =>
      write(
        account,
        list(account).map((one) => (one.id === entry.id ? entry : one)),
      ),
    /** Removes the entries with these ids. */
    drop: (account: string, ...ids: string[]): void =>
      write(
        account,
        list(account).filter(({ id }) => !ids.includes(id)),
      ),
  };
};
