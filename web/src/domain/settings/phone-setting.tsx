import * as accountCalls from '@skarb/schema/calls/account';
import type { User } from '@skarb/schema/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextButton } from '../auth/text-button.tsx';
import { refusedFields } from '../create/refused-fields.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Badge } from './badge.tsx';
import { SaveRow } from './save-row.tsx';
import { codeForm, phoneForm } from './settings.form.ts';
import { Setting } from './settings-section.tsx';
import { useFieldWords } from './use-field-words.ts';
import { useSave } from './use-save.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';

const send = (phoneNumber: string): Promise<void> => call(accountCalls.phone, { body: { phoneNumber } });

const NumberForm = ({ onSent, onEnd }: { onSent: (phoneNumber: string) => void; onEnd: () => void }) => {
  const { t } = useTranslation();
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm({ resolver: zodResolver(phoneForm), defaultValues: { phoneNumber: '' } });
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit(async ({ phoneNumber }) => {
    const hasSent = await save(() => send(phoneNumber), {
      refused: (error) => {
        const refused = refusedFields(t, error, ['phoneNumber']);
        if (refused.length) form.setError('phoneNumber', { message: 'phone' }, { shouldFocus: true });
        return refused.length > 0;
      },
    });
    if (hasSent) onSent(phoneNumber);
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Controller
        control={form.control}
        name="phoneNumber"
        render={({ field, fieldState }) => (
          <PhoneField
            label={t('settings.phone.number')}
            hint={t('settings.phone.hint')}
            name={field.name}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            required
            // It opens by a press on the button above it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            error={word(fieldState.error?.message)}
          />
        )}
      />
      <SaveRow isDirty={isDirty} isBusy={isBusy} failure={failure} label={t('settings.phone.send')} onCancel={onEnd} />
    </form>
  );
};

const CodeForm = ({ phoneNumber, onEnd, onBack }: { phoneNumber: string; onEnd: () => void; onBack: () => void }) => {
  const { t } = useTranslation();
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    const hasConfirmed = await save(async () => (await call(accountCalls.confirmPhone, { body })).data, {
      done: t('settings.phone.done'),
      refused: (error) => {
        const isRefused = refusedFields(t, error, ['code']).length > 0;
        // A wrong code and an expired one have their own texts; any other error means that it is not six digits.
        const hasWords = error instanceof ApiError && error.code.startsWith('phone.');
        if (isRefused)
          form.setError('code', { message: hasWords ? wordsOf(t, error) : 'smsCode' }, { shouldFocus: true });
        return isRefused;
      },
    });
    if (hasConfirmed) onEnd();
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('settings.phone.code')}
        hint={t('settings.phone.sent', { phoneNumber })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        // It takes the place of the field that had the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={word(errors.code?.message)}
        {...form.register('code')}
      />
      <SaveRow
        isDirty={isDirty}
        isBusy={isBusy}
        failure={failure}
        label={t('settings.phone.confirm')}
        onCancel={onEnd}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <TextButton onClick={() => void save(() => send(phoneNumber), { done: t('settings.phone.sentAgain') })}>
          {t('settings.phone.again')}
        </TextButton>
        <TextButton onClick={onBack}>{t('settings.phone.other')}</TextButton>
      </div>
    </form>
  );
};

/** A phone number, confirmed with an SMS code. */
export const PhoneSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { save, isBusy, failure } = useSave();
  const [step, setStep] = useState<'closed' | 'number' | { sentTo: string }>('closed');
  const remove = () =>
    void save(async () => (await call(accountCalls.removePhone)).data, { done: t('settings.phone.removed') });
  return (
    <Setting
      title={t('settings.phone.title')}
      text={user.phoneNumber ? <span className="num">{user.phoneNumber}</span> : t('settings.phone.none')}
      badge={
        user.phoneNumber && (
          <Badge isGood={user.isPhoneNumberConfirmed}>
            {t(user.isPhoneNumberConfirmed ? 'settings.confirmed' : 'settings.unconfirmed')}
          </Badge>
        )
      }
      action={
        step === 'closed' && (
          <span className="flex gap-2">
            {user.phoneNumber && (
              <Button variant="outlined" size="small" isBusy={isBusy} onClick={remove}>
                {t('settings.phone.remove')}
              </Button>
            )}
            <Button variant="outlined" size="small" onClick={() => setStep('number')}>
              {t(user.phoneNumber ? 'settings.phone.change' : 'settings.phone.add')}
            </Button>
          </span>
        )
      }
    >
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
      {step === 'number' && <NumberForm onSent={(sentTo) => setStep({ sentTo })} onEnd={() => setStep('closed')} />}
      {typeof step === 'object' && (
        <CodeForm phoneNumber={step.sentTo} onEnd={() => setStep('closed')} onBack={() => setStep('number')} />
      )}
    </Setting>
  );
};
