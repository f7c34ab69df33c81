import type postgres from 'postgres';
import { connect } from './connect.ts';

const RETRY_MS = 1000;

/** Called with a notification's payload, and without one each time the connection is opened. */
export type Heard = (payload?: string) => void;

/**
 * Listens on channels over one connection. Handlers run for every notification, and each time the connection is opened,
 * because notifications may have been missed. Never throws: it reconnects until the database is available. (The driver's
 * own `listen` gives up when its first attempt to reconnect fails.)
 * @returns a function that stops listening
 */
export const listen = (url: string, channels: Record<string, Heard>): (() => Promise<void>) => {
  const names = Object.keys(channels);
  let isOver = false;
  let connection: postgres.Sql | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tries = 0;
  const open = () => {
    const attempt = ++tries;
    const later = () => {
      // A replaced connection, or one that was closed on purpose, needs no new attempt.
      if (isOver || attempt !== tries) return;
      clearTimeout(timer);
      timer = setTimeout(open, RETRY_MS).unref();
    };
    void connection?.end({ timeout: 0 }).catch(() => {});
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
    connection = connect(url, options);
    connection.unsafe(names.map((name) => `listen "${name}"`).join('; ')).then(() => {
      for (const heard of Object.values(channels)) heard();
    }, later);
  };
  open();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await connection?.end({ timeout: 0 }).catch(() => {});
  };
};
