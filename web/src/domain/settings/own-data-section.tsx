import * as ownDataCalls from '@skarb/schema/calls/own-data';
import type { User } from '@skarb/schema/auth';
import { DELETION_DAYS } from '@skarb/schema/limits';
import type { DeletionObstacle } from '@skarb/schema/own-data';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { path } from '../../platform/route/path.ts';
import { session } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { DELETION_KEY, KeepButton } from './leaving-notice.tsx';
import { Setting, SettingsSection } from './settings-section.tsx';

const useDeletion = (enabled: boolean) =>
  useQuery({
    queryKey: DELETION_KEY,
    queryFn: async ({ signal }) => (await call(ownDataCalls.deletion, { signal })).data,
    enabled,
  });

/** Downloads a file of the API without leaving the page. */
const download = (file: string): void => {
  const link = document.createElement('a');
  link.href = `/api${file}`;
  link.download = '';
  link.click();
};

const pageOf = ({ kind, uuid }: DeletionObstacle): string | null => {
  if (kind === 'PAYMENT') return `${path.settings}#onramp`;
  if (uuid === null) return null;
  return kind === 'MINT' ? path.token(uuid) : path.offer(uuid);
};

/** What has to finish before the account can be deleted, each with a link. */
const Obstacles = ({ obstacles }: { obstacles: DeletionObstacle[] }) => {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-2">
      {obstacles.map((one) => {
        const words = t(`settings.ownData.obstacle.${one.kind}`, { name: one.name ?? '' });
        const to = pageOf(one);
        return (
          <li key={`${one.kind} ${one.uuid}`} className="rounded-xl bg-ink-800 px-4 py-3 wrap-anywhere">
            {to ? (
              <Link to={to} className="underline underline-offset-4">
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ul>
  );
};

const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error } = useDeletion(true);
  /** Has the focus first: Enter deletes nothing. */
  const keep = useRef<HTMLButtonElement>(null);
  const blocking = data?.obstacles.filter(({ isBlocking }) => isBlocking) ?? [];
  const ask = useMutation({
    mutationFn: () => call(ownDataCalls.requestDeletion, { timeoutMs: 60_000 }),
    onSuccess: async () => {
      await session.reload();
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: DELETION_KEY }),
  });
  const failure = ask.error ?? error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.ownData.deleteTitle')}
      description={t('settings.ownData.deleteText', { count: DELETION_DAYS })}
      initialFocus={keep}
    >
      <div className="flex flex-col gap-5">
        <ul className="list-disc space-y-2 pl-5 text-ink-200">
          <li>{t('settings.ownData.goes')}</li>
          <li>{t('settings.ownData.stays')}</li>
          <li>{t('settings.ownData.cancelled')}</li>
        </ul>
        {blocking.length > 0 && (
          <div role="alert" className="flex flex-col gap-3">
            <p className="font-semibold">{t('settings.ownData.blocked')}</p>
            <Obstacles obstacles={blocking} />
          </div>
        )}
        <FormFailure words={failure ? wordsOf(t, failure) : undefined} />
        <div className="flex flex-wrap gap-3 *:grow">
          <Button ref={keep} variant="outlined" onClick={onClose}>
            {t('settings.ownData.keep')}
          </Button>
          <Button disabled={!data || blocking.length > 0} isBusy={ask.isPending} onClick={() => ask.mutate()}>
            {t('settings.ownData.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

/**
 * When the account is deleted, what has to finish before, and how to keep it; renders nothing without a pending
 * deletion. The notice above the page says the rest.
 */
const Leaving = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { data } = useDeletion(user.deletionAt !== null);
  if (user.deletionAt === null) return null;
  const obstacles = data?.obstacles ?? [];
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="font-semibold">{t('settings.ownData.leaving', { date: dateTime(user.deletionAt) })}</p>
      {obstacles.length > 0 && (
        <>
          <p>{t('settings.ownData.untilThen')}</p>
          <Obstacles obstacles={obstacles} />
        </>
      )}
      <KeepButton />
    </div>
  );
};

/** The user's own data: download it, or delete the account. */
export const OwnDataSection = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const take = useMutation({
    mutationFn: () => call(ownDataCalls.requestExport),
    onSuccess: ({ data }) => {
      download(data.path);
      toast.success(t('settings.ownData.exportStarted'));
    },
    onError: (failure) => toast.error(wordsOf(t, failure)),
  });
  return (
    <SettingsSection id="own-data" title={t('settings.own-data.title')} text={t('settings.ownData.text')}>
      <Setting
        title={t('settings.ownData.exportTitle')}
        text={t('settings.ownData.exportText')}
        action={
          <Button variant="outlined" size="small" isBusy={take.isPending} onClick={() => take.mutate()}>
            {t('settings.ownData.export')}
          </Button>
        }
      />
      <Setting
        title={t('settings.ownData.deleteSetting')}
        text={t('settings.ownData.deleteHint', { count: DELETION_DAYS })}
        action={
          user.deletionAt === null && (
            <Button variant="outlined" size="small" onClick={() => setDeleting(true)}>
              {t('settings.ownData.delete')}
            </Button>
          )
        }
      >
        <Leaving user={user} />
        {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
      </Setting>
    </SettingsSection>
  );
};
