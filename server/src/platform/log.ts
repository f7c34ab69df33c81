import type { Logger } from './chain/follower.ts';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 };

/** Writes one line of JSON per event, in the format of the API's log. */
export const createLogger = (name: string, level: keyof typeof LEVELS): Logger => {
  const write =
    (of: 'info' | 'warn' | 'error') =>
    (msg: string, details: object = {}) => {
      if (LEVELS[of] < LEVELS[level]) return;
      process.stdout.write(`${JSON.stringify({ level: LEVELS[of], time: Date.now(), name, ...details, msg })}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
};
