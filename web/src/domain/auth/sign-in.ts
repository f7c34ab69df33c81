import type { TokensAndUser } from '@skarb/schema/auth';
import { api } from '../../platform/http/api.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { session } from '../../platform/session/use-session.ts';
import { proceed } from './auth-dialog.ts';
import type { GoogleAnswer } from './google.ts';

/** What a sign-in shows of who somebody is: a password, or Google's word. */
export type Proof = { email: string; password: string } | GoogleAnswer;

/**
 * Signs in and goes back to what the person was doing.
 * @param code the second factor, where the account asks for one
 * @throws ApiError `auth.codeRequired` when it does and none was given, `auth.codeWrong`
 */
export const signInBy = async (proof: Proof, code?: string): Promise<void> => {
  const path = 'credential' in proof ? '/auth/login/google' : '/auth/login';
  const { data } = await api.post<{ data: TokensAndUser }>(path, { body: { ...proof, ...(code ? { code } : {}) } });
  session.signIn(data);
  proceed(data.user);
};

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
/** The account has a second factor, which has to be asked for. */
export const wantsCode = (error: unknown): boolean => isCode(error, 'auth.codeRequired');
export const isWrongCode = (error: unknown): boolean => isCode(error, 'auth.codeWrong');
export const isUnconfirmed = (error: unknown): boolean => isCode(error, 'auth.unconfirmed');
