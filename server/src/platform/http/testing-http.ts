import { createHttp } from './app.ts';

type Options = Parameters<typeof createHttp>[0];

/** An HTTP server for tests without log and rate limits, where nobody signs in and the database always fails. */
export const createTestHttp = (options: Partial<Options> = {}): ReturnType<typeof createHttp> =>
  createHttp({
    sql: (() => Promise.reject(new Error('no database'))) as never,
    logLevel: 'silent',
    trustProxy: 0,
    hasRateLimits: false,
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    hstsSeconds: 0,
    mediaUrl: undefined,
    ...options,
  });
