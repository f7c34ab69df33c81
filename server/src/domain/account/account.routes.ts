import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { bundlerEndpoints } from '@skarb/schema/bundler';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly, networkOf } from '../../platform/http/rate-limit.ts';
import { clientOf } from '../auth/device.ts';
import { requireStepUp } from '../auth/step-up.service.ts';
import { addKey, removeKey } from './account.key.service.ts';
import { readKeys } from './account.key.view.ts';
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

/** Keys of the caller's smart account. */
export const accountKeyRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { config, db } = context;
  const { rateLimit } = binder;
  bind(binder, accountKeyEndpoints.keys, async ({ caller }) => ({
    data: await readKeys(db.sql, caller.uuid, config.accounts),
  }));
  bind(binder, accountKeyEndpoints.addKey, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(db.sql, caller, client);
    await rateLimit(...costly('account-key', request, caller, 60));
    return { data: await addKey(context, caller, { ...body, key: body.key as Hex }, client) };
  });
  bind(binder, accountKeyEndpoints.removeKey, async ({ params, caller }) => ({
    data: await removeKey(context, caller, params.id),
  }));
};
