import * as accountCalls from '@skarb/schema/calls/account';
import type { User } from '@skarb/schema/auth';
import { useQuery } from '@tanstack/react-query';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { GoogleButton } from '../auth/google-button.tsx';
import { googleQuery, type GoogleAnswer } from '../auth/google.ts';
import { Badge } from './badge.tsx';
import { Setting } from './settings-section.tsx';
import { useSave } from './use-save.ts';

/** Google, linked to the account or not; it is removed in the list of sign-in methods. */
export const GoogleSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { data: provider } = useQuery(googleQuery);
  const { save, failure } = useSave();
  if (!provider && !user.googleId) return null;
  const name = localName(t, provider?.name ?? 'Google');
  const link = async (body: GoogleAnswer) => {
    await save(async () => (await call(accountCalls.linkGoogle, { body })).data, {
      done: t('settings.google.done', { name }),
    });
  };
  return (
    <Setting
      title={name}
      badge={user.googleId && <Badge isGood>{t('settings.google.linked')}</Badge>}
      text={t(user.googleId ? 'settings.google.linkedText' : 'settings.google.text', { name })}
      action={!user.googleId && <GoogleButton label={() => t('settings.google.link', { name })} onAnswer={link} />}
    >
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
    </Setting>
  );
};
