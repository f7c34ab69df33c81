import { accountEndpoints } from '@skarb/schema/account';
import { authEndpoints } from '@skarb/schema/auth';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { unauthorized } from '../../platform/http/app-error.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { costly, limitFailures } from '../../platform/http/rate-limit.ts';
import { confirm, confirmByCode, login, register } from './auth.service.ts';
import { getProfile, getUser } from './auth.view.ts';
import { clientOf, clientWithDevice, deviceCookieOf, isFromDevice } from './device.ts';
import { createIssuer } from './google.issuer.ts';
import { GOOGLE_RETURN_PAGE, GOOGLE_RETURN_POLICY } from './google.page.ts';
import { linkGoogleTo, loginGoogle, requireIssuer } from './google.service.ts';
import { countAttempt } from './attempt-limit.service.ts';
import { editProfile } from './profile.service.ts';
import { logout, noteDevice, refresh } from './session.service.ts';
import { connectMetamask, loginWallet, makeSiwe } from './siwe.service.ts';
import { sendRegistrationAgain } from './registration.service.ts';
import { requireStepUp } from './step-up.service.ts';

/**
 * Requests to the local Google issuer, which this process serves itself: within the process, independent of port and
 * proxy.
 */
const askSelf =
  ({ app }: Pick<Binder, 'app'>) =>
  async (url: string | URL) => {
    const answer = await app.inject({ method: 'GET', url: new URL(url).pathname });
    return new Response(answer.payload, { status: answer.statusCode });
  };

export const authRoutes = (binder: Binder, context: Context): void => {
  const { config, db } = context;
  const { rateLimit } = binder;
  binder.app.decorate('deviceCookie', deviceCookieOf(config));
  const { google } = config;
  const issuer = google && createIssuer(google, google.isLocal ? askSelf(binder) : fetch);
  /** Counts only failures: a correct secret passes no matter how many wrong ones came from the same network address. */
  const ofFailures = <T>(name: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    limitFailures(rateLimit, request, { name, max: 300 }, work);

  bind(binder, authEndpoints.register, async ({ body, request, reply }) => {
    const { user, mail } = await register(context, body, clientWithDevice(request, reply, config));
    return { data: user, mail };
  });
  bind(binder, authEndpoints.registerAgain, async ({ body, request }) => ({
    data: await sendRegistrationAgain(context, body.email, clientOf(request)),
  }));
  bind(binder, authEndpoints.confirmEmail, async ({ body, request, reply }) => {
    const isFrom = (deviceHash: string | null) => isFromDevice(request, deviceHash);
    const signIn = {
      code: body.code,
      passkey: body.passkey,
      client: clientWithDevice(request, reply, config),
      rateLimit,
      isFrom,
    };
    return { data: await ofFailures('confirm', request, () => confirm(context, body.token, signIn)) };
  });
  bind(binder, authEndpoints.confirmEmailByCode, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    return { data: await confirmByCode(context, body, { client, rateLimit }) };
  });
  bind(binder, authEndpoints.login, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    return { data: await login(context, body, { code: body.code, passkey: body.passkey, client, rateLimit }) };
  });
  bind(binder, authEndpoints.google, async () => ({ data: (await issuer?.describe()) ?? null }));
  bind(binder, authEndpoints.loginGoogle, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    const signIn = () => loginGoogle(context, requireIssuer(issuer), body, { client, rateLimit });
    return { data: await ofFailures('login-google', request, signIn) };
  });
  binder.app.get('/api/auth/google/return', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', GOOGLE_RETURN_POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(GOOGLE_RETURN_PAGE),
  );
  bind(binder, authEndpoints.walletNonce, async ({ query, caller, request }) => {
    await countAttempt(context, 'wallet', clientOf(request));
    return { data: await makeSiwe(context, { ...query, host: request.host }, caller) };
  });
  bind(binder, authEndpoints.loginWallet, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    await countAttempt(context, 'wallet', client);
    return { data: await loginWallet(context, body, { code: body.code, passkey: body.passkey, client, rateLimit }) };
  });
  bind(binder, authEndpoints.connectMetamask, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(db.sql, caller, client);
    await rateLimit({ name: 'connect', key: caller.uuid, max: 60, seconds: 60 });
    return { data: await connectMetamask(context, caller, body, client) };
  });
  bind(binder, accountEndpoints.linkGoogle, async ({ body, caller, request }) => {
    const client = clientOf(request);
    await requireStepUp(db.sql, caller, client);
    await rateLimit({ name: 'link-google', key: caller.uuid, max: 60, seconds: 60 });
    return { data: await linkGoogleTo(context, requireIssuer(issuer), caller.uuid, body, client) };
  });
  bind(binder, authEndpoints.refresh, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    return { data: await ofFailures('refresh', request, () => refresh(context, body.refreshToken, client)) };
  });
  bind(binder, authEndpoints.logout, async ({ body }) => logout(context, body.refreshToken));
  bind(binder, authEndpoints.me, async ({ caller, request }) => {
    await noteDevice(context, caller, clientOf(request));
    const user = await getUser(db.sql, caller.uuid);
    if (!user) throw unauthorized('auth.gone', 'This account no longer exists');
    return { data: user };
  });
  bind(binder, authEndpoints.profile, async ({ params, caller }) => ({
    data: await getProfile(db.read, params.id, caller?.uuid),
  }));
  bind(
    binder,
    authEndpoints.editProfile,
    async ({ body, files, caller, request }) => ({
      data: await editProfile(context, caller, { ...body, files }, { client: clientOf(request), rateLimit }),
    }),
    ({ caller, request }) => costly('edit-profile', request, caller, 60),
  );
};
