import { ApiError } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import type { TokensAndUser } from '@skarb/schema/auth';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { proceed } from './auth-dialog.ts';
import type { GoogleAnswer } from './google.ts';

/** A SIWE message with its signature. */
export type SignedMessage = { message: string; signature: string };
/** The credentials of a sign-in: a password, a Google ID token, or a wallet's signature. */
export type Proof = { email: string; password: string } | GoogleAnswer | SignedMessage;

const answerTo = (proof: Proof, code: { code?: string }): Promise<{ data: TokensAndUser }> => {
  if ('credential' in proof) return call(authCalls.loginGoogle, { body: { ...proof, ...code } });
  if ('signature' in proof) return call(authCalls.loginWallet, { body: { ...proof, ...code } });
  return call(authCalls.login, { body: { ...proof, ...code } });
};

/**
 * Signs in and continues the interrupted action.
 * @param code the second factor, if the account asks for one
 * @throws ApiError `auth.codeRequired` if it does and none was given, `auth.codeWrong`
 */
export const signInBy = async (proof: Proof, code?: string): Promise<void> => {
  const { data } = await answerTo(proof, code ? { code } : {});
  session.signIn(data);
  proceed(data.user);
};

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
/** The account has a second factor, so ask for it. */
export const wantsCode = (error: unknown): boolean => isCode(error, 'auth.codeRequired');
export const isWrongCode = (error: unknown): boolean => isCode(error, 'auth.codeWrong');
export const isUnconfirmed = (error: unknown): boolean => isCode(error, 'auth.unconfirmed');
