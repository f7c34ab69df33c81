import { accountEndpoints } from '@skarb/schema/account';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly, limitFailures, networkOf } from '../../platform/http/rate-limit.ts';
import { undoChange } from './account-change.service.ts';
import { PHONE_CODE_SECONDS, PROOF_SECONDS } from './auth.rules.ts';
import { clientOf, clientWithDevice } from './device.ts';
import { changePassword, lookAtReset, requestReset, resetPassword } from './password.service.ts';
import { confirmPhone, removePhone, requestPhone } from './phone.service.ts';
import { changeSettings } from './profile.service.ts';
import { endOtherSessions, endSession } from './session.service.ts';
import { listSessions } from './session.view.ts';
import { requireStepUp, stepUp } from './step-up.service.ts';
import { listSignInMethods, removeSignInMethod } from './sign-in-method.service.ts';
import { disableTwoFactorOf, enableTwoFactorOf, renewRecoveryCodes, setUpTwoFactor } from './two-factor.service.ts';
import { countRecoveryCodes } from './two-factor.view.ts';

/** Routes for the account holder: password, two-factor authentication, phone, sessions, settings. */
export const accountRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { rateLimit } = binder;
  const { sql } = context.db;
  /** Counts only failures: a correct secret passes no matter how many wrong ones came from the same network address. */
  const ofFailures = <T>(name: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    limitFailures(rateLimit, request, { name, max: 60 }, work);

  bind(binder, accountEndpoints.stepUp, async ({ body, caller, request, reply }) => {
    await stepUp(context, caller, body, { client: clientWithDevice(request, reply, context.config), rateLimit });
  });
  bind(binder, accountEndpoints.undoChange, async ({ body, request }) => {
    await ofFailures('undo', request, () => undoChange(context, body.token));
  });

  bind(binder, accountEndpoints.requestReset, async ({ body, request }) => {
    await requestReset(context, body, clientOf(request));
  });
  bind(binder, accountEndpoints.resetLink, async ({ body }) => ({
    data: await lookAtReset(context, body.token),
  }));
  bind(binder, accountEndpoints.resetPassword, async ({ body, request }) => {
    const reset = () => resetPassword(context, body, clientOf(request));
    await ofFailures('reset-use', request, reset);
  });
  bind(binder, accountEndpoints.changePassword, async ({ body, caller, request }) => {
    await changePassword(context, caller, body, clientOf(request));
  });
  bind(binder, accountEndpoints.settings, async ({ body, caller, request }) => {
    // Each change of an account empties the caches of public pages, on every server.
    await rateLimit(...costly('settings', request, caller, 120));
    return { data: await changeSettings(context, caller.uuid, body) };
  });

  bind(binder, accountEndpoints.twoFactorSetup, async ({ caller, request }) => {
    await requireStepUp(sql, caller, clientOf(request));
    await rateLimit({ name: 'two-factor-setup', key: caller.uuid, max: 30, seconds: 600 });
    return { data: await setUpTwoFactor(context, caller.uuid) };
  });
  bind(binder, accountEndpoints.twoFactorEnable, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return { data: { recoveryCodes: await enableTwoFactorOf(context, caller.uuid, body.code, { client, rateLimit }) } };
  });
  bind(binder, accountEndpoints.twoFactor, async ({ caller }) => ({
    data: { recoveryCodesLeft: (await countRecoveryCodes(sql, caller.uuid)) ?? null },
  }));
  bind(binder, accountEndpoints.recoveryCodes, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return {
      data: { recoveryCodes: await renewRecoveryCodes(context, caller.uuid, body.code, { client, rateLimit }) },
    };
  });
  bind(binder, accountEndpoints.twoFactorDisable, async ({ body, caller, request }) =>
    disableTwoFactorOf(context, caller.uuid, body.code, { client: clientOf(request), rateLimit }),
  );

  bind(binder, accountEndpoints.phone, async ({ body, caller, request }) => {
    await requireStepUp(sql, caller, clientOf(request));
    // Text messages cost money, and many of them disturb the phone's owner.
    await rateLimit(
      { name: 'sms', key: caller.uuid, max: 5, seconds: 600 },
      { name: 'sms-day', key: caller.uuid, max: 20, seconds: 86_400 },
      // Also per network address, so that one third party cannot use up the messages that a number's owner needs.
      { name: 'sms-to', key: `${body.phoneNumber} ${networkOf(request)}`, max: 5, seconds: 600 },
      { name: 'sms-to-day', key: `${body.phoneNumber} ${networkOf(request)}`, max: 10, seconds: 86_400 },
      { name: 'sms-to-all', key: body.phoneNumber, max: 60, seconds: 86_400 },
    );
    await requestPhone(context, caller.uuid, body.phoneNumber);
  });
  bind(binder, accountEndpoints.confirmPhone, async ({ body, caller, request }) => {
    const client = clientOf(request);
    // A code allows few tries: someone who has only a copied token must not use them up.
    await requireStepUp(sql, caller, client, PHONE_CODE_SECONDS + PROOF_SECONDS);
    await rateLimit({ name: 'sms-code', key: caller.uuid, max: 30, seconds: 600 });
    return { data: await confirmPhone(context, caller.uuid, body.code, client) };
  });
  bind(binder, accountEndpoints.removePhone, async ({ caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return { data: await removePhone(context, caller.uuid, client) };
  });

  bind(binder, accountEndpoints.ways, async ({ caller }) => ({ data: await listSignInMethods(context, caller.uuid) }));
  bind(binder, accountEndpoints.removeWay, async ({ params, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return { data: await removeSignInMethod(context, caller, params.id, client) };
  });

  bind(binder, accountEndpoints.sessions, async ({ caller }) => ({
    data: await listSessions(context.db.sql, caller.uuid, caller.session),
  }));
  bind(binder, accountEndpoints.endSession, async ({ params, caller }) => endSession(context, caller, params.id));
  bind(binder, accountEndpoints.endOtherSessions, async ({ caller }) => endOtherSessions(context, caller));
};
