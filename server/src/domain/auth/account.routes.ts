import { accountEndpoints } from '@skarb/schema/account';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { placeOf } from '../../platform/http/rate-limit.ts';
import { undoChange } from './account-change.service.ts';
import { clientOf, clientWithDevice } from './device.ts';
import { changePassword, requestReset, resetPassword } from './password.service.ts';
import { confirmPhone, removePhone, requestPhone } from './phone.service.ts';
import { changeSettings } from './profile.service.ts';
import { endOtherSessions, endSession } from './session.service.ts';
import { listSessions } from './session.view.ts';
import { requireStepUp, stepUp } from './step-up.service.ts';
import { listWays, removeWay } from './way-in.service.ts';
import { disableTwoFactorOf, enableTwoFactorOf, setUpTwoFactor } from './two-factor.service.ts';

/** What an account's owner does with it: password, two-factor authentication, phone, sessions, settings. */
export const accountRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  const { rateLimit } = binder;
  const { sql } = context.db;

  bind(binder, accountEndpoints.stepUp, async ({ body, caller, request, reply }) => {
    await stepUp(context, caller, body, { client: clientWithDevice(request, reply, context.config), rateLimit });
  });
  bind(binder, accountEndpoints.undoChange, async ({ body, request }) => {
    await rateLimit({ name: 'undo', key: placeOf(request), max: 60, seconds: 60 });
    await undoChange(context, body.token);
  });

  bind(binder, accountEndpoints.requestReset, async ({ body, request }) => {
    await rateLimit(
      { name: 'reset', key: placeOf(request), max: 60, seconds: 60 },
      { name: 'reset-mail', key: body.email, max: 5, seconds: 600 },
    );
    await requestReset(context, body.email);
  });
  bind(binder, accountEndpoints.resetPassword, async ({ body, request }) => {
    await rateLimit({ name: 'reset-use', key: placeOf(request), max: 60, seconds: 60 });
    await resetPassword(context, body.token, body.password, clientOf(request));
  });
  bind(binder, accountEndpoints.changePassword, async ({ body, caller, request }) => {
    await rateLimit({ name: 'password', key: caller.uuid, max: 20, seconds: 600 });
    await changePassword(context, caller, body, clientOf(request));
  });
  bind(binder, accountEndpoints.settings, async ({ body, caller }) => ({
    data: await changeSettings(context, caller.uuid, body),
  }));

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
  bind(binder, accountEndpoints.twoFactorDisable, async ({ body, caller, request }) =>
    disableTwoFactorOf(context, caller.uuid, body.code, { client: clientOf(request), rateLimit }),
  );

  bind(binder, accountEndpoints.phone, async ({ body, caller, request }) => {
    await requireStepUp(sql, caller, clientOf(request));
    // Text messages cost money, and a phone that rings all day costs more.
    await rateLimit(
      { name: 'sms', key: caller.uuid, max: 5, seconds: 600 },
      { name: 'sms-day', key: caller.uuid, max: 20, seconds: 86_400 },
      { name: 'sms-to', key: body.phoneNumber, max: 5, seconds: 600 },
      { name: 'sms-to-day', key: body.phoneNumber, max: 20, seconds: 86_400 },
    );
    await requestPhone(context, caller.uuid, body.phoneNumber);
  });
  bind(binder, accountEndpoints.confirmPhone, async ({ body, caller, request }) => {
    await rateLimit({ name: 'sms-code', key: caller.uuid, max: 30, seconds: 600 });
    return { data: await confirmPhone(context, caller.uuid, body.code, clientOf(request)) };
  });
  bind(binder, accountEndpoints.removePhone, async ({ caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return { data: await removePhone(context, caller.uuid, client) };
  });

  bind(binder, accountEndpoints.ways, async ({ caller }) => ({ data: await listWays(context, caller.uuid) }));
  bind(binder, accountEndpoints.removeWay, async ({ params, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(sql, caller, client);
    return { data: await removeWay(context, caller, params.id, client) };
  });

  bind(binder, accountEndpoints.sessions, async ({ caller }) => ({
    data: await listSessions(context.db.sql, caller.uuid, caller.session),
  }));
  bind(binder, accountEndpoints.endSession, async ({ params, caller }) => endSession(context, caller, params.id));
  bind(binder, accountEndpoints.endOtherSessions, async ({ caller }) => endOtherSessions(context, caller));
};
