import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { accountRecoveryEndpoints } from '@skarb/schema/account-recovery';
import { bundlerEndpoints, type RpcAnswer } from '@skarb/schema/bundler';
import type { FastifyRequest } from 'fastify';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { toAppError } from '../../platform/http/failure.ts';
import { costly, limitFailures, networkOf } from '../../platform/http/rate-limit.ts';
import { clientOf, isFromDevice } from '../auth/device.ts';
import { requireStepUp } from '../auth/step-up.service.ts';
import { addKey, removeKey } from './account.key.service.ts';
import { readKeys } from './account.key.view.ts';
import {
  chooseRecovery,
  confirmRecovery,
  lookAtRecovery,
  readRecovery,
  requestRecovery,
  stopRecovery,
} from './account.recovery.service.ts';
import { answerRpc, refuseBody } from './account.rpc.ts';

/** Requests from one network address in a minute; each of a batch counts. */
const REQUESTS = 600;

export const bundlerRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { rateLimit } = binder;
  void binder.app.register(async (app) => {
    // A body that cannot be read is refused in the form of JSON-RPC, too. All else is HTTP's.
    app.setErrorHandler((error, _request, reply) => {
      const { status, code } = toAppError(error);
      if (status !== 400) throw error;
      void reply.status(200).send(refuseBody(code === 'body.malformed' ? 'bundler.json' : 'bundler.request'));
    });
    bind({ ...binder, app }, bundlerEndpoints.call, async ({ body, request }) => {
      const limited = { name: 'bundler', key: networkOf(request), max: REQUESTS, seconds: 60 };
      const answer = await answerRpc(context, body, {
        perRequest: () => rateLimit(limited),
        rateLimit,
        onFailure: (error) => request.log.error({ err: error }, 'the bundler failed'),
      });
      // Notifications get an empty body.
      return answer as RpcAnswer;
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

/** Recovery of the caller's smart account by e-mail. */
export const accountRecoveryRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { sql } = context.db;
  const { rateLimit } = binder;
  const ofFailures = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    limitFailures(rateLimit, request, { name: 'recovery-link', max: 60 }, work);

  bind(binder, accountRecoveryEndpoints.recovery, async ({ caller }) => ({
    data: await readRecovery(context, caller.uuid),
  }));
  bind(binder, accountRecoveryEndpoints.chooseRecovery, async ({ body, caller, request }) => {
    await requireStepUp(sql, caller, clientOf(request));
    return { data: await chooseRecovery(context, caller, body.isOn) };
  });
  bind(binder, accountRecoveryEndpoints.requestRecovery, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    // Each sends a mail.
    await rateLimit({ name: 'recovery', key: caller.uuid, max: 5, seconds: 86_400 });
    return { data: await requestRecovery(context, caller, body.key as Hex, client) };
  });
  bind(binder, accountRecoveryEndpoints.recoveryLink, async ({ body, request }) => ({
    data: await ofFailures(request, () => lookAtRecovery(context, body.token)),
  }));
  bind(binder, accountRecoveryEndpoints.confirmRecovery, async ({ body, caller, request }) => {
    const isFrom = (deviceHash: string | null) => isFromDevice(request, deviceHash);
    return { data: await ofFailures(request, () => confirmRecovery(context, caller, body.token, isFrom)) };
  });
  bind(binder, accountRecoveryEndpoints.stopRecovery, async ({ body, caller, request }) => {
    await ofFailures(request, () => stopRecovery(context, caller, body.token));
  });
};
