import { ApiError } from '@skarb/client';
import { openAuth } from './auth-dialog.ts';

/** If an act failed because its session has ended meanwhile: asks for the sign-in, which goes on with the act. */
export const signInAgain = (error: unknown, again: () => void): void => {
  if (error instanceof ApiError && error.status === 401) openAuth('login', { isCutOff: true, then: again });
};
