import * as notificationCalls from '@skarb/schema/calls/notification';
import type { User } from '@skarb/schema/auth';
import type { NotificationSetting } from '@skarb/schema/notification';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Switch } from '../../ui/check.tsx';
import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { notificationSettingsQuery } from '../notification/notification.query.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { SettingsSection } from './settings-section.tsx';

/** Of the table; with large text the switches are below what they are about. */
const ROW = 'max-[19rem]:grid max-[19rem]:grid-cols-2 max-[19rem]:gap-x-4';
const WAYS = ['app', 'mail'] as const;
type Way = (typeof WAYS)[number];

/** Changes one switch at a time, shown at once; reverted if the server refuses. */
const useChange = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useMutation({
    mutationKey: ['notification-setting'],
    scope: { id: 'notification-setting' },
    mutationFn: (setting: NotificationSetting) =>
      call(notificationCalls.changeSettings, { body: { settings: [setting] } }),
    onMutate: async (setting) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all?.map((one) => (one.kind === setting.kind ? setting : one)));
    },
    onSuccess: () => toast.success(t('notification.setting.saved')),
    onError: (failure) => toast.error(wordsOf(t, failure)),
    // Only the last of several quick changes knows the state of all switches.
    onSettled: () =>
      client.isMutating({ mutationKey: ['notification-setting'] }) === 1 && client.invalidateQueries({ queryKey }),
  });
};

type WayProps = { label: string; isOn: boolean; isDisabled: boolean; onChange: (isOn: boolean) => Promise<unknown> };
/** A switch labelled by the heads of its column and row, for screen readers too. */
const WaySwitch = ({ label, ...rest }: WayProps) => (
  <div className="w-10">
    <Switch {...rest}>
      <span className="sr-only">{label}</span>
    </Switch>
  </div>
);

/** The notification settings: a switch for each kind and channel. */
export const NotificationsSection = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { data: settings, error } = useQuery(notificationSettingsQuery);
  const change = useChange();
  const canMail = user.isEmailConfirmed;
  const label = (way: Way, kind: string) =>
    way === 'app' ? t('notification.setting.appOf', { kind }) : t('notification.setting.mailOf', { kind });
  return (
    <SettingsSection id="notifications" title={t('notification.title')} text={t('notification.setting.text')}>
      {error && !settings && (
        <p role="alert" className="text-red-400">
          {wordsOf(t, error)}
        </p>
      )}
      {!canMail && (
        <p className="text-ink-200">
          {t('notification.setting.noMail')}{' '}
          <a href="#account" className="font-semibold text-ink-50 underline underline-offset-4">
            {t('notification.setting.addMail')}
          </a>
        </p>
      )}
      {!settings && !error && <Skeleton className="h-96 rounded-2xl" />}
      {settings && (
        <table className="w-full border-collapse">
          <caption className="sr-only">{t('notification.setting.text')}</caption>
          <thead>
            <tr className={cx(ROW, 'text-sm text-ink-400')}>
              <th scope="col" className="pb-2 text-left font-normal max-[19rem]:hidden">
                <span className="sr-only">{t('notification.setting.kind')}</span>
              </th>
              {WAYS.map((way) => (
                <th
                  key={way}
                  scope="col"
                  className="pb-2 pl-4 text-left align-bottom font-normal whitespace-nowrap max-[19rem]:pl-0 max-[19rem]:whitespace-normal fluid:pl-8"
                >
                  {t(`notification.setting.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-ink-800">
            {settings.map((setting) => {
              const kind = t(`notification.setting.${setting.kind}`);
              return (
                <tr key={setting.kind} className={ROW}>
                  <th scope="row" className="py-2.5 pr-2 text-left font-medium leading-snug max-[19rem]:col-span-full">
                    {kind}
                  </th>
                  {WAYS.map((way) => (
                    <td key={way} className="py-1 pl-4 max-[19rem]:pl-0 fluid:pl-8">
                      <WaySwitch
                        label={label(way, kind)}
                        isOn={setting[way] && (way === 'app' || canMail)}
                        isDisabled={way === 'mail' && !canMail}
                        // The mutation has shown the failure already.
                        onChange={(isOn) => change.mutateAsync({ ...setting, [way]: isOn }).catch(() => undefined)}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </SettingsSection>
  );
};
