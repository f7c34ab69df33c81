import type { Logger } from './chain/follower.ts';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 };

/** JSON has no integers of this size, and a line of the log must not end what it is about. */
const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Writes one line of JSON per event, in the format of the API's log. */
export const createLogger = (name: string, level: keyof typeof LEVELS): Logger => {
  const write =
    (of: 'info' | 'warn' | 'error') =>
    (msg: string, details: object = {}) => {
      if (LEVELS[of] < LEVELS[level]) return;
      const line = JSON.stringify({ level: LEVELS[of], time: Date.now(), name, ...details, msg }, asText);
      process.stdout.write(`${line}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
};
