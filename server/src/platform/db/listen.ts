import postgres from 'postgres';

const RETRY_MS = 1000;

/** Called with what a notification says; without anything whenever the line is (again) open. */
export type Heard = (payload?: string) => void;

/**
 * Listens on channels over one connection: each is called at every notification, and whenever the line is (again)
 * open, since some may have been missed meanwhile. Never throws: while the database is away it goes on trying. (The
 * driver's own `listen` gives up when its first try to come back fails.)
 * @returns ends the listening
 */
export const listen = (url: string, channels: Record<string, Heard>): (() => Promise<void>) => {
  const names = Object.keys(channels);
  let isOver = false;
  let line: postgres.Sql | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tries = 0;
  const open = () => {
    const mine = ++tries;
    const later = () => {
      // An older line that ends, or that ended by our own hand, is no news.
      if (isOver || mine !== tries) return;
      clearTimeout(timer);
      timer = setTimeout(open, RETRY_MS).unref();
    };
    void line?.end({ timeout: 0 }).catch(() => {});
    const options = {
      max: 1,
      connect_timeout: 5,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: later,
      onnotify: (channel: string, payload: string) => channels[channel]?.(payload),
      connection: { application_name: `skarb-listen-${names.join('-')}` },
    };
    line = postgres(url, options as postgres.Options<Record<string, never>>);
    line.unsafe(names.map((name) => `listen "${name}"`).join('; ')).then(() => {
      for (const heard of Object.values(channels)) heard();
    }, later);
  };
  open();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await line?.end({ timeout: 0 }).catch(() => {});
  };
};
