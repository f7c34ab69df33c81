import type { TokensAndUser, User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { CodeForm } from '../auth/code-form.tsx';
import { GoogleButton } from '../auth/google-button.tsx';
import { emailIn, googleQuery, type GoogleAnswer } from '../auth/google.ts';
import { wantsCode } from '../auth/sign-in.ts';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { Badge } from './badge.tsx';
import { Setting } from './settings-section.tsx';

/**
 * Google, linked to the account or not yet. A Google account is linked by signing in with it, which the server does
 * for the account with the same confirmed address; another address would be another account, so it is refused here.
 */
export const GoogleSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { data: provider } = useQuery(googleQuery);
  const [failure, setFailure] = useState<string>();
  const [waiting, setWaiting] = useState<GoogleAnswer>();
  if (!provider && !user.googleId) return null;
  const name = provider?.name ?? 'Google';
  const finish = async (answer: GoogleAnswer, code?: string) => {
    const { data } = await api.post<{ data: TokensAndUser }>('/auth/login/google', {
      body: { ...answer, ...(code ? { code } : {}) },
    });
    session.signIn(data);
    setWaiting(undefined);
    toast.success(t('settings.google.done', { name }));
  };
  const link = async (answer: GoogleAnswer) => {
    setFailure(undefined);
    const email = emailIn(answer.credential);
    if (email !== user.email) return setFailure(t('settings.google.other', { name, email: email ?? '' }));
    try {
      await finish(answer);
    } catch (error) {
      if (wantsCode(error)) return setWaiting(answer);
      setFailure(wordsOf(t, error));
    }
  };
  const isPossible = !!user.email && user.isEmailConfirmed;
  return (
    <Setting
      title={name}
      badge={user.googleId && <Badge isGood>{t('settings.google.linked')}</Badge>}
      text={
        user.googleId
          ? t('settings.google.linkedText', { name })
          : isPossible
            ? t('settings.google.text', { name, email: user.email })
            : t('settings.google.needsEmail', { name })
      }
      action={
        !user.googleId &&
        isPossible &&
        !waiting && <GoogleButton label={t('settings.google.link', { name })} onAnswer={link} />
      }
    >
      {waiting && <CodeForm onCode={(code) => finish(waiting, code)} onBack={() => setWaiting(undefined)} />}
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
    </Setting>
  );
};
