import { passkeyEndpoints } from '@skarb/schema/passkey';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { limitFailures } from '../../platform/http/rate-limit.ts';
import { countAttempt } from './attempt-limit.service.ts';
import { PROOF_SECONDS } from './auth.rules.ts';
import { clientOf, clientWithDevice } from './device.ts';
import { PASSKEY_SECONDS } from './passkey.rules.ts';
import { loginPasskey, makeCreationOptions, makeRequestOptions, registerPasskey } from './passkey.service.ts';
import { requireStepUp } from './step-up.service.ts';

/** Signing in with passkeys, and making them. */
export const passkeyRoutes = (binder: Binder, context: Context): void => {
  const { config, db } = context;
  const { rateLimit } = binder;

  // The host of the rpId may be another one than that of the pages, after a move: it lists where its passkeys may be used.
  binder.app.get('/.well-known/webauthn', async () => ({ origins: [new URL(config.publicUrl).origin] }));
  bind(binder, passkeyEndpoints.registerOptions, async ({ body, caller, request }) => {
    const client = clientOf(request);
    if (caller) await requireStepUp(db.sql, caller, client);
    await countAttempt(context, 'passkey', client);
    return { data: { options: await makeCreationOptions(context, caller, body.username) } };
  });
  bind(binder, passkeyEndpoints.register, async ({ body, caller, request, reply }) => {
    const client = caller ? clientOf(request) : clientWithDevice(request, reply, config);
    // The options needed a fresh proof; the device may take a while.
    if (caller) await requireStepUp(db.sql, caller, client, PROOF_SECONDS + PASSKEY_SECONDS);
    else await countAttempt(context, 'passkey', client);
    return { data: await registerPasskey(context, caller, body, client) };
  });
  bind(binder, passkeyEndpoints.loginOptions, async ({ caller, request }) => {
    await countAttempt(context, 'passkey', clientOf(request));
    return { data: { options: await makeRequestOptions(context, caller) } };
  });
  bind(binder, passkeyEndpoints.login, async ({ body, request, reply }) => {
    const client = clientWithDevice(request, reply, config);
    const signIn = () => loginPasskey(context, body.response, client);
    return { data: await limitFailures(rateLimit, request, { name: 'login-passkey', max: 300 }, signIn) };
  });
};
