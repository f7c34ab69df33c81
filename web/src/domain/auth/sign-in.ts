import type { TokensAndUser } from '@skarb/schema/auth';
import { api } from '../../platform/http/api.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { session } from '../../platform/session/use-session.ts';
import { proceed } from './auth-dialog.ts';
import type { GoogleAnswer } from './google.ts';

/** A SIWE message with its signature. */
export type SignedMessage = { message: string; signature: string };
/** What a sign-in shows of who somebody is: a password, Google's word, or a wallet's signature. */
export type Proof = { email: string; password: string } | GoogleAnswer | SignedMessage;

const pathOf = (proof: Proof): string => {
  if ('credential' in proof) return '/auth/login/google';
  return 'signature' in proof ? '/auth/login/wallet' : '/auth/login';
};

/**
 * Signs in and goes back to what the person was doing.
 * @param code the second factor, where the account asks for one
 * @throws ApiError `auth.codeRequired` when it does and none was given, `auth.codeWrong`
 */
export const signInBy = async (proof: Proof, code?: string): Promise<void> => {
  const { data } = await api.post<{ data: TokensAndUser }>(pathOf(proof), {
    body: { ...proof, ...(code ? { code } : {}) },
  });
  session.signIn(data);
  proceed(data.user);
};

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
/** The account has a second factor, which has to be asked for. */
export const wantsCode = (error: unknown): boolean => isCode(error, 'auth.codeRequired');
export const isWrongCode = (error: unknown): boolean => isCode(error, 'auth.codeWrong');
export const isUnconfirmed = (error: unknown): boolean => isCode(error, 'auth.unconfirmed');
