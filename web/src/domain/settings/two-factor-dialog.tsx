import * as accountCalls from '@skarb/schema/calls/account';
import { Download } from 'lucide-react';
import type { User } from '@skarb/schema/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { isWrongCode } from '../auth/sign-in.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { codeForm } from './settings.form.ts';
import { useFieldWords } from './use-field-words.ts';
import { useSave } from './use-save.ts';

/** `ABCD EFGH …`, as people type it. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** How many recovery codes the user has left. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['private', 'recovery-codes'],
  queryFn: async ({ signal }) => (await call(accountCalls.twoFactor, { signal })).data.recoveryCodesLeft,
});

/** A code and the button that submits it. */
const CodeEntry = ({
  label,
  hint,
  submit,
  isNumeric,
  onCode,
}: {
  label: string;
  hint?: string;
  submit: string;
  isNumeric: boolean;
  /** @throws ApiError */ onCode: (code: string) => Promise<User | void>;
}) => {
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  const { errors } = form.formState;
  const send = form.handleSubmit(async ({ code }) => {
    await save(() => onCode(code), {
      refused: (error) => {
        if (isWrongCode(error)) form.setError('code', { message: 'code' }, { shouldFocus: true });
        return isWrongCode(error);
      },
    });
  });
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      <TextField
        label={label}
        hint={hint}
        inputMode={isNumeric ? 'numeric' : undefined}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
        error={word(errors.code?.message)}
        {...form.register('code')}
      />
      <FormFailure words={failure} isBusy={isBusy} />
      <Button type="submit" isBusy={isBusy}>
        {submit}
      </Button>
    </form>
  );
};

const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-5">
      <ol className="num grid grid-cols-2 gap-x-6 gap-y-2 max-[19rem]:grid-cols-1 rounded-2xl bg-ink-950 p-5 text-center font-medium tracking-wide">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Copy text={text} label={t('settings.twoFactor.copy')} className={buttonClass('outlined', 'small')} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="skarb-recovery-codes.txt"
          className={buttonClass('outlined', 'small')}
        >
          <Download aria-hidden className="size-4" />
          {t('settings.twoFactor.download')}
        </a>
      </div>
      <Button onClick={onDone}>{t('settings.twoFactor.kept')}</Button>
    </div>
  );
};

/** Turns the second factor on: the QR code, a code from the app, and the recovery codes, which are shown only once. */
export const EnableDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  // Each opening of the dialog creates a new secret.
  const [key] = useState(() => crypto.randomUUID());
  const asked = useQuery({
    queryKey: ['private', 'two-factor', key],
    queryFn: async () => (await call(accountCalls.twoFactorSetup)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const setup = asked.data;
  const failure = useFailure(asked);
  const enable = async (code: string) => {
    const { data } = await call(accountCalls.twoFactorEnable, {
      body: { code },
    });
    setCodes(data.recoveryCodes);
    await session.reload();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(codes ? 'settings.twoFactor.codesTitle' : 'settings.twoFactor.setupTitle')}
      description={t(codes ? 'settings.twoFactor.codesText' : 'settings.twoFactor.setupText')}
      isSticky
      isBinding={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : failure ? (
        <div className="flex flex-col gap-5">
          <FormFailure words={wordsOf(t, failure)} />
          <Button isBusy={asked.isFetching} onClick={() => void asked.refetch()}>
            {t('app.retry')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          {setup ? (
            <img
              src={setup.qr}
              alt={t('settings.twoFactor.qr')}
              className="mx-auto size-48 rounded-2xl bg-ink-50 p-2"
            />
          ) : (
            <Skeleton className="mx-auto size-48 rounded-2xl" />
          )}
          <div className="text-center text-sm text-ink-400">
            <p>{t('settings.twoFactor.byHand')}</p>
            {setup ? (
              <Copy
                text={setup.secret}
                // In two equal lines, with the sign beside them: by its letters a key may be longer than one.
                label={<span className="max-w-50 text-center">{inFours(setup.secret)}</span>}
                className="mt-1 text-base wrap-anywhere"
              />
            ) : (
              <Skeleton className="mx-auto mt-1 h-6 w-56" />
            )}
          </div>
          <CodeEntry
            label={t('settings.twoFactor.code')}
            submit={t('settings.twoFactor.enable')}
            isNumeric
            onCode={enable}
          />
        </div>
      )}
    </Dialog>
  );
};

/** Turns the second factor off with a code of the app or a recovery code. */
export const DisableDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.twoFactor.disableTitle')}
      description={t('settings.twoFactor.disableText')}
    >
      <CodeEntry
        label={t('auth.code.label')}
        hint={t('auth.code.hint')}
        submit={t('settings.twoFactor.disable')}
        isNumeric={false}
        onCode={async (code) => {
          await call(accountCalls.twoFactorDisable, { body: { code } });
          await session.reload();
          onClose();
        }}
      />
    </Dialog>
  );
};

/** Replaces the recovery codes, after a code of the app or one of those that are left. */
export const RenewDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const renew = async (code: string) => {
    const { data } = await call(accountCalls.recoveryCodes, { body: { code } });
    setCodes(data.recoveryCodes);
    await client.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(codes ? 'settings.twoFactor.codesTitle' : 'settings.twoFactor.renewTitle')}
      description={t(codes ? 'settings.twoFactor.codesText' : 'settings.twoFactor.renewText')}
      isBinding={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <CodeEntry
          label={t('auth.code.label')}
          hint={t('auth.code.hint')}
          submit={t('settings.twoFactor.renew')}
          isNumeric={false}
          onCode={renew}
        />
      )}
    </Dialog>
  );
};
