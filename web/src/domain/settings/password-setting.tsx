import * as accountCalls from '@skarb/schema/calls/account';
import type { User } from '@skarb/schema/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { changePasswordForm } from '../auth/auth.form.ts';
import { NewPasswordFields, passwordFault } from '../auth/new-password-fields.tsx';
import { refusedFields } from '../create/refused-fields.ts';
import { SaveRow } from './save-row.tsx';
import { Setting } from './settings-section.tsx';
import { useFieldWords } from './use-field-words.ts';
import { useSave } from './use-save.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';

const PasswordForm = ({ user, onEnd }: { user: User; onEnd: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm({
    resolver: zodResolver(changePasswordForm(user.hasPassword)),
    defaultValues: { currentPassword: '', password: '', repeated: '' },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    const hasSaved = await save(
      async () => {
        await call(accountCalls.changePassword, {
          body: { password, ...(user.hasPassword ? { currentPassword } : {}) },
        });
        await session.reload();
        void client.invalidateQueries({ queryKey: ['private', 'session'] });
      },
      {
        done: t('settings.password.done'),
        refused: (error) => {
          const fault = passwordFault(error);
          if (fault) form.setError('password', { message: fault }, { shouldFocus: true });
          const isWrong = refusedFields(t, error, ['currentPassword']).length > 0;
          if (isWrong) form.setError('currentPassword', { message: 'passwordWrong' }, { shouldFocus: true });
          return isWrong || fault !== undefined;
        },
      },
    );
    if (hasSaved) onEnd();
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {/* Password managers store the two together. */}
        <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        {user.hasPassword && (
          <PasswordField
            label={t('settings.password.current')}
            autoComplete="current-password"
            required
            error={word(errors.currentPassword?.message)}
            {...form.register('currentPassword')}
          />
        )}
        <NewPasswordFields
          label={t('settings.password.new')}
          repeatedLabel={t('settings.password.repeated')}
          own={[user.email ?? '', user.username ?? '']}
        />
        <SaveRow
          isDirty={isDirty}
          isBusy={isBusy}
          failure={failure}
          label={t('settings.password.submit')}
          onCancel={onEnd}
        />
      </form>
    </FormProvider>
  );
};

/** Sets the first password, or changes it. */
export const PasswordSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Setting
      title={t('auth.password')}
      text={t(
        user.hasPassword
          ? 'settings.password.has'
          : user.email
            ? 'settings.password.none'
            : 'settings.password.needsEmail',
      )}
      action={
        !isOpen &&
        user.email && (
          <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
            {t(user.hasPassword ? 'settings.password.change' : 'settings.password.set')}
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm user={user} onEnd={() => setOpen(false)} />}
    </Setting>
  );
};
