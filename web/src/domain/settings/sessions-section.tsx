import * as accountCalls from '@skarb/schema/calls/account';
import type { Session } from '@skarb/schema/account';
import { Monitor, Smartphone } from 'lucide-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useDeviceName } from '../auth/device-name.ts';
import { Badge } from './badge.tsx';
import { deviceOf } from '@skarb/schema/device';
import { SettingsList } from './settings-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const KEY = ['private', 'session'];

const SessionRow = ({ session, onEnd, isBusy }: { session: Session; onEnd: () => void; isBusy: boolean }) => {
  const { t } = useTranslation();
  const Icon = deviceOf(session.userAgent).isHandheld ? Smartphone : Monitor;
  const name = useDeviceName()(session.userAgent);
  return (
    <li className="flex items-center gap-4 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-400" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium" title={session.userAgent ?? undefined}>
          {name}
          {session.isCurrent && <Badge isGood>{t('settings.sessions.current')}</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-400">
          <span>
            {t('settings.sessions.used')} <When at={session.lastUsedAt} />
          </span>
          <span>
            {t('settings.sessions.since')} <When at={session.createdAt} form="date" />
          </span>
          {session.ip && (
            <span>
              {t('settings.sessions.address')} <span className="num wrap-anywhere">{session.ip}</span>
            </span>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="outlined"
          size="small"
          isBusy={isBusy}
          onClick={onEnd}
          aria-label={t('settings.sessions.endOf', { name })}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </li>
  );
};

/** The active sessions, each with a button that ends it. */
export const SessionsSection = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const client = useQueryClient();
  const { data: sessions, error } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(accountCalls.sessions, { signal })).data,
    // Signing out clears private queries, so do not fetch them again.
    enabled: !!user,
  });
  const end = useMutation({
    mutationFn: (uuid: string | null) =>
      uuid ? call(accountCalls.endSession, { params: { id: uuid } }) : call(accountCalls.endOtherSessions),
    onSuccess: (_nothing, uuid) => toast.success(t(uuid ? 'settings.sessions.ended' : 'settings.sessions.othersEnded')),
    onError: (failure) => toast.error(wordsOf(t, failure)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <SettingsSection id="sessions" title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
      <div>
        <SettingsList rows={sessions} error={error}>
          {(one) => (
            <SessionRow
              key={one.uuid}
              session={one}
              isBusy={end.isPending && end.variables === one.uuid}
              onEnd={() => end.mutate(one.uuid)}
            />
          )}
        </SettingsList>
        {others.length > 0 && (
          <Button
            variant="outlined"
            className="mt-4"
            isBusy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            {t('settings.sessions.endOthers')}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
};
