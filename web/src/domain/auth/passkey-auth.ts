import { ApiError } from '@skarb/client';
import type { TokensAndUser } from '@skarb/schema/auth';
import * as passkeyCalls from '@skarb/schema/calls/passkey';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { askPasskey, createPasskey } from '../../platform/wallet/passkey/webauthn.ts';

/**
 * Lets the person choose a passkey of this site: any to sign in, one of their own if they are signed in.
 * @returns its answer, for signing in, as second factor and to prove identity @throws ApiError, WalletError `key…`
 */
export const passkeyAnswer = async () => {
  const { data } = await call(passkeyCalls.loginOptions, { body: {} });
  const { response } = await askPasskey(data.options);
  // Nothing of the extensions is asked for.
  return { ...response, type: 'public-key' as const, clientExtensionResults: {} };
};

/** Signs in with a passkey, which needs no second factor. @throws ApiError `passkey.…`, WalletError `key…` */
export const loginByPasskey = async (): Promise<TokensAndUser> =>
  (await call(passkeyCalls.login, { body: { response: await passkeyAnswer() } })).data;

/**
 * Makes a passkey of the caller, or of a new person, who gets an account with it.
 * @param isHere on this device, on another one, or wherever the person likes if undefined
 * @param name of the passkey in the account; by default that of this browser
 * @param hasAccount also make it the first key of a smart account; `account` of the answer is null if that needs more
 * @throws ApiError, `auth.expired` if the session ended meanwhile; WalletError `key…`
 */
export const registerPasskey = async ({
  isHere,
  name,
  hasAccount,
}: { isHere?: boolean; name?: string; hasAccount?: boolean } = {}) => {
  const isSignedIn = session.getState().user !== null;
  const { options } = (await call(passkeyCalls.registerOptions, { body: {} })).data;
  const authenticatorAttachment = isHere ? 'platform' : 'cross-platform';
  const made = await createPasskey({
    ...options,
    authenticatorSelection: {
      ...options.authenticatorSelection,
      ...(isHere === undefined ? {} : { authenticatorAttachment }),
    },
  });
  const response = { ...made.response, type: 'public-key' as const, clientExtensionResults: {} };
  const { data } = await call(passkeyCalls.register, {
    body: { response, ...(name ? { name } : {}), ...(hasAccount ? { hasAccount } : {}) },
  });
  // The passkey opened another account, in which nothing of the person's would be: it is not used.
  if (isSignedIn && 'user' in data) throw new ApiError(401, 'auth.expired', [], {});
  return { made, answer: data };
};
