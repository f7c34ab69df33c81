import { ApiError } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import type { TokensAndUser } from '@skarb/schema/auth';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { holdAuth, proceed } from './auth-dialog.ts';
import type { GoogleAnswer } from './google.ts';
import { loginByPasskey, type passkeyAnswer, registerPasskey } from './passkey-auth.ts';

/** A SIWE message with its signature. */
export type SignedMessage = { message: string; signature: string };
/** The credentials of a sign-in: a password, a Google ID token, or a wallet's signature. */
export type Proof = { email: string; password: string } | GoogleAnswer | SignedMessage;

/** The second factor: a code, or a passkey's answer. */
export type Second = { code: string } | { passkey: Awaited<ReturnType<typeof passkeyAnswer>> };

const answerTo = (proof: Proof, code: Partial<Second>): Promise<{ data: TokensAndUser }> => {
  if ('credential' in proof) return call(authCalls.loginGoogle, { body: { ...proof, ...code } });
  if ('signature' in proof) return call(authCalls.loginWallet, { body: { ...proof, ...code } });
  return call(authCalls.login, { body: { ...proof, ...code } });
};

const enter = (data: TokensAndUser): void => {
  session.signIn(data);
  proceed(data.user);
};

/**
 * Signs in and continues the interrupted action.
 * @param second the second factor, if the account asks for one
 * @throws ApiError `auth.codeRequired` if it does and none was given, `auth.codeWrong`
 */
export const signInBy = async (proof: Proof, second: Partial<Second> = {}): Promise<void> =>
  enter((await answerTo(proof, second)).data);

/** Signs in with a passkey and continues the interrupted action. @throws ApiError, WalletError */
export const signInByPasskey = async (): Promise<void> => enter(await loginByPasskey());

/**
 * Makes an account with a passkey, signs in to it and continues the interrupted action. The passkey is also the first
 * key of the person's smart account, so that they can buy at once. @throws ApiError, WalletError
 */
export const registerByPasskey = async (cache: QueryClient): Promise<void> => {
  // Before the device is asked: what is missing later would leave an account that nobody is signed in to.
  const { rememberFirstKey, activateKey } = await import('./make-key.ts');
  const { made, answer } = await registerPasskey({ hasAccount: true });
  if (!('user' in answer)) return;
  // Without smart accounts it only signs in.
  await rememberFirstKey(cache, answer.user, made, answer.account).catch(() => undefined);
  await holdAuth(async () => {
    session.signIn(answer);
    if (answer.account) await activateKey(answer.account);
    proceed(answer.user);
  });
};

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
/** The account has a second factor, so ask for it. */
export const wantsCode = (error: unknown): boolean => isCode(error, 'auth.codeRequired');
export const isWrongCode = (error: unknown): boolean => isCode(error, 'auth.codeWrong');
export const isUnconfirmed = (error: unknown): boolean => isCode(error, 'auth.unconfirmed');
