import postgres from 'postgres';

const RETRY_MS = 1000;

/**
 * Calls `heard` at every notification on a channel, and whenever the line is (again) open, since some may have
 * been missed meanwhile. Never throws: while the database is away it goes on trying. (The driver's own `listen`
 * gives up when its first try to come back fails.)
 * @returns ends the listening
 */
export const listen = (url: string, channel: string, heard: () => void): (() => Promise<void>) => {
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
      onnotify: heard,
      connection: { application_name: `skarb-listen-${channel}` },
    };
    line = postgres(url, options as postgres.Options<Record<string, never>>);
    line.unsafe(`listen "${channel}"`).then(heard, later);
  };
  open();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await line?.end({ timeout: 0 }).catch(() => {});
  };
};
