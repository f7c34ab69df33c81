import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { switchAuth } from './auth-dialog.ts';
import type { GoogleAnswer } from './google.ts';
import { signInBy, wantsCode } from './sign-in.ts';

/** Signs in with Google's answer, or makes an account, from a dialog that does not ask for codes. */
export const useGoogleSignIn = () => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const onAnswer = async (google: GoogleAnswer): Promise<void> => {
    setFailure(undefined);
    try {
      await signInBy(google);
    } catch (error) {
      // The account exists and has a second factor: the dialog "Login" asks for it.
      if (wantsCode(error)) return switchAuth('login', { google });
      setFailure(wordsOf(t, error));
    }
  };
  return { onAnswer, failure };
};
