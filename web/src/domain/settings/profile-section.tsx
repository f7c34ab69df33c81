import * as authCalls from '@skarb/schema/calls/auth';
import type { User } from '@skarb/schema/auth';
import { BIO_MAX, GAME_ID_MAX, NAME_MAX, STATEMENT_MAX, USERNAME_MAX } from '@skarb/schema/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { TextArea, TextField } from '../../ui/field.tsx';
import { LinkFields } from '../../ui/link-fields.tsx';
import { LocalizedFields } from '../../ui/localized-fields.tsx';
import { refusedFields } from '../create/refused-fields.ts';
import { LosesMark } from '../profile/loses-mark.tsx';
import { ProfilePictures } from './profile-pictures.tsx';
import { SaveRow } from './save-row.tsx';
import { profileBody, profileForm, type ProfileForm, profileValues } from './settings.form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useFieldWords } from './use-field-words.ts';
import { useSave } from './use-save.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';

const FIELDS = ['username', 'name', 'gameId', 'bio', 'statement', 'links', 'avatar', 'background'] as const;
/** What the fields hold, to be compared: a picture is itself, anything else is a text. */
const textsOf = (values: ProfileForm) =>
  Object.fromEntries(
    FIELDS.map((name) => [name, values[name] instanceof File ? values[name] : JSON.stringify(values[name])]),
  );
/** Pictures may upload slowly from a phone. */
const UPLOAD_MS = 60_000;

/** The public profile: pictures, names, texts and links. */
export const ProfileSection = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileForm(user.username)),
    defaultValues: profileValues(user),
  });
  const [bio, name, username] = useWatch({ control: form.control, name: ['bio', 'name', 'username'] });
  const { errors, isDirty, dirtyFields } = form.formState;
  useUnsaved(isDirty);
  // Changed in another tab: keep what is being typed here.
  useEffect(() => form.reset(profileValues(user), { keepDirtyValues: true }), [form, user]);
  const submit = form.handleSubmit(async (values) => {
    if (!isDirty) return;
    const sent = textsOf(form.getValues());
    const hasSaved = await save(
      async () => {
        const body = profileBody(values, user);
        return (await call(authCalls.editProfile, { body, timeoutMs: UPLOAD_MS })).data;
      },
      {
        done: t('settings.profile.saved'),
        refused: (error) => {
          const refused = refusedFields(t, error, FIELDS);
          const isTaken = error instanceof ApiError && error.code === 'auth.usernameTaken';
          for (const [field, words] of refused)
            form.setError(field, { message: isTaken ? 'usernameTaken' : words }, { shouldFocus: true });
          return refused.length > 0;
        },
      },
    );
    if (!hasSaved) return;
    const typed = form.getValues();
    const texts = textsOf(typed);
    form.reset(values);
    // Pictures take their time: what was changed meanwhile is not saved yet.
    for (const name of FIELDS) if (texts[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true });
  });
  return (
    <SettingsSection id="profile" title={t('settings.profile.title')} text={t('settings.profile.text')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-6">
        <Controller
          control={form.control}
          name="avatar"
          render={({ field: avatar }) => (
            <Controller
              control={form.control}
              name="background"
              render={({ field: background }) => (
                <ProfilePictures
                  user={user}
                  avatar={avatar.value}
                  background={background.value}
                  onAvatar={avatar.onChange}
                  onBackground={background.onChange}
                  refused={{ avatar: word(errors.avatar?.message), background: word(errors.background?.message) }}
                />
              )}
            />
          )}
        />
        <div className="grid gap-6 fluid:grid-cols-2">
          <TextField
            label={t('settings.profile.name')}
            hint={t('settings.profile.nameHint')}
            autoComplete="name"
            maxLength={NAME_MAX}
            error={word(errors.name?.message)}
            {...form.register('name')}
          />
          <TextField
            label={t('settings.profile.username')}
            hint={t('auth.usernameHint')}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={USERNAME_MAX}
            error={word(errors.username?.message)}
            {...form.register('username')}
          />
        </div>
        {user.isVerified && (name || username) !== (user.name ?? user.username) && (
          <p role="status" className="text-sm text-ink-200">
            <LosesMark of="user" />
          </p>
        )}
        <TextArea
          label={t('settings.profile.bio')}
          hint={t('settings.profile.bioHint')}
          maxLength={BIO_MAX}
          value={bio}
          error={word(errors.bio?.message)}
          {...form.register('bio')}
        />
        <LocalizedFields
          form={form}
          name="statement"
          title={t('settings.profile.statement.title')}
          hint={t('settings.profile.statement.text')}
          max={STATEMENT_MAX}
          word={word}
        />
        <LinkFields form={form} hint={t('settings.profile.links.text')} word={word} />
        <TextField
          label={t('settings.profile.gameId')}
          hint={t('settings.profile.gameIdHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={GAME_ID_MAX}
          error={word(errors.gameId?.message)}
          {...form.register('gameId')}
        />
        <SaveRow
          isDirty={isDirty && Object.keys(dirtyFields).length > 0}
          isBusy={isBusy}
          failure={failure}
          onUndo={() => form.reset(profileValues(user))}
        />
      </form>
    </SettingsSection>
  );
};
