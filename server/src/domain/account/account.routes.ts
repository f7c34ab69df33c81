import { bundlerEndpoints } from '@skarb/schema/bundler';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { answerRpc } from './account.rpc.ts';

/** Requests from one network address in a minute; each of a batch counts. */
const REQUESTS = 600;

export const bundlerRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { rateLimit } = binder;
  bind(binder, bundlerEndpoints.call, ({ body, request }) => {
    const limited = { name: 'bundler', key: networkOf(request), max: REQUESTS, seconds: 60 };
    return answerRpc(context, body, {
      perRequest: () => rateLimit(limited),
      rateLimit,
      onFailure: (error) => request.log.error({ err: error }, 'the bundler failed'),
    });
  });
};
