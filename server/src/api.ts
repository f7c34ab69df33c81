import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { readAccessToken } from './domain/auth/auth.tokens.ts';
import { referenceRoutes } from './domain/reference/reference.routes.ts';
import { createHttp } from './platform/http/app.ts';

/** The HTTP side of the server: every domain's routes on one origin. Not yet listening. */
export const createApi = async (context: Context): Promise<FastifyInstance> => {
  const { config, db } = context;
  const binder = await createHttp({
    sql: db.sql,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    authenticate: (token) => readAccessToken(config, token),
    connectSources: [new URL(config.chain.publicRpcUrl).origin],
    isDev: config.isDev,
  });
  referenceRoutes(binder, context);
  return binder.app;
};
